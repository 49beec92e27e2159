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
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
)

// tell prints what belongs to an id.
func (a *app) tell(c *cobra.Command, id string) error {
	if err := longEnough(id, shortestTrace, "a receipt or a half-turn"); err != nil {
		return err
	}
	cl, err := a.connect(c.Context())
	if err != nil {
		return err
	}
	defer cl.Close()
	s, err := client.Control[control.Story](c.Context(), cl, "story", control.StoryRequest{Space: cl.Space(), ID: id})
	if err != nil {
		return err
	}
	if hasBodies(s) {
		fmt.Fprintln(a.io.err, "What models were asked and answered follows: it is personal data. Set trace.bodies = false to stop tracing it.")
	}
	return a.print(s, func(w io.Writer) { writeStory(w, s) })
}

func hasBodies(s control.Story) bool {
	return slices.ContainsFunc(s.Asked, func(a event.ModelAsked) bool { return a.Input+a.Output != "" })
}

func writeStory(w io.Writer, s control.Story) {
	if s.Receipt != nil {
		writeReceipt(w, *s.Receipt)
		if id := s.Receipt.HalfTurnID(); id != "" {
			printPlain(w, "half-turn %s (memtide trace %s)\n", id, control.Short(id))
		}
	}
	if h := s.HalfTurn; h != nil && h.Seq == 0 {
		printPlain(w, "half-turn %s · erased\n", h.ID)
	} else if h != nil {
		printPlain(w, "half-turn %s · %s · %s · session %s · %s · %s · number %d of TURNS\n", h.ID, h.Time.Local().Format(time.DateTime), h.Role,
			h.Session, cmp.Or(h.Client, "-"), memtide.Count(h.Bytes, "byte"), h.Seq)
	}
	writeAsked(w, s.Asked)
	for _, c := range s.Changes {
		writeVerdict(w, c)
	}
}

func writeAsked(out io.Writer, all []event.ModelAsked) {
	if len(all) == 0 {
		fmt.Fprintln(out, "no model was asked")
		return
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "  at\tlayer\tprompt\tmodel\ttokens\tcost\ttook\tfrom\ttools\terror")
	for _, a := range all {
		from := "model"
		if a.Recorded {
			from = "record"
		}
		printPlain(w, "  %s\t%s\t%s\t%s\t%d+%d\t%s\t%s\t%s\t%s\t%s\n", a.At.Local().Format("15:04:05.000"), a.Layer, a.Prompt, cmp.Or(a.Model, "-"), a.In, a.Out,
			llm.Dollars(a.Micros), us(a.TookUS), from, cmp.Or(strings.Join(a.Calls, " "), "-"), cmp.Or(a.Error, "-"))
	}
	w.Flush()
	for _, a := range all {
		if a.Input+a.Output != "" {
			fmt.Fprintf(out, "\n%s was asked:\n%s\n%s answered:\n%s\n", a.Layer, indent(a.Input), a.Layer, indent(a.Output))
		}
	}
}

func indent(s string) string {
	return "  " + strings.Join(control.Lines(strings.TrimSpace(s)), "\n  ")
}

// writeVerdict prints one decision on a half-turn: what it made and changed.
func writeVerdict(w io.Writer, c ledger.Logged) {
	printPlain(w, "%s %s by %s: %s\n", c.Cause.Stage, control.Short(string(c.ID)), c.Actor, cmp.Or(c.Reason, memtide.Count(len(c.Ops), "operation")))
	for _, op := range c.Ops {
		printPlain(w, "  %s\n", outline(op))
	}
	if c.Awaits != "" {
		printPlain(w, "  waits for %s\n", c.Awaits)
	}
}

// outline is describe without a word of what was said.
func outline(op memtide.Op) string {
	if op.Whole() && !op.Node.IsZero() {
		if n, err := (memtide.Op{Node: op.Node, To: op.To}).ApplyNode(nil); err == nil && n != nil {
			return fmt.Sprintf("add %s %s", n.Kind, n.ID.Short())
		}
		return "take away " + op.Node.Short()
	}
	if op.Whole() {
		return describe(op)
	}
	return fmt.Sprintf("set %s of %s", op.Field, targetOf(op).Short())
}
