package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/tools"
)

func eraseCmd(a *app) *cobra.Command {
	var req control.EraseRequest
	var yes, off bool
	c := &cobra.Command{
		Use: "erase ID|TURN|SESSION|SOURCE", Short: "erase for good, out of the logs too",
		Args: func(c *cobra.Command, args []string) error {
			if off {
				return cobra.MaximumNArgs(1)(c, args)
			}
			return cobra.ExactArgs(1)(c, args)
		},
		Long: `Erases a memory, a half-turn, a session, or all that came from a source (a client
or a tool): out of both logs, the graph, the indexes, the recorded vectors and
answers of models, dead letters, receipts and the spool. It shows first what goes, and asks. There is no
undo. Where an id may mean several things, say which: session:s1, source:mytool.

A memory takes with it every half-turn that says it, what repeats it, and the
names that nothing else mentions. What else came from those half-turns, what was
derived from it, and what says something like it in other words, as an agent that
was told it, is shown and stays unless --cascade is given, but for summaries in
words of a model's own: nobody can tell what in them says what is erased.

The backups in the data folder go, and so does what a restore has moved aside,
whatever they hold; where there were some, a new one is made of what is left.
--keep-backups leaves them, and the certificate names them.

What is left is fitted together as if the rest had never been said: a memory that
was superseded by an erased one holds again. A certificate below erasures/ in the
data folder says what was done and what could not be reached.

An erasure that waits, for another one or for the next start, is made also when
nobody waits for it; memtide status shows it. --call-off takes back that it was
asked for, of one target or of all in the space.`,
		RunE: func(c *cobra.Command, args []string) error {
			if off && (req.DryRun || req.Cascade || req.Keep) {
				return usage("--call-off goes with none of --cascade, --dry-run and --keep-backups")
			}
			if off {
				return a.callOff(c.Context(), args)
			}
			return a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
				req.Space, req.What = cl.Space(), args[0]
				return a.erase(ctx, cl, req, yes)
			})(c, args)
		},
	}
	f := c.Flags()
	f.BoolVar(&req.Cascade, "cascade", false, "also what else came from the half-turns that go, what was derived from it, and what says something like it")
	f.BoolVar(&req.DryRun, "dry-run", false, "show what would go, and erase nothing")
	f.BoolVar(&req.Keep, "keep-backups", false, "leave the backups in the data folder as they are, with what they hold of it")
	f.BoolVar(&off, "call-off", false, "make no erasure that waits; of what is named, or all of the space")
	f.BoolVarP(&yes, "yes", "y", false, "do not ask (what goes is shown all the same)")
	return c
}

// erase shows what goes, asks, and lets the daemon erase it.
func (a *app) erase(ctx context.Context, cl *client.Client, req control.EraseRequest, yes bool) error {
	look := req
	look.DryRun = true
	shown, err := erasing(ctx, cl, look, a.io.err)
	if err != nil {
		return err
	}
	if req.DryRun {
		return a.print(shown.Plan, func(w io.Writer) { writeErasePlan(w, shown.Plan) })
	}
	writeErasePlan(a.io.err, shown.Plan)
	if !yes && !a.agree(fmt.Sprintf("erase %s and %s%s for good?", memtide.Count(len(shown.Plan.Goes), "memory"), memtide.Count(len(shown.Plan.Turns), "half-turn"), withCopies(shown.Plan))) {
		return none("nothing is erased")
	}
	req.Seen = shown.Plan.Print()
	done, err := erasing(ctx, cl, req, a.io.err)
	if err != nil {
		return err
	}
	return a.print(done.Certificate, func(w io.Writer) { io.WriteString(w, done.Certificate.Text()) })
}

func erasing(ctx context.Context, cl *client.Client, req control.EraseRequest, out io.Writer) (r control.EraseReply, err error) {
	what := "erasing"
	if req.DryRun {
		what = "looking what would go"
	}
	op, err := progress.Follow(ctx, cl, "erase", req, progress.Bar(out, -1, what))
	if err == context.Canceled { // nothing is asked for yet; else it says that the daemon goes on
		return r, errors.New("interrupted; nothing is erased")
	}
	if err != nil {
		return r, err
	}
	err = op.Into(&r)
	return r, err
}

// withCopies says that backups go, too.
func withCopies(p control.ErasePlan) string {
	if n := len(p.Copies); n > 0 && !p.Keep {
		return fmt.Sprintf(", and %s,", memtide.Count(n, "backup"))
	}
	return ""
}

func writeErasePlan(out io.Writer, p control.ErasePlan) {
	printPlain(out, "%s: %s and %s go\n", p.Target, memtide.Count(len(p.Goes), "memory"), memtide.Count(len(p.Turns), "half-turn"))
	list := func(all []tools.Doomed) {
		w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
		for _, d := range all[:min(len(all), 50)] {
			printPlain(w, "  %s\t%s\t%s\t%s\t%s\n", d.Node.ID.Short(), d.Node.CreatedAt.Local().Format(time.DateOnly), d.Node.Kind, d.Why, control.FirstWords(d.Node.Content))
		}
		w.Flush()
		if n := len(all) - 50; n > 0 {
			fmt.Fprintf(out, "  and %d more\n", n)
		}
	}
	list(p.Goes)
	var like, stays []tools.Doomed
	for _, d := range p.Stays {
		if d.Why == tools.ErasedLike {
			like = append(like, d)
		} else {
			stays = append(stays, d)
		}
	}
	if len(stays) > 0 {
		fmt.Fprintf(out, "%d stay, and would go with --cascade\n", len(stays))
		list(stays)
	}
	if len(like) > 0 {
		fmt.Fprintf(out, "%d still %s something like it, and would go with --cascade; memtide erase ID takes one alone\n", len(like), memtide.Agree(len(like), "says", "say"))
		list(like)
	}
	if len(p.Names) > 0 {
		printPlain(out, "these names stay, because others mention them: %s\n", strings.Join(p.Names, ", "))
	}
	for _, dir := range p.Copies {
		what := "goes, too (--keep-backups leaves it)"
		if p.Keep {
			what = "stays, with what it holds of it"
		}
		printPlain(out, "%s %s\n", dir, what)
	}
}
