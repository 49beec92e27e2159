package hookbridge

import (
	"sync"
	"time"
)

// dogLooks is how often the watchdog looks, and dogCounts what it counts at most
// from one look to the next.
const (
	dogLooks  = 10 * time.Millisecond
	dogCounts = 20 * time.Millisecond
)

// patience is the time that a process has left, counted while it can run. One that
// was suspended, or that a busy machine has left aside, is not stuck: when it goes
// on it has what it had before, and what it has read is not lost.
type patience struct {
	left time.Duration
	seen time.Time
}

// over takes off what has passed since the last call, and reports whether nothing
// is left.
func (p *patience) over(now time.Time) bool {
	p.left -= min(now.Sub(p.seen), dogCounts)
	p.seen = now
	return p.left <= 0
}

// wait returns when something is done, or when the process had so much time for it.
func wait(done <-chan struct{}, most time.Duration) {
	p := patience{most, time.Now()}
	look := time.NewTicker(dogLooks)
	defer look.Stop()
	for !p.over(time.Now()) {
		select {
		case <-done:
			return
		case <-look.C:
		}
	}
}

// watchdog calls bite once, when its patience is over.
type watchdog struct {
	bite func()

	mu    sync.Mutex
	timer *time.Timer // nil when it is called off
	patience
}

func newWatchdog(limit time.Duration, bite func()) *watchdog {
	w := &watchdog{bite: bite, patience: patience{limit, time.Now()}}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(dogLooks, w.look)
	return w
}

func (w *watchdog) look() {
	w.mu.Lock()
	if w.timer == nil {
		w.mu.Unlock()
		return
	}
	if !w.over(time.Now()) {
		w.timer.Reset(min(w.left, dogLooks))
		w.mu.Unlock()
		return
	}
	w.timer = nil
	w.mu.Unlock()
	w.bite()
}

// extend gives the process more time.
func (w *watchdog) extend(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.left += d
}

// spare leaves the process up to most for work that is bounded by what it works on,
// until done is called: then it has what it had before.
func (w *watchdog) spare(most time.Duration) (done func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.over(time.Now())
	had := w.left
	w.left += most
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.over(time.Now())
		w.left = min(w.left, had)
	}
}

// stop calls it off.
func (w *watchdog) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
}
