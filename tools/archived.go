package tools

import (
	"cmp"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// Archived returns the memories out of retrieval that a description fits: what
// was forgotten, has faded or gave way to size (K15), best first, at most limit.
// One fits by the words that it shares with the description, each counted by how
// rare it is. What is in quarantine is not among them. It reads what is archived
// or superseded, and no live memory.
func Archived(v ledger.View, what string, limit int) ([]*memtide.Node, error) {
	wanted := map[string]float64{}
	for _, t := range language.Terms(what) {
		wanted[t] = Information(v, t)
	}
	type hit struct {
		node  *memtide.Node
		worth float64
	}
	var hits []hit
	err := eachArchived(v, func(n *memtide.Node) {
		worth := 0.0
		terms := language.Terms(n.Content)
		slices.Sort(terms)
		for _, t := range slices.Compact(terms) {
			worth += wanted[t]
		}
		if worth > 0 {
			hits = append(hits, hit{n, worth})
		}
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(cmp.Compare(b.worth, a.worth), b.node.ID.Compare(a.node.ID)) })
	out := make([]*memtide.Node, min(len(hits), limit))
	for i := range out {
		out[i] = hits[i].node
	}
	return out, nil
}

// LastArchived returns the memories out of retrieval, as [Archived] does, whatever they
// say: those that were archived last, the newest first, at most limit.
func LastArchived(v ledger.View, limit int) ([]*memtide.Node, error) {
	var all []*memtide.Node
	err := eachArchived(v, func(n *memtide.Node) { all = append(all, n) })
	slices.SortFunc(all, func(a, b *memtide.Node) int { return cmp.Or(b.ArchivedAt.Compare(a.ArchivedAt), b.ID.Compare(a.ID)) })
	return all[:min(len(all), limit)], err
}

// eachArchived hands what is archived and not in quarantine to fn.
func eachArchived(v ledger.View, fn func(*memtide.Node)) error {
	for _, kind := range memtide.Kinds {
		for id, state := range v.Graph.OfKind(kind) {
			if state == graphdb.Live {
				continue // a superseded one may be archived, too
			}
			n, err := v.Graph.Node(id)
			if err != nil {
				return err
			}
			if !n.ArchivedAt.IsZero() && n.Attributes[Quarantine] == "" {
				fn(n)
			}
		}
	}
	return nil
}
