package language

import "testing"

// yes holds a question about a text against what it answers.
func yes(t *testing.T, ask func(string) bool, want map[string]bool) {
	t.Helper()
	for text, is := range want {
		if got := ask(text); got != is {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestForbids(t *testing.T) {
	yes(t, Forbids, map[string]bool{
		"Never paint the lid": true, "don't paint the lid": true, "Dont paint the lid": true, "Paint nothing without a plan": true,
		"Always paint the lid": false, "Knot the rope": false, "": false,
	})
}

func TestRefers(t *testing.T) {
	yes(t, Refers, map[string]bool{
		"What does it cost?": true, "Who painted this?": true, "They're late": true, "The same lid again": true,
		"What does the lid cost?": false, "I paint the lid": false, "": false,
	})
}
