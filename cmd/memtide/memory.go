package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
)

func rememberCmd(a *app) *cobra.Command {
	var kind, project string
	c := &cobra.Command{
		Use: "remember TEXT", Short: "state a memory", Args: cobra.MinimumNArgs(1),
		Long: `Keeps a memory in your words. With --project it is shown in that project only;
"." is the project of the folder that you are in. Secrets are taken out.`,
		RunE: func(c *cobra.Command, args []string) error {
			cl, in, err := a.connectIn(c.Context(), project)
			if err != nil {
				return err
			}
			defer cl.close()
			cs, err := control[memtide.ChangeSet](c.Context(), cl, "remember",
				rememberRequest{in.space, memtide.Kind(kind), strings.Join(args, " "), in.project})
			if err != nil {
				return err
			}
			return a.print(cs, func(w io.Writer) {
				for _, op := range cs.Ops {
					fmt.Fprintf(w, "remembered %s (change %s)\n", op.Node.Short(), short(string(cs.ID)))
				}
			})
		},
	}
	c.Flags().StringVar(&kind, "kind", "fact", "fact, event, instruction, opinion or plan")
	c.Flags().StringVar(&project, "project", "", "the project that it belongs to; \".\" is the one here")
	return c
}

func forgetCmd(a *app) *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use: "forget ID|DESCRIPTION", Short: "take memories out of retrieval", Args: cobra.MinimumNArgs(1),
		Long: `Shows which memories are meant, asks, and archives them: they are no longer
found, and stay in the store. Nothing is erased.`,
		RunE: func(c *cobra.Command, args []string) error {
			cl, cfg, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.close()
			nodes, err := control[[]*memtide.Node](c.Context(), cl, "find", findRequest{spaceOf(cfg), strings.Join(args, " "), 20})
			if err != nil {
				return err
			}
			if len(nodes) == 0 {
				return none("nothing is described by %q", strings.Join(args, " "))
			}
			req := forgetRequest{Space: spaceOf(cfg)}
			for _, n := range nodes {
				req.IDs = append(req.IDs, n.ID)
			}
			if !yes {
				writeNodes(a.io.err, nodes)
				fmt.Fprintf(a.io.err, "forget these %d? [y/N] ", len(nodes))
				answer, _ := bufio.NewReader(a.io.in).ReadString('\n') // no answer is a no
				if !strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "y") {
					return none("nothing is forgotten")
				}
			}
			cs, err := control[memtide.ChangeSet](c.Context(), cl, "forget", req)
			if err != nil {
				return err
			}
			return a.print(cs, func(w io.Writer) { fmt.Fprintf(w, "%d forgotten (change %s)\n", len(cs.Ops), short(string(cs.ID))) })
		},
	}
	c.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return c
}

func writeNodes(out io.Writer, nodes []*memtide.Node) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, n := range nodes {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", n.ID.Short(), n.CreatedAt.Format("2006-01-02"), n.Kind, firstWords(n.Content))
	}
	w.Flush()
}

func showCmd(a *app) *cobra.Command {
	var history bool
	c := &cobra.Command{
		Use: "show ID", Short: "show one memory with its source, links and history", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			cl, cfg, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.close()
			s, err := control[shown](c.Context(), cl, "show", showRequest{spaceOf(cfg), args[0], history})
			if err != nil {
				return err
			}
			return a.print(s, func(w io.Writer) { writeShown(w, s) })
		},
	}
	c.Flags().BoolVar(&history, "history", false, "every change that touched it")
	return c
}

func writeShown(out io.Writer, s shown) {
	n := s.Node
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	line := func(k, v string) {
		if v != "" {
			fmt.Fprintf(w, "%s\t%s\n", k, v)
		}
	}
	line("id", n.ID.String()+"  ("+n.ID.Short()+")")
	line("kind", strings.Trim(string(n.Kind)+"/"+n.Subtype, "/"))
	line("content", n.Content)
	line("said", n.CreatedAt.Local().Format(time.DateTime))
	line("about", date(n.EventTime))
	line("project", n.Project)
	line("trust", n.Trust.String())
	line("source", strings.TrimSpace(fmt.Sprintf("%s %s %s", n.Source.Client, n.Source.Session, n.Source.Role)))
	line("archived", date(n.ArchivedAt))
	if !n.SupersededBy.IsZero() {
		line("superseded by", n.SupersededBy.Short())
	}
	line("before", n.Attributes["previous_text"])
	for _, e := range s.Out {
		line("→ "+strings.TrimSpace(string(e.Kind)+" "+e.Predicate), e.To.Short()+"  "+s.Names[e.To.String()])
	}
	for _, e := range s.In {
		line("← "+strings.TrimSpace(string(e.Kind)+" "+e.Predicate), e.From.Short()+"  "+s.Names[e.From.String()])
	}
	if s.Turn != nil {
		line("said as", firstWords(s.Turn.Text))
	}
	w.Flush()
	for _, c := range s.History {
		writeChange(out, c)
	}
}

func date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(time.DateTime)
}

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

func describe(op memtide.Op) string {
	switch {
	case op.Whole() && len(op.To) == 0:
		return "take away " + op.String()
	case op.Whole() && !op.Node.IsZero():
		if n, err := op.ApplyNode(nil); err == nil {
			return fmt.Sprintf("add %s %s: %s", n.Kind, n.ID.Short(), firstWords(n.Content))
		}
	case op.Whole():
		if e, err := op.ApplyEdge(nil); err == nil {
			return fmt.Sprintf("link %s %s → %s", strings.TrimSpace(string(e.Kind)+" "+e.Predicate), e.From.Short(), e.To.Short())
		}
	}
	from := string(op.From)
	if from == "" {
		from = "null"
	}
	return fmt.Sprintf("set %s of %s: %s → %s", op.Field, op.Node.Short(), firstWords(from), firstWords(string(op.To)))
}
