package ledger_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/memtide/memtide/ledger"
)

// Each part is done once, also when there are fewer than processors, and also
// without a ledger.
func TestSideBySide(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 100} {
		var mu sync.Mutex
		var done []int
		ledger.View{}.SideBySide(n, func(i int) {
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

// While somebody waits for an answer the parts are done one after the other.
func TestSideBySideOfAnAnswer(t *testing.T) {
	var done []int
	ledger.SideBySide(func() bool { return true }, 100, func(i int) { done = append(done, i) })
	if len(done) != 100 || !slices.IsSorted(done) {
		t.Errorf("done: %v", done)
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
	ledger.View{}.SideBySide(100, func(i int) {
		if i == 7 {
			panic("part 7")
		}
	})
	t.Error("it returned")
}
