package language

import (
	"testing"
	"time"
)

// Two Mondays are two occasions.
func TestWhatWasDoneOnAnotherMonday(t *testing.T) {
	at := time.Date(2026, 4, 7, 0, 0, 0, 0, time.UTC)
	older := NewStatement("Ann sold 16 crates of pears on Monday", at)
	for days, want := range map[int]Relation{1: Updates, 30: Unrelated} {
		newer := NewStatement("Ann sold 12 crates of pears on Monday", at.AddDate(0, 0, days))
		if got := Relate(newer, older, nil); got != want {
			t.Errorf("said %d days later: %d, want %d", days, got, want)
		}
	}
}

// Of two values of two things one may change, and a day may be told behind the word that
// it was moved.
func TestWhatOutlivesAChange(t *testing.T) {
	at := time.Date(2026, 4, 7, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		older, newer string
		want         Relation
	}{
		{"tickets are 5 to the island and 9 to the fort", "tickets to the fort are 11 now", Unrelated},
		{"tickets are 5 to the island and 9 to the fort", "tickets to the island are 6 now", Unrelated},
		{"tickets are 9 to the fort", "tickets to the fort are 11 now", Updates},
		{"the deadline of the atlas is May 4, maps a week before", "the printer moved the deadline by two days, it's May 6", Updates},
		{"the handover is on the 16th", "the handover is on the 23rd now", Updates},
	} {
		if got := Relate(NewStatement(tt.newer, at.AddDate(0, 0, 2)), NewStatement(tt.older, at), nil); got != tt.want {
			t.Errorf("%q, then %q: %d, want %d", tt.older, tt.newer, got, tt.want)
		}
	}
}
