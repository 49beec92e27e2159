package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/hookbridge"
)

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
func (a *app) status(ctx context.Context) (control.Status, error) {
	cfg, err := a.config()
	if err != nil {
		return control.Status{}, err
	}
	paths := hookbridge.NewPaths(cfg.Home)
	r := control.Status{Version: client.Version(), Home: cfg.Home, Space: memtide.Space(cfg.Space)}
	if cl, derr := client.Dial(cfg); derr == nil {
		defer cl.Close()
		a.tellUnheard(ctx, cl)
		if r, err = client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: cl.Space()}); err != nil {
			return r, err
		}
		if other := cl.Other(); other != nil {
			r.Problems = append(r.Problems, other.Error())
		}
	} else {
		r.Mute = errors.Is(derr, client.ErrMute)
		r.Problems = append(r.Problems, startable(derr, cfg.Home).Error())
		if s, err := hookbridge.ReadStart(paths.Run); err == nil && s.Tries > 0 {
			last := s.At.Local().Format(time.DateTime)
			if s.Error != "" {
				last += ": " + s.Error
			}
			r.Problems = append(r.Problems, fmt.Sprintf("hooks tried %s to start it, last at %s; see %s", memtide.Count(s.Tries, "time"), last, cfg.LogFile()))
		}
	}
	r.Clients = clientStates(cfg.Home, r.Clients)
	if shared := folder.Shared(cfg.Home); shared != nil {
		r.Problems = append(r.Problems, shared.Error()+"; close it: chmod 700 "+cfg.Home)
	}
	for _, w := range folder.Unwritable(cfg.Home) {
		r.Problems = append(r.Problems, w.Err.Error()+"; "+w.Mend)
	}
	// The logs may still fit into the last block where a graph does not.
	if full := folder.Full(cfg.Home); full != nil && !strings.Contains(strings.Join(r.Problems, " "), full.Error()) {
		r.Problems = append(r.Problems, full.Error())
	}
	if down, ok := hookbridge.ReadDown(paths.Run); ok && down.Holds(time.Now()) {
		if down.Stopped {
			r.Stopped = down.Until
		} else {
			r.Problems = append(r.Problems, "hooks do not ask before "+down.Until.Local().Format(time.TimeOnly)+": the daemon did not answer in time")
		}
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
		r.Problems = append(r.Problems, fmt.Sprintf("the spool was full: %s dropped; take in what the transcripts have of them: %s", memtide.Count(spool.Full.Dropped, "half-turn"), importsOf(r.Clients)))
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

func writeStatus(out io.Writer, r control.Status) {
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
	if !r.Stopped.IsZero() {
		line("hooks", "do not start it before %s: it was stopped by memtide stop", r.Stopped.Local().Format(time.TimeOnly))
	}
	if st, err := os.Stat(r.Home); err != nil || !st.IsDir() {
		line("data", "%s, which is not there yet", r.Home)
	} else {
		line("data", "%s", r.Home)
	}
	if r.Running {
		line("bus", "%s%s", r.Bus, listening(r.Listen))
		if r.HTTP != "" {
			line("http", "http://%s; its token is in %s", r.HTTP, filepath.Join(r.Home, "http-token"))
		}
		line("half-turns", "%d in TURNS, %s; %d without a decision", r.Turns.Messages, memtide.Size(r.Turns.Bytes), r.Pending)
		line("decisions", "%d in LEDGER, %s", r.Ledger.Messages, memtide.Size(r.Ledger.Bytes))
		line("space", "%q: %s", r.Space, counts(r.Memories))
		if others := otherSpaces(r); len(others) > 0 {
			line("other spaces", "%s; --space NAME looks into one", control.Plain(someOf(others)))
		}
		if len(r.Projects) > 0 {
			line("projects", "%s", control.Plain(someOf(r.Projects)))
		}
		if r.Vectors != nil {
			line("vectors", "%s", r.Vectors)
		}
		for _, l := range modelLines(r.Models) {
			line("model", "%s", l)
		}
		if next, ok := nextJob(r.Jobs); ok {
			line("jobs", "next is %s, %s; see: memtide jobs", next.Job, zoned(next.Next))
		}
	}
	for i, c := range agentClients() {
		if i < len(r.Clients) {
			line("client", "%s: %s", c.Title, sayClient(c, r.Clients[i], r.Running))
		}
	}
	for _, o := range r.Work {
		line("at work", "%s", atWork(o))
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

// atWork says what the daemon is doing because somebody has asked for it.
func atWork(o control.Work) string {
	said := o.What
	if o.Space != "" {
		said += fmt.Sprintf(" in space %q", o.Space)
	}
	if o.Total > 0 {
		said += fmt.Sprintf(", %d of %d", o.Done, o.Total)
	}
	if o.Waits != "" {
		said += ", waits " + o.Waits
	}
	return said + ", since " + o.Began.Local().Format(time.TimeOnly)
}

func listening(addr string) string {
	if addr == "" {
		return ", no TCP port"
	}
	return ", tools at " + addr
}

// otherSpaces are those that a status does not tell of.
func otherSpaces(r control.Status) (names []string) {
	for _, s := range r.Spaces {
		if s != r.Space {
			names = append(names, string(s))
		}
	}
	return names
}

// projectsNamed is how many projects, or spaces, a status names; --json has all.
const projectsNamed = 20

func someOf(projects []string) string {
	said := strings.Join(projects[:min(len(projects), projectsNamed)], ", ")
	if n := len(projects) - projectsNamed; n > 0 {
		said += fmt.Sprintf(" and %d more (--json lists them)", n)
	}
	return said
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

func versionCmd(a *app) *cobra.Command {
	var licences bool
	c := &cobra.Command{
		Use: "version", Short: "print the version, or the licences of all that is in the program", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if licences {
				return a.printLicences()
			}
			return a.printVersion()
		},
	}
	c.Flags().BoolVar(&licences, "licences", false, "print under which terms memtide, what is linked into it and what is embedded in it may be passed on")
	c.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "licenses" {
			name = "licences"
		}
		return pflag.NormalizedName(name)
	})
	return c
}

func (a *app) printVersion() error {
	v := map[string]string{"version": client.Version(), "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH}
	return a.print(v, func(w io.Writer) {
		fmt.Fprintf(w, "memtide %s (%s %s/%s)\n", v["version"], v["go"], v["os"], v["arch"])
	})
}
