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
