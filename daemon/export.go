package daemon

import (
	"context"
	"errors"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

// A page holds at most so many bytes and lines.
const (
	pageBytes = 1 << 20
	pageLines = 1000
)

// errPage ends the reading of a page.
var errPage = errors.New("page is full")

// export returns one page of the lines of an export. The command asks for the next one by what the
// page says, so that no reply is too large for the bus.
func (d *Daemon) export(ctx context.Context, in control.ExportRequest) (p control.ExportPage, err error) {
	size := 0
	add := func(l control.ExportLine, n int) error {
		if len(p.Lines) > 0 && size+n > pageBytes || len(p.Lines) == pageLines {
			return errPage
		}
		size += n
		p.Lines = append(p.Lines, l)
		return nil
	}
	if in.Part == "changes" {
		return d.exportChanges(ctx, in)
	}
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) error {
		if in.Part == "edges" {
			for e, err := range v.Graph.EdgesAfter(in.After) {
				if err = errors.Join(err, add(control.ExportLine{Edge: e}, 500)); err != nil {
					return err
				}
				p.After = e.ID
			}
			return nil
		}
		for n, err := range v.Graph.NodesAfter(in.After) {
			if err == nil {
				err = add(control.ExportLine{Node: n}, len(memtide.EncodeNode(n)))
			}
			if err != nil {
				return err
			}
			p.After = n.ID
		}
		return nil
	})
	if errors.Is(err, errPage) {
		err = nil
	}
	return p, err
}

// exportChanges reads a stretch of the log. A page that is empty and has a
// sequence says only that nothing of the space stands before that.
func (d *Daemon) exportChanges(ctx context.Context, in control.ExportRequest) (p control.ExportPage, err error) {
	size := 0
	err = d.ledger.Stretch(ctx, in.Space, in.Behind, in.Behind+pageLines, func(c ledger.Logged) error {
		raw, err := event.Encode(c.ChangeSet)
		if size += len(raw); err != nil || len(p.Lines) > 0 && size > pageBytes {
			return errors.Join(err, errPage)
		}
		p.Lines, p.Behind = append(p.Lines, control.ExportLine{Change: &c.ChangeSet}), c.Seq
		return nil
	})
	switch {
	case errors.Is(err, errPage):
		return p, nil
	case err == nil:
		p.Behind = in.Behind + pageLines
	}
	return p, err
}

// head returns what an export begins with: the state hash and its sequence of LEDGER, and how many
// memories there are.
func (d *Daemon) head(ctx context.Context, in control.SpaceRequest) (h control.ExportHead, err error) {
	if h.Hash, h.Seq, err = d.ledger.Hash(ctx, in.Space); err != nil {
		return h, err
	}
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) error {
		for _, n := range v.Graph.Counts() {
			h.Nodes += n.Live + n.Archived + n.Superseded
		}
		return nil
	})
	return h, err
}
