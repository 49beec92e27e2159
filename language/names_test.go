package language

import "testing"

// What opens a sentence and names nothing has a capital there like anything else.
func TestWhatOpensTalkIsNoName(t *testing.T) {
	for s, want := range map[string]int{
		"Done, the gate opens at 7.": 0, "Meeting with Petra is on December 9.": 1, "Standup is at ten.": 0, "Petra leads the rota.": 1,
	} {
		names := 0
		for _, m := range Mentions(s, nil) {
			if m.Kind == MentionName {
				names++
			}
		}
		if names != want {
			t.Errorf("%q: %d names, want %d", s, names, want)
		}
	}
	const s = "we are building a Go service for the quay"
	for _, m := range Mentions(s, nil) {
		if got := NameType(s, m); m.Text == "Go" && got != TypeTool {
			t.Errorf("Go is of type %q", got)
		}
	}
}
