package remember

import (
	"testing"

	"github.com/memtide/memtide"
)

// What only leads to a question behind it is not kept, and what tells something by itself is.
func TestWhatLeadsToAQuestion(t *testing.T) {
	for text, want := range map[string]bool{
		"new skipper needs a key, where do they get it":                  false,
		"sounding for 12 boats plus 3 rafts, what numbers do i take":     false,
		"We moved the herons to the north pond, what do they eat there?": true,
		"The crane lifts 900 kg now, what else has to change?":           true,
	} {
		if _, ok := worthPart(text, memtide.RoleUser); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

func TestWhatIsToldBesideAQuestion(t *testing.T) {
	for s, want := range map[string]string{
		"As my daughter is allergic to nuts, what can I bake?":          "my daughter is allergic to nuts",
		"Since our mill closes in June, when do I have to give notice?": "our mill closes in June",
		"We send the leaflet on Thursdays now, what's the best hour?":   "We send the leaflet on Thursdays now",
		"Since the tests fail, what do I change?":                       "",
		"A new miller needs a key, how do they get in?":                 "",
	} {
		got := ""
		if sp, ok := worthPart(s, memtide.RoleUser); ok {
			got = s[sp.Start:sp.End]
		}
		if got != want {
			t.Errorf("%q leaves %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]bool{
		"We keep the sacks in the loft.": true, "Our millers are mostly students.": true, "Our mill has no lift.": true, "Our miller retired.": true, "The mill race is over.": true,
		"I do see the mill.": false, "The meeting is over.": false,
	} {
		if got := worth(s, memtide.RoleUser); got != want {
			t.Errorf("%q is worth knowing: %v, want %v", s, got, want)
		}
	}
}
