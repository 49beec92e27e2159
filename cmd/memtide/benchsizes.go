package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/memtide/memtide/daemon/folder"
)

// Bounds of a size. A store of more was never tried.
const (
	leastMemories = 100
	mostMemories  = 10_000_000
)

// parseSizes reads sizes such as 500, 10k and 1m.
func parseSizes(list []string) ([]int, error) {
	var sizes []int
	for _, s := range list {
		n, err := parseSize(strings.ToLower(strings.TrimSpace(s)))
		if err != nil || n < leastMemories || n > mostMemories {
			return nil, usage("--memories: %q is no number from %d to %d, such as 20000, 100k or 1m", s, leastMemories, mostMemories)
		}
		sizes = append(sizes, n)
	}
	if len(sizes) == 0 {
		return nil, usage("--memories: no number is given")
	}
	return sizes, nil
}

func parseSize(s string) (int, error) {
	unit := 1
	if digits, ok := strings.CutSuffix(s, "k"); ok {
		s, unit = digits, 1000
	} else if digits, ok := strings.CutSuffix(s, "m"); ok {
		s, unit = digits, 1_000_000
	}
	n, err := strconv.Atoi(s)
	if err != nil || n > mostMemories {
		return 0, strconv.ErrRange
	}
	return n * unit, nil
}

// What a memory takes on disk at most, by the text of the benchmark: the logs,
// the graph twice while it is rebuilt, the text index, and the vectors.
const (
	diskPerMemory = 7 << 10
	diskBesides   = 256 << 20
)

// checkRoom says so before anything is written that a store does not fit.
func checkRoom(dir string, memories int) error {
	free, err := folder.Free(dir)
	if err != nil {
		return fmt.Errorf("look how much room there is in %s: %w", dir, err)
	}
	need := uint64(memories)*diskPerMemory + diskBesides
	if free < need {
		return fmt.Errorf("a store of %d memories needs up to %.1f GB in %s, where %.1f GB are free; set TMPDIR to a folder with more",
			memories, float64(need)/1e9, dir, float64(free)/1e9)
	}
	return nil
}

// benchRuns are the reports of several sizes.
type benchRuns struct {
	Runs []benchReport `json:"runs"`
}

// benchSizes measures one size after the other. A store is deleted before the
// next is made.
func (a *app) benchSizes(ctx context.Context, o benchOptions, sizes []int) (all benchRuns, err error) {
	for _, n := range sizes {
		if err := checkRoom(os.TempDir(), n); err != nil {
			return all, err
		}
	}
	for _, n := range sizes {
		if len(sizes) > 1 {
			fmt.Fprintf(a.io.err, "%d memories:\n", n)
		}
		o.memories = n
		r, err := a.bench(ctx, o)
		if err != nil {
			return all, fmt.Errorf("measure %d memories: %w", n, err)
		}
		all.Runs = append(all.Runs, r)
	}
	return all, nil
}

// write writes a table of each size, and one of all side by side.
func (all benchRuns) write(out io.Writer) {
	for _, r := range all.Runs {
		r.write(out)
		fmt.Fprintln(out)
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	row := func(name string, cell func(benchReport) string) {
		fmt.Fprint(w, name, "\t")
		for _, r := range all.Runs {
			fmt.Fprint(w, cell(r), "\t")
		}
		fmt.Fprintln(w)
	}
	pair := func(of func(benchReport) quantiles) func(benchReport) string {
		return func(r benchReport) string { q := of(r); return fmt.Sprintf("%.1f / %.1f", q.P50, q.P99) }
	}
	number := func(format string, of func(benchReport) float64) func(benchReport) string {
		return func(r benchReport) string { return fmt.Sprintf(format, of(r)) }
	}
	row("memories", func(r benchReport) string { return strconv.Itoa(r.Store.Nodes) })
	row("hook, ms p50 / p99", pair(func(r benchReport) quantiles { return r.Hook }))
	row("hello-world", pair(func(r benchReport) quantiles { return r.Hello }))
	row("retrieve, ms p50 / p99", pair(func(r benchReport) quantiles { return r.Retrieve }))
	row("start, ms p50", number("%.0f", func(r benchReport) float64 { return r.Start.P50 }))
	row("resident, MB", number("%.0f", func(r benchReport) float64 { return float64(r.RSS) / 1e6 }))
	row("resident, bytes a memory", number("%.0f", func(r benchReport) float64 { return r.per(r.RSS) }))
	row("on disk, bytes a memory", number("%.0f", func(r benchReport) float64 { return r.per(r.Store.Disk["all"]) }))
	row("indexed, µs a memory", number("%.0f", func(r benchReport) float64 {
		return (r.Store.Load.Graph + r.Store.Load.Text).Seconds() * 1e6 / float64(max(r.Store.Nodes, 1))
	}))
	w.Flush()
}

// per returns how many bytes of so many a memory has.
func (r benchReport) per(bytes int64) float64 { return float64(bytes) / float64(max(r.Store.Nodes, 1)) }
