package tools

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// Writer adds operations to the change set of one decision.
type Writer struct {
	View   ledger.View
	Change *memtide.ChangeSet
	n      int                          // ids given out
	now    map[memtide.ID]*memtide.Node // what is set already, as the change set leaves it
}

// NewWriter returns a writer for a decision that is being made.
func NewWriter(v ledger.View, c *memtide.ChangeSet) *Writer {
	return &Writer{View: v, Change: c, now: map[memtide.ID]*memtide.Node{}}
}

// ID returns the next id of the change set.
func (w *Writer) ID() memtide.ID {
	w.n++
	return memtide.NewID(w.Change.At, w.Change.ID, w.n)
}

// Add makes a node.
func (w *Writer) Add(n *memtide.Node) { w.Change.Ops = append(w.Change.Ops, memtide.AddNode(n)) }

// Now lets n show what the change set has made of the node by [Writer.Set]: several
// memories of one half-turn may change the same one, each with a reading of its own.
func (w *Writer) Now(n *memtide.Node) {
	if now := w.now[n.ID]; now != nil {
		*n = *now
	}
}

// Set sets a field of a node to a value, and lets n show it.
func (w *Writer) Set(n *memtide.Node, field string, value any) error {
	w.Now(n)
	op := memtide.SetNode(n, field, value)
	now, err := op.ApplyNode(n)
	if err != nil {
		return err
	}
	w.Change.Ops = append(w.Change.Ops, op)
	w.now[n.ID] = now
	*n = *now
	return nil
}

// Edge links two nodes.
func (w *Writer) Edge(kind memtide.EdgeKind, from, to memtide.ID) {
	w.Change.Ops = append(w.Change.Ops, memtide.AddEdge(&memtide.Edge{
		ID: w.ID(), Kind: kind, From: from, To: to, Weight: 1, CreatedAt: w.Change.At, Evidence: []string{w.Change.Cause.ID},
	}))
}

// Supersede lets n take the place of old: old names it as its successor, and
// what old is linked with n is linked with, too.
func (w *Writer) Supersede(n, old *memtide.Node) error {
	if err := w.Set(old, "superseded_by", n.ID); err != nil {
		return err
	}
	w.Edge(memtide.Supersedes, n.ID, old.ID)
	return w.moveEdges(n, old)
}

// Previous lets n, which the space has, say what it has taken the place of,
// unless it says so already.
func (w *Writer) Previous(n, old *memtide.Node) error {
	w.Now(n)
	if n.Attributes[PreviousText] != "" {
		return nil
	}
	return w.Set(n, "attributes", WithAttribute(n.Attributes, PreviousText, old.Content))
}

// WithAttribute returns a copy of the attributes of a memory with one more.
func WithAttribute(attrs map[string]string, key, value string) map[string]string {
	out := map[string]string{}
	maps.Copy(out, attrs)
	out[key] = value
	return out
}

// PreviousText is the attribute with the words of what a memory has replaced (F14).
const PreviousText = "previous_text"

// Worded is the attribute with the model that has put a memory into words of its
// own. Nothing can be cut out of such a text.
const Worded = "worded"

// wordedSummary reports whether a model has put a summary into words of its own: it
// goes with any of what it was made of.
func wordedSummary(n *memtide.Node) bool {
	return n.Kind == memtide.Summary && n.Attributes[Worded] != ""
}

// WordedOfGone reports whether a memory is a summary in a model's own words of which
// a half-turn or a memory that it was made of is live no more.
func WordedOfGone(tx *graphdb.Tx, n *memtide.Node) bool {
	if !wordedSummary(n) {
		return false
	}
	for e := range tx.OutLinks(n.ID, memtide.DerivedFrom) {
		if of, err := tx.Shared(e.Node); err != nil || !of.Live() {
			return true
		}
	}
	return false
}

// About is the attribute with whom a memory means by "he" or "she" in its first
// word: the words alone would not say it.
const About = "about"

// moved are the kinds of edges that a successor takes over. Where it was said,
// what it replaced and what it contradicted is each memory's own.
var moved = []memtide.EdgeKind{memtide.Mentions, memtide.Relation, memtide.Causal, memtide.Related}

// moveEdges makes the links of old again on n, each once.
func (w *Writer) moveEdges(n, old *memtide.Node) error {
	out, err := w.View.Graph.Out(old.ID, moved...)
	if err != nil {
		return err
	}
	in, err := w.View.Graph.In(old.ID, moved...)
	if err != nil {
		return err
	}
	have, err := w.edgesAt(n.ID)
	if err != nil {
		return err
	}
	for _, e := range append(out, in...) {
		if e.From == old.ID {
			e.From = n.ID
		} else {
			e.To = n.ID
		}
		if have[edgeKey(e)] || e.From == e.To {
			continue
		}
		have[edgeKey(e)] = true
		e.ID = w.ID()
		w.Change.Ops = append(w.Change.Ops, memtide.AddEdge(&e))
	}
	return nil
}

// edgesAt returns the edges of a node, those of this change set included.
func (w *Writer) edgesAt(id memtide.ID) (map[string]bool, error) {
	have := map[string]bool{}
	out, err := w.View.Graph.Out(id)
	if err != nil {
		return nil, err
	}
	in, err := w.View.Graph.In(id)
	for _, e := range append(out, in...) {
		have[edgeKey(e)] = true
	}
	for _, op := range w.Change.Ops {
		if op.Edge.IsZero() || !op.Whole() {
			continue
		}
		if e, err := op.ApplyEdge(nil); err == nil && e != nil {
			have[edgeKey(*e)] = true
		}
	}
	return have, err
}

func edgeKey(e memtide.Edge) string {
	return strings.Join([]string{string(e.Kind), e.Predicate, e.From.String(), e.To.String()}, "|")
}

// LastSaid returns when the speaker said a memory last.
func LastSaid(n *memtide.Node) time.Time {
	return noted(n, SaidAgain, FirstSaid(n))
}

// FirstSaid returns the moment by which a memory comes before or behind others, as
// [memtide.Turn.Order] does: that at which it was made, unless the clock had been set back.
func FirstSaid(n *memtide.Node) time.Time { return noted(n, Heard, n.CreatedAt) }

// noted returns the moment that an attribute has, where it is after another one.
func noted(n *memtide.Node, name string, at time.Time) time.Time {
	said := n.Attributes[name]
	if said == "" { // that of nearly all, and to find that it is no time takes longer than to read one
		return at
	}
	if later, err := time.Parse(time.RFC3339Nano, said); err == nil && later.After(at) {
		return later
	}
	return at
}

// Heard is the attribute of what was said when the clock had been set back: the moment
// by which it comes behind what was said before.
const Heard = "heard"

// Sets is the attribute of a short half-turn of the user, or of a fact, that gives something its value
// ([language.NowSet]): who reads it need not read all others.
const Sets = "sets"

// LongestSets is the length, in bytes, up to which it is read for that: it is told whole beside what it changes.
const LongestSets = 200

// SetsIn returns the attribute [Sets] of what the user said, "" where it gives nothing a value.
func SetsIn(text string, t memtide.Turn) string {
	if t.Role == memtide.RoleUser && t.Trust >= memtide.TrustUser && len(text) <= LongestSets &&
		slices.ContainsFunc(language.Sentences(text), func(s language.Span) bool { return language.NowSet(text[s.Start:s.End]) != "" }) {
		return "yes"
	}
	return ""
}

// SaidAgain is the attribute with the moment at which a memory was said again:
// it is as new as that.
const SaidAgain = "said_again"

// SaidIn is the attribute with the other sessions in which an instruction was said, a few
// letters of the hash of each.
const SaidIn = "said_in"
