package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/ledger"
)

func reindexCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "reindex", Short: "throw the projections of a space away and rebuild them from the ledger", Args: cobra.NoArgs,
		Long: `Makes graph, text and vector index anew from the LEDGER, without a model, beside
the old ones, and swaps them in. The state hashes before and after are equal.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
			r, err := progress.Reindex(ctx, cl, control.SpaceRequest{Space: cl.Space()}, a.io.err)
			if err != nil {
				return err
			}
			return a.print(r, func(w io.Writer) { writeRebuilt(w, r) })
		}),
	}
}

func writeRebuilt(w io.Writer, r ledger.Rebuilt) {
	if r.Damaged != "" {
		fmt.Fprintf(w, "the graph that stood was damaged, and is kept as graph.db.damaged-…: %s\nstate hash after   %s\n", r.Damaged, r.After)
	} else {
		fmt.Fprintf(w, "state hash before  %s\nstate hash after   %s\n", r.Before, r.After)
	}
	s := float64(r.TookUS) / 1e6
	fmt.Fprintf(w, "%s, %s in %.2f s: %.0f change sets/s, %.0f operations/s\n",
		memtide.Count(r.ChangeSets, "change set"), memtide.Count(r.Operations, "operation"), s, float64(r.ChangeSets)/s, float64(r.Operations)/s)
}
