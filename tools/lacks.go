package tools

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// A term is looked up that few passages have, and not in what is long.
const (
	fewAsked    = 8              // passages that have it
	besideAsked = 4*fewAsked + 1 // documents that may have it only beside them
	longAsked   = 400            // bytes of a half-turn
)

// lacks reports whether a store has a term nowhere but in questions and orders of the
// user, which tell nothing. They are kept as they were put: their own words would count
// as the store's when the same is asked again, and nothing would stand in for them any
// more.
func lacks(v ledger.View, term string) bool {
	switch df := v.Text.DF(term); {
	case df == 0:
		return true
	case df > fewAsked:
		return false
	}
	for _, h := range v.Text.Search(textindex.Query{Terms: []textindex.Weighted{{Term: term, Weight: 1}}, Limit: fewAsked + besideAsked}) {
		a := ledger.Attr(h.Attr)
		if h.Own == 0 || a.Inquires() {
			continue
		}
		if a.Kind() != memtide.Episode || a.Agent() {
			return false
		}
		n, err := v.Graph.Node(h.ID)
		if err != nil || len(n.Content) > longAsked {
			return false
		}
		if act := language.ActOf(n.Content); act.Tell || !act.Ask && !act.Command {
			return false
		}
	}
	return true
}
