package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/redact"
)

// change asks the daemon for one change set of a memory and says what it is.
func (a *app) change(c *cobra.Command, verb string, req control.NodeRequest, done func(memtide.ChangeSet) string) error {
	cl, err := a.connect(c.Context())
	if err != nil {
		return err
	}
	defer cl.Close()
	req.Space = cl.Space()
	cs, err := client.Decide[memtide.ChangeSet](c.Context(), cl, verb, req)
	if err != nil {
		return err
	}
	a.tellTakenOut(req.Text)
	return a.print(cs, func(w io.Writer) {
		text := done(cs)
		if len(cs.Ops) == 0 {
			text = cs.Reason
		}
		printPlain(w, "%s (change %s)\n", text, control.Short(string(cs.ID)))
	})
}

// tellTakenOut names what of a text is not kept, and never shows it. It goes to
// standard error: the memory has been kept.
func (a *app) tellTakenOut(text string) {
	c := redact.Clean(text)
	what := slices.Clone(c.Removed)
	for _, f := range c.Secrets {
		what = append(what, f.Rule)
	}
	if slices.Sort(what); len(what) > 0 {
		printPlain(a.io.err, "memtide: taken out of the text before it was kept: %s\n", strings.Join(slices.Compact(what), ", "))
	}
}

func correctCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "correct ID TEXT", Short: "put your own words in the place of a memory", Args: cobra.MinimumNArgs(2),
		Long: `Your words take the place of the memory: the new one keeps its kind, scope,
project and links, counts as confirmed by you, and never decays. The old one
stays in the store with its history. Secrets are taken out. memtide undo CHANGE
brings the old one back. With - as TEXT it is read from standard input.`,
		RunE: func(c *cobra.Command, args []string) error {
			text, err := a.words(args[1:])
			if err != nil {
				return err
			}
			return a.change(c, "correct", control.NodeRequest{What: args[0], Text: text}, func(cs memtide.ChangeSet) string {
				for _, op := range cs.Ops {
					if op.Whole() && !op.Node.IsZero() {
						return fmt.Sprintf("corrected %s: it is %s now", args[0], op.Node.Short())
					}
				}
				return "corrected " + args[0]
			})
		},
	}
}

func confirmCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "confirm ID", Short: "vouch for a memory: it never decays", Args: cobra.ExactArgs(1),
		Long: `The memory gets full confidence and the trust of what you say yourself, and
never decays. What is confirmed is replaced by your own words only.`,
		RunE: func(c *cobra.Command, args []string) error {
			return a.change(c, "confirm", control.NodeRequest{What: args[0]}, func(memtide.ChangeSet) string { return "confirmed " + args[0] })
		},
	}
}

func pinCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "pin ID", Short: "let a memory come with every prompt that is given memory", Args: cobra.ExactArgs(1),
		Long: `What is pinned stands before all other rules (memtide rules lists them), within
retrieve.tokens_pins, and nothing replaces it without you. A memory of a project
is pinned in that project alone. What does not come from you has to be confirmed
before.`,
		RunE: func(c *cobra.Command, args []string) error {
			return a.change(c, "pin", control.NodeRequest{What: args[0], On: true}, func(memtide.ChangeSet) string { return "pinned " + args[0] })
		},
	}
}

func unpinCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "unpin ID", Short: "take a pin out again", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return a.change(c, "pin", control.NodeRequest{What: args[0]}, func(memtide.ChangeSet) string { return "unpinned " + args[0] })
		},
	}
}
