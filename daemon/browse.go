package daemon

import (
	"context"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// browse returns a page of the memories that a filter lets through.
func (d *Daemon) browse(ctx context.Context, in control.BrowseRequest) (page tools.Browsed, err error) {
	in.Limit = min(in.Limit, control.MostListed)
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		page, err = tools.Browse(v, in.Browsing)
		return err
	})
	return page, err
}

// stats counts what a space holds, on the clock of this machine.
func (d *Daemon) stats(ctx context.Context, in control.SpaceRequest) (tools.Stats, error) {
	return d.figures.of(in.Space, time.Now, func() (s tools.Stats, err error) {
		err = d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
			s, err = tools.StatsOf(v, time.Now())
			return err
		})
		return s, err
	})
}

// figures are those of the space that was counted last. A page that shows them loads itself anew
// with each change: in a large space counting would be all that the daemon does meanwhile.
type figures struct {
	mu    sync.Mutex
	space memtide.Space
	until time.Time
	last  tools.Stats
}

const (
	// countedQuickly is how long it may take to count and be done for each who asks.
	countedQuickly = 100 * time.Millisecond

	// figuresStand is how many times as long as counting took its figures are good for, where it
	// took longer: one part in so many of a processor counts, at most.
	figuresStand = 20
)

func (f *figures) of(space memtide.Space, now func() time.Time, count func() (tools.Stats, error)) (tools.Stats, error) {
	f.mu.Lock() // of two who ask the second gets what the first has counted
	defer f.mu.Unlock()
	begun := now()
	if f.space == space && begun.Before(f.until) {
		return f.last, nil
	}
	s, err := count()
	if err != nil {
		return s, err
	}
	ended := now()
	f.space, f.last, f.until = space, s, time.Time{}
	if took := ended.Sub(begun); took > countedQuickly {
		f.until = ended.Add(figuresStand * took)
	}
	return s, nil
}

// sessions lists the sessions of which a space holds something, the last first.
func (d *Daemon) sessions(ctx context.Context, in control.SessionsRequest) (page tools.SessionsPage, err error) {
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		page, err = tools.Sessions(v, in.Offset, listed(in.Limit))
		return err
	})
	return page, err
}
