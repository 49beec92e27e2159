// Package bench measures the budgets of speed: it makes a store of a size, starts the
// program that it is part of as a daemon on it, and asks it as any client does.
//
//	Run       hook, retrieval, half-turns, start, idle, rebuild; one size after the other
//	Models    prompts while the server of models is sick
//	Night     the hook while the jobs of a night run
//	Vectors   the vector engines side by side
//
// Everything happens in a throw-away folder. A report is printed as a table or as JSON; a
// figure is never an error. What was measured is said in docs/evaluation.md.
package bench

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

	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/ledger"
)

// Report holds the figures of one run, in milliseconds where nothing else
// is said.
type Report struct {
	Memories   int            `json:"memories"`
	Store      storeReport    `json:"store"`
	Feed       float64        `json:"feed_half_turns_per_second"`
	Hello      quantiles      `json:"hello_ms"`
	Hook       quantiles      `json:"hook_ms"`
	HookRatio  float64        `json:"hook_over_hello_p50"`
	Rested     quantiles      `json:"hook_after_rest_ms"`
	Retrieve   quantiles      `json:"retrieve_ms"`
	Stages     []stageReport  `json:"stages"`
	Fsync      quantiles      `json:"fsync_ms"`
	Accepted   quantiles      `json:"half_turn_accepted_ms"`
	Write      writeReport    `json:"write"`
	Start      quantiles      `json:"daemon_start_ms"`
	RSS        int64          `json:"idle_rss_bytes"`
	CPU        float64        `json:"idle_cpu_percent"`
	Vectors    float64        `json:"vectors_seconds"` // until every memory has its vector
	Load       [2]string      `json:"load_average"`    // of the machine, before and after
	Reindex    ledger.Rebuilt `json:"reindex"`
	SetsPerSec float64        `json:"reindex_change_sets_per_second"`
	OpsPerSec  float64        `json:"reindex_operations_per_second"`
	DiskReads  []diskReads    `json:"disk_reads"`
	Notes      []string       `json:"notes,omitempty"`
}

// stageReport is the time of one stage, and of the bus before it.
type stageReport struct {
	Stage string    `json:"stage"`
	Took  quantiles `json:"took_ms"`
	Wait  quantiles `json:"wait_ms"`
}

// diskReads are the pages of its files that the daemon had to wait for while something
// was measured: they were not, or no longer, in the memory of the system. What is
// measured with many of them is the disk.
type diskReads struct {
	While string `json:"while"`
	Pages int64  `json:"pages"`
}

// manyPages are worth a note: fewer are read by chance.
const manyPages = 100

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

// Options say what is measured, and on what.
type Options struct {
	Runs     int    // of the hook and of hello-world
	Rests    int    // of the daemon, a prompt behind each; 0 leaves that out
	Starts   int    // of the daemon
	Imported int    // half-turns of an import; 0 leaves that out
	Fill     string // how the store is made: [FillBulk] or [FillPipeline]
	Reindex  bool   // measure a rebuild, too

	memories int

	Out io.Writer // for what goes on
	// Import hands over the half-turns of the transcripts in a folder.
	Import func(ctx context.Context, cl *client.Client, dir string) error
}

// FillBulk and FillPipeline are the ways to fill a store: what the stages would decide
// straight to the ledger, or every half-turn through the daemon.
const (
	FillBulk     = "bulk"
	FillPipeline = "pipeline"
)

func measure(ctx context.Context, o Options) (r Report, err error) {
	dir, err := os.MkdirTemp("", "memtide-bench-*")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r.Memories, r.Load[0] = o.memories, loadAverage()
	t := smalltalk.New(o.memories)
	p := &process{home: filepath.Join(dir, "home"), talk: t}
	if o.Fill == FillBulk {
		if r.Store, err = loadStore(ctx, p.home, t, o.Out); err != nil {
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
	var written time.Time
	steps := []struct {
		name string
		run  func() error
	}{
		{"settle", func() error {
			defer func() { written = time.Now() }()
			return settleStore(ctx, cl, t, o.Fill, o.Out, &r)
		}},
		{"retrieve", func() error { return measureRetrieve(ctx, cl, t, &r) }},
		{"half-turn accepted", func() error { return measureAccept(ctx, cl, t, dir, &r) }},
		{"hook", func() error { return measureHook(ctx, p, dir, o.Runs, &r) }},
		{"hook after a rest", func() error { return measureRested(ctx, p, dir, o, &r) }},
		{"start", func() error { cl.Close(); return p.measureStart(ctx, o, written, &r) }},
		{"idle", func() error { return p.measureIdle(ctx, &r) }},
		{"disk", func() (err error) { r.Store.Disk, err = diskOf(p.home); return err }},
		{"reindex", func() error { return p.measureReindex(ctx, o.Reindex, o.Out, &r) }},
		// Last: they add to the store, and what is measured before is of the size asked for.
		{"long half-turn", func() error { return measureLong(ctx, p, t, &r) }},
		{"import", func() error { return measureImport(ctx, p, dir, o, &r) }},
	}
	for _, step := range steps {
		pid, before := p.cmd.Process.Pid, p.diskReads()
		if err := step.run(); err != nil {
			return r, err
		}
		if n := p.diskReads() - before; p.cmd.Process.Pid == pid && n > 0 {
			r.DiskReads = append(r.DiskReads, diskReads{step.name, n})
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

// Print writes the figures as a table, each with its budget.
func (r Report) Print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "%d memories\tp50\tp99\tmax\tn\tbudget\n", r.Memories)
	row := func(name string, q quantiles, budget string) {
		fmt.Fprintf(w, "%s\t%.2f ms\t%.2f ms\t%.2f ms\t%d\t%s\n", name, q.P50, q.P99, q.Max, q.N, budget)
	}
	row("hook, exec to exit", r.Hook, "p50 ≤ 8 ms, p99 ≤ 25 ms")
	row("hello-world, exec to exit", r.Hello, "")
	fmt.Fprintf(w, "hook / hello-world\t%.1f ×\t\t\t\t\n", r.HookRatio)
	if r.Rested.N > 0 {
		row("hook, first after a rest", r.Rested, "")
	}
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
			float64(r.Reindex.TookUS)/float64(max(r.Store.Nodes, 1)))
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
	for _, d := range r.DiskReads {
		if d.Pages >= manyPages {
			fmt.Fprintf(out, "note: %s: the daemon waited for %d pages of its files that were not in memory\n", d.While, d.Pages)
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintln(out, "note: "+n)
	}
}
