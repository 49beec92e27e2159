package language

import (
	"slices"
	"testing"
)

func TestBackTo(t *testing.T) {
	for s, want := range map[string][]string{
		"The gate is back on timer 2.":                         Terms("timer 2"),
		"Go back to brass, always use brass.":                  Terms("brass"),
		"We went back to the steel lids for now.":              Terms("steel lids"),
		"The pump was reverted to version 4.":                  Terms("version 4"),
		"Revert to the old logbook.":                           Terms("old logbook"),
		"Should we go back to brass?":                          nil,
		"Never go back to brass.":                              nil,
		"We might go back to brass.":                           nil,
		"If we went back to brass, the lids would be cheaper.": nil,
		"I'm back on Monday.":                                  nil,
		"I am back at the yard.":                               nil,
		"The paint on the back is dry.":                        nil,
		"The gate is back.":                                    nil,
	} {
		if got := BackTo(s); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]bool{"We're back on brass.": true, "The gate is back on timer 2.": true, "We went back to the harbour.": false, "The gate is back.": false} {
		if got := isBack(s); got != want {
			t.Errorf("%q is back: %v", s, got)
		}
	}
}
