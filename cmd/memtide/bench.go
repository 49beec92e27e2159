package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/ledger"
)

// benchReport holds the figures of one run, in milliseconds where nothing else
// is said.
type benchReport struct {
	Memories   int            `json:"memories"`
	Feed       float64        `json:"feed_half_turns_per_second"`
	Hello      quantiles      `json:"hello_ms"`
	Hook       quantiles      `json:"hook_ms"`
	HookRatio  float64        `json:"hook_over_hello_p50"`
	Retrieve   quantiles      `json:"retrieve_ms"`
	Stages     []stageBench   `json:"stages"`
	Fsync      quantiles      `json:"fsync_ms"`
	Accepted   quantiles      `json:"half_turn_accepted_ms"`
	Start      quantiles      `json:"daemon_start_ms"`
	RSS        int64          `json:"idle_rss_bytes"`
	CPU        float64        `json:"idle_cpu_percent"`
	Reindex    ledger.Rebuilt `json:"reindex"`
	SetsPerSec float64        `json:"reindex_change_sets_per_second"`
	OpsPerSec  float64        `json:"reindex_operations_per_second"`
	Notes      []string       `json:"notes,omitempty"`
}

// stageBench is the time of one stage, and of the bus before it.
type stageBench struct {
	Stage string    `json:"stage"`
	Took  quantiles `json:"took_ms"`
	Wait  quantiles `json:"wait_ms"`
}

// quantiles of a run of measurements.
type quantiles struct {
	N   int     `json:"n"`
	P50 float64 `json:"p50"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`
}

func quantilesOf(ds []time.Duration) quantiles {
	if len(ds) == 0 {
		return quantiles{}
	}
	slices.Sort(ds)
	at := func(q float64) float64 {
		return float64(ds[min(int(q*float64(len(ds))), len(ds)-1)].Microseconds()) / 1000
	}
	return quantiles{len(ds), at(0.50), at(0.99), at(1)}
}

func benchCmd(a *app) *cobra.Command {
	n, runs := 20000, 200
	c := &cobra.Command{
		Use: "bench", Short: "measure speed with a store of 20,000 memories, on a throw-away folder", Args: cobra.NoArgs,
		Long: `Starts a daemon of its own on a throw-away folder, fills it, and measures the
budgets: the hook from exec to exit beside a Go hello-world, retrieval inside
the daemon, a half-turn made durable beside a bare fsync, start, idle, reindex.`,
		RunE: func(c *cobra.Command, _ []string) error {
			r, err := a.bench(c.Context(), n, runs)
			if err != nil {
				return err
			}
			return a.print(r, r.write)
		},
	}
	c.Flags().IntVar(&n, "memories", n, "memories in the store")
	c.Flags().IntVar(&runs, "runs", runs, "runs of the hook and of hello-world")
	c.AddCommand(benchVectorsCmd(a))
	return c
}

func (a *app) bench(ctx context.Context, n, runs int) (r benchReport, err error) {
	dir, err := os.MkdirTemp("", "memtide-bench-*")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r.Memories = n
	p := &benchDaemon{home: filepath.Join(dir, "home")}
	if err := p.start(ctx); err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	cl, err := p.client()
	if err != nil {
		return r, err
	}
	steps := []func() error{
		func() error { return benchFeed(ctx, cl, n, a.io.err, &r) },
		func() error { return benchRetrieve(ctx, cl, &r) },
		func() error { return benchAccept(ctx, cl, dir, &r) },
		func() error { return benchHook(ctx, p, dir, runs, &r) },
		func() error { cl.close(); return p.measureStart(ctx, 7, &r) },
		func() error { return p.measureIdle(ctx, &r) },
		func() error { return p.measureReindex(ctx, a.io.err, &r) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (r benchReport) write(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "%d memories\tp50\tp99\tmax\tn\tbudget\n", r.Memories)
	row := func(name string, q quantiles, budget string) {
		fmt.Fprintf(w, "%s\t%.2f ms\t%.2f ms\t%.2f ms\t%d\t%s\n", name, q.P50, q.P99, q.Max, q.N, budget)
	}
	row("hook, exec to exit", r.Hook, "p50 ≤ 8 ms, p99 ≤ 25 ms")
	row("hello-world, exec to exit", r.Hello, "")
	fmt.Fprintf(w, "hook / hello-world\t%.1f ×\t\t\t\t\n", r.HookRatio)
	row("retrieve, inside the daemon", r.Retrieve, "p50 ≤ 3 ms, p99 ≤ 10 ms")
	for _, s := range r.Stages {
		row("  "+s.Stage, s.Took, fmt.Sprintf("after waiting %.2f ms", s.Wait.P50))
	}
	row("half-turn accepted", r.Accepted, "one fsync + 1 ms")
	row("bare write + fsync, 4 KiB", r.Fsync, "")
	row("daemon start to first answer", r.Start, "≤ 300 ms")
	fmt.Fprintf(w, "idle\t%.0f MB resident\t%.2f %% of a core\t\t\t≤ 80 MB, ≈ 0 %%\n", float64(r.RSS)/1e6, r.CPU)
	fmt.Fprintf(w, "reindex\t%.0f change sets/s\t%.0f operations/s\t\t\t≥ 4,000 change sets/s\n", r.SetsPerSec, r.OpsPerSec)
	fmt.Fprintf(w, "feed\t%.0f half-turns/s, decided\t\t\t\t\n", r.Feed)
	w.Flush()
	for _, n := range r.Notes {
		fmt.Fprintln(out, "note: "+n)
	}
}
