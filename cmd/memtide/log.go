package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
)

func logCmd(a *app) *cobra.Command {
	req := logRequest{}
	c := &cobra.Command{
		Use: "log [CHANGE]", Short: "list the newest decisions, or show one", Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			cl, cfg, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.close()
			req.Space = spaceOf(cfg)
			if len(args) == 1 {
				req.ID, req.Limit, req.Empty = args[0], 1, true
			}
			all, err := control[[]memtide.ChangeSet](c.Context(), cl, "log", req)
			if err != nil {
				return err
			}
			if len(all) == 0 && len(args) == 1 {
				return none("no change %s", args[0])
			}
			return a.print(all, func(w io.Writer) {
				for _, cs := range all {
					writeChange(w, cs)
				}
			})
		},
	}
	c.Flags().IntVar(&req.Limit, "limit", 20, "at most this many")
	c.Flags().StringVar(&req.Stage, "stage", "", "only decisions of this stage: record, store, reconcile, reinforce, remember, forget, consolidate")
	c.Flags().BoolVar(&req.Empty, "all", false, "also decisions that change nothing")
	return c
}

func writeChange(w io.Writer, c memtide.ChangeSet) {
	fmt.Fprintf(w, "%s  %s  %s by %s on %s %s  %s\n", short(string(c.ID)), c.At.Local().Format(time.DateTime), c.Cause.Stage, c.Actor,
		c.Cause.Kind, short(c.Cause.ID), c.Reason)
	for _, op := range c.Ops {
		fmt.Fprintf(w, "    %s\n", describe(op))
	}
}

// describe says in a line what an operation does.
func describe(op memtide.Op) string {
	verb, link, raw := "add", "link", op.To
	if op.Whole() && len(raw) == 0 {
		verb, link, raw = "take away", "unlink", op.From
	}
	switch whole := (memtide.Op{Node: op.Node, Edge: op.Edge, To: raw}); {
	case op.Whole() && !op.Node.IsZero():
		if n, err := whole.ApplyNode(nil); err == nil {
			return fmt.Sprintf("%s %s %s: %s", verb, n.Kind, n.ID.Short(), firstWords(n.Content))
		}
	case op.Whole():
		if e, err := whole.ApplyEdge(nil); err == nil {
			return fmt.Sprintf("%s %s %s → %s", link, strings.TrimSpace(string(e.Kind)+" "+e.Predicate), e.From.Short(), e.To.Short())
		}
	}
	return fmt.Sprintf("set %s of %s: %s → %s", op.Field, targetOf(op).Short(), value(op.From), value(op.To))
}

func targetOf(op memtide.Op) memtide.ID {
	if op.Node.IsZero() {
		return op.Edge
	}
	return op.Node
}

func value(raw []byte) string {
	if len(raw) == 0 {
		return "null"
	}
	return firstWords(string(raw))
}
