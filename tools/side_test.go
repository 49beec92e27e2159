package tools_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// Each part is done once, also when there are fewer than processors, and also
// without a ledger.
func TestSideBySide(t *testing.T) {
	for _, n := range []int{0, 1, 2, 100} {
		var mu sync.Mutex
		var done []int
		tools.SideBySide(ledger.View{}, n, func(i int) {
			mu.Lock()
			defer mu.Unlock()
			done = append(done, i)
		})
		slices.Sort(done)
		if len(done) != n || len(slices.Compact(done)) != n {
			t.Errorf("of %d parts %v were done", n, done)
		}
	}
}

// A part that panics is a panic of the decision, which its stage survives, and
// not of the process.
func TestSideBySidePanics(t *testing.T) {
	defer func() {
		if r := recover(); r != "part 7" {
			t.Errorf("recovered %v", r)
		}
	}()
	tools.SideBySide(ledger.View{}, 100, func(i int) {
		if i == 7 {
			panic("part 7")
		}
	})
	t.Error("it returned")
}
