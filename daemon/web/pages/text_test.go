package pages

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
)

// Each character that a browser would obey or hide stands there by its number; what belongs to
// a script or an emoji is left as it is.
func TestSegments(t *testing.T) {
	token := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	odd := func(s string) segment { return segment{Text: s, Odd: true} }
	for text, want := range map[string][]segment{
		"":                nil,
		"plain":           {{Text: "plain"}},
		"two\r\nlines\tx": {{Text: "two\nlines\tx"}},
		"a\u202eb":        {{Text: "a"}, odd("U+202E"), {Text: "b"}},
		"\u2066\u2069":    {odd("U+2066"), odd("U+2069")},
		"a\x1b[31m":       {{Text: "a"}, odd("U+001B"), {Text: "[31m"}},
		"x\u200by\ufeff":  {{Text: "x"}, odd("U+200B"), {Text: "y"}, odd("U+FEFF")},
		"hi\U000E0041":    {{Text: "hi"}, odd("U+E0041")},
		"\u2028":          {odd("U+2028")},
		"👩\u200d💻 co\u00adop می\u200cخواهم": {{Text: "👩\u200d💻 co\u00adop می\u200cخواهم"}},
		"bad \xff":              {{Text: "bad \uFFFD"}},
		"the token is " + token: {{Text: "the token is ⟦redacted:github-token⟧"}},
		"<b>":                   {{Text: "<b>"}},
	} {
		if diff := cmp.Diff(want, segments(text)); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	if all := segments(strings.Repeat("ä", longest)); len(all) != 1 || len(all[0].Text) > longest+100 || !strings.Contains(all[0].Text, "--json has all") {
		t.Error("a long text is not cut")
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want []segment
	}{
		{"two\n  lines", 80, []segment{{Text: "two lines"}}},
		{"abcdef", 3, []segment{{Text: "abc…"}}},
		{"ääää", 4, []segment{{Text: "ääää"}}},
		{"a\u202eb", 80, []segment{{Text: "a"}, {Text: "U+202E", Odd: true}, {Text: "b"}}},
	} {
		if diff := cmp.Diff(c.want, words(c.text, c.n)); diff != "" {
			t.Errorf("%q: %s", c.text, diff)
		}
	}
	if got := plain("a\u202eb\u200bc\nd"); got != "a b c d" {
		t.Errorf("%q", got)
	}
	if got := editable("one\ntwo\u202e\u200bx"); got != "one\ntwo  x" {
		t.Errorf("%q", got)
	}
}

func TestAgo(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for d, want := range map[time.Duration]string{
		0: "just now", 59 * time.Second: "just now", time.Minute: "1 minute ago", 90 * time.Minute: "1 hour ago", 47 * time.Hour: "47 hours ago", 72 * time.Hour: "3 days ago",
		-time.Second: "in a moment", -2 * time.Hour: "in 2 hours", -100 * 24 * time.Hour: "in 100 days",
	} {
		if got := ago(now, now.Add(-d)); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
	if got := ago(now, time.Time{}); got != "never" {
		t.Error(got)
	}
}

// What a memory has taken out of its half-turn is marked, and what the speaker quotes is told
// from what they say. Where a secret had to go nothing is marked.
func TestTheWordsOfAMemoryAreMarkedInItsHalfTurn(t *testing.T) {
	turn := &memtide.Turn{Text: "First. The lamp is green. > quoted", Quotes: []memtide.Quote{{Start: 26, End: 34, Kind: "paste"}}}
	want := []segment{{Text: "First. "}, {Text: "The lamp is green.", Mark: true}, {Text: " "}, {Text: "> quoted", Said: true}}
	if diff := cmp.Diff(want, highlighted(turn, "The lamp is green.")); diff != "" {
		t.Error(diff)
	}
	want = []segment{{Text: "First. The lamp is green. "}, {Text: "> quoted", Said: true}}
	for _, content := range []string{"", "Not in it"} {
		if diff := cmp.Diff(want, highlighted(turn, content)); diff != "" {
			t.Errorf("%q: %s", content, diff)
		}
	}
	leaky := &memtide.Turn{Text: "ghp_" + strings.Repeat("aB3dE6gH9", 4) + " The lamp is green."}
	if all := highlighted(leaky, "The lamp is green."); len(all) != 1 || all[0].Mark || strings.Contains(all[0].Text, "ghp_") {
		t.Errorf("%+v", all)
	}
	if highlighted(nil, "x") != nil {
		t.Error("without a half-turn there is something")
	}
}

func TestOnlyAChangeIsOne(t *testing.T) {
	for id, want := range map[string]bool{strings.Repeat("0f", 16): true, "": false, strings.Repeat("0F", 16): false, strings.Repeat("0", 33): false, "../" + strings.Repeat("0", 29): false} {
		if isChange(id) != want {
			t.Errorf("%q: %v", id, !want)
		}
	}
}
