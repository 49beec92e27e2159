package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// descend prints what came from something.
func (a *app) descend(ctx context.Context, from string) error {
	cl, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer cl.Close()
	d, err := client.Control[control.Descent](ctx, cl, "descent", control.DescentRequest{Space: cl.Space(), From: from})
	if err != nil {
		return err
	}
	return a.print(d, func(w io.Writer) {
		printPlain(w, "%s: %s, %s, %s, shown in %s\n", d.Target, memtide.Count(len(d.Turns), "half-turn"), memtide.Count(len(d.Nodes), "memory"), memtide.Count(len(d.Links), "relation"), memtide.Count(len(d.Shown), "prompt"))
		writeDescendants(w, d.Nodes)
		if len(d.Ended) > 0 {
			fmt.Fprintln(w, "ended by these:")
			writeDescendants(w, d.Ended)
		}
		for _, e := range d.Links {
			printPlain(w, "  relation %s: %s %s %s\n", e.ID.Short(), e.From.Short(), e.Predicate, e.To.Short())
		}
		for _, s := range d.Shown[:min(len(d.Shown), 50)] {
			printPlain(w, "  shown %s  session %s  receipt %s  %d of them\n", s.At.Local().Format(time.DateTime), cmp.Or(s.Session, "-"), control.Short(s.Receipt), len(s.Nodes))
		}
	})
}

func writeDescendants(out io.Writer, all []tools.Descendant) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	if len(all) > 0 {
		fmt.Fprintln(w, "  steps\tid\tsaid on\tkind\twhy\tmemory")
	}
	for _, d := range all[:min(len(all), 200)] {
		printPlain(w, "  %d\t%s\t%s\t%s\t%s\t%s\n", d.Depth, d.Node.ID.Short(), d.Node.CreatedAt.Local().Format(time.DateOnly), d.Node.Kind, d.Why, control.FirstWords(d.Node.Content))
	}
	w.Flush()
	if n := len(all) - 200; n > 0 {
		fmt.Fprintf(out, "  and %d more (--json lists them)\n", n)
	}
}

func rollbackCmd(a *app) *cobra.Command {
	var req control.RollbackRequest
	var yes bool
	c := &cobra.Command{
		Use: "rollback --source X", Short: "take back all that came from a source, in one change", Args: cobra.NoArgs,
		Long: `Takes back what came from a source (a client or a tool), a session, a half-turn
or a memory, and what was made of that: the memories are archived, those in
quarantine dropped out of it, what they had superseded holds again, what the
half-turns changed elsewhere is set back where it still stands so. What others
have said too, or you have confirmed, stays and is theirs; a summary that was
also made of something else is made again of that.

It shows first what it would do, and asks; "steps" is how far a memory is from the
source: 0 came from it, 1 was made of that, and so on. It is one change, which
memtide undo takes back. Nothing is erased; memtide erase does that.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if req.Source == "" {
				return usage("--source is missing; see memtide rollback --help")
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			req.Space = cl.Space()
			return a.rollback(c.Context(), cl, req, yes)
		},
	}
	f := c.Flags()
	f.StringVar(&req.Source, "source", "", "client, tool, session, half-turn or memory; \"session:s1\" where it may mean several")
	f.BoolVar(&req.DryRun, "dry-run", false, "show what would be done, and do nothing")
	f.BoolVarP(&yes, "yes", "y", false, "do not ask (what is done is shown all the same)")
	return c
}

func (a *app) rollback(ctx context.Context, cl *client.Client, req control.RollbackRequest, yes bool) error {
	look := req
	look.DryRun = true
	plan, err := client.Control[tools.Rollback](ctx, cl, "rollback", look)
	if err != nil {
		return err
	}
	if req.DryRun {
		return a.print(plan, func(w io.Writer) { writeRollback(w, plan) })
	}
	writeRollback(a.io.err, plan)
	if !yes && !a.agree("take this back?") {
		return none("nothing is taken back")
	}
	for _, d := range plan.Goes {
		req.Seen = append(req.Seen, d.Node.ID)
	}
	done, err := client.Decide[tools.Rollback](ctx, cl, "rollback", req)
	if err != nil {
		return err
	}
	return a.print(done, func(w io.Writer) {
		printPlain(w, "%s (change %s)\n", done.Change.Reason, control.Short(string(done.Change.ID)))
	})
}

func writeRollback(w io.Writer, r tools.Rollback) {
	printPlain(w, "%s: %s would be archived, %s looked through\n", r.Target, memtide.Count(len(r.Goes), "memory"), memtide.Count(r.Changes, "decision"))
	writeDescendants(w, r.Goes)
	if len(r.Waits) > 0 {
		fmt.Fprintln(w, "wait in quarantine, and would be dropped out of it:")
		writeDescendants(w, r.Waits)
	}
	if len(r.Holds) > 0 {
		fmt.Fprintln(w, "hold again:")
		writeNodes(w, r.Holds)
	}
	if len(r.Shared) > 0 {
		fmt.Fprintln(w, "stay:")
		writeDescendants(w, r.Shared)
	}
}
