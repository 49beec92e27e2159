package bus

import "sync"

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
