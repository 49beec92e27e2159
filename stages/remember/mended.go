package remember

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// What was broken, why, and what was done about it stands in two half-turns: the user
// reports that something does not do what it should, and the agent says what was wrong
// and what it has changed, in plain words that by themselves are like any others.

// mendedBy finds in the agent's half-turn what was wrong and what was changed, where
// the user's half of the exchange reports it. It reads no memory.
func (d Deps) mendedBy(ctx context.Context, h event.Half, t event.TurnTaken) (*event.Mended, error) {
	if t.Role != memtide.RoleAgent || t.Session == "" || t.PromptID == "" {
		return nil, nil
	}
	own := ownSentences(t.Turn)
	found, ok := mendIn(t.Turn, own)
	if !ok {
		return nil, nil
	}
	prompt, err := d.promptOf(ctx, h, t)
	if err != nil || prompt == nil {
		return nil, err
	}
	reported, ok := reports(prompt.Turn, language.ActOf(t.Text[own[0].Start:own[0].End]).Thanks)
	if !ok || language.OpensPointing(t.Text[found.Start:found.End]) && foundBy(prompt.Turn) != nil {
		return nil, nil // that explains it: what the user has found is in their own words
	}
	return &event.Mended{Span: event.Span(found), Reported: event.Report{Turn: prompt.ID, Spans: reported}}, nil
}

// mendIn returns the part of a reply that tells what was wrong and what was changed. It has in it
// nothing that the agent only quotes.
func mendIn(t memtide.Turn, own []event.Span) (language.Span, bool) {
	for len(own) > 0 {
		n := 1
		for n < len(own) && !slices.ContainsFunc(t.Quotes, func(q memtide.Quote) bool { return own[n-1].End <= q.Start && q.End <= own[n].Start }) {
			n++
		}
		spans := make([]language.Span, n)
		for i, s := range own[:n] {
			spans[i] = language.Span(s)
		}
		if found, ok := language.Mended(t.Text, spans); ok {
			return found, true
		}
		own = own[n:]
	}
	return language.Span{}, false
}

// promptOf returns the user's half of the exchange of an agent's half-turn, nil where
// it does not stand before it in TURNS.
func (d Deps) promptOf(ctx context.Context, h event.Half, t event.TurnTaken) (*event.TurnTaken, error) {
	prompt := t.Turn
	prompt.Role = memtide.RoleUser
	half := event.Half{Space: h.Space, Turn: memtide.TurnID(prompt)}
	if err := d.decided(ctx, "record", h); err != nil { // then all before it are recorded, too
		return nil, err
	}
	c, known, err := d.Ledger.Recorded(ctx, h.Space, memtide.NewChangeID("record", half.Turn))
	if errors.Is(err, bus.ErrGone) || err == nil && (!known || c.Cause.Seq >= h.Seq) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	half.Seq = c.Cause.Seq
	said, err := d.turn(ctx, half)
	if errors.Is(err, bus.ErrGone) {
		return nil, nil
	}
	if err != nil || said.Trust < memtide.TrustUser {
		return nil, err
	}
	return &said, nil
}

// mostReporting is the number of sentences in which a problem is reported without a word
// for it; who says more tells what is so.
const mostReporting = 2

// reports returns the sentences of the user's half-turn that surely say what goes wrong:
// those that show it by themselves, or the only one that may mean it, where that gives no
// value and the agent has not just taken note of it. A rule that gives what goes wrong as its
// reason is one only where nothing else is. ok is false where none may mean it.
func reports(t memtide.Turn, noted bool) (spans []event.Span, ok bool) {
	var likely, ruled []event.Span
	maybe, found := 0, false
	for _, s := range ownSentences(t) {
		text := t.Text[s.Start:s.End]
		fault := language.FaultOf(text)
		switch {
		case fault != language.NoFault && language.FoundCause(text):
			found = true // what they know to be so is not what they report
		case fault >= language.LikelyFault && rules(language.CuesOf(text)):
			ruled = append(ruled, s)
		case fault == language.SureFault:
			spans = append(spans, s)
		case fault == language.LikelyFault:
			likely = append(likely, s)
		case fault == language.MaybeFault:
			maybe++
		}
	}
	switch n := len(likely) + maybe; {
	case len(spans) > 0:
		return spans, true
	case n == 1 && !noted:
		return likely, true
	case len(ruled) > 0:
		return ruled, true
	case n > mostReporting:
		return nil, found
	}
	return nil, len(likely) > 0 || found
}

// rules reports whether a sentence is kept as a rule.
func rules(c language.Cues) bool { return c.Directs || c.Instruction >= instructionBar }

// mended makes the item of what was wrong and what was changed.
func (h *heard) mended(m event.Mended) event.Found {
	f := h.found(m.Span, memtide.Event, language.CuesOf(h.Text[m.Start:m.End]))
	f.Subtype, f.Importance, f.Reported = memtide.Incident, 4, &m.Reported
	f.EventTime, f.ValidFrom, f.ValidUntil = time.Time{}, time.Time{}, time.Time{} // it was mended when it is told, whatever day is spoken of
	f.Project = h.Project                                                          // "I moved the socket" is nothing of the user's own life
	return f
}

// settleReport lets an incident take the place of what the user reported: what does not
// work is so no longer once the answer tells what was changed. A rule or a wish stays, also
// with the report in one sentence: it is carried out, and holds. So does what was said again since.
func (w *writer) settleReport(f event.Found) error {
	id, ok := w.kept[itemKey(f)]
	if f.Reported == nil || !ok || f.Attributes[tools.Quarantine] != "" || w.t.Trust < memtide.TrustAgent {
		return nil
	}
	said := ""
	var known []*memtide.Node
	for _, of := range w.v.Graph.ByTurn(f.Reported.Turn) {
		n, err := w.v.Graph.Node(of)
		if err != nil {
			return err
		}
		switch {
		case n.Kind == memtide.Episode:
			said = n.Content
		case n.Live() && !n.Pinned && n.ConfirmedAt.IsZero() && !tools.LastSaid(n).After(w.order) && (n.Project == "" || n.Project == f.Project) && !mayRule(n) && reportsFault(n.Content):
			known = append(known, n)
		}
	}
	for _, old := range known {
		if !slices.ContainsFunc(f.Reported.Spans, func(s event.Span) bool {
			return s.End <= len(said) && strings.Contains(said[s.Start:s.End], old.Content)
		}) {
			continue
		}
		if err := w.ops.Supersede(&memtide.Node{ID: id}, old); err != nil {
			return err
		}
	}
	return nil
}

// reportsFault reports whether a memory says that something goes wrong. What orders something to be
// done where it does says nothing of the kind: log when a request takes more than 500 ms.
func reportsFault(s string) bool {
	fault := language.FaultOf(s)
	return fault == language.SureFault || fault == language.LikelyFault && !language.ActOf(s).Command && !language.OrdersInCase(s)
}

// mayRule reports whether a memory is none of what is so, but a rule, a wish, a plan or a name.
func mayRule(n *memtide.Node) bool {
	return n.Kind == memtide.Instruction || n.Kind == memtide.Opinion && n.Subtype == "preference" || n.Kind == memtide.Plan || n.Kind == memtide.Entity ||
		n.Attributes[ledger.Standing] != "" || language.CuesOf(n.Content).Directs
}

// takeBack takes out of what is known how something was mended where the user says
// that it was not: "no, that's not it" of the reply before, "it still freezes" also of one
// some exchanges back that answered how it freezes.
func takeBack(v ledger.View, c *memtide.ChangeSet, t memtide.Turn) error {
	if t.Role != memtide.RoleUser || t.Trust < memtide.TrustUser {
		return nil
	}
	own := ownText(t)
	refused, again := language.NotMended(own), language.StillDoes(own)
	if !refused && again == "" {
		return nil
	}
	at := memtide.NewID(t.Time, memtide.NewChangeID("record", t.ID), 0)
	for back := range 2 * mostMendsBack {
		half, err := halfBefore(v, at)
		if err != nil || half == nil {
			return err
		}
		at = half.ID
		if half.Source.Role != memtide.RoleAgent {
			continue
		}
		if back > 0 || !refused {
			report, err := halfBefore(v, at)
			if err != nil {
				return err
			}
			if report == nil || again == "" || !slices.Contains(language.Terms(report.Content), again) {
				continue
			}
		}
		if taken, err := takeMends(v, c, half.Source.Turn, t); taken || err != nil {
			return err
		}
	}
	return nil
}

// mostMendsBack is how many exchanges back a mend may lie of which the user says that it did not hold.
const mostMendsBack = 6

// halfBefore returns the half-turn that was said before one in its session, nil for none.
func halfBefore(v ledger.View, id memtide.ID) (*memtide.Node, error) {
	for before := range v.Graph.OutLinks(id, memtide.Temporal) {
		return v.Graph.Shared(before.Node)
	}
	return nil, nil
}

// takeMends takes out what a reply has told of how something was mended, and reports whether it has told so.
func takeMends(v ledger.View, c *memtide.ChangeSet, reply string, t memtide.Turn) (taken bool, err error) {
	for _, id := range v.Graph.ByTurn(reply) {
		n, err := v.Graph.Node(id)
		if err != nil {
			return taken, err
		}
		if n.Kind == memtide.Event && n.Subtype == memtide.Incident && n.Live() && !n.Pinned {
			c.Ops = append(c.Ops, memtide.SetNode(n, "archived_at", t.Time))
			if err := standAgain(v, c, n.ID); err != nil {
				return taken, err
			}
			taken = true
		}
	}
	return taken, nil
}

// standAgain lets hold again what a memory has taken the place of that is gone.
func standAgain(v ledger.View, c *memtide.ChangeSet, gone memtide.ID) error {
	replaced, err := v.Graph.Out(gone, memtide.Supersedes)
	if err != nil {
		return err
	}
	for _, e := range replaced {
		old, err := v.Graph.Node(e.To)
		if err != nil {
			return err
		}
		if old.SupersededBy == gone {
			c.Ops = append(c.Ops, memtide.SetNode(old, "superseded_by", memtide.ID{}), memtide.AddEdge(&e).Inverse())
		}
	}
	return nil
}
