package language

import (
	"sync"
	"testing"
	"time"
)

// What is held against each other by several goroutines is read once and says
// what it says to one. To be run with -race.
func TestStatementsOfManyGoroutines(t *testing.T) {
	at := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	older, newer := NewStatement("The seed budget is $300 a year", at), NewStatement("The seed budget was raised to $350", at)
	reverses := Reversal("I prefer tea to coffee now")
	before := NewStatement("I prefer coffee to tea", at)
	if reverses == nil {
		t.Fatal("a preference reverses nothing")
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := Relate(newer, older, nil); got != Updates {
				t.Errorf("the raise is %v", got)
			}
			if !reverses(before) || before.Corrects() || len(before.Topics()) == 0 {
				t.Error("the preference was read as another one")
			}
		})
	}
	all.Wait()
}
