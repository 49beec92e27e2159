package daemon

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/maintain"
)

// A space in which nothing could be decided is left by its lane, with all that is said in
// it from then on, and comes again in order when TURNS is begun anew. The daemon looks
// whether it opens again, and opens the storage anew for it, as a start would: only then is
// it sure that nothing of the space is on its way through the stages.

const (
	healEvery  = 5 * time.Second // a look whether it is time for a look
	healFirst  = 10 * time.Second
	healMost   = 5 * time.Minute  // between two looks
	healWithin = 30 * time.Second // that one may take
	healQuiet  = 2 * time.Minute  // that who prompts is waited for
	healPause  = time.Minute      // after the first opening; then four times as long each
	healTries  = 5                // openings for a space that is left again each time
	healForgot = 24 * time.Hour   // after which an opening has nothing to do with the next
)

// heals is what is known of spaces that were left, over each opening of the storage.
type heals struct {
	mu  sync.Mutex
	all map[memtide.Space]*heal
}

type heal struct {
	looks  int // in vain, since the last opening
	opened int
	last   time.Time // when the storage was opened anew for it
	next   time.Time // no look before it
	well   time.Time // since when it could be decided in; zero: it could not
}

func newHeals() *heals { return &heals{all: map[memtide.Space]*heal{}} }

// due reports whether it is time to look after a space.
func (h *heals) due(name memtide.Space, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.all[name]
	if s == nil || s.opened > 0 && now.Sub(s.last) > healForgot {
		s = &heal{next: now.Add(healFirst)}
		h.all[name] = s
	}
	return s.opened < healTries && !now.Before(s.next)
}

// looked takes down what a look has found, and reports whether the storage is to be opened
// anew now.
func (h *heals) looked(name memtide.Space, now time.Time, well, quiet bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.all[name]
	if !well {
		s.well, s.next = time.Time{}, now.Add(min(healFirst<<min(s.looks, 10), healMost))
		s.looks++
		return false
	}
	if s.well.IsZero() {
		s.well = now
	}
	if !quiet && now.Sub(s.well) < healQuiet {
		return false
	}
	*s = heal{opened: s.opened + 1, last: now, next: now.Add(healPause << (2 * s.opened))}
	return true
}

// way tells a person how a space comes back.
func (h *heals) way(name memtide.Space) string {
	const stop = "memtide stop, once it is"
	if h == nil {
		return stop
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	switch s := h.all[name]; {
	case s == nil:
		return "the daemon looks again by itself"
	case s.opened >= healTries:
		return stop
	default:
		return "the daemon looks again by itself, at " + s.next.Local().Format(time.TimeOnly)
	}
}

// watchLeft returns errReopen when a space that was left can be decided in again.
func (d *Daemon) watchLeft(ctx context.Context) error {
	if d.heals == nil {
		return nil
	}
	return watch(ctx, healEvery, func() error { return d.lookAfterLeft(ctx, time.Now()) })
}

func (d *Daemon) lookAfterLeft(ctx context.Context, now time.Time) error {
	anew := false
	for _, name := range d.bus.LeftSpaces() {
		if !d.heals.due(name, now) {
			continue
		}
		lctx, cancel := context.WithTimeout(ctx, healWithin)
		err := d.ledger.Foreign(lctx, name) // opens it
		cancel()
		if ctx.Err() != nil {
			return nil
		}
		if err == nil && d.busy(ctx) {
			continue // what is at work would be cut off; a look later
		}
		if d.heals.looked(name, now, err == nil, !d.bus.AtWork()) {
			anew = true
		}
	}
	if anew {
		d.log.Warn("a space that was left can be decided in again", slog.Any("spaces", d.bus.LeftSpaces()))
		return errReopen
	}
	return nil
}

// busy reports whether a job or an operation is under way.
func (d *Daemon) busy(ctx context.Context) bool {
	due, err := d.bus.Waiting(ctx, event.Maintain, maintain.Worker)
	return err != nil || due > 0 || len(d.work.atWork()) > 0
}
