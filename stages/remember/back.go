package remember

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// A value that goes to and fro comes back without a word of the one that it takes the
// place of: "the gate is back on timer 2". Which one that is stands in the memory: what
// has taken the place of timer 2.

// mostBefore bounds how many memories are looked at that one has taken the place of.
const mostBefore = 8

// outgone returns the known memories that a new one ends by going back to what they
// have taken the place of.
func (r *reconciler) outgone(m *meeting) (gone []*memtide.Node, err error) {
	to := language.BackTo(m.n.Content)
	if len(to) == 0 || m.n.Trust < memtide.TrustUser || m.n.Pinned {
		return nil, nil
	}
	for _, old := range m.near {
		if !r.meets(m.n, old) || r.gone[old.ID] || old.Pinned || outranked(m.n, old) || tools.LastSaid(old).After(tools.LastSaid(m.n)) || r.gives(old, to) {
			continue
		}
		before, err := r.hadBefore(old, to)
		if err != nil {
			return nil, err
		}
		if before {
			same := *old
			gone = append(gone, &same)
		}
	}
	return gone, nil
}

// gives reports whether a memory has a value, and not as what it replaces.
func (r *reconciler) gives(n *memtide.Node, value []string) bool {
	return holds(r.read.terms(n), value) &&
		!slices.ContainsFunc(replaced(n), func(was string) bool { return holds(language.Terms(was), value) })
}

// hadBefore reports whether a memory has taken the place of one that has a value,
// directly or through others.
func (r *reconciler) hadBefore(n *memtide.Node, value []string) (bool, error) {
	seen := []memtide.ID{n.ID}
	for at := 0; at < len(seen) && at < mostBefore; at++ {
		for _, id := range r.v.Graph.Predecessors(seen[at]) {
			if slices.Contains(seen, id) {
				continue
			}
			was, err := r.v.Graph.Shared(id)
			if err != nil {
				return false, err
			}
			if r.gives(was, value) {
				return true, nil
			}
			seen = append(seen, id)
		}
	}
	return false, nil
}
