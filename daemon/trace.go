package daemon

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

// story finds what belongs to an id. TRACE is read once, and TURNS where the id
// is of no receipt.
func (d *Daemon) story(ctx context.Context, in control.StoryRequest) (s control.Story, err error) {
	receipts, asked := map[string]event.Receipt{}, map[string][]event.ModelAsked{}
	err = d.bus.Replay(ctx, bus.Replay{Flow: event.Trace, Space: in.Space}, func(m bus.Message) error {
		switch {
		case m.Kind == event.KindOf[event.Receipt]():
			// Whose receipt it is stands in it.
			r, err := event.Decode[event.Receipt](m.Body)
			if err == nil && strings.HasPrefix(r.ID, in.ID) {
				receipts[r.ID] = r
			}
			return err
		case m.Kind == event.KindOf[event.ModelAsked]() && strings.HasPrefix(m.Trace, in.ID):
			a, err := event.Decode[event.ModelAsked](m.Body)
			asked[m.Trace] = append(asked[m.Trace], a)
			return err
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	id := ""
	switch len(receipts) {
	case 0:
		s.HalfTurn, s.Changes, err = d.halfTurn(ctx, in)
		if err != nil {
			return s, err
		}
		id = s.HalfTurn.ID
	case 1:
		for id = range receipts {
			s.Receipt = &control.Told{Receipt: receipts[id]}
		}
		if err := d.outcome(ctx, s.Receipt); err != nil {
			return s, err
		}
		if *s.Receipt, err = d.source(ctx, *s.Receipt); err != nil {
			return s, err
		}
		s.Receipt.Words = nil // a story can be shown around
	default:
		return s, fmt.Errorf("%q begins %d receipts; give more of it", in.ID, len(receipts))
	}
	s.Asked = append([]event.ModelAsked{}, asked[id]...)
	slices.SortStableFunc(s.Asked, func(a, b event.ModelAsked) int { return a.At.Compare(b.At) })
	return s, nil
}

// halfTurn finds a half-turn in TURNS and its decisions in LEDGER. One whose text
// is erased has its decisions all the same.
func (d *Daemon) halfTurn(ctx context.Context, in control.StoryRequest) (*control.Heard, []ledger.Logged, error) {
	found := map[string]control.Heard{}
	err := d.bus.Replay(ctx, bus.Replay{Flow: event.Turns, Space: in.Space}, func(m bus.Message) error {
		t, err := event.Decode[event.TurnTaken](m.Body)
		if err == nil && strings.HasPrefix(t.ID, in.ID) {
			found[t.ID] = control.Heard{ID: t.ID, Seq: m.Seq, Role: t.Role, Session: t.Session, Client: t.Client, Time: t.Time, Bytes: len(t.Text)}
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if len(found) > 1 {
		return nil, nil, fmt.Errorf("%q begins %s; give more of it", in.ID, memtide.Count(len(found), "half-turn"))
	}
	h := control.Heard{ID: in.ID}
	for id := range found {
		h = found[id]
	}
	var all []ledger.Logged
	for _, stage := range []string{"record", "store", "reconcile", "reinforce"} {
		c, known, err := d.ledger.Recorded(ctx, in.Space, memtide.NewChangeID(stage, h.ID))
		if err != nil {
			return nil, nil, err
		}
		if known {
			all = append(all, ledger.Logged{ChangeSet: c})
		}
	}
	if h.Seq == 0 && len(all) == 0 {
		return nil, nil, notFoundf("receipt or half-turn %q: there is none; see: memtide trace, memtide turns", in.ID)
	}
	return &h, all, nil
}
