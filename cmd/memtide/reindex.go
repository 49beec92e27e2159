package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

func reindexCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "reindex", Short: "throw the projections of a space away and rebuild them from the ledger", Args: cobra.NoArgs,
		Long: `Makes graph, text and vector index anew from the LEDGER, without a model, beside
the old ones, and swaps them in. The state hashes before and after are equal.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
			r, err := reindex(ctx, cl, control.SpaceRequest{Space: cl.Space()}, a.io.err)
			if err != nil {
				return err
			}
			return a.print(r, func(w io.Writer) { writeRebuilt(w, r) })
		}),
	}
}

// reindex lets the daemon rebuild a space and shows how far it is.
func reindex(ctx context.Context, cl *client.Client, in control.SpaceRequest, out io.Writer) (ledger.Rebuilt, error) {
	var r ledger.Rebuilt
	op, err := follow(ctx, cl, "reindex", in, progress(out, -1, "rebuilding"))
	ierr := op.Into(&r) // also what a rebuild that came to another state has to say
	return r, cmp.Or(err, ierr)
}

// follow begins a piece of work of the daemon, shows how far it is, and returns
// it when it has ended. The error is what it has ended with, too.
func follow(ctx context.Context, cl *client.Client, verb string, in any, bar *progressbar.ProgressBar) (control.Operation, error) {
	op, err := client.Control[control.Operation](ctx, cl, verb, in)
	if err != nil {
		return op, err
	}
	for !op.Ended {
		if err := bus.Pause(ctx, 50*time.Millisecond); err != nil {
			return control.Operation{}, err
		}
		if op, err = client.Control[control.Operation](ctx, cl, "operation", struct{ ID int }{op.ID}); err != nil {
			return op, err
		}
		if op.Total > 0 {
			bar.ChangeMax64(int64(op.Total))
			bar.Set64(int64(op.Done))
		}
	}
	bar.Finish()
	if op.Missing {
		return op, control.Absent(op.Error)
	}
	if op.Error != "" {
		return op, errors.New(op.Error)
	}
	return op, nil
}

func writeRebuilt(w io.Writer, r ledger.Rebuilt) {
	fmt.Fprintf(w, "state hash before  %s\nstate hash after   %s\n", r.Before, r.After)
	s := r.Took.Seconds()
	fmt.Fprintf(w, "%s, %s in %.2f s: %.0f change sets/s, %.0f operations/s\n",
		memtide.Count(r.ChangeSets, "change set"), memtide.Count(r.Operations, "operation"), s, float64(r.ChangeSets)/s, float64(r.Operations)/s)
}

// progress returns a bar on the error stream; where that is no terminal, one
// that shows nothing but its first line. A total of -1 is not known yet.
func progress(out io.Writer, total int64, what string) *progressbar.ProgressBar {
	f, ok := out.(*os.File)
	if ok {
		st, err := f.Stat()
		ok = err == nil && st.Mode()&os.ModeCharDevice != 0
	}
	if !ok {
		fmt.Fprintf(out, "%s …\n", what)
		out = io.Discard
	}
	return progressbar.NewOptions64(total, progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(what),
		progressbar.OptionShowCount(), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetWidth(30), progressbar.OptionSetPredictTime(true),
		// Without a total the bar would turn a spinner in a goroutine that races
		// with the total when that comes, and outlives a rebuild that is cut off.
		progressbar.OptionSetSpinnerChangeInterval(0))
}
