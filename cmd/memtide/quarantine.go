package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

type quarantineRequest struct {
	Space  memtide.Space `json:"space"`
	Client string        `json:"client,omitempty"` // only what comes from it
}

// quarantine returns what waits for a look, the newest first.
func (d *daemon) quarantine(ctx context.Context, in quarantineRequest) ([]*memtide.Node, error) {
	var all []*memtide.Node
	err := d.ledger.Read(ctx, in.Space, func(v ledger.View) (err error) {
		all, err = tools.Quarantined(v)
		return err
	})
	return slices.DeleteFunc(all, func(n *memtide.Node) bool { return in.Client != "" && n.Source.Client != in.Client }), err
}

type acceptRequest struct {
	Space memtide.Space `json:"space"`
	What  string        `json:"what"`
	As    memtide.Kind  `json:"as,omitempty"`
}

func (d *daemon) accept(ctx context.Context, in acceptRequest) (memtide.ChangeSet, error) {
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Accept(ctx, d.ledger, in.Space, id, in.As, time.Now())
}

type dropRequest struct {
	Space memtide.Space `json:"space"`
	What  []string      `json:"what"`
}

func (d *daemon) drop(ctx context.Context, in dropRequest) (memtide.ChangeSet, error) {
	var ids []memtide.ID
	for _, what := range in.What {
		id, err := d.resolve(ctx, in.Space, what)
		if err != nil {
			return memtide.ChangeSet{}, err
		}
		ids = append(ids, id)
	}
	return tools.Drop(ctx, d.ledger, in.Space, ids, time.Now())
}

func quarantineCmd(a *app) *cobra.Command {
	var from string
	list := a.asks(func(ctx context.Context, cl *client, _ []string) error {
		all, err := control[[]*memtide.Node](ctx, cl, "quarantine", quarantineRequest{cl.space(), from})
		if err != nil {
			return err
		}
		return printSome(a, all, func(w io.Writer) { writeQuarantine(w, all) }, "nothing is in quarantine")
	})
	c := &cobra.Command{
		Use: "quarantine", Short: "look at what is doubted because of its source", Args: cobra.NoArgs,
		Long: `Instructions come from you alone. What tells the agent what to do and comes from
a tool, a file, a web page or an import, what has the form of an attack on the
agent, and what one source brings beyond remember.source_cap in a session is
kept, is shown to no agent, and waits here.

  memtide quarantine show ID     what it says, where it comes from, why it waits
  memtide quarantine accept ID   you vouch for it: it becomes what it was read as
  memtide quarantine drop ID…    it stays out for good

What you paste stays a quotation in your half-turn and makes no memory at all.`,
		RunE: list,
	}
	c.Flags().StringVar(&from, "client", "", "only what comes from this client or tool")
	ls := &cobra.Command{Use: "list", Short: "list what waits", Args: cobra.NoArgs, RunE: list}
	ls.Flags().AddFlag(c.Flags().Lookup("client"))
	c.AddCommand(ls, a.quarantineShow(), a.quarantineAccept(), a.quarantineDrop())
	return c
}

func (a *app) quarantineShow() *cobra.Command {
	return &cobra.Command{Use: "show ID", Short: "show one with its source and the reason", Args: cobra.ExactArgs(1),
		RunE: a.asks(func(ctx context.Context, cl *client, args []string) error {
			s, err := control[shown](ctx, cl, "show", showRequest{cl.space(), args[0], true})
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
		RunE: a.asks(func(ctx context.Context, cl *client, args []string) error {
			cs, err := control[memtide.ChangeSet](ctx, cl, "accept", acceptRequest{cl.space(), args[0], memtide.Kind(as)})
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
				fmt.Fprintf(w, "accepted %s: it is %s now (change %s)\n", args[0], id, short(string(cs.ID)))
			})
		})}
	c.Flags().StringVar(&as, "as", "", "the kind that it shall have: fact, event, instruction, opinion or plan")
	return c
}

func (a *app) quarantineDrop() *cobra.Command {
	return &cobra.Command{Use: "drop ID...", Short: "leave some out for good", Args: cobra.MinimumNArgs(1),
		RunE: a.asks(func(ctx context.Context, cl *client, args []string) error {
			cs, err := control[memtide.ChangeSet](ctx, cl, "drop", dropRequest{cl.space(), args})
			if err != nil {
				return err
			}
			return a.print(cs, func(w io.Writer) { fmt.Fprintf(w, "%d dropped (change %s)\n", len(args), short(string(cs.ID))) })
		})}
}

func writeQuarantine(out io.Writer, all []*memtide.Node) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, n := range all {
		kind := string(n.Kind)
		if as := n.Attributes[tools.ReadAs]; as != "" {
			kind = as
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n  \t\t\t\t\t%s\n", n.ID.Short(), n.CreatedAt.Local().Format(time.DateOnly), kind, n.Trust, n.Source.Client,
			firstWords(n.Content), n.Attributes[tools.Quarantine])
	}
	w.Flush()
}
