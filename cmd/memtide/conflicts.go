package main

import (
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

func conflictsCmd(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "conflicts", Short: "list memories that contradict each other, and say which one holds", Args: cobra.NoArgs,
		Long: `Lists pairs of memories that cannot both hold and of which nobody has said which
does: A was said first, B later. The agent is asked once a session to ask you,
and your next words answer ("the first", "keep both", "drizzle is right"). Here
you answer yourself, with the id of the pair or of one of the two:

  memtide conflicts keep-a ID        A holds; B is kept as superseded
  memtide conflicts keep-b ID        B holds
  memtide conflicts keep-both ID     both hold; nobody asks again
  memtide conflicts merge ID TEXT    your words in the place of both;
                                     - reads them from standard input
  memtide conflicts defer ID         nobody asks for a week (--days)

Saying one of them again settles it, too; with remember.newest_wins_days what
was said last holds after that time. memtide undo CHANGE takes an answer back.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
			all, err := client.Control[[]tools.Conflict](ctx, cl, "conflicts", control.SpaceRequest{Space: cl.Space()})
			if err != nil {
				return err
			}
			return printSome(a, all, func(w io.Writer) { writeConflicts(w, all, time.Now()) }, "no memories contradict each other")
		}),
	}
	settle := func(how, args, short string, n cobra.PositionalArgs) *cobra.Command {
		req := control.SettleRequest{How: how}
		sub := &cobra.Command{Use: how + " " + args, Short: short, Args: n,
			RunE: func(c *cobra.Command, args []string) error {
				text, err := a.words(args[1:])
				if err != nil {
					return err
				}
				req.What, req.Text = args[0], text
				return a.settle(c, req)
			}}
		if how == tools.Defer {
			sub.Flags().IntVar(&req.Days, "days", 7, "for so many days")
		}
		return sub
	}
	c.AddCommand(
		settle(tools.KeepA, "ID", "the one that was said first holds", cobra.ExactArgs(1)),
		settle(tools.KeepB, "ID", "the one that was said later holds", cobra.ExactArgs(1)),
		settle(tools.KeepBoth, "ID", "both hold", cobra.ExactArgs(1)),
		settle(tools.Merge, "ID TEXT", "put your own words in the place of both", cobra.MinimumNArgs(2)),
		settle(tools.Defer, "ID", "be asked later", cobra.ExactArgs(1)),
	)
	return c
}

func (a *app) settle(c *cobra.Command, req control.SettleRequest) error {
	if req.How == tools.Defer && (req.Days < 1 || req.Days > 3650) {
		return usage("--days is %d, want 1 to 3650", req.Days)
	}
	cl, err := a.connect(c.Context())
	if err != nil {
		return err
	}
	defer cl.Close()
	req.Space = cl.Space()
	cs, err := client.Decide[memtide.ChangeSet](c.Context(), cl, "settle", req)
	if err != nil {
		return err
	}
	a.tellTakenOut(req.Text)
	return a.print(cs, func(w io.Writer) { printPlain(w, "%s (change %s)\n", cs.Reason, control.Short(string(cs.ID))) })
}

func writeConflicts(w io.Writer, all []tools.Conflict, now time.Time) {
	for _, c := range all {
		later := ""
		if c.Edge.ValidFrom.After(now) {
			later = ", put off until " + c.Edge.ValidFrom.Local().Format(time.DateOnly)
		}
		printPlain(w, "%s  since %s%s\n", c.Edge.ID.Short(), c.Edge.CreatedAt.Local().Format(time.DateOnly), later)
		writeSide(w, "A", c.A)
		writeSide(w, "B", c.B)
	}
}

func writeSide(w io.Writer, name string, n *memtide.Node) {
	printPlain(w, "  %s  %s  %s  %s  %s\n", name, n.ID.Short(), n.CreatedAt.Local().Format(time.DateOnly), n.Trust, control.FirstWords(n.Content))
}
