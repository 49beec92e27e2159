package ledger

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// turn is the right to decide in a space: a mutex that can be waited for with
// an end. Who holds it may wait for a disk.
type turn chan struct{}

func newTurn() turn { return make(turn, 1) }

func (t turn) Lock() { t <- struct{}{} }

func (t turn) Unlock() { <-t }

// take is Lock, unless ctx ends first.
func (t turn) take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// news tells who waits that something was decided. The zero value is ready.
type news struct {
	mu   sync.Mutex
	next chan struct{} // closed by the next tell; nil when nobody waits
}

// wait returns a channel that the next tell closes.
func (n *news) wait() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.next == nil {
		n.next = make(chan struct{})
	}
	return n.next
}

func (n *news) tell() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.next != nil {
		close(n.next)
		n.next = nil
	}
}

// bustle tells whether decisions are being made. The zero value is ready.
type bustle struct {
	now  atomic.Int32
	last atomic.Int64 // when one was made, in ns
}

// enter says that a decision is on its way until the returned function is called.
func (b *bustle) enter() (leave func()) {
	b.now.Add(1)
	return func() {
		b.last.Store(time.Now().UnixNano())
		b.now.Add(-1)
	}
}

// over reports whether none is on its way or was made within a time.
func (b *bustle) over(within time.Duration) bool {
	return b.now.Load() == 0 && time.Since(time.Unix(0, b.last.Load())) >= within
}
