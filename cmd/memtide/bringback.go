package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/tools"
)

type restoreRequest struct {
	Space  memtide.Space `json:"space"`
	What   string        `json:"what"`
	Beside bool          `json:"beside,omitempty"`
}

func (d *daemon) restore(ctx context.Context, in restoreRequest) (memtide.ChangeSet, error) {
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Restore(ctx, d.ledger, in.Space, tools.Restoring{ID: id, Beside: in.Beside, At: time.Now()})
}

// bringBack lets a memory be found again.
func (a *app) bringBack(c *cobra.Command, what string, beside bool) error {
	cl, err := a.connect(c.Context())
	if err != nil {
		return err
	}
	defer cl.close()
	cs, err := control[memtide.ChangeSet](c.Context(), cl, "restore", restoreRequest{cl.space(), what, beside})
	if err != nil {
		return err
	}
	return a.print(cs, func(w io.Writer) {
		fmt.Fprintf(w, "restored %s: %s (change %s)\n", what, cs.Reason, short(string(cs.ID)))
	})
}
