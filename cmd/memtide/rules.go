package main

import (
	"errors"
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

func rulesCmd(a *app) *cobra.Command {
	var project string
	c := &cobra.Command{
		Use: "rules", Short: "list what you said shall always hold: instructions and preferences in force", Args: cobra.NoArgs,
		Long: `Lists the standing instructions and preferences that are in force, the newest
first: since when, where and how widely each holds, why it is a rule, the
half-turn that it comes from (memtide show takes its id), and below it what has
changed of it since then and what it has taken the place of. They are pinned to
every prompt that is given memory, as many as retrieve.tokens_pins has room for:
those that the prompt speaks for, then those pinned by hand, the wider and the
newer. Which have no room where a prompt speaks for none is said. Without --project
those of every project are listed.

The scope is how widely a rule holds: for all that is done, for what a team does or
a tool is used for, or for one thing. Why says what made it one: its words (always,
never, from now on), that it is put as a wish or an order with nothing else to do
beside it, that it tells what you like or what suits you, that it was said in
several sessions, or that you have pinned it. Of memtide search --kind instruction
the others tell how something is done, and stand only beside the prompts that they
fit.`,
		RunE: func(c *cobra.Command, _ []string) error {
			project, err := meantProject(project)
			if err != nil {
				return err
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			// Those of the user hold in a project of which nothing is known, too.
			if code := (exitCode{}); errors.As(wantProject(c.Context(), cl, project), &code) {
				fmt.Fprintln(a.io.err, "memtide: "+code.text)
			}
			all, err := client.Control[[]tools.Rule](c.Context(), cl, "rules", control.RulesRequest{Space: cl.Space(), Project: project})
			if err != nil {
				return err
			}
			return printSome(a, explained(all), func(w io.Writer) { writeRules(w, all) }, "%s", noRule(cl.Space(), project))
		},
	}
	onlyProject(c, &project)
	return c
}

// explainedRule is a rule with what is said of it in words; the scope as a number is one
// of its memory.
type explainedRule struct {
	tools.Rule
	Scope string `json:"scope"`
	Why   string `json:"why"`
}

func explained(all []tools.Rule) []explainedRule {
	out := make([]explainedRule, len(all))
	for i, r := range all {
		out[i] = explainedRule{r, control.Width(r.Node.Scope), control.Because(r.Node)}
	}
	return out
}

// noRule says what was looked at, and what makes a rule.
func noRule(space memtide.Space, project string) string {
	of, only := "you and every project", ""
	if project != "" {
		of, only = fmt.Sprintf("you and project %q", project), fmt.Sprintf(" --project %q", project)
	}
	return fmt.Sprintf("no rule is in force for %s, in space %q; tell your agent one (\"always …\", \"never …\", \"I prefer …\"),"+
		" or: memtide remember --kind instruction%s TEXT", of, space, only)
}

func writeRules(out io.Writer, all []tools.Rule) {
	crowded := 0
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "id\tsince\tkind\twhere\tscope\twhy\tsource\ttext")
	for _, r := range all {
		n, why := r.Node, control.Because(r.Node)
		if r.NoRoom {
			crowded++
			why += ", no room"
		}
		where := "everywhere"
		if n.Project != "" {
			where = n.Project
		}
		printPlain(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", n.ID.Short(), n.CreatedAt.Local().Format(time.DateOnly), n.Kind, where,
			control.Width(n.Scope), why, saidIn(n.Source), control.OneLine(n.Content))
		for _, with := range []struct {
			how string
			all []*memtide.Node
		}{{"since then", r.Amended}, {"instead of", r.Supersedes}} {
			for _, o := range with.all {
				printPlain(w, "  %s\t%s\t%s\t\t\t\t%s\t%s\n", o.ID.Short(), o.CreatedAt.Local().Format(time.DateOnly), with.how, saidIn(o.Source), control.OneLine(o.Content))
			}
		}
	}
	w.Flush()
	if crowded > 0 {
		fmt.Fprintf(out, "%d of %d have no room in retrieve.tokens_pins: a prompt that speaks for none of them is given the others. memtide pin ID puts one before the others, memtide forget ID ends one\n", crowded, len(all))
	}
}

// saidIn names the half-turn, or who has stated the memory without one.
func saidIn(s memtide.Source) string {
	if s.Turn == "" {
		return s.Client
	}
	return control.Short(s.Turn)
}
