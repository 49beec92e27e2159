package bus

import "sync"

// gate waits for goroutines that may still be started while it is waited for:
// after Wait, Go and Do do nothing.
type gate struct {
	mu     sync.Mutex
	closed bool
	wg     sync.WaitGroup
}

// Go runs fn in a goroutine, unless the gate is closed.
func (g *gate) Go(fn func()) {
	if g.enter() {
		go func() {
			defer g.wg.Done()
			fn()
		}()
	}
}

// Do is Go in the goroutine of the caller.
func (g *gate) Do(fn func()) {
	if g.enter() {
		defer g.wg.Done()
		fn()
	}
}

func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.closed {
		g.wg.Add(1)
	}
	return !g.closed
}

// Wait closes the gate and returns when everything behind it has ended.
func (g *gate) Wait() {
	g.mu.Lock()
	g.closed = true
	g.mu.Unlock()
	g.wg.Wait()
}
