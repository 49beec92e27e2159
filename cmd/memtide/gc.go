package main

import (
	"runtime/debug"
	"sync"
)

// Shares of what is live that may be allocated before the collector runs.
const (
	// Most of what a prompt allocates is gone with it: collecting early keeps an
	// idle daemon small.
	idleGC = 50
	// A rebuild allocates many times what is live. Collecting half as often takes
	// a tenth of its processor time, for as much memory as is live.
	bulkGC = 100
)

// collector lets the garbage collector of the process run less often while work
// in bulk goes on.
type collector struct {
	mu     sync.Mutex
	busy   int
	before int
}

// bulk collects less often until the returned function is called.
func (c *collector) bulk() (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy++; c.busy == 1 {
		c.before = debug.SetGCPercent(bulkGC)
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.busy--; c.busy == 0 {
			debug.SetGCPercent(c.before)
		}
	}
}
