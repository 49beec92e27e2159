package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// writeReceiptBody lists the candidates with their signals: those that are
// shown in their order, then the rest with the reason. Of what a client's prompt
// was given it says whether the answer used it, once the answer is there.
func writeReceiptBody(out io.Writer, r control.Told, all bool) {
	if r.Gate != "" {
		printPlain(out, "gate %s\n", r.Gate)
	}
	found, pinned := r.Count()
	fmt.Fprintf(out, "candidates: %d found, %d pinned, %d injected\n", found, pinned, len(r.Injected))
	for _, c := range r.Conflicts {
		printPlain(out, "asks which holds, %s or %s (memtide conflicts, %s)\n", c.First.Short(), c.Second.Short(), c.Edge.Short())
	}
	rows := r.Rows(all)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	head, worded := "  place\tid\tkind\ttokens\trelevance\tbm25\tcosine\tgraph\trank\ttraits\tby\tverdict\tsource", len(r.Words) > 0
	if worded {
		head += "\ttext"
	}
	if len(rows) > 0 {
		fmt.Fprintln(w, head)
	}
	for _, c := range rows {
		place, tokens := "-", "-"
		if c.Order > 0 {
			place = fmt.Sprint(c.Order)
		}
		if c.Tokens > 0 {
			tokens = fmt.Sprint(c.Tokens)
		}
		printPlain(w, "  %s\t%s\t%s\t%s\t%.3f\t%.2f\t%.2f\t%.2f\t%.3f\t%s\t%s\t%s\t%s", place, c.ID.Short(), c.Kind, tokens, c.Relevance, c.BM25,
			c.Cosine, c.Graph, c.Rank, cmp.Or(c.Traits.String(), "-"), cmp.Or(c.By, "-"), c.Verdict, cmp.Or(r.Sources[c.ID.String()], "-"))
		if worded {
			printPlain(w, "\t%s", cmp.Or(r.Words[c.ID.String()], "-"))
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	if n := found - len(r.Injected); n > 0 && !all {
		fmt.Fprintf(out, "%d left out (--explain shows them)\n", n)
	}
}

// receiptFlags gives a command the flags that leave receipts out, and refuses a mode that
// there is none of.
func receiptFlags(c *cobra.Command, only *control.ReceiptFilter) {
	c.Flags().StringVar(&only.Client, "client", "", "only what this client or tool has asked")
	c.Flags().StringVar(&only.Session, "session", "", "only of this session, or of those whose id begins so")
	c.Flags().StringVar(&only.Mode, "mode", "", "only of this sort: "+strings.Join(receiptModes, ", "))
	c.PreRunE = func(*cobra.Command, []string) error {
		if only.Mode != "" && !slices.Contains(receiptModes, only.Mode) {
			return usage("--mode is %q, want one of: %s", only.Mode, strings.Join(receiptModes, ", "))
		}
		return nil
	}
}

var receiptModes = []string{event.ModePrompt, event.ModeSessionStart, event.ModeSubagent, event.ModeQuery}

// noReceiptOf says that no receipt is let through.
func noReceiptOf(only control.ReceiptFilter) string {
	if only != (control.ReceiptFilter{}) {
		return "no receipt is of that client, session and mode; memtide trace lists all"
	}
	return noReceipt
}

func whyCmd(a *app) *cobra.Command {
	var only control.ReceiptFilter
	c := &cobra.Command{
		Use: "why RECEIPT", Short: "why was this injected, and was it used: print a receipt (\"last\" is the newest)", Args: cobra.ExactArgs(1),
		Long: `Prints a receipt: what the gate asked for, how long each stage took, how many candidates were
found, standing directives (pinned) and what was left out among them, and of each
  relevance  the share of the prompt that its words cover, 0 to 1
  bm25       the score of its best passage
  cosine     how like the prompt its meaning is, where an embedder tells
  graph      how near the links lead to it: 1 is a direct neighbour
  rank       what orders the candidates in the end
  traits     what lowered (-) or raised (+) it beside its words: said by the agent; asks and tells
             nothing; timeless, where a time is asked for; speaks of the listener; by or about
             somebody named; said then, in the time that is asked for; tells a wish, where advice is
             asked for; an echo, which stands beside what the prompt says itself
  by         the search that found it first
  verdict    injected and used or not, or why it was left out
  source     the half-turn that it comes from
  text       its first words
The gate asks whether any memory fits: one has to cover so much of the prompt, and what it covers
has to tell so much, in nats. A word that few memories have tells more than one that many have. How
much is asked for depends on the form of the prompt: a question leans on what was told before.
RECEIPT is an id as memtide trace lists them, its first characters, or "last". The last may
be that of your own memtide search; --client, --session and --mode say of what it shall be:
  memtide why last --mode prompt --client claude-code`,
		RunE: func(c *cobra.Command, args []string) error {
			id := args[0]
			if id == "last" {
				id = ""
			} else if err := longEnough(id, shortestTrace, "a receipt"); err != nil {
				return err
			} else if only != (control.ReceiptFilter{}) {
				return usage("--client, --session and --mode go with \"last\"; an id names one receipt")
			}
			rs, err := a.receipts(c, control.ReceiptsRequest{ID: id, Limit: 1, ReceiptFilter: only})
			if err != nil {
				return err
			}
			switch {
			case len(rs) == 0 && id == "":
				return none("%s", noReceiptOf(only))
			case len(rs) == 0:
				return none("receipt %q: there is none; see: memtide trace", id)
			}
			r := rs[0]
			return a.print(r, func(w io.Writer) {
				writeReceipt(w, r)
				if id := r.HalfTurnID(); id != "" {
					printPlain(w, "the words of the prompt: memtide show %s\n", control.Short(id))
				}
			})
		},
	}
	receiptFlags(c, &only)
	return c
}

func writeReceipt(w io.Writer, r control.Told) {
	printPlain(w, "receipt %s · %s · %s · %s · session %s · project %q\n", r.ID, r.At.Local().Format(time.DateTime), r.Mode, cmp.Or(r.Client, "-"), cmp.Or(r.Session, "-"), r.Project)
	printPlain(w, "intent %s · engine %s · %s · %s%s\n", r.Intent, r.Engine, memtide.Count(r.Tokens, "token"), us(r.TookUS), behind(" · ", r.Reason))
	writeStages(w, r.Stages)
	writeReceiptBody(w, r, true)
}

func (a *app) receipts(c *cobra.Command, in control.ReceiptsRequest) ([]control.Told, error) {
	cl, err := a.connect(c.Context())
	if err != nil {
		return nil, err
	}
	defer cl.Close()
	in.Space = cl.Space()
	return client.Control[[]control.Told](c.Context(), cl, "receipts", in)
}
