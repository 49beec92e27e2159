package bus

import (
	"sync"
	"sync/atomic"
)

// gate waits for goroutines that may still be started while it is waited for:
// after Wait, Go does nothing.
type gate struct {
	mu     sync.Mutex
	closed bool
	wg     sync.WaitGroup
}

// Go runs fn in a goroutine, unless the gate is closed.
func (g *gate) Go(fn func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.wg.Go(fn)
	}
}

// Wait closes the gate and returns when everything behind it has ended.
func (g *gate) Wait() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.wg.Wait()
}

// countdown is done when it has been counted down from n to 0.
type countdown struct {
	left atomic.Int64
	done chan struct{}
}

func newCountdown(n int) *countdown {
	c := &countdown{done: make(chan struct{})}
	if c.left.Store(int64(n)); n == 0 {
		close(c.done)
	}
	return c
}

func (c *countdown) count() {
	if c.left.Add(-1) == 0 {
		close(c.done)
	}
}
