package tools

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
)

// MaxRelations is the number of relations that an entity is shown with (O21).
const MaxRelations = 8

// mostRelations is how many relations of an entity are read, the newest ones: a prompt
// waits for them.
const mostRelations = 64

// Relation is what an entity is to another live one, or, Back, that one to it.
type Relation struct {
	Predicate string // in words
	Other     *memtide.Node
	Back      bool
	Ended     time.Time // zero where it holds
	since     time.Time
	edge      *memtide.Edge
	asked     bool
}

// Relations returns the relations of an entity that may be told where a query asks, each
// once: those that hold before those that have ended by the time of the query, first what
// shares one of the terms, then the newest. Where each was said is looked up when it is
// its turn.
func Relations(tx *graphdb.Tx, id memtide.ID, terms []string, q event.Query) (iter.Seq[Relation], error) {
	var links []graphdb.Link
	for l := range tx.OutLinks(id, memtide.Relation) {
		links = append(links, l)
	}
	for l := range tx.InLinks(id, memtide.Relation) {
		links = append(links, l)
	}
	slices.SortFunc(links, func(a, b graphdb.Link) int { return b.Edge.Compare(a.Edge) })
	var all []Relation
	for _, l := range links[:min(len(links), mostRelations)] {
		e, err := tx.Edge(l.Edge)
		if err != nil {
			return nil, err
		}
		other, err := tx.Shared(l.Node)
		if err != nil || !other.Live() {
			continue
		}
		r := Relation{Predicate: strings.ReplaceAll(e.Predicate, "_", " "), Other: other, Back: e.To == id, edge: e, since: e.ValidFrom}
		if r.since.IsZero() {
			r.since = e.CreatedAt
		}
		if !e.ValidUntil.IsZero() && !e.ValidUntil.After(q.Now) {
			r.Ended = e.ValidUntil
		}
		said := language.Terms(r.Predicate + " " + other.CanonicalName)
		r.asked = slices.ContainsFunc(said, func(t string) bool { return slices.Contains(terms, t) })
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b Relation) int {
		return cmp.Or(first(a.Ended.IsZero(), b.Ended.IsZero()), first(a.asked, b.asked), b.since.Compare(a.since), b.edge.ID.Compare(a.edge.ID))
	})
	return func(yield func(Relation) bool) {
		var once []Relation
		for _, r := range all {
			if slices.ContainsFunc(once, func(o Relation) bool {
				return o.Predicate == r.Predicate && o.Other.ID == r.Other.ID && o.Back == r.Back
			}) || !RelationIn(tx, r.edge, q) {
				continue
			}
			if once = append(once, r); !yield(r) {
				return
			}
		}
	}, nil
}

// RelationIn reports whether a relation may be told where a query asks. Entities belong to
// no project, and neither do the links between them: what one project has said of two that
// others know, too, is no word of theirs. A relation belongs where the memory of both that
// came of its evidence does, or else the half-turn; one that nothing gives evidence of
// belongs everywhere.
func RelationIn(tx *graphdb.Tx, e *memtide.Edge, q event.Query) bool {
	scope := scopeOf(q)
	if scope.Any || len(e.Evidence) == 0 {
		return true
	}
	sees := func(n *memtide.Node) bool { return n.Project == "" || n.Project == scope.Project }
	return slices.ContainsFunc(e.Evidence, func(turn string) bool {
		said, told, seen := false, false, false
		for _, id := range tx.ByTurn(turn) {
			n, err := tx.Shared(id)
			switch {
			case err != nil:
			case n.Kind == memtide.Episode:
				said = said || sees(n)
			case n.Kind != memtide.Entity && mentionsBoth(tx, id, e):
				told, seen = true, seen || sees(n)
			}
		}
		return seen || said && !told
	})
}

func mentionsBoth(tx *graphdb.Tx, id memtide.ID, e *memtide.Edge) bool {
	from, to := false, false
	for l := range tx.OutLinks(id, memtide.Mentions) {
		from, to = from || l.Node == e.From, to || l.Node == e.To
	}
	return from && to
}

// first orders what is so before what is not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
