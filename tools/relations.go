package tools

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
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
	edge      memtide.ID
	asked     bool
}

// Relations returns the relations of an entity, each once: those that hold before those
// that have ended by now, first what shares a term with the query, then the newest.
func Relations(tx *graphdb.Tx, id memtide.ID, query []string, now time.Time) ([]Relation, error) {
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
		r := Relation{Predicate: strings.ReplaceAll(e.Predicate, "_", " "), Other: other, Back: e.To == id, edge: e.ID, since: e.ValidFrom}
		if r.since.IsZero() {
			r.since = e.CreatedAt
		}
		if !e.ValidUntil.IsZero() && !e.ValidUntil.After(now) {
			r.Ended = e.ValidUntil
		}
		said := language.Terms(r.Predicate + " " + other.CanonicalName)
		r.asked = slices.ContainsFunc(said, func(t string) bool { return slices.Contains(query, t) })
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b Relation) int {
		return cmp.Or(first(a.Ended.IsZero(), b.Ended.IsZero()), first(a.asked, b.asked), b.since.Compare(a.since), b.edge.Compare(a.edge))
	})
	var once []Relation
	for _, r := range all {
		if !slices.ContainsFunc(once, func(o Relation) bool {
			return o.Predicate == r.Predicate && o.Other.ID == r.Other.ID && o.Back == r.Back
		}) {
			once = append(once, r)
		}
	}
	return once, nil
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
