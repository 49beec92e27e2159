package daemon

import (
	"context"
	"errors"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// happened returns what prompts were given and what was decided behind two sequences, for
// "memtide watch".
func (d *Daemon) happened(ctx context.Context, in control.WatchRequest) (control.Watched, error) {
	st, err := d.bus.State(ctx, bus.StreamTrace)
	if err != nil {
		return control.Watched{}, err
	}
	out := control.Watched{Receipts: max(st.Last, in.Receipts), Words: map[string]string{}}
	if err := d.newest(ctx, event.Trace, bus.StreamTrace, 0, func(m bus.Message) (bool, error) {
		if m.Seq <= in.Receipts {
			return false, nil
		}
		out.Receipts = max(out.Receipts, m.Seq) // it came while we looked
		if m.Space != in.Space || m.Kind != (event.Receipt{}).Kind() {
			return true, nil
		}
		r, err := event.Decode[event.Receipt](m.Body)
		if err != nil {
			return false, err
		}
		out.Given = append(out.Given, control.Told{Receipt: r})
		return len(out.Given) < in.Limit, nil
	}); err != nil {
		return control.Watched{}, err
	}
	t, err := d.tail(ctx, control.LogRequest{Space: in.Space, Limit: in.Limit, After: in.Changes})
	if err != nil {
		return control.Watched{}, err
	}
	out.Changes = t.Seq
	for _, c := range t.Changes {
		out.Decided = append(out.Decided, control.Decided{Logged: c, Stored: c.Stored})
	}
	return out, d.ledger.Read(ctx, in.Space, func(v ledger.View) error {
		for _, r := range out.Given {
			for _, id := range r.Injected {
				if err := wordOf(v.Graph, id, out.Words); err != nil {
					return err
				}
			}
		}
		for _, c := range out.Decided {
			for _, op := range c.Ops {
				if op.Node.IsZero() {
					continue
				}
				if err := wordOf(v.Graph, op.Node, out.Words); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// wordOf notes the first words of a memory; of one that is gone there are none.
func wordOf(tx *graphdb.Tx, id memtide.ID, words map[string]string) error {
	n, err := tx.Node(id)
	if errors.Is(err, graphdb.ErrNotFound) {
		return nil
	}
	if err == nil {
		words[id.String()] = control.FirstWords(n.Content)
	}
	return err
}
