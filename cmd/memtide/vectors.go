package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
)

func vectorsCmd(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "vectors", Short: "which embedder serves, and what is being built", Args: cobra.NoArgs,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
			r, err := vectors(ctx, cl, false)
			if err != nil {
				return err
			}
			return a.print(r, func(w io.Writer) { writeVectors(w, r) })
		}),
	}
	c.AddCommand(migrateCmd(a), backCmd(a))
	return c
}

func vectors(ctx context.Context, cl *client.Client, estimate bool) (control.VectorsReport, error) {
	return client.Control[control.VectorsReport](ctx, cl, "vectors", struct{ Estimate bool }{estimate})
}

func migrateCmd(a *app) *cobra.Command {
	only := false
	c := &cobra.Command{
		Use: "migrate", Short: "let the embedder of the settings make all vectors, and serve", Args: cobra.NoArgs,
		Long: `Says what it takes, then makes the vectors of all memories by models.embedder,
beside those that serve meanwhile, compares both, and swaps. What has been made is
kept: cut off, it goes on where it was. For a day memtide vectors back undoes it.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
			r, err := vectors(ctx, cl, true)
			if err != nil {
				return err
			}
			if r.Estimate == nil {
				return none("%s serves, and the settings name no other", r.ID)
			}
			if only {
				return a.print(r.Estimate, func(w io.Writer) { writeEstimate(w, r.Wanted, *r.Estimate) })
			}
			writeEstimate(a.io.err, r.Wanted, *r.Estimate)
			return a.migrate(ctx, cl, false)
		}),
	}
	c.Flags().BoolVar(&only, "estimate", false, "say what it takes, and do nothing")
	return c
}

func backCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "back", Short: "let the embedder before serve again, for a day after a change", Args: cobra.NoArgs,
		Long: `Memories that came since get their vectors from the embedder before. The one that
is left does not come back at a restart, though the settings name it: memtide
vectors migrate does that.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error { return a.migrate(ctx, cl, true) }),
	}
}

func (a *app) migrate(ctx context.Context, cl *client.Client, back bool) error {
	op, err := progress.Follow(ctx, cl, "vectors-migrate", struct{ Back bool }{back}, progress.Bar(a.io.err, -1, "embedding"))
	var r ledger.Migrated
	if err = cmp.Or(err, op.Into(&r)); err != nil {
		return err
	}
	return a.print(r, func(w io.Writer) { writeMigrated(w, r) })
}

func writeEstimate(w io.Writer, to string, e control.VectorsEstimate) {
	cost := llm.Dollars(e.Cost.Micros)
	if e.Cost.Unpriced > 0 {
		cost = "no price known"
	}
	fmt.Fprintf(w, "%s has to read %s, %d on record already; about %s, %s\n", to, memtide.Count(e.Texts, "text"), e.Known, memtide.Count(e.Cost.In, "token"), cost)
}

func writeMigrated(w io.Writer, r ledger.Migrated) {
	fmt.Fprintf(w, "%s serves in the place of %s\n", r.To, r.From)
	fmt.Fprintf(w, "%s embedded, %d on record already; vectors that serve: %d, before: %d\n", memtide.Count(r.Made, "text"), r.Known, r.After, r.Before)
	if r.Sampled > 0 {
		fmt.Fprintf(w, "of the ten nearest of %s %.0f %% are the same\n", memtide.Count(r.Sampled, "memory"), 100*r.Overlap)
	}
	if r.Lacking != "" {
		fmt.Fprintf(w, "some vectors are missing and are asked for again: %s\n", r.Lacking)
	}
}

func writeVectors(out io.Writer, r control.VectorsReport) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	line := func(k, format string, args ...any) { fmt.Fprintf(w, "%s\t%s\n", k, fmt.Sprintf(format, args...)) }
	line("serves", "%s, %s on record, since %s", r.ID, memtide.Count(r.Recorded[r.ID], "vector"), r.Since.Local().Format(time.DateTime))
	if r.Before != nil {
		line("before", "%s, %s on record; memtide vectors back until %s", r.Before.ID, memtide.Count(r.Recorded[r.Before.ID], "vector"), r.Until.Local().Format(time.DateTime))
	}
	switch {
	case r.Building:
		line("building", "%s, %d of %s", r.Wanted, r.Done, memtide.Count(r.Total, "text"))
	case r.Wanted == "":
		line("settings", "name no embedder that can be asked; see: memtide models")
	case r.Wanted != r.ID && r.Wanted == r.Left:
		line("settings", "name %s, which was left by memtide vectors back", r.Wanted)
	case r.Wanted != r.ID:
		line("settings", "name %s, %s on record", r.Wanted, memtide.Count(r.Recorded[r.Wanted], "vector"))
	}
	if r.Trouble != "" {
		line("problem", "%s", r.Trouble)
	}
	w.Flush()
}
