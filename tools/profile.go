package tools

import (
	"cmp"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// Profile is what is known of an entity.
type Profile struct {
	Node      *memtide.Node   `json:"node"`
	Summaries []*memtide.Node `json:"summaries,omitempty"` // one a project at most, the newest first
	Relations []Related       `json:"relations,omitempty"`
	Memories  []*memtide.Node `json:"memories,omitempty"` // what else mentions it, the newest first
	Total     int             `json:"total"`              // memories that mention it
}

// Related is another entity, and what the one is to the other.
type Related struct {
	Predicate string     `json:"predicate"`
	Name      string     `json:"name"`
	ID        memtide.ID `json:"id"`
	Back      bool       `json:"back,omitempty"` // the other is that to this one
}

// ProfileOf returns what is known of the entity with a name or alias (Y24), with
// at most limit memories that mention it. The error is [graphdb.ErrNotFound]
// where there is none.
func ProfileOf(v ledger.View, name string, limit int) (Profile, error) {
	id, err := Named(v, name)
	if err != nil {
		return Profile{}, err
	}
	var p Profile
	if p.Node, err = v.Graph.Node(id); err != nil {
		return p, err
	}
	for k := range v.Graph.InLinks(id, memtide.Mentions) {
		n, err := v.Graph.Node(k.Node)
		switch {
		case err != nil:
			return p, err
		case !n.Live():
		case n.Kind == memtide.Summary:
			p.Summaries = append(p.Summaries, n)
		default:
			p.Memories = append(p.Memories, n)
		}
	}
	newest := func(a, b *memtide.Node) int {
		return cmp.Or(Happened(b).Compare(Happened(a)), b.ID.Compare(a.ID))
	}
	slices.SortFunc(p.Summaries, newest)
	slices.SortFunc(p.Memories, newest)
	p.Total = len(p.Memories)
	p.Memories = p.Memories[:min(p.Total, limit)]
	p.Relations, err = relationsOf(v, id)
	return p, err
}

// relationsOf returns the live entities that one has a relation with, by
// predicate and name.
func relationsOf(v ledger.View, id memtide.ID) ([]Related, error) {
	out, err := v.Graph.Out(id, memtide.Relation)
	if err != nil {
		return nil, err
	}
	in, err := v.Graph.In(id, memtide.Relation)
	if err != nil {
		return nil, err
	}
	var all []Related
	for _, e := range append(out, in...) {
		r := Related{Predicate: e.Predicate, ID: e.To, Back: e.To == id}
		if r.Back {
			r.ID = e.From
		}
		n, err := v.Graph.Node(r.ID)
		if err != nil {
			return nil, err
		}
		if r.Name = n.CanonicalName; n.Live() && e.ValidUntil.IsZero() {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b Related) int {
		return cmp.Or(cmp.Compare(a.Predicate, b.Predicate), cmp.Compare(a.Name, b.Name), a.ID.Compare(b.ID))
	})
	return slices.Compact(all), nil
}
