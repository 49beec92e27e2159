package main

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// callOff takes back that erasures were asked for. It starts no daemon: that would make
// them.
func (a *app) callOff(ctx context.Context, args []string) error {
	cfg, err := a.config()
	if err != nil {
		return err
	}
	req := control.CallOffRequest{Space: memtide.Space(cfg.Space)}
	if len(args) > 0 {
		req.What = args[0]
	}
	var off []control.CalledOff
	cl, err := client.Dial(cfg)
	switch {
	case errors.Is(err, client.ErrAway):
		off, err = daemon.CallOffErasures(cfg.Home, req)
	case err == nil:
		defer cl.Close()
		off, err = client.Control[[]control.CalledOff](ctx, cl, "call-off", req)
	}
	if err != nil {
		return err
	}
	return printSome(a, off, func(w io.Writer) { writeCalledOff(w, off) }, "no erasure waits in space %q; memtide status shows those that do", req.Space)
}

func writeCalledOff(w io.Writer, off []control.CalledOff) {
	for _, e := range off {
		asked := ""
		if !e.Asked.IsZero() {
			asked = ", asked for at " + e.Asked.Local().Format(time.DateTime)
		}
		end := "nothing is erased"
		if e.Begun {
			end = "it had begun: if it was decided, the next start finishes it; else nothing is erased"
		}
		printPlain(w, "called off: the erasure of %s%s; %s\n", e.What, asked, end)
	}
}
