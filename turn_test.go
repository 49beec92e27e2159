package memtide

import (
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
