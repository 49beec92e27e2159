package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/ledger"
)

// benchReport holds the figures of one run, in milliseconds where nothing else
// is said.
type benchReport struct {
	Memories   int            `json:"memories"`
	Store      storeBench     `json:"store"`
	Feed       float64        `json:"feed_half_turns_per_second"`
	Hello      quantiles      `json:"hello_ms"`
	Hook       quantiles      `json:"hook_ms"`
	HookRatio  float64        `json:"hook_over_hello_p50"`
	Retrieve   quantiles      `json:"retrieve_ms"`
	Stages     []stageBench   `json:"stages"`
	Fsync      quantiles      `json:"fsync_ms"`
	Accepted   quantiles      `json:"half_turn_accepted_ms"`
	Write      writeBench     `json:"write"`
	Start      quantiles      `json:"daemon_start_ms"`
	RSS        int64          `json:"idle_rss_bytes"`
	CPU        float64        `json:"idle_cpu_percent"`
	Vectors    float64        `json:"vectors_seconds"` // until every memory has its vector
	Load       [2]string      `json:"load_average"`    // of the machine, before and after
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
	P95 float64 `json:"p95"`
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
	return quantiles{N: len(ds), P50: at(0.50), P95: at(0.95), P99: at(0.99), Max: at(1)}
}

// benchOptions say what is measured, and on what.
type benchOptions struct {
	memories, runs, starts int
	imported               int // half-turns of an import
	fill                   string
	reindex                bool
}

// How a store is filled.
const (
	fillBulk     = "bulk"
	fillPipeline = "pipeline"
)

func benchCmd(a *app) *cobra.Command {
	o := benchOptions{runs: 200, starts: 7, imported: 20_000, fill: fillBulk, reindex: true}
	memories := []string{"20k"}
	c := &cobra.Command{
		Use: "bench", Short: "measure speed with a store of any size, on a throw-away folder", Args: cobra.NoArgs,
		Long: `Starts a daemon of its own on a throw-away folder, fills it, and measures the
budgets: the hook from exec to exit beside a Go hello-world, retrieval inside
the daemon, a half-turn made durable beside a bare fsync, a long half-turn until
it is decided, an import while prompts go on, start, idle, reindex.

The store has sessions of some twenty turns in projects of different size, with
words that follow Zipf's law and grow in number with the store. It is written in
bulk: the change sets that the stages would decide go straight to the ledger.
--fill pipeline sends every half-turn through the daemon instead, which takes a
thousand times as long as one fsync; the kinds of memories come out the same.

--memories takes several sizes, such as 10k,100k,1m, and prints them side by
side. A million memories need some 7 GB in the folder for temporary files
(TMPDIR), 4 GB of memory, and a quarter of an hour on two cores.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if o.runs < 1 || o.starts < 1 || o.imported < 0 || o.fill != fillBulk && o.fill != fillPipeline {
				return usage("bench needs at least one run, one start, and --fill bulk or pipeline")
			}
			sizes, err := parseSizes(memories)
			if err != nil {
				return err
			}
			all, err := a.benchSizes(c.Context(), o, sizes)
			if err != nil {
				return err
			}
			if len(all.Runs) == 1 {
				return a.print(all.Runs[0], all.Runs[0].write)
			}
			return a.print(all, all.write)
		},
	}
	c.Flags().StringSliceVar(&memories, "memories", memories, "memories in the store, such as 20000 or 10k,100k,1m")
	c.Flags().IntVar(&o.runs, "runs", o.runs, "runs of the hook and of hello-world")
	c.Flags().IntVar(&o.imported, "import", o.imported, "half-turns of transcripts that are imported; 0 leaves that out")
	c.Flags().IntVar(&o.starts, "starts", o.starts, "starts of the daemon")
	c.Flags().StringVar(&o.fill, "fill", o.fill, "how the store is made: bulk or pipeline")
	c.Flags().BoolVar(&o.reindex, "reindex", o.reindex, "measure a reindex, too")
	c.AddCommand(benchVectorsCmd(a), benchModelsCmd(a), benchNightCmd(a))
	return c
}

func (a *app) bench(ctx context.Context, o benchOptions) (r benchReport, err error) {
	dir, err := os.MkdirTemp("", "memtide-bench-*")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r.Memories, r.Load[0] = o.memories, loadAverage()
	t := newTalk(o.memories)
	p := &benchDaemon{home: filepath.Join(dir, "home"), talk: t}
	if o.fill == fillBulk {
		if r.Store, err = benchLoad(ctx, p.home, t, a.io.err); err != nil {
			return r, err
		}
	}
	if err := p.start(ctx); err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	cl, err := p.client()
	if err != nil {
		return r, err
	}
	steps := []func() error{
		func() error { return benchSettle(ctx, cl, t, o.fill, a.io.err, &r) },
		func() error { return benchRetrieve(ctx, cl, t, &r) },
		func() error { return benchAccept(ctx, cl, t, dir, &r) },
		func() error { return benchHook(ctx, p, dir, o.runs, &r) },
		func() error { cl.Close(); return p.measureStart(ctx, o.starts, &r) },
		func() error { return p.measureIdle(ctx, &r) },
		func() (err error) { r.Store.Disk, err = diskOf(p.home); return err },
		func() error { return p.measureReindex(ctx, o.reindex, a.io.err, &r) },
		// Last: they add to the store, and what is measured before is of the size asked for.
		func() error { return benchLong(ctx, p, t, &r) },
		func() error { return a.benchImport(ctx, p, dir, o.imported, &r) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return r, err
		}
	}
	r.Load[1] = loadAverage()
	return r, nil
}

// loadAverage returns how busy the machine is, "" where it does not say.
func loadAverage() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if f := strings.Fields(string(raw)); err == nil && len(f) > 0 {
		return f[0]
	}
	return ""
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
	row("retrieve, inside the daemon", r.Retrieve, "p50 ≤ 3 ms, p99 ≤ 10 ms; at 1,000,000 p99 ≤ 15 ms")
	for _, s := range r.Stages {
		row("  "+s.Stage, s.Took, fmt.Sprintf("after waiting %.2f ms", s.Wait.P50))
	}
	row("half-turn accepted", r.Accepted, "one fsync + 1 ms")
	row("bare write + fsync, 4 KiB", r.Fsync, "")
	r.Write.writeTo(w)
	row("daemon start to first answer", r.Start, "≤ 300 ms")
	fmt.Fprintf(w, "idle\t%.0f MB resident\t%.2f %% of a core\t%.0f bytes a memory\t\t≤ 80 MB at 20,000, ≤ 250 at 100,000\n", float64(r.RSS)/1e6, r.CPU, r.per(r.RSS))
	if r.Reindex.ChangeSets > 0 {
		fmt.Fprintf(w, "reindex\t%.0f change sets/s\t%.0f operations/s\t%.0f µs a memory\t\t≥ 8,000 change sets/s\n", r.SetsPerSec, r.OpsPerSec,
			r.Reindex.Took.Seconds()*1e6/float64(max(r.Store.Nodes, 1)))
	}
	fmt.Fprintf(w, "store\t%.0f memories/s\t%d half-turns\t%d memories\t\t%s\n", float64(r.Store.Nodes)/r.Store.Took, r.Store.HalfTurns, r.Store.Nodes, r.Store.How)
	if us := 1e6 / float64(max(r.Store.Nodes, 1)); r.Store.Load.ChangeSets > 0 {
		fmt.Fprintf(w, "  indexed\t%.0f µs graph\t%.0f µs text\t%.0f µs vectors\t\ta memory\n", r.Store.Load.Graph.Seconds()*us, r.Store.Load.Text.Seconds()*us, r.Vectors*us)
	}
	for _, part := range slices.Sorted(maps.Keys(r.Store.Disk)) {
		fmt.Fprintf(w, "  on disk: %s\t%.0f MB\t%.0f bytes a memory\t\t\t\n", part, float64(r.Store.Disk[part])/1e6, r.per(r.Store.Disk[part]))
	}
	fmt.Fprintf(w, "load average\t%s before\t%s after\t\t\t\n", r.Load[0], r.Load[1])
	w.Flush()
	for _, n := range r.Notes {
		fmt.Fprintln(out, "note: "+n)
	}
}
