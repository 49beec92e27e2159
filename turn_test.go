package memtide

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// What is wrong with a half-turn is said by the name of its field, and no character
// of it is cut in half.
func TestAHalfTurnNamesItsField(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Turn)
		want   string
	}{
		"a year of five digits":                      {func(t *Turn) { t.Time = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) }, "time is of the year 10000, want 1 to 9999"},
		"a year before the first":                    {func(t *Turn) { t.Time = time.Date(-1, 1, 1, 0, 0, 0, 0, time.UTC) }, "time is of the year -1, want 1 to 9999"},
		"a year before it by the clock of Greenwich": {func(t *Turn) { t.Time = time.Date(1, 1, 1, 0, 0, 0, 0, time.FixedZone("", 3600)) }, "time is of the year 0"},
		"a tag that is too long":                     {func(t *Turn) { t.Tags = []string{strings.Repeat("ü", 60)} }, `tags: "` + strings.Repeat("ü", 10) + `…" has 120 bytes`},
		"one whose characters do not end at the cut": {func(t *Turn) { t.Task = "x" + strings.Repeat("ü", 60) }, `task: "x` + strings.Repeat("ü", 9) + `…" has 121 bytes`},
	} {
		turn := Turn{Space: DefaultSpace, Role: RoleUser, Text: "x", Time: time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC), Trust: TrustUser}
		if err := turn.Validate(); err != nil {
			t.Fatal(err)
		}
		c.change(&turn)
		if err := turn.Validate(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// What the speaker wrote is what stands outside of the quotes, around any byte of the text.
func TestOwnIsWhatIsNotQuoted(t *testing.T) {
	turn := Turn{Text: "0123456789", Quotes: []Quote{{Start: 2, End: 4}, {Start: 4, End: 5}, {Start: 8, End: 10}}}
	var own [][2]int
	for start, end := range turn.Own() {
		own = append(own, [2]int{start, end})
	}
	if want := [][2]int{{0, 2}, {4, 4}, {5, 8}, {10, 10}}; !slices.Equal(own, want) {
		t.Errorf("own %v, want %v", own, want)
	}
	for at, want := range map[int][2]int{0: {0, 2}, 1: {0, 2}, 2: {0, 2}, 3: {3, 4}, 5: {5, 8}, 7: {5, 8}, 8: {5, 8}, 9: {9, 10}, 10: {10, 10}} {
		if got := [2]int{turn.OwnBefore(at), turn.OwnBehind(at)}; got != want {
			t.Errorf("around byte %d: %v, want %v", at, got, want)
		}
	}
	whole := Turn{Text: "all of it"}
	if whole.OwnBefore(4) != 0 || whole.OwnBehind(4) != 9 {
		t.Error("without quotes all is own")
	}
}

// Only what is numbered behind the id of an exchange belongs to it: any other id is one of
// its own, whatever stands in it.
func TestExchange(t *testing.T) {
	const id = "019f0000-0000-7000-8000-0000000000f1"
	for in, want := range map[string]string{id: id, id + "#2": id, "": "", "thread#12": "thread#12", "#2": "#2"} {
		if got := Exchange(in); got != want {
			t.Errorf("%q is of %q, want %q", in, got, want)
		}
	}
}
