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
	var done []*memtide.Node
	for _, s := range language.Sentences(t.Text) {
		if so := language.SetTo(t.Text[s.Start:s.End]); so != "" && len(done) < mostSet && !takenBack(t.Turn, event.Span(s)) {
			done = append(done, w.node(event.Found{Kind: memtide.Fact, Content: so, Trust: t.Trust, Project: t.Project}))
		}
	}
	if len(done) == 0 || !w.v.Graph.Has(w.episode()) {
		return nil
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
