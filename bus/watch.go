package bus

import (
	"context"
	"sync"
	"time"
)

// Delivery is one run of one stage, as a watcher sees it. It holds no text.
type Delivery struct {
	Stage   string        `json:"stage"`
	Kind    string        `json:"kind"`
	ID      string        `json:"id"`
	Trace   string        `json:"trace"`
	Attempt int           `json:"attempt"`
	Wait    time.Duration `json:"wait_ns"`
	Took    time.Duration `json:"took_ns"`
	Verdict string        `json:"verdict"`
	Err     string        `json:"err,omitempty"`
}

type watchers struct {
	mu  sync.RWMutex
	all map[chan Delivery]struct{}
}

// Watch returns a channel of deliveries, until ctx ends. A watcher that does
// not keep up misses some: a look never slows the bus down.
func (b *Bus) Watch(ctx context.Context) <-chan Delivery {
	ch := make(chan Delivery, 256)
	w := &b.watchers
	w.mu.Lock()
	if w.all == nil {
		w.all = map[chan Delivery]struct{}{}
	}
	w.all[ch] = struct{}{}
	w.mu.Unlock()
	context.AfterFunc(ctx, func() {
		w.mu.Lock()
		delete(w.all, ch)
		close(ch)
		w.mu.Unlock()
	})
	return ch
}

func (w *watchers) tell(d Delivery) {
	w.mu.RLock()
	defer w.mu.RUnlock()
	for ch := range w.all {
		select {
		case ch <- d:
		default:
		}
	}
}
