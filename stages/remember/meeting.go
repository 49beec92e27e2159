package remember

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// held is a known memory to which a new one does something, or to which
// something was done later.
type held struct {
	*memtide.Node
	does     verdict
	later    bool
	likeness func() tools.Likeness
}

// meeting is a new memory and the older ones that are like it.
type meeting struct {
	n    *memtide.Node
	near []*memtide.Node
	in   *circle
	held []held

	restated []memtide.ID // what the user said of what it changes, which it changes, too
}

// meetings finds the older memories that each new one is held against: list says what is like it.
func (r *reconciler) meetings(nodes []*memtide.Node, list []tools.Like) ([]*meeting, error) {
	all := make([]*meeting, len(nodes))
	for i, n := range nodes {
		near, err := r.find.Near(list[i])
		if err != nil {
			return nil, err
		}
		if near, err = r.rulesLike(n, near); err != nil {
			return nil, err
		}
		all[i] = &meeting{n: n, near: near, in: newCircle(near, r.read)}
		all[i].in.by, all[i].in.told = r.by, r.toldAnew(near)
		if language.CarriesOut(n.Content, r.wish.text) {
			all[i].in.wish, all[i].in.carrier = r.wish, n.ID
		}
	}
	return all, nil
}

// toldAnew returns which of some memories another one of them amends: of few, since among many it makes no
// difference to what is spoken of everywhere.
func (r *reconciler) toldAnew(near []*memtide.Node) (ids []memtide.ID) {
	if len(near) <= commonFrom || len(near) > mostTold {
		return nil
	}
	for _, n := range near {
		for l := range r.v.Graph.OutLinks(n.ID, memtide.Amends) {
			ids = append(ids, l.Node)
		}
	}
	return ids
}

// mostTold is the number of memories up to which those are told apart that another one amends.
const mostTold = 10

// compare holds the new memory against the older ones. It looks at nothing that
// another meeting may change.
func (m *meeting) compare(r *reconciler) {
	n := m.n
	for _, old := range m.near {
		if !r.meets(n, old) {
			continue
		}
		h := held{Node: old, later: tools.LastSaid(old).After(tools.LastSaid(n)), likeness: func() tools.Likeness { return r.find.Likeness(n.Content, old.Content) }}
		if h.does = between(n, old, h.likeness, m.in); h.does == keepBoth && m.amends(old, h.later) {
			h.does = amends
		}
		if h.does != keepBoth || h.later {
			m.held = append(m.held, h)
		}
	}
}

// amends reports whether of the new memory and a known one that which was said later
// tells that a part of the other has changed. What happened has happened, unless the newer
// one names what came of it as what was before; and nobody's word is amended by that of
// somebody who is to be believed less.
func (m *meeting) amends(old *memtide.Node, late bool) bool {
	newer, older := m.n, old
	if late {
		newer, older = old, m.n
	}
	carries := m.in.carries(newer, older)
	if (newer.Subtype == memtide.Found || outranked(newer, older)) && !carries || tools.Over(older, tools.LastSaid(newer)) || !m.in.read.mayReplace(newer, older) {
		return false
	}
	now, was := m.in.read.statement(newer), m.in.read.statement(older)
	if now.OfOtherBearer(was) {
		return false
	}
	if older.Kind == memtide.Event {
		return now.NamesOld(was, m.in.few)
	}
	if carries && (language.SameSetting(older.Content, newer.Content) || language.Relate(now, was, m.in.common) == language.Updates) {
		return true
	}
	return language.Amends(now, was, m.in.read.reversal(newer), m.in.few)
}

// meets reports whether a new memory can do anything to a known one: what the
// same half-turn has brought, what belongs to another project, what another
// speaker has said and what means another thing by its "it" are left alone.
func (r *reconciler) meets(n, old *memtide.Node) bool {
	return old.ID != n.ID && !r.fresh[old.ID] && r.sameProject(n, old) &&
		old.Attributes["speaker"] == n.Attributes["speaker"] && sameMeant(n.Attributes, old.Attributes)
}
