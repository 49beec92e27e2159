package language

import (
	"testing"
	"time"
)

// What must not be changed, or was not, is as it was.
func TestWhatIsNotMovedUpdatesNothing(t *testing.T) {
	older := NewStatement("The tide pump runs at 40 rpm.", time.Time{})
	for newer, want := range map[string]Relation{
		"raise the tide pump to 55 rpm":                Updates,
		"the tide pump was raised to 55 rpm":           Updates,
		"don't raise the tide pump to 55 rpm":          Unrelated,
		"the tide pump must not be raised to 55 rpm":   Unrelated,
		"Ole never raised the tide pump to 55 rpm":     Unrelated,
		"not every pump: the tide pump now has 55 rpm": Updates,
	} {
		if got := Relate(NewStatement(newer, time.Time{}), older, nil); got != want {
			t.Errorf("%q: %v, want %v", newer, got, want)
		}
	}
}
