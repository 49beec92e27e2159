package daemon

import (
	"runtime"
	"sync"
	"testing"
	"weak"
)

// What the server of the logs keeps for the next time is given back, too.
func TestWhatIsPooledIsGivenBack(t *testing.T) {
	type block [1 << 20]byte
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
