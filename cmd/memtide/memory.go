package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

func rememberCmd(a *app) *cobra.Command {
	var kind, project string
	c := &cobra.Command{
		Use: "remember TEXT", Short: "state a memory", Args: cobra.MinimumNArgs(1),
		Long: `Keeps a memory in your words. With --project it is shown in that project only;
"." is the project of the folder that you are in. Secrets are taken out. What
holds already in the same words is not kept twice. It takes the place of nothing
(memtide correct ID TEXT does that), but what you have noted before, and it gives
another value, is told with it. With - as TEXT it is read from standard input.`,
		RunE: func(c *cobra.Command, args []string) error {
			if of := tools.NoteKinds(); !slices.Contains(of, memtide.Kind(kind)) {
				return noKind("--kind", memtide.Kind(kind), of)
			}
			project, err := meantProject(project)
			if err != nil {
				return err
			}
			text, err := a.words(args)
			if err != nil {
				return err
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			made, others, err := unknownProject(c.Context(), cl, project)
			if gone := control.Absent(""); err != nil && !errors.As(err, &gone) { // a space may be new, too
				return err
			}
			spaces, err := client.Control[[]string](c.Context(), cl, "spaces", struct{}{})
			if err != nil {
				return err
			}
			cs, err := client.Decide[memtide.ChangeSet](c.Context(), cl, "remember",
				control.RememberRequest{Space: cl.Space(), Kind: memtide.Kind(kind), Text: text, Project: project})
			if err != nil {
				return err
			}
			a.tellTakenOut(text)
			if len(spaces) > 0 && !slices.Contains(spaces, string(cl.Space())) {
				fmt.Fprintf(a.io.err, "memtide: space %q is new; there were: %s\n", cl.Space(), tools.Nearest(string(cl.Space()), spaces))
			}
			if made && len(cs.Ops) > 0 {
				fmt.Fprintf(a.io.err, "memtide: project %q is new; there were: %s; memtide undo %s takes it back\n", project, others, control.Short(string(cs.ID)))
			}
			return a.print(cs, func(w io.Writer) {
				if len(cs.Ops) == 0 {
					printPlain(w, "%s (change %s)\n", cs.Reason, control.Short(string(cs.ID)))
				}
				for _, op := range cs.Ops {
					printPlain(w, "remembered %s (change %s)\n", op.Node.Short(), control.Short(string(cs.ID)))
				}
			})
		},
	}
	c.Flags().StringVar(&kind, "kind", "fact", "fact, event, instruction, opinion or plan")
	c.Flags().StringVar(&project, "project", "", "the project that it belongs to; \".\" is the one here")
	return c
}

// mostForgotten is how many memories a description means at most: a list that nobody
// reads is no question.
const mostForgotten = 20

// forgetting is how a call of forget was meant.
type forgetting struct {
	about          string
	yes, dry, only bool
}

func forgetCmd(a *app) *cobra.Command {
	var how forgetting
	c := &cobra.Command{
		Use: "forget ID|DESCRIPTION", Short: "take memories out of retrieval",
		Long: `Shows which memories are meant, asks, and archives them: they are no longer
found, and stay in the store. Nothing is erased; memtide undo CHANGE brings them
back. What is described is looked up by its words, here, and sent nowhere.

With a memory goes the half-turn that says hardly anything else, and a summary
that repeats it; --only leaves them.`,
		Args: func(c *cobra.Command, args []string) error {
			if (len(args) == 0) == (how.about == "") {
				return usage("give an id or a description, or --about DESCRIPTION; see memtide forget --help")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.forget(c, strings.Join(args, " "), how) },
	}
	f := c.Flags()
	f.BoolVarP(&how.yes, "yes", "y", false, "do not ask")
	f.StringVar(&how.about, "about", "", "what it is about; a word that looks like an id is a word")
	f.BoolVar(&how.dry, "dry-run", false, "show what is meant, and do nothing")
	f.BoolVar(&how.only, "only", false, "leave what else says the same")
	return c
}

// forget shows what is meant, asks, and archives it.
func (a *app) forget(c *cobra.Command, what string, how forgetting) error {
	cl, err := a.connect(c.Context())
	if err != nil {
		return err
	}
	defer cl.Close()
	what = cmp.Or(how.about, what)
	m, err := client.Control[control.Meant](c.Context(), cl, "find", control.FindRequest{Space: cl.Space(), What: what, About: how.about != "", Limit: mostForgotten})
	if err != nil {
		return err
	}
	if how.only {
		m.Echoes = nil
	}
	if len(m.Nodes) == mostForgotten {
		fmt.Fprintf(a.io.err, "memtide: only the %d that fit best are meant; run it again for more\n", mostForgotten)
	}
	all := slices.Concat(m.Nodes, m.Echoes)
	if id := halfTurnID(what); id != "" && len(all) == 0 && how.about == "" {
		switch one, err := theHalfTurn(c.Context(), cl, id); {
		case err != nil:
			return err
		case one != nil:
			return none("%s is a half-turn; forget a memory that was made of it: memtide show %[1]s lists them", control.Short(one.ID))
		}
	}
	switch {
	case len(all) == 0:
		return none("nothing is described by %q; memtide search WORDS shows what is there", what)
	case len(m.Nodes) == 1 && m.Nodes[0].Attributes[tools.Quarantine] != "":
		return none("memory %s is in quarantine and shown to nobody; memtide quarantine drop %s ends that", all[0].ID.Short(), all[0].ID.Short())
	case len(all) == 1 && !all[0].ArchivedAt.IsZero():
		return none("memory %s is forgotten already, %s", all[0].ID.Short(), date(all[0].ArchivedAt))
	case how.dry:
		return a.print(m, func(w io.Writer) { writeMeant(w, m) })
	}
	if !how.yes {
		writeMeant(a.io.err, m)
		question := "forget this one?"
		if len(all) > 1 {
			question = fmt.Sprintf("forget these %d?", len(all))
		}
		if !a.agree(question) {
			return none("nothing is forgotten")
		}
	}
	req := control.ForgetRequest{Space: cl.Space()}
	for _, n := range all {
		req.IDs = append(req.IDs, n.ID)
	}
	cs, err := client.Decide[memtide.ChangeSet](c.Context(), cl, "forget", req)
	if err != nil {
		return err
	}
	return a.print(cs, func(w io.Writer) {
		printPlain(w, "%d forgotten (change %s)\n", len(cs.Ops), control.Short(string(cs.ID)))
	})
}

func writeMeant(w io.Writer, m control.Meant) {
	writeNodes(w, slices.Concat(m.Nodes, m.Echoes))
	if len(m.Beside) > 0 {
		fmt.Fprintln(w, "said beside other things, and kept, in:")
		writeNodes(w, m.Beside)
	}
}

func writeNodes(out io.Writer, nodes []*memtide.Node) {
	if len(nodes) == 0 {
		return
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "id\tsaid\twhen\tkind\ttext")
	for _, n := range nodes {
		content := control.FirstWords(n.Content)
		if n.Attributes[tools.Dropped] != "" {
			content += "  (dropped out of quarantine)"
		}
		when := "-" // what it speaks of has no time of its own
		if at := tools.When(n, time.Local); !at.Equal(n.CreatedAt) {
			when = at.Format(time.DateOnly)
		}
		printPlain(w, "%s\t%s\t%s\t%s\t%s\n", n.ID.Short(), n.CreatedAt.Local().Format(time.DateOnly), when, n.Kind, content)
	}
	w.Flush()
}

func showCmd(a *app) *cobra.Command {
	var history bool
	var moment string
	c := &cobra.Command{
		Use: "show ID", Short: "show one memory with its source, links and history, or one half-turn", Args: cobra.ExactArgs(1),
		Long: `Shows a memory with what was said when it was made, its links and, with
--history, every change of it. With the id of a half-turn, as memtide turns, rules
and why list it, or its first 8 characters, it shows that: who said it, where, and
the memories that were made of it.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
			space, _, err := a.asOf(ctx, cl, moment)
			if err != nil {
				return err
			}
			s, err := client.Control[control.Shown](ctx, cl, "show", control.ShowRequest{Space: space, What: args[0], History: history})
			if gone := control.Absent(""); errors.As(err, &gone) {
				if id := halfTurnID(args[0]); id != "" {
					return a.showHalfTurn(ctx, cl, id)
				}
			}
			if err != nil {
				return err
			}
			return a.print(s, func(w io.Writer) { writeShown(w, s) })
		}),
	}
	c.Flags().BoolVar(&history, "history", false, "every change that touched it")
	pastFlag(c, &moment)
	return c
}

func writeShown(out io.Writer, s control.Shown) {
	n := s.Node
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	line := func(k, v string) {
		if v != "" {
			printField(w, k, v)
		}
	}
	line("id", n.ID.String()+"  ("+n.ID.Short()+")")
	line("kind", strings.Trim(string(n.Kind)+"/"+n.Subtype, "/"))
	line("content", n.Content)
	line("means", cmp.Or(n.Attributes[ledger.Means], n.Attributes[tools.About]))
	line("said", n.CreatedAt.Local().Format(time.DateTime))
	line("about", date(n.EventTime))
	line("project", n.Project)
	line("trust", n.Trust.String())
	line("source", strings.TrimSpace(fmt.Sprintf("%s %s %s", n.Source.Client, n.Source.Session, n.Source.Role)))
	line("half-turn", control.Short(n.Source.Turn))
	line("tags", strings.Join(n.Tags, ", "))
	line("narrative", n.Attributes[memtide.Narrative])
	line("task", n.Attributes[memtide.Task])
	line("salience", fmt.Sprintf("%g", memtide.SalienceOf(n)))
	if n.Score != 0 {
		line("score", fmt.Sprintf("%g", n.Score))
	}
	line("quarantine", n.Attributes[tools.Quarantine])
	line("dropped", n.Attributes[tools.Dropped])
	if n.Attributes[tools.Quarantine] == "" {
		line("archived", date(n.ArchivedAt))
	}
	line("confirmed", date(n.ConfirmedAt))
	if n.Pinned {
		line("pinned", "yes")
	}
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
		line("said as", wholeText(s.Turn.Text))
	}
	w.Flush()
	for _, c := range s.History {
		writeChange(out, c.ChangeSet)
	}
}

func date(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format(time.DateTime)
}
