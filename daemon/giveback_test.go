package daemon

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"testing"
	"weak"
)

// What the server of the logs keeps for the next time is given back, too.
func TestWhatIsPooledIsGivenBack(t *testing.T) {
	type block [1 << 20]byte
	runtime.GC() // what other tests have left behind counts no more
	var pool sync.Pool
	kept := func() weak.Pointer[block] {
		b := new(block)
		pool.Put(b)
		return weak.Make(b)
	}()
	giveBack()
	if kept.Value() != nil {
		t.Error("a buffer in a pool is held by nobody, and is still there")
	}
	runtime.KeepAlive(&pool)
}

// A large heap would have to be collected three times for it: it is collected once.
func TestALargeHeapIsCollectedOnce(t *testing.T) {
	forced := func() uint64 {
		s := []metrics.Sample{{Name: "/gc/cycles/forced:gc-cycles"}}
		metrics.Read(s)
		return s[0].Value.Uint64()
	}
	heap := make([]byte, largeHeap)
	before := forced()
	giveBack()
	if n := forced() - before; n != 1 {
		t.Errorf("collected %d times", n)
	}
	runtime.KeepAlive(heap)
}
