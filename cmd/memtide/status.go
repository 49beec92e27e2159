package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/gofrs/flock"
	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/scheduler"
	"github.com/memtide/memtide/tools"
	"github.com/memtide/memtide/vectorindex"
)

// statusReport is what the daemon says about itself.
type statusReport struct {
	Running  bool                           `json:"running"`
	Mute     bool                           `json:"mute,omitempty"` // it runs and does not answer
	Version  string                         `json:"version"`
	PID      int                            `json:"pid,omitempty"`
	Started  time.Time                      `json:"started,omitzero"`
	Home     string                         `json:"home"`
	Bus      string                         `json:"bus,omitempty"`
	Listen   string                         `json:"listen,omitempty"`
	RSS      int64                          `json:"rss_bytes,omitempty"`
	Space    memtide.Space                  `json:"space"`
	Memories map[memtide.Kind]graphdb.Count `json:"memories,omitempty"`
	Vectors  *vectorindex.Report            `json:"vectors,omitempty"` // nil without an embedder
	Pending  int                            `json:"pending"`           // half-turns without a decision
	Asks     int                            `json:"conflicts"`         // contradictions that nobody has settled
	Doubted  int                            `json:"quarantine"`        // memories that wait for a look
	Turns    bus.State                      `json:"turns"`
	Ledger   bus.State                      `json:"ledger"`
	Dead     uint64                         `json:"dead"`
	Jobs     []scheduler.Line               `json:"jobs,omitempty"`
	Models   []llm.LayerState               `json:"models,omitempty"` // layers that ask one
	Spool    hookbridge.SpoolState          `json:"spool"`
	CutOff   []string                       `json:"cut_off,omitempty"` // what its start has found cut off, and which side of it the memory is on
	Problems []string                       `json:"problems,omitempty"`
}

func (d *daemon) status(ctx context.Context, in spaceRequest) (statusReport, error) {
	r := statusReport{Running: true, Version: version(), PID: os.Getpid(), Started: d.started.UTC(), Home: d.cfg.Home,
		Listen: d.server.Listen(), RSS: rss(), Space: in.Space, Bus: "embedded", Jobs: d.sched.Lines(), CutOff: slices.Concat(d.cutOff, d.ledger.CutOff())}
	if !d.cfg.Bus.Embedded() {
		r.Bus = d.cfg.Bus.URL
	}
	problem := func(err error) {
		if err != nil {
			r.Problems = append(r.Problems, err.Error())
		}
	}
	var err error
	r.Turns, err = d.bus.State(ctx, bus.StreamTurns)
	problem(err)
	r.Ledger, err = d.bus.State(ctx, bus.StreamLedger)
	problem(err)
	r.Dead, err = d.bus.DeadCount(ctx)
	problem(err)
	d.spaceStatus(ctx, &r, problem)
	problem(d.unerased)
	if since, err := d.bus.Failing(); err != nil {
		problem(fmt.Errorf("nothing can be stored since %s: %w; what is said meanwhile is lost, unless the client keeps a transcript", since.Local().Format(time.TimeOnly), err))
	}
	r.Problems = append(r.Problems, jobProblems(r.Jobs)...)
	if trouble := d.embeds.problem(); trouble != "" {
		r.Problems = append(r.Problems, trouble)
	}
	models := reportOf(d.models, d.wrongModels)
	r.Models, r.Problems = models.Layers, append(r.Problems, models.Problems...)
	return r, nil
}

// spaceStatus fills in what a report says of its space.
func (d *daemon) spaceStatus(ctx context.Context, r *statusReport, problem func(error)) {
	if err := d.hasSpace(ctx, r.Space); err != nil {
		problem(err)
		return
	}
	problem(d.ledger.Read(ctx, r.Space, func(v ledger.View) error {
		r.Memories = v.Graph.Counts()
		if v.Vectors != nil {
			vectors := v.Vectors.Report()
			r.Vectors = &vectors
		}
		r.Asks, r.Doubted = tools.CountConflicts(v), tools.CountQuarantined(v)
		return nil
	}))
	problem(d.ledger.Foreign(ctx, r.Space))
	pending, err := d.ledger.Pending(ctx, r.Space)
	r.Pending = pending
	problem(err)
}

func statusCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "is the daemon running, what does it hold, what went wrong", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			r, err := a.status(c.Context())
			if err != nil {
				return err
			}
			return a.print(r, func(w io.Writer) { writeStatus(w, r) })
		},
	}
}

// status asks the daemon, or says why there is none.
func (a *app) status(ctx context.Context) (statusReport, error) {
	cfg, err := a.config()
	if err != nil {
		return statusReport{}, err
	}
	paths := hookbridge.NewPaths(cfg.Home)
	r := statusReport{Version: version(), Home: cfg.Home, Space: memtide.Space(cfg.Space)}
	if cl, derr := dialDaemon(cfg); derr == nil {
		defer cl.close()
		if r, err = control[statusReport](ctx, cl, "status", spaceRequest{cl.space()}); err != nil {
			return r, err
		}
	} else {
		r.Mute = errors.Is(derr, errMute)
		r.Problems = append(r.Problems, derr.Error())
		if s, err := hookbridge.ReadStart(paths.Run); err == nil && s.Tries > 0 {
			r.Problems = append(r.Problems, fmt.Sprintf("hooks tried %s to start it, last at %s %s; see %s", memtide.Count(s.Tries, "time"),
				s.At.Local().Format(time.DateTime), s.Error, cfg.LogFile()))
		}
	}
	// The logs may still fit into the last block where a graph does not.
	if full := noRoom(cfg.Home); full != nil && !strings.Contains(strings.Join(r.Problems, " "), full.Error()) {
		r.Problems = append(r.Problems, full.Error())
	}
	if down, ok := hookbridge.ReadDown(paths.Run); ok && down.Until.After(time.Now()) {
		why := "the daemon did not answer in time"
		if down.Stopped {
			why = "it was stopped by memtide stop"
		}
		r.Problems = append(r.Problems, "hooks do not ask before "+down.Until.Local().Format(time.TimeOnly)+": "+why)
	}
	spool, err := hookbridge.ReadSpool(paths.Spool)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		r.Problems = append(r.Problems, err.Error())
	}
	r.Spool = spool
	if spool.Bad > 0 {
		r.Problems = append(r.Problems, asideProblem(spool, paths.Spool))
	}
	if spool.Full.Dropped > 0 {
		r.Problems = append(r.Problems, fmt.Sprintf("the spool was full: %s dropped; take in what the transcripts have of them: memtide import claude-code", memtide.Count(spool.Full.Dropped, "half-turn")))
	}
	if r.Dead > 0 {
		r.Problems = append(r.Problems, fmt.Sprintf("%s; see: memtide dead", memtide.Count(r.Dead, "dead letter")))
	}
	return r, nil
}

// asideProblem names the half-turns of the spool that were set aside.
func asideProblem(spool hookbridge.SpoolState, dir string) string {
	return fmt.Sprintf("%s %s refused, or not taken in time, and set aside in %s; mend each and move it back into %s, or delete it: %s",
		memtide.Count(spool.Bad, "half-turn"), memtide.Agree(spool.Bad, "was", "were"), filepath.Join(dir, "bad"), dir, strings.Join(spool.Aside, "; "))
}

func writeStatus(out io.Writer, r statusReport) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	line := func(k, format string, args ...any) { fmt.Fprintf(w, "%s\t%s\n", k, fmt.Sprintf(format, args...)) }
	if r.Running {
		line("daemon", "running, pid %d, since %s, version %s", r.PID, r.Started.Local().Format(time.DateTime), r.Version)
		line("memory", "%.0f MB resident", float64(r.RSS)/1e6)
	} else if r.Mute {
		line("daemon", "runs and does not answer")
	} else {
		line("daemon", "not running (version %s)", r.Version)
	}
	line("data", "%s", r.Home)
	if r.Running {
		line("bus", "%s%s", r.Bus, listening(r.Listen))
		line("half-turns", "%d in TURNS, %s; %d without a decision", r.Turns.Messages, memtide.Size(r.Turns.Bytes), r.Pending)
		line("decisions", "%d in LEDGER, %s", r.Ledger.Messages, memtide.Size(r.Ledger.Bytes))
		line("space", "%q: %s", r.Space, counts(r.Memories))
		if r.Vectors != nil {
			line("vectors", "%s", r.Vectors)
		}
		for _, l := range modelLines(r.Models) {
			line("model", "%s", l)
		}
		if next, ok := nextJob(r.Jobs); ok {
			line("jobs", "next is %s, %s; see: memtide jobs", next.Job, next.Next.Local().Format(time.DateTime))
		}
	}
	line("spool", "%s %s", memtide.Count(r.Spool.Files, "half-turn"), memtide.Agree(r.Spool.Files, "waits", "wait"))
	if r.Asks > 0 {
		line("conflicts", "%d; see: memtide conflicts", r.Asks)
	}
	if r.Doubted > 0 {
		line("quarantine", "%d; see: memtide quarantine", r.Doubted)
	}
	for _, c := range r.CutOff {
		line("cut off", "%s", c)
	}
	for _, p := range r.Problems {
		line("problem", "%s", strings.ReplaceAll(p, "\n", "; "))
	}
	w.Flush()
}

func listening(addr string) string {
	if addr == "" {
		return ", no TCP port"
	}
	return ", tools at " + addr
}

func counts(m map[memtide.Kind]graphdb.Count) string {
	var parts []string
	total := 0
	for _, k := range memtide.Kinds {
		if n := m[k].Live; n > 0 {
			parts = append(parts, memtide.Count(n, string(k)))
			total += n
		}
	}
	if total == 0 {
		return "no memories yet"
	}
	return fmt.Sprintf("%s (%s)", memtide.Count(total, "memory"), strings.Join(parts, ", "))
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

// lockFree reports whether no process holds the data folder.
func lockFree(home string) bool {
	l := flock.New(filepath.Join(home, "lock"))
	ok, err := l.TryLock()
	if ok {
		// Only a look: the lock ends with this line.
		_ = l.Unlock()
	}
	return ok && err == nil
}

// version returns the version of this build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
		if i := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "vcs.revision" }); i >= 0 {
			v += "-" + info.Settings[i].Value[:min(12, len(info.Settings[i].Value))]
		}
	}
	return v
}

func versionCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			v := map[string]string{"version": version(), "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH}
			return a.print(v, func(w io.Writer) {
				fmt.Fprintf(w, "memtide %s (%s %s/%s)\n", v["version"], v["go"], v["os"], v["arch"])
			})
		},
	}
}
