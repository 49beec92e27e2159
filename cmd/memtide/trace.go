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
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
)

type storyRequest struct {
	Space memtide.Space `json:"space"`
	ID    string        `json:"id"` // of a receipt or a half-turn, or its beginning
}

// story is all that is known of one prompt or one half-turn.
type story struct {
	Receipt  *told              `json:"receipt,omitempty"`
	HalfTurn *heard             `json:"half_turn,omitempty"`
	Asked    []event.ModelAsked `json:"asked"` // questions to models, in order
	Changes  []ledger.Logged    `json:"changes,omitempty"`
}

// heard is a half-turn without its text.
type heard struct {
	ID      string       `json:"id"`
	Seq     uint64       `json:"seq,omitempty"` // in TURNS; 0 where its text is erased
	Role    memtide.Role `json:"role,omitempty"`
	Session string       `json:"session,omitempty"`
	Client  string       `json:"client,omitempty"`
	Time    time.Time    `json:"time,omitzero"`
	Bytes   int          `json:"bytes,omitempty"`
}

// shortestTrace is how much of an id names a prompt or a half-turn.
const shortestTrace = 6

// story finds what belongs to an id. TRACE is read once, and TURNS where the id
// is of no receipt.
func (d *daemon) story(ctx context.Context, in storyRequest) (s story, err error) {
	receipts, asked := map[string]event.Receipt{}, map[string][]event.ModelAsked{}
	err = d.bus.Replay(ctx, bus.Replay{Flow: event.Trace, Space: in.Space}, func(m bus.Message) error {
		switch {
		case m.Kind == event.KindOf[event.Receipt]():
			// Whose receipt it is stands in it.
			r, err := event.Decode[event.Receipt](m.Body)
			if err == nil && strings.HasPrefix(r.ID, in.ID) {
				receipts[r.ID] = r
			}
			return err
		case m.Kind == event.KindOf[event.ModelAsked]() && strings.HasPrefix(m.Trace, in.ID):
			a, err := event.Decode[event.ModelAsked](m.Body)
			asked[m.Trace] = append(asked[m.Trace], a)
			return err
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	id := ""
	switch len(receipts) {
	case 0:
		s.HalfTurn, s.Changes, err = d.halfTurn(ctx, in)
		if err != nil {
			return s, err
		}
		id = s.HalfTurn.ID
	case 1:
		for id = range receipts {
			s.Receipt = &told{Receipt: receipts[id]}
		}
		if err := d.outcome(ctx, s.Receipt); err != nil {
			return s, err
		}
		if *s.Receipt, err = d.source(ctx, *s.Receipt); err != nil {
			return s, err
		}
	default:
		return s, fmt.Errorf("%q begins %d receipts; give more of it", in.ID, len(receipts))
	}
	s.Asked = append([]event.ModelAsked{}, asked[id]...)
	slices.SortStableFunc(s.Asked, func(a, b event.ModelAsked) int { return a.At.Compare(b.At) })
	return s, nil
}

// halfTurn finds a half-turn in TURNS and its decisions in LEDGER. One whose text
// is erased has its decisions all the same.
func (d *daemon) halfTurn(ctx context.Context, in storyRequest) (*heard, []ledger.Logged, error) {
	found := map[string]heard{}
	err := d.bus.Replay(ctx, bus.Replay{Flow: event.Turns, Space: in.Space}, func(m bus.Message) error {
		t, err := event.Decode[event.TurnTaken](m.Body)
		if err == nil && strings.HasPrefix(t.ID, in.ID) {
			found[t.ID] = heard{t.ID, m.Seq, t.Role, t.Session, t.Client, t.Time, len(t.Text)}
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	if len(found) > 1 {
		return nil, nil, fmt.Errorf("%q begins %s; give more of it", in.ID, memtide.Count(len(found), "half-turn"))
	}
	h := heard{ID: in.ID}
	for id := range found {
		h = found[id]
	}
	var all []ledger.Logged
	for _, stage := range []string{"record", "store", "reconcile", "reinforce"} {
		c, known, err := d.ledger.Recorded(ctx, in.Space, memtide.NewChangeID(stage, h.ID))
		if err != nil {
			return nil, nil, err
		}
		if known {
			all = append(all, ledger.Logged{ChangeSet: c})
		}
	}
	if h.Seq == 0 && len(all) == 0 {
		return nil, nil, nothing("no receipt and no half-turn %s; list them with: memtide trace, memtide turns", in.ID)
	}
	return &h, all, nil
}

// tell prints what belongs to an id.
func (a *app) tell(c *cobra.Command, id string) error {
	if len(id) < shortestTrace {
		return usage("%q is too short; give at least %s of the id of a receipt or a half-turn", id, memtide.Count(shortestTrace, "character"))
	}
	cl, err := a.connect(c.Context())
	if err != nil {
		return err
	}
	defer cl.close()
	s, err := control[story](c.Context(), cl, "story", storyRequest{cl.space(), id})
	if err != nil {
		return err
	}
	if hasBodies(s) {
		fmt.Fprintln(a.io.err, "What models were asked and answered follows: it is personal data. Set trace.bodies = false to stop tracing it.")
	}
	return a.print(s, func(w io.Writer) { writeStory(w, s) })
}

func hasBodies(s story) bool {
	return slices.ContainsFunc(s.Asked, func(a event.ModelAsked) bool { return a.Input+a.Output != "" })
}

func writeStory(w io.Writer, s story) {
	if s.Receipt != nil {
		writeReceipt(w, *s.Receipt)
		if id := halfTurnOf(*s.Receipt); id != "" {
			fmt.Fprintf(w, "half-turn %s (memtide trace %s)\n", id, short(id))
		}
	}
	if h := s.HalfTurn; h != nil && h.Seq == 0 {
		fmt.Fprintf(w, "half-turn %s · erased\n", h.ID)
	} else if h != nil {
		fmt.Fprintf(w, "half-turn %s · %s · %s · session %s · %s · %s · number %d of TURNS\n", h.ID, h.Time.Local().Format(time.DateTime), h.Role,
			h.Session, cmp.Or(h.Client, "-"), memtide.Count(h.Bytes, "byte"), h.Seq)
	}
	writeAsked(w, s.Asked)
	for _, c := range s.Changes {
		writeVerdict(w, c)
	}
}

// halfTurnOf returns the id of the prompt itself, "" where it is not known.
func halfTurnOf(r told) string {
	if r.PromptID == "" || r.Mode != event.ModePrompt {
		return ""
	}
	return memtide.TurnID(memtide.Turn{Space: r.Space, Session: r.Session, PromptID: r.PromptID, Role: memtide.RoleUser})
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
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%d+%d\t%s\t%s\t%s\t%s\t%s\n", a.At.Local().Format("15:04:05.000"), a.Layer, a.Prompt, cmp.Or(a.Model, "-"), a.In, a.Out,
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
	return "  " + strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n  ")
}

// writeVerdict prints one decision on a half-turn: what it made and changed.
func writeVerdict(w io.Writer, c ledger.Logged) {
	fmt.Fprintf(w, "%s %s by %s: %s\n", c.Cause.Stage, short(string(c.ID)), c.Actor, cmp.Or(c.Reason, memtide.Count(len(c.Ops), "operation")))
	for _, op := range c.Ops {
		fmt.Fprintf(w, "  %s\n", outline(op))
	}
	if c.Awaits != "" {
		fmt.Fprintf(w, "  waits for %s\n", c.Awaits)
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
