package tools

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/memtide/memtide/ledger"
)

// mostWorkers bounds how many processors one decision takes.
const mostWorkers = 4

// SideBySide calls do with each number below n, on the processors that there are,
// and returns when all is done. It is for the parts of one decision, of some
// dozen microseconds each. While somebody waits for an answer only one processor
// goes on. A panic of do is one of SideBySide.
func SideBySide(v ledger.View, n int, do func(i int)) {
	var next atomic.Int64
	var work sync.WaitGroup
	var failed atomic.Pointer[any]
	run := func(spare bool) {
		defer func() {
			if r := recover(); r != nil {
				failed.CompareAndSwap(nil, &r)
			}
		}()
		for failed.Load() == nil && !(spare && v.Asked()) {
			i := int(next.Add(1) - 1)
			if i >= n {
				return
			}
			do(i)
			runtime.Gosched() // a prompt may wait for a processor
		}
	}
	for range min(runtime.GOMAXPROCS(0), mostWorkers, n) - 1 {
		work.Go(func() { run(true) })
	}
	run(false)
	work.Wait()
	if r := failed.Load(); r != nil {
		panic(*r)
	}
}
