package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

func undoCmd(a *app) *cobra.Command {
	var req control.UndoRequest
	var yes bool
	c := &cobra.Command{
		Use: "undo CHANGE", Short: "take a change back", Args: cobra.ExactArgs(1),
		Long: `Takes one change of the log back (memtide log lists them) by a change that does
the opposite: what it set gets its old value, what it made goes, what it took
away comes again. The log keeps both, and an undo can itself be undone.

When later changes stand on it, it is refused and they are listed. Then either
  --cascade  takes them back, too, the newest first
  --force    takes back what nothing stands on, and leaves the rest
Both show first what they do, and ask.`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := longEnough(args[0], shortestChange, "a change"); err != nil {
				return err
			}
			if req.Cascade && req.Force {
				return usage("--cascade and --force exclude each other; see memtide undo --help")
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			req.Space, req.Change = cl.Space(), args[0]
			if !req.DryRun && (req.Cascade || req.Force) {
				if err := a.agreeUndo(c.Context(), cl, &req, yes); err != nil {
					return err
				}
			}
			u, err := client.Decide[tools.Undo](c.Context(), cl, "undo", req)
			if err != nil {
				return err
			}
			return a.print(u, func(w io.Writer) { writeUndo(w, u) })
		},
	}
	f := c.Flags()
	f.BoolVar(&req.Cascade, "cascade", false, "take back what stands on it, too")
	f.BoolVar(&req.Force, "force", false, "leave what later changes stand on, and take back the rest")
	f.BoolVar(&req.DryRun, "dry-run", false, "show what would be done, and do nothing")
	f.BoolVarP(&yes, "yes", "y", false, "do not ask (what is done is shown all the same)")
	return c
}

// agreeUndo shows what an undo does beyond the change that is named, and asks.
func (a *app) agreeUndo(ctx context.Context, cl *client.Client, req *control.UndoRequest, yes bool) error {
	look := *req
	look.DryRun = true
	plan, err := client.Control[tools.Undo](ctx, cl, "undo", look)
	if err != nil {
		return err
	}
	for _, c := range plan.Takes {
		req.Seen = append(req.Seen, c.ID)
	}
	if len(plan.Takes) == 1 && len(plan.Left) == 0 {
		return nil
	}
	writeUndo(a.io.err, plan)
	if yes {
		return nil
	}
	if !a.agree("go on?") {
		return none("nothing is taken back")
	}
	return nil
}

// agree asks on the terminal; no answer is a no.
func (a *app) agree(question string) bool {
	printPlain(a.io.err, "%s [y/N] ", question)
	answer, err := bufio.NewReader(a.io.in).ReadString('\n')
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(a.io.err, "\ninterrupted")
		return false
	case err != nil && answer == "":
		fmt.Fprintln(a.io.err, "\nnobody has answered; with --yes nothing is asked")
	}
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "y")
}

func writeUndo(w io.Writer, u tools.Undo) {
	if u.Change != nil {
		printPlain(w, "taken back: %s (change %s)\n", control.Short(string(u.Takes[len(u.Takes)-1].ID)), control.Short(string(u.Change.ID)))
		for _, op := range u.Change.Ops {
			printPlain(w, "    %s\n", describe(op))
		}
	} else {
		fmt.Fprintln(w, "would be taken back:")
		for _, c := range u.Takes {
			writeChange(w, c.ChangeSet)
		}
	}
	if len(u.Left) > 0 {
		fmt.Fprintln(w, "stays, because later changes stand on it:")
	}
	for _, s := range u.Left {
		printPlain(w, "    %s: %s\n", memtide.Op{Node: s.Node, Edge: s.Edge, Field: s.Field}, s.Why)
	}
}
