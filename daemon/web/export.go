package web

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/fault"
	"github.com/memtide/memtide/ledger"
)

// exportWithin is how long whoever reads an export may take for a page of it.
const exportWithin = time.Minute

// export writes all of a space as it is at one moment, in the form of memtide export: JSON
// lines that memtide import memtide reads. One that ends early lacks its last line.
func (s *Server) export(w http.ResponseWriter, r *http.Request) {
	cl, err := s.Client()
	if err != nil {
		fault.Write(w, faultOf(err))
		return
	}
	c, err := newCall(r, cl, nil)
	if err != nil {
		fault.Write(w, faultOf(err))
		return
	}
	view, err := c.view()
	if err != nil {
		fault.Write(w, faultOf(err))
		return
	}
	head, err := client.Control[control.ExportHead](c.Context(), cl, "head", control.SpaceRequest{Space: view.Space})
	if err != nil {
		fault.Write(w, faultOf(err))
		return
	}
	head.Version, head.Space, head.AsOf, head.Ends, head.Nodes = control.ExportVersion, c.space, time.Now().UTC(), true, 0
	h := w.Header()
	h.Set("Content-Type", "application/x-ndjson; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	out := &lines{w: bufio.NewWriterSize(w, 1<<16), to: http.NewResponseController(w)}
	err = out.write(control.ExportLine{Head: &head})
	for _, part := range []string{"nodes", "edges", "changes"} {
		if err == nil {
			err = c.pages(control.ExportRequest{Space: view.Space, Part: part}, head.Seq, out)
		}
	}
	if err == nil {
		err = errors.Join(out.write(control.ExportLine{End: &control.ExportEnd{Lines: out.n}}), out.w.Flush())
	}
	if err != nil {
		// The head is out: only a connection that ends says that something is missing.
		panic(http.ErrAbortHandler)
	}
}

// lines writes JSON lines. Each page has its own time, so that a long export to a slow reader
// is not cut off, and one that reads nothing is.
type lines struct {
	w  *bufio.Writer
	to *http.ResponseController
	n  int
}

func (l *lines) write(line control.ExportLine) error {
	raw, err := event.Encode(line)
	if err != nil {
		return err
	}
	l.n++
	_, err = l.w.Write(append(raw, '\n'))
	return err
}

// pages writes one part of an export, one page after the other.
func (c *call) pages(in control.ExportRequest, last uint64, out *lines) error {
	for {
		p, err := client.Control[control.ExportPage](c.Context(), c.cl, "export", in)
		if err != nil {
			return err
		}
		if err := out.to.SetWriteDeadline(time.Now().Add(exportWithin)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		for _, l := range p.Lines {
			if err := out.write(l); err != nil {
				return err
			}
		}
		in.After, in.Behind = p.After, p.Behind
		if in.Part == "changes" && p.Behind >= last || in.Part != "changes" && len(p.Lines) == 0 {
			return nil
		}
	}
}

// view makes a view of the space as it is now, so that the parts of an export fit together.
func (c *call) view() (p ledger.Past, err error) {
	op, err := client.Control[control.Operation](c.Context(), c.cl, "asof", control.AsOfRequest{Space: c.space, At: time.Now(), Now: true})
	for id := op.ID; err == nil && !op.Ended; {
		if bus.Pause(c.Context(), 20*time.Millisecond) != nil {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(c.Context()), time.Second)
			defer cancel()
			_, _ = client.Control[control.Operation](ctx, c.cl, "leave", struct{ ID int }{id}) // nobody waits any more
			return p, c.Context().Err()
		}
		op, err = client.Control[control.Operation](c.Context(), c.cl, "operation", struct{ ID int }{id})
	}
	switch {
	case err != nil:
		return p, err
	case op.Missing:
		return p, control.Absent(op.Error)
	case op.Error != "":
		return p, fmt.Errorf("export: %s", op.Error)
	}
	return p, op.Into(&p)
}
