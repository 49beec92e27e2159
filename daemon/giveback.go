package daemon

import (
	"context"
	"log/slog"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// startedFor is how long the daemon has run when it gives back the memory that
// it took to start: the first prompts have been answered by then.
const startedFor = 3 * time.Second

// tidyAfterStart gives back what opening the stores has used and left behind.
func (d *Daemon) tidyAfterStart(ctx context.Context, open <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return nil
	case <-open:
	}
	select {
	case <-ctx.Done():
	case <-time.After(startedFor):
		giveBack()
		giveBackProgram() // but not at each rest: what prompts run stays where it is
		if err := d.records.Release(); err != nil {
			d.log.Warn("memory is not given back", slog.Any("err", err)) // the file serves all the same
		}
	}
	return nil
}

// giveBack returns to the system what is not in use. One collection is not enough: the
// buffers in which the server of the logs writes, 8 MB each, go to a [sync.Pool] with
// the first, and leave it with the two behind it. Beside a large heap they are nothing, and
// each collection of it takes both processors for a second.
func giveBack() {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(heap); heap[0].Value.Uint64() < largeHeap {
		runtime.GC()
		time.Sleep(poolsFill)
		runtime.GC()
	}
	debug.FreeOSMemory() // collects, too
}

// largeHeap is a heap, in bytes, beside which a few buffers are nothing: that of some
// 300,000 memories.
const largeHeap = 256 << 20

// poolsFill is what it takes until what a collection has found unused lies in its pool.
const poolsFill = 10 * time.Millisecond
