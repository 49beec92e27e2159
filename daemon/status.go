package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/scheduler"
	"github.com/memtide/memtide/tools"
)

// jobProblems says which jobs have not done what they should the last time.
func jobProblems(all []scheduler.Line) (out []string) {
	for _, j := range all {
		for _, e := range j.Ended {
			switch e.Outcome {
			case event.JobFailed:
				out = append(out, fmt.Sprintf("job %s failed in space %q: %s", j.Job, e.Due.Space, e.Error))
			case event.JobCutOff:
				out = append(out, fmt.Sprintf("job %s was cut off in space %q: %s", j.Job, e.Due.Space, e.Note))
			case event.JobRefused:
				out = append(out, fmt.Sprintf("job %s was refused %s in space %q: %s", j.Job, memtide.Count(len(e.Refused), "change"), e.Due.Space, e.Refused[0]))
			}
		}
	}
	return out
}

func (d *Daemon) status(ctx context.Context, in control.SpaceRequest) (control.Status, error) {
	r := control.Status{Running: true, Version: client.Version(), PID: os.Getpid(), Started: d.started.UTC(), Home: d.cfg.Home,
		Listen: d.server.Listen(), RSS: rss(), Space: in.Space, Bus: "embedded", Jobs: d.sched.Lines(), Work: d.work.atWork(), CutOff: slices.Concat(d.cutOff, d.ledger.CutOff(), d.work.failed())}
	if !d.cfg.Bus.Embedded() {
		r.Bus = d.cfg.Bus.URL
	}
	var noHTTP error
	r.HTTP, noHTTP = d.http.state()
	problem := func(err error) {
		if err != nil && !slices.Contains(r.Problems, err.Error()) {
			r.Problems = append(r.Problems, err.Error())
		}
	}
	problem(noHTTP)
	if since, err := d.bus.Away(); err != nil {
		// What only the server knows is not asked for.
		r.Away = true
		problem(fmt.Errorf("%w, since %s; see that it runs at %s: then the daemon goes on by itself, with what hooks keep in the spool until then",
			err, since.Local().Format(time.TimeOnly), d.cfg.Bus.URL))
		problem(d.memories(ctx, &r))
	} else {
		d.logStatus(ctx, &r, problem)
		d.spaceStatus(ctx, &r, problem)
	}
	problem(d.unerased)
	r.Problems = append(r.Problems, jobProblems(r.Jobs)...)
	if trouble := d.embeds.problem(); trouble != "" {
		r.Problems = append(r.Problems, trouble)
	}
	models := ReportModels(d.models, d.wrongModels)
	r.Models, r.Problems = models.Layers, append(r.Problems, models.Problems...)
	return r, nil
}

// lostEnd says what this start has lost of a log.
func lostEnd(c embedded.CutOff) error {
	which := fmt.Sprintf("record %d", c.First)
	if c.Last > c.First {
		which = fmt.Sprintf("records %d to %d", c.First, c.Last)
	}
	return fmt.Errorf("the end of %s could not be read: %s %s lost, all before stand; what was cut off is kept in %s; memtide backup list has what memtide restore can bring back",
		c.Stream, which, memtide.Agree(int(c.Last-c.First)+1, "is", "are"), c.Kept)
}

// logStatus fills in what a report says of the logs.
func (d *Daemon) logStatus(ctx context.Context, r *control.Status, problem func(error)) {
	var err error
	r.Turns, err = d.bus.State(ctx, bus.StreamTurns)
	problem(err)
	r.Ledger, err = d.bus.State(ctx, bus.StreamLedger)
	problem(err)
	r.Spaces, err = d.ledger.Spaces(ctx)
	problem(err)
	r.Dead, err = d.bus.DeadCount(ctx)
	problem(err)
	if r.Turns.Last > 0 {
		r.Clients, err = d.ears.heard(ctx, d.bus, r.Turns)
		problem(err)
	}
	for _, c := range d.server.CutOff() {
		problem(lostEnd(c))
	}
	if since, err := d.bus.Failing(); errors.Is(err, bus.ErrBound) && d.cfg.Bus.Embedded() {
		problem(fmt.Errorf("nothing can be stored since %s: the logs have all that bus.max_store gives them, %s; raise it and start the daemon anew (memtide stop), what hooks hand over waits in the spool until then",
			since.Local().Format(time.TimeOnly), memtide.Size(uint64(d.cfg.Bus.MaxStore))))
	} else if err != nil {
		problem(fmt.Errorf("nothing can be stored since %s: %w; what is said meanwhile is lost, unless the client keeps a transcript", since.Local().Format(time.TimeOnly), err))
	} else if since, err := d.bus.Held(); err != nil {
		problem(fmt.Errorf("nothing can be remembered since %s: %w; what is said is kept and waits, see to what is named", since.Local().Format(time.TimeOnly), folder.NoRoom(d.cfg.Home, err)))
	}
}

// memories fills in what a report says of the memories of its space.
func (d *Daemon) memories(ctx context.Context, r *control.Status) error {
	return d.ledger.Read(ctx, r.Space, func(v ledger.View) error {
		r.Memories, r.Projects = v.Graph.Counts(), tools.Projects(v)
		if v.Vectors != nil {
			vectors := v.Vectors.Report()
			r.Vectors = &vectors
		}
		r.Asks, r.Doubted = tools.CountConflicts(v), tools.CountQuarantined(v)
		return nil
	})
}

// spaceStatus fills in what a report says of its space.
func (d *Daemon) spaceStatus(ctx context.Context, r *control.Status, problem func(error)) {
	if err := d.hasSpace(ctx, r.Space); err != nil {
		problem(err)
		return
	}
	problem(d.memories(ctx, r))
	err := d.ledger.Foreign(ctx, r.Space)
	if errors.Is(err, ledger.ErrForeign) {
		err = fmt.Errorf("%w; put the right nats/ back (memtide backup list), or, where what the log holds shall count, stop the daemon and move %s away", err, filepath.Join(d.cfg.Home, "spaces"))
	}
	problem(err)
	if d.bus.Left(r.Space) {
		problem(fmt.Errorf("nothing could be decided in space %q; what is said in it is kept, and remembered once it is mended: %s", r.Space, d.heals.way(r.Space)))
	}
	pending, err := d.ledger.Pending(ctx, r.Space)
	r.Pending = pending
	problem(err)
	problem(d.missingTurns(ctx, r.Space))
}

// missingTurns says that TURNS ends before what a space has decided on, or lacks what
// nobody has erased.
func (d *Daemon) missingTurns(ctx context.Context, space memtide.Space) error {
	last, err := d.ledger.LastDecided(ctx, space)
	if err != nil {
		return nil // the store has said so already
	}
	turns, err := d.bus.State(ctx, bus.StreamTurns) // once more: it grows while a report is made
	if err != nil {
		return err
	}
	const way = "what is said now is kept; memtide backup list has what memtide restore can bring back"
	if last > turns.Last {
		return fmt.Errorf("half-turns are missing: TURNS ends at %d, and was decided on up to %d; %s", turns.Last, last, way)
	}
	lost, first, err := d.ledger.LostTurns(ctx)
	if err == nil && lost > 0 {
		err = fmt.Errorf("half-turns are missing: %d that nobody has erased, the first is %d of TURNS; %s", lost, first, way)
	}
	return err
}

// rss returns the resident memory of this process in bytes; what the Go
// runtime has from the system where that is not known.
func rss() int64 {
	if raw, err := os.ReadFile("/proc/self/statm"); err == nil {
		if f := strings.Fields(string(raw)); len(f) > 1 {
			if pages, err := strconv.ParseInt(f[1], 10, 64); err == nil {
				return pages * int64(os.Getpagesize())
			}
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}
