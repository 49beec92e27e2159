package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
)

// NightReport is what prompts take while the jobs of a night run, and while the
// store is rebuilt.
type NightReport struct {
	Memories int         `json:"memories"`
	Sessions int         `json:"sessions"`
	Idle     quantiles   `json:"hook_idle_ms"` // half of them before, half after the others
	Parts    []nightPart `json:"parts"`
	Load     [2]string   `json:"load_average"`
}

// nightPart is one piece of work in bulk, and the hook beside it.
type nightPart struct {
	What  string     `json:"what"`
	Hook  quantiles  `json:"hook_ms"`
	Ratio float64    `json:"hook_over_idle_p95"`
	Took  float64    `json:"took_seconds"`
	Jobs  []nightJob `json:"jobs,omitempty"`
}

type nightJob struct {
	Job  string    `json:"job"`
	Took float64   `json:"took_seconds"`
	Did  string    `json:"did"`
	Hook quantiles `json:"hook_ms"` // that were started while it ran; few for a short job

	from, until time.Time
}

// A night has a month of sessions to look at (stages/maintain): what a store was
// told stands within it, so that there is as much to do as there can be.
const nightSpan = 28 * 24 * time.Hour

// Night runs the hook beside the jobs of a night and beside a rebuild, on a store of so
// many memories, and idle times in the quiet. What goes on is told to out.
func Night(ctx context.Context, memories, idle int, out io.Writer) (r NightReport, err error) {
	dir, err := os.MkdirTemp("", "memtide-bench-*")
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	r.Memories, r.Load[0] = memories, loadAverage()
	t := smalltalk.New(memories)
	t.Span = nightSpan
	// Of a space of any size a job that archives has something to do.
	p := &process{home: filepath.Join(dir, "home"), talk: t, env: []string{"MEMTIDE_JOBS_MAX_SIZE=1"}}
	made, err := loadStore(ctx, p.home, t, out)
	if err != nil {
		return r, err
	}
	r.Sessions = made.sessions
	if err := p.start(ctx); err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, p.stop()) }()
	cl, err := p.client()
	if err != nil {
		return r, err
	}
	defer cl.Close()
	if err := waitVectors(ctx, cl, nil); err != nil {
		return r, err
	}
	err = r.measure(ctx, p, cl, dir, idle)
	r.Load[1] = loadAverage()
	return r, err
}

// measure runs the hook in the quiet and beside each piece of work.
func (r *NightReport) measure(ctx context.Context, p *process, cl *client.Client, dir string, idle int) error {
	h, err := newPrompter(p, dir)
	if err != nil {
		return err
	}
	quiet, err := h.run(ctx, idle/2, nil)
	if err != nil {
		return err
	}
	var busy [][]time.Duration
	for _, work := range []func(context.Context, *client.Client) (nightPart, error){nightJobs, nightRebuild} {
		if err := cl.Settle(ctx, memtide.DefaultSpace, nil); err != nil {
			return err
		}
		part, took, err := h.beside(ctx, func() (nightPart, error) { return work(ctx, cl) })
		if err != nil {
			return err
		}
		r.Parts, busy = append(r.Parts, part), append(busy, took)
	}
	if err := waitVectors(ctx, cl, nil); err != nil { // a rebuild has them made anew
		return err
	}
	after, err := h.run(ctx, idle-idle/2, nil)
	r.Idle = quantilesOf(append(quiet, after...))
	for i := range r.Parts {
		r.Parts[i].Hook = quantilesOf(busy[i])
		if r.Idle.P95 > 0 {
			r.Parts[i].Ratio = r.Parts[i].Hook.P95 / r.Idle.P95
		}
	}
	return err
}

// beside runs the hook for as long as a piece of work takes.
func (h *prompter) beside(ctx context.Context, work func() (nightPart, error)) (part nightPart, hooks []time.Duration, err error) {
	ended, busy := make(chan struct{}), make(chan error, 1)
	go func() {
		var err error
		hooks, err = h.run(ctx, 1<<20, ended)
		busy <- err
	}()
	start := time.Now()
	part, err = work()
	part.Took = time.Since(start).Seconds()
	close(ended)
	err = errors.Join(err, <-busy)
	for i := range part.Jobs {
		j := &part.Jobs[i]
		var own []time.Duration
		for k, at := range h.starts[len(h.starts)-len(hooks):] {
			if !at.Before(j.from) && at.Before(j.until) {
				own = append(own, hooks[k])
			}
		}
		j.Hook = quantilesOf(own)
	}
	return part, hooks, err
}

// nightJobs does every job of a night.
func nightJobs(ctx context.Context, cl *client.Client) (nightPart, error) {
	part := nightPart{What: "jobs of a night"}
	for _, name := range config.JobNames() {
		if name == "sweep" {
			continue
		}
		start := time.Now()
		done, err := progress.Job(ctx, cl, control.JobRequest{Space: memtide.DefaultSpace, Job: name}, io.Discard)
		if err != nil {
			return part, fmt.Errorf("job %s: %w", name, err)
		}
		end := time.Now()
		part.Jobs = append(part.Jobs, nightJob{Job: name, Took: end.Sub(start).Seconds(), Did: control.Changed(done.Ended), from: start, until: end})
	}
	return part, nil
}

func nightRebuild(ctx context.Context, cl *client.Client) (nightPart, error) {
	r, err := progress.Reindex(ctx, cl, control.SpaceRequest{Space: memtide.DefaultSpace}, io.Discard)
	return nightPart{What: fmt.Sprintf("reindex of %d change sets", r.ChangeSets)}, err
}

// Print writes the figures as a table.
func (r NightReport) Print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "%d memories, %d sessions\tp50\tp95\tp99\tmax\tn\tp95 / idle\ttook\n", r.Memories, r.Sessions)
	row := func(name string, q quantiles, ratio, took string) {
		fmt.Fprintf(w, "%s\t%.2f ms\t%.2f ms\t%.2f ms\t%.2f ms\t%d\t%s\t%s\n", name, q.P50, q.P95, q.P99, q.Max, q.N, ratio, took)
	}
	row("hook, idle", r.Idle, "", "")
	for _, p := range r.Parts {
		row("hook, "+p.What, p.Hook, fmt.Sprintf("%.1f ×", p.Ratio), fmt.Sprintf("%.1f s", p.Took))
		for _, j := range p.Jobs {
			row("  "+j.Job, j.Hook, "", fmt.Sprintf("%.1f s\t%s", j.Took, j.Did))
		}
	}
	fmt.Fprintf(w, "budget\t\tp95 ≤ 2 × idle\t≤ 25 ms\t\t\t\t\n")
	fmt.Fprintf(w, "load average\t%s before\t%s after\n", r.Load[0], r.Load[1])
	w.Flush()
}
