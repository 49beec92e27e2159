package language

import (
	"testing"
	"time"
)

// What the bounds of three readings leave out.
func TestBoundsOfReadings(t *testing.T) {
	for s, want := range map[string]bool{"I'm 41.": true, "I'm 5.": false} {
		if got := newReading(s).ofOneself(); got != want {
			t.Errorf("%q says how old somebody is: %v", s, got)
		}
	}
	for s, want := range map[string]bool{"mon-1 is down": true, "mon-tue-wed we rest": false} {
		if got := dayInLabel(newTokens(s).ts, 0); got != want {
			t.Errorf("%q begins with a label: %v", s, got)
		}
	}
	newer := NewStatement("down to 86 kilos", time.Time{})
	for s, want := range map[string]bool{"I weigh 91 kilos": true, "I lift 40 kilos": false} {
		older := NewStatement(s, time.Time{})
		if got := newer.r.valued(newer.given[0]).ownMeasure(older.r.valued(older.given[0]), newer, older); got != want {
			t.Errorf("%q is the same measure of the speaker: %v", s, got)
		}
	}
}
