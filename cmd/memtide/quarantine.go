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
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

func quarantineCmd(a *app) *cobra.Command {
	var from string
	list := a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
		all, err := client.Control[[]*memtide.Node](ctx, cl, "quarantine", control.QuarantineRequest{Space: cl.Space(), Client: from})
		if err != nil {
			return err
		}
		empty := "nothing is in quarantine"
		if len(all) == 0 && from != "" && !a.json {
			if empty, err = othersWait(ctx, cl, from); err != nil {
				return err
			}
		}
		return printSome(a, all, func(w io.Writer) { writeQuarantine(w, all) }, "%s", empty)
	})
	c := &cobra.Command{
		Use: "quarantine", Short: "look at what is doubted because of its source", Args: cobra.NoArgs,
		Long: `Instructions come from you alone. What tells the agent what to do and comes from
a tool, a file, a web page or an import, what has the form of an attack on the
agent, and what one source brings beyond remember.source_cap in a session is
kept, is shown to no agent, and waits here.

  memtide quarantine show ID     what it says, where it comes from, why it waits
  memtide quarantine accept ID   you vouch for it: it becomes what it was read as
  memtide quarantine drop ID…    it stays out, and is not asked about again;
                                 memtide restore ID lets it wait here again

What you paste stays a quotation in your half-turn and makes no memory at all.`,
		RunE: list,
	}
	c.Flags().StringVar(&from, "client", "", "only what comes from this client or tool")
	ls := &cobra.Command{Use: "list", Short: "list what waits", Args: cobra.NoArgs, RunE: list}
	ls.Flags().AddFlag(c.Flags().Lookup("client"))
	c.AddCommand(ls, a.quarantineShow(), a.quarantineAccept(), a.quarantineDrop())
	return c
}

// othersWait says that nothing of a client waits, and of whom something does.
func othersWait(ctx context.Context, cl *client.Client, from string) (string, error) {
	all, err := client.Control[[]*memtide.Node](ctx, cl, "quarantine", control.QuarantineRequest{Space: cl.Space()})
	if err != nil || len(all) == 0 {
		return "nothing is in quarantine", err
	}
	var others []string
	for _, n := range all {
		others = append(others, cmp.Or(n.Source.Client, "no client"))
	}
	slices.Sort(others)
	return fmt.Sprintf("nothing of %q is in quarantine; %s of %s %s there", from, memtide.Count(len(all), "memory"),
		strings.Join(slices.Compact(others), ", "), memtide.Agree(len(all), "is", "are")), nil
}

func (a *app) quarantineShow() *cobra.Command {
	return &cobra.Command{Use: "show ID", Short: "show one with its source and the reason", Args: cobra.ExactArgs(1),
		RunE: a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
			s, err := client.Control[control.Shown](ctx, cl, "show", control.ShowRequest{Space: cl.Space(), What: args[0], History: true})
			if err != nil {
				return err
			}
			if s.Node.Attributes[tools.Quarantine] == "" {
				return none("memory %s is not in quarantine", args[0])
			}
			return a.print(s, func(w io.Writer) { writeShown(w, s) })
		})}
}

func (a *app) quarantineAccept() *cobra.Command {
	var as string
	c := &cobra.Command{Use: "accept ID", Short: "vouch for one: it becomes what it was read as", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if of := tools.NoteKinds(); as != "" && !slices.Contains(of, memtide.Kind(as)) {
				return noKind("--as", memtide.Kind(as), of)
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			cs, err := client.Decide[memtide.ChangeSet](c.Context(), cl, "accept", control.AcceptRequest{Space: cl.Space(), What: args[0], As: memtide.Kind(as)})
			if err != nil {
				return err
			}
			return a.print(cs, func(w io.Writer) {
				id := args[0]
				for _, op := range cs.Ops {
					if op.Whole() && !op.Node.IsZero() {
						id = op.Node.Short()
					}
				}
				printPlain(w, "accepted %s: it is %s now (change %s)\n", args[0], id, control.Short(string(cs.ID)))
			})
		}}
	c.Flags().StringVar(&as, "as", "", "the kind that it shall have: fact, event, instruction, opinion or plan")
	return c
}

func (a *app) quarantineDrop() *cobra.Command {
	return &cobra.Command{Use: "drop ID...", Short: "leave some out, and do not ask again", Args: cobra.MinimumNArgs(1),
		RunE: a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
			cs, err := client.Decide[memtide.ChangeSet](ctx, cl, "drop", control.DropRequest{Space: cl.Space(), What: args})
			if err != nil {
				return err
			}
			return a.print(cs, func(w io.Writer) { printPlain(w, "%d dropped (change %s)\n", len(args), control.Short(string(cs.ID))) })
		})}
}

func writeQuarantine(out io.Writer, all []*memtide.Node) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, n := range all {
		kind := string(n.Kind)
		if as := n.Attributes[tools.ReadAs]; as != "" {
			kind = as
		}
		printPlain(w, "%s\t%s\t%s\t%s\t%s\t%s\n  \t\t\t\t\t%s\n", n.ID.Short(), n.CreatedAt.Local().Format(time.DateOnly), kind, n.Trust, n.Source.Client,
			control.FirstWords(n.Content), n.Attributes[tools.Quarantine])
	}
	w.Flush()
}
