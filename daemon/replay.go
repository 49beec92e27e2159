package daemon

import (
	"context"
	"errors"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
)

// turnPage reads half-turns, oldest first.
func (d *Daemon) turnPage(ctx context.Context, in control.TurnPageRequest) (p control.TurnPage, err error) {
	st, err := d.bus.State(ctx, bus.StreamTurns)
	if err != nil {
		return p, err
	}
	p.Total, p.Ends, p.Last = st.Messages, st.Last, in.Behind+5000
	size := 0
	err = d.bus.Replay(ctx, bus.Replay{Flow: event.Turns, Space: in.Space, From: in.Behind + 1, Until: p.Last}, func(m bus.Message) error {
		if size += len(m.Body); len(p.Turns) > 0 && size > 4<<20 {
			return errPage
		}
		t, err := event.Decode[event.TurnTaken](m.Body)
		p.Turns, p.Last = append(p.Turns, t), m.Seq
		return err
	})
	if errors.Is(err, errPage) {
		return p, nil
	}
	p.Last = max(p.Last, min(in.Behind+5000, st.Last))
	return p, err
}
