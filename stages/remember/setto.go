package remember

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// "Move the demo to monday" is an order of the moment, of which no memory is made. But what was
// known of the demo holds no more once it is carried out, and often nobody says so: the reply is
// "done". So the half-turn itself amends that.

const (
	longestSet = 200 // bytes of a half-turn with such an order: it is told whole beside what it amends
	mostSet    = 3   // orders of one
)

// setAnew notes that the half-turn amends what was known and gets another value by an order in it: it is
// held against that as what is so once the order is carried out.
func (w *writer) setAnew(read *kept) error {
	t := w.t
	if t.Role != memtide.RoleUser || t.Trust < memtide.TrustUser || len(t.Text) > longestSet || len(t.Quotes) > 0 {
		return nil
	}
	var done, told []*memtide.Node
	for _, s := range language.Sentences(t.Text) {
		said := t.Text[s.Start:s.End]
		if len(done)+len(told) >= mostSet || takenBack(t.Turn, event.Span(s)) {
			continue
		}
		if so := language.SetTo(said); so != "" {
			done = append(done, w.node(event.Found{Kind: memtide.Fact, Content: so, Trust: t.Trust, Project: t.Project}))
		} else if !language.ActOf(said).Ask && (language.SaysTool(said) || len(language.Changes(said)) > 0) {
			told = append(told, w.node(event.Found{Kind: memtide.Fact, Content: said, Trust: t.Trust, Project: t.Project, Replaces: replacedIn(said)}))
		}
	}
	if len(done)+len(told) == 0 || !w.v.Graph.Has(w.episode()) {
		return nil
	}
	if err := w.setBefore(slices.Concat(done, told), read); err != nil || len(done) == 0 {
		return err
	}
	r := newReconciler(w.v, judged{}, read)
	like := make([]tools.Like, len(done))
	for i, n := range done {
		like[i] = r.likeNode(n)
	}
	r.find.Look(like)
	all, err := r.meetings(done, like)
	if err != nil {
		return err
	}
	for _, m := range all {
		for _, old := range m.in.oneOf(m.n, r.wouldEnd(m)) {
			w.amend(old)
		}
	}
	return nil
}

// setBefore notes that the half-turn amends those of the user before it that gave the same thing another value, of which
// no memory is made: how a thing looks ("the logo is red") is seldom worth one, and an order to change it is none.
func (w *writer) setBefore(done []*memtide.Node, read *kept) error {
	r := newReconciler(w.v, judged{}, read)
	for _, n := range done {
		near, err := r.find.Near(tools.Like{Text: n.Content, Kinds: []memtide.Kind{memtide.Episode}, Project: w.t.Project, Limit: reconcileTop})
		if err != nil {
			return err
		}
		var was []*memtide.Node
		for _, e := range near {
			if e.ID == w.episode() || e.Source.Role != memtide.RoleUser || e.Trust < memtide.TrustUser || e.Project != w.t.Project || tools.LastSaid(e).After(w.order) || len(e.Content) > longestWanted {
				continue
			}
			if slices.ContainsFunc(language.Sentences(e.Content), func(s language.Span) bool { return r.otherThan(n, e, e.Content[s.Start:s.End]) }) {
				was = append(was, e)
			}
		}
		for _, e := range was {
			if !w.amendedBy(e, was) { // what amends it is amended now
				w.amend(e)
			}
		}
	}
	return nil
}

// amendedBy reports whether one of some half-turns amends what another one says.
func (w *writer) amendedBy(old *memtide.Node, by []*memtide.Node) bool {
	for l := range w.v.Graph.InLinks(old.ID, memtide.Amends) {
		if slices.ContainsFunc(by, func(n *memtide.Node) bool { return n.ID == l.Node }) {
			return true
		}
	}
	return false
}

// otherThan reports whether a sentence of an earlier half-turn tells, or orders, otherwise what is so now.
func (r *reconciler) otherThan(now, half *memtide.Node, said string) bool {
	if so := language.SetTo(said); so != "" {
		return language.MadeOther(now.Content, so)
	}
	if language.MadeOther(now.Content, said) {
		return true
	}
	was := *half
	was.Kind, was.Content, was.Attributes = memtide.Fact, said, nil
	if language.ActOf(said).Ask || sameMeaning(now, &was) {
		return false
	}
	in := newCircle([]*memtide.Node{&was}, r.read)
	return compare(now, &was, func() tools.Likeness { return r.find.Likeness(now.Content, said) }, in) == supersedes
}

// sameMeaning reports whether two memories say the same in the same words.
func sameMeaning(a, b *memtide.Node) bool {
	return language.Fold(a.Content) == language.Fold(b.Content)
}

// wouldEnd returns the known memories whose place a new one would take.
func (r *reconciler) wouldEnd(m *meeting) (was []*memtide.Node) {
	m.compare(r)
	for _, old := range m.near {
		if old.Pinned || tools.LastSaid(old).After(tools.LastSaid(m.n)) || !r.meets(m.n, old) {
			continue
		}
		if language.MadeOther(m.n.Content, old.Content) || slices.ContainsFunc(m.held, func(h held) bool { return h.ID == old.ID && h.does == supersedes }) {
			was = append(was, old)
		}
	}
	return was
}

// amend notes that the half-turn amends what was known, once.
func (w *writer) amend(old *memtide.Node) {
	if !w.amended[old.ID] {
		w.amended[old.ID] = true
		w.ops.Edge(memtide.Amends, w.episode(), old.ID)
	}
}
