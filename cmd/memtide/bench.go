package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench"
	"github.com/memtide/memtide/daemon/client"
)

func benchCmd(a *app) *cobra.Command {
	o := bench.Options{Runs: 200, Rests: 12, Starts: 7, Imported: 20_000, Fill: bench.FillBulk, Reindex: true}
	memories := []string{"20k"}
	c := &cobra.Command{
		Use: "bench", Short: "measure speed with a store of any size, on a throw-away folder", Args: cobra.NoArgs,
		Long: `Starts a daemon of its own on a throw-away folder, fills it, and measures the
budgets: the hook from exec to exit beside a Go hello-world, and again when the
daemon has rested before, retrieval inside the daemon, a half-turn made durable
beside a bare fsync, a long half-turn until it is decided, an import while
prompts go on, start, idle, reindex. Notes say where the daemon had to wait for
pages of its files: there it is the disk that is measured.

The store has sessions of some twenty turns in projects of different size, with
words that follow Zipf's law and grow in number with the store. It is written in
bulk: the change sets that the stages would decide go straight to the ledger.
--fill pipeline sends every half-turn through the daemon instead, which takes a
thousand times as long as one fsync; the kinds of memories come out the same.

--memories takes several sizes, such as 10k,100k,1m, and prints them side by
side. A million memories need some 7 GB in the folder for temporary files
(TMPDIR), 4 GB of memory, and a quarter of an hour on two cores.`,
		RunE: func(c *cobra.Command, _ []string) error {
			for flag, n := range map[string][2]int{"--runs": {o.Runs, 1}, "--rests": {o.Rests, 0}, "--starts": {o.Starts, 1}, "--import": {o.Imported, 0}} {
				if n[0] < n[1] {
					return usage("%s is %d, want %d or more", flag, n[0], n[1])
				}
			}
			if o.Fill != bench.FillBulk && o.Fill != bench.FillPipeline {
				return usage("--fill is %q, want %s or %s", o.Fill, bench.FillBulk, bench.FillPipeline)
			}
			sizes, err := bench.ParseSizes(memories)
			if err != nil {
				return usage("--memories: %v", err)
			}
			o.Out = a.io.err
			o.Import = func(ctx context.Context, cl *client.Client, dir string) error {
				_, err := a.importTranscripts(ctx, cl, agentClients()[0], dir, string(memtide.DefaultSpace))
				return err
			}
			all, err := bench.Run(c.Context(), o, sizes)
			if err != nil {
				return err
			}
			if len(all.Runs) == 1 {
				return a.print(all.Runs[0], all.Runs[0].Print)
			}
			return a.print(all, all.Print)
		},
	}
	c.Flags().StringSliceVar(&memories, "memories", memories, "memories in the store, such as 20000 or 10k,100k,1m")
	c.Flags().IntVar(&o.Runs, "runs", o.Runs, "runs of the hook and of hello-world")
	c.Flags().IntVar(&o.Imported, "import", o.Imported, "half-turns of transcripts that are imported; 0 leaves that out")
	c.Flags().IntVar(&o.Rests, "rests", o.Rests, "prompts that come after the daemon has rested for 5 s each; 0 leaves that out")
	c.Flags().IntVar(&o.Starts, "starts", o.Starts, "starts of the daemon")
	c.Flags().StringVar(&o.Fill, "fill", o.Fill, "how the store is made: bulk or pipeline")
	c.Flags().BoolVar(&o.Reindex, "reindex", o.Reindex, "measure a reindex, too")
	c.AddCommand(benchVectorsCmd(a), benchModelsCmd(a), benchNightCmd(a))
	return c
}

func benchModelsCmd(a *app) *cobra.Command {
	prompts, memories := 1000, 5000
	c := &cobra.Command{
		Use: "models", Short: "measure prompts while the server of models is sick", Args: cobra.NoArgs,
		Long: `Starts two daemons on throw-away folders with the same store: one with rules
only, one whose prompt layers ask a server of models on the loopback address that
is hung, slow by 10 s, answers every second request with an error, or talks
garbage. Prompts and half-turns go to both in turns. It prints how long prompts
take until the models are paused and after that, how many half-turns are decided,
and how long after its recovery the server is used again. No model is asked and
nothing is paid. It takes some two minutes a sickness.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if prompts < 1 || memories < 1 {
				return usage("bench models needs at least one prompt and one memory")
			}
			r, err := bench.Models(c.Context(), prompts, memories, a.io.err)
			if err != nil {
				return err
			}
			return a.print(r, r.Print)
		},
	}
	c.Flags().IntVar(&prompts, "prompts", prompts, "prompts after the pause, to each daemon")
	c.Flags().IntVar(&memories, "memories", memories, "memories in the store")
	return c
}

func benchNightCmd(a *app) *cobra.Command {
	memories, idle := 20_000, 400
	c := &cobra.Command{
		Use: "night", Short: "measure the hook while the jobs of a night run, and while the store is rebuilt", Args: cobra.NoArgs,
		Long: `Makes a store whose sessions all lie within the last four weeks, so that none of
them has been summarised, linked or looked at, starts a daemon on it, and runs the
hook from exec to exit: in the quiet, while every job of a night is done one after
the other (all but sweep, which reads transcripts), during a reindex, and in the
quiet again.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if memories < bench.LeastMemories || idle < 2 {
				return usage("bench night needs at least %d memories and two runs of the hook", bench.LeastMemories)
			}
			r, err := bench.Night(c.Context(), memories, idle, a.io.err)
			if err != nil {
				return err
			}
			return a.print(r, r.Print)
		},
	}
	c.Flags().IntVar(&memories, "memories", memories, "memories in the store")
	c.Flags().IntVar(&idle, "runs", idle, "runs of the hook in the quiet")
	return c
}

func benchVectorsCmd(a *app) *cobra.Command {
	n, dims := 10_000, 128
	var store, ungated bool
	c := &cobra.Command{
		Use: "vectors", Short: "measure the vector engines, and say which to take", Args: cobra.NoArgs,
		Long: `Fills each vector engine with the same vectors, as the daemon would, and measures
time to build, memory, time of a search for ten, and how many of the true ten it
finds, beside the scan that compares every vector. Vectors are drawn so that
they lie as embeddings do; --from-store takes your own, out of vectors.db, for
which the daemon must not run.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if n < bench.LeastVectors || dims < 2 || n > 10_000_000 || dims > 8192 {
				return usage("--n is from %d to 10000000, --dims from 2 to 8192", bench.LeastVectors)
			}
			var s bench.VectorSet
			if store {
				cfg, err := a.config()
				if err != nil {
					return err
				}
				if s, err = bench.StoredVectors(cfg.Home); err != nil {
					return err
				}
			} else {
				s = bench.DrawVectors(n, dims, a.io.err)
			}
			r, err := bench.Vectors(c.Context(), s, ungated, a.io.err)
			if err != nil {
				return err
			}
			return a.print(r, r.Print)
		},
	}
	c.Flags().IntVar(&n, "n", n, "vectors")
	c.Flags().IntVar(&dims, "dims", dims, "elements of a vector")
	c.Flags().BoolVar(&store, "from-store", false, "the vectors of this data folder instead")
	c.Flags().BoolVar(&ungated, "ungated", false, "also build the graph of hnsw when it finds too little; at 100,000 that takes minutes")
	return c
}
