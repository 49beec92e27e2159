package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/scheduler"
)

func jobsCmd(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "jobs", Short: "list the jobs with their last and next run, and what came of them", Args: cobra.NoArgs,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
			all, err := client.Control[[]scheduler.Line](ctx, cl, "jobs", struct{}{})
			if err != nil {
				return err
			}
			return a.print(all, func(out io.Writer) { writeJobs(out, all) })
		}),
	}
	c.AddCommand(jobsRunCmd(a))
	return c
}

func jobsRunCmd(a *app) *cobra.Command {
	var dry bool
	var at string
	c := &cobra.Command{
		Use: "run NAME", Short: "do a job now, whatever the table says", Args: cobra.ExactArgs(1), ValidArgs: config.JobNames(),
		Long: `Does one job on the space, as if it were due now. With --dry-run it makes the same
decisions and prints the change sets that it would make, and makes none; each is
then decided on the space as it stands.`,
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(config.JobNames(), args[0]) {
				return usage("no job is named %q; there are: %s", args[0], strings.Join(config.JobNames(), ", "))
			}
			var in control.JobRequest
			var err error
			if at != "" && !dry {
				return usage("--at goes with --dry-run: a job that changes something runs by the clock")
			}
			if at != "" {
				if in.At, err = parseSince(at, time.Now()); err != nil {
					return usage("--at is %q, want a day (2027-05-01) or a moment (RFC 3339)", at)
				}
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			in.Space, in.Job, in.DryRun = cl.Space(), args[0], dry
			r, err := progress.Job(c.Context(), cl, in, a.io.err)
			if err != nil {
				return err
			}
			if err := a.print(r, func(w io.Writer) { writeJobResult(w, r) }); err != nil {
				return err
			}
			if len(r.Ended.Refused) > 0 {
				return exitCode{exitError, fmt.Sprintf("refused: %s", memtide.Count(len(r.Ended.Refused), "change set"))}
			}
			return nil
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "print what it would change, and change nothing")
	c.Flags().StringVar(&at, "at", "", "with --dry-run: as if it were due then, a day (2027-05-01) or a moment (RFC 3339)")
	return c
}

func writeJobResult(w io.Writer, r control.JobResult) {
	for _, c := range r.Changes {
		writeChange(w, c)
	}
	if n := r.Count - len(r.Changes); n > 0 {
		fmt.Fprintf(w, "… and %d more\n", n)
	}
	would := ""
	if r.DryRun {
		would = "would have "
	}
	fmt.Fprintf(w, "%s: %s%s\n", r.Ended.Due.Job, would, control.Changed(r.Ended))
}

func writeJobs(out io.Writer, all []scheduler.Line) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "job\twhen\tlast\tnext\toutcome")
	for _, j := range all {
		name, when := j.Job, cmp.Or(j.Cron, "off")
		if j.Space != "" {
			name += "@" + string(j.Space)
		}
		if j.Idle != "" {
			when += ", after " + j.Idle
		}
		outcome := ""
		if len(j.Ended) > 0 {
			e := j.Ended[0]
			outcome = fmt.Sprintf("%s in %q: %s", e.Outcome, e.Due.Space, control.Changed(e.JobEnded))
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", name, when, zoned(j.Last), zoned(j.Next), outcome)
	}
	w.Flush()
}

// zoned writes a time as the daemon has it, whose zone need not be that of the caller.
func zoned(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.Format(time.DateTime + " -07:00")
}

// nextJob returns the job that is due first.
func nextJob(all []scheduler.Line) (next scheduler.Line, ok bool) {
	for _, j := range all {
		if !j.Next.IsZero() && (!ok || j.Next.Before(next.Next)) {
			next, ok = j, true
		}
	}
	return next, ok
}
