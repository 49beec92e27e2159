package bench

import (
	"testing"
	"time"

	"github.com/memtide/memtide/bench/smalltalk"
)

// Every session of the store of a night lies within what the jobs look at.
func TestANightHasEverySessionToLookAt(t *testing.T) {
	talk := smalltalk.New(2000)
	talk.Span = nightSpan
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	m := newLoader(talk, now)
	for m.nodes < m.N {
		m.batch()
		for _, c := range m.sets {
			if age := now.Sub(c.At); age < 0 || age > nightSpan+2*time.Hour {
				t.Fatalf("decided %v before the night", age)
			}
		}
	}
	if n := m.next / smalltalk.TurnsPerSession; n < 20 {
		t.Errorf("%d sessions", n)
	}
}
