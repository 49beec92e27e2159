package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/memtide/memtide/daemon/folder"
)

// LeastMemories is the smallest size of a store.
const LeastMemories = 100

// mostMemories is the largest: a store of more was never tried.
const mostMemories = 10_000_000

// ParseSizes reads sizes such as 500, 10k and 1m.
func ParseSizes(list []string) ([]int, error) {
	var sizes []int
	for _, s := range list {
		n, err := parseSize(strings.ToLower(strings.TrimSpace(s)))
		if err != nil || n < LeastMemories || n > mostMemories {
			return nil, fmt.Errorf("%q is no number from %d to %d, such as 20000, 100k or 1m", s, LeastMemories, mostMemories)
		}
		sizes = append(sizes, n)
	}
	if len(sizes) == 0 {
		return nil, errors.New("no number is given")
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

// Runs are the reports of several sizes.
type Runs struct {
	Runs []Report `json:"runs"`
}

// Run measures one size after the other. A store is deleted before the
// next is made.
func Run(ctx context.Context, o Options, sizes []int) (all Runs, err error) {
	for _, n := range sizes {
		if err := checkRoom(os.TempDir(), n); err != nil {
			return all, err
		}
	}
	for _, n := range sizes {
		if len(sizes) > 1 {
			fmt.Fprintf(o.Out, "%d memories:\n", n)
		}
		o.memories = n
		r, err := measure(ctx, o)
		if err != nil {
			return all, fmt.Errorf("measure %d memories: %w", n, err)
		}
		all.Runs = append(all.Runs, r)
	}
	return all, nil
}

// Print writes a table of each size, and one of all side by side.
func (all Runs) Print(out io.Writer) {
	for _, r := range all.Runs {
		r.Print(out)
		fmt.Fprintln(out)
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	row := func(name string, cell func(Report) string) {
		fmt.Fprint(w, name, "\t")
		for _, r := range all.Runs {
			fmt.Fprint(w, cell(r), "\t")
		}
		fmt.Fprintln(w)
	}
	pair := func(of func(Report) quantiles) func(Report) string {
		return func(r Report) string { q := of(r); return fmt.Sprintf("%.1f / %.1f", q.P50, q.P99) }
	}
	number := func(format string, of func(Report) float64) func(Report) string {
		return func(r Report) string { return fmt.Sprintf(format, of(r)) }
	}
	row("memories", func(r Report) string { return strconv.Itoa(r.Store.Nodes) })
	row("hook, ms p50 / p99", pair(func(r Report) quantiles { return r.Hook }))
	row("hello-world", pair(func(r Report) quantiles { return r.Hello }))
	row("retrieve, ms p50 / p99", pair(func(r Report) quantiles { return r.Retrieve }))
	row("start, ms p50", number("%.0f", func(r Report) float64 { return r.Start.P50 }))
	row("resident, MB", number("%.0f", func(r Report) float64 { return float64(r.RSS) / 1e6 }))
	row("resident, bytes a memory", number("%.0f", func(r Report) float64 { return r.per(r.RSS) }))
	row("on disk, bytes a memory", number("%.0f", func(r Report) float64 { return r.per(r.Store.Disk["all"]) }))
	row("indexed, µs a memory", number("%.0f", func(r Report) float64 {
		return (r.Store.Load.Graph + r.Store.Load.Text).Seconds() * 1e6 / float64(max(r.Store.Nodes, 1))
	}))
	w.Flush()
}

// per returns how many bytes of so many a memory has.
func (r Report) per(bytes int64) float64 { return float64(bytes) / float64(max(r.Store.Nodes, 1)) }
