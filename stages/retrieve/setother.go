package retrieve

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// Of what is only ordered or told in passing ("make the logo grey") no memory is made that a later one could take the
// place of: two half-turns that set one thing to different values are told apart where both are found.

// setting is what something is since, in a sentence and its terms.
type setting struct {
	so    string
	terms set
}

// setBy returns what is so since a half-turn of the user, or by a fact. What was not done, or taken back at once, is not.
func setBy(tx *graphdb.Tx, n *memtide.Node) (set []setting) {
	if n.Attributes[tools.Sets] == "" || n.Kind == memtide.Episode && refusedNext(tx, n) {
		return nil
	}
	for _, s := range language.Sentences(n.Content) {
		if so := language.NowSet(n.Content[s.Start:s.End]); so != "" && len(set) < mostSet {
			set = append(set, setting{so, termSet(so)})
		}
	}
	return set
}

// stillSets are the reasons for which what is not shown still says what has changed: "the logo, actually green" has too little
// of what is asked, or is known to the agent.
var stillSets = []string{"gate", "cap", surfaced, inContext}

// refusedNext reports whether the agent does not do what a half-turn of the user orders, or the user takes it back in the
// next one.
func refusedNext(tx *graphdb.Tx, n *memtide.Node) bool {
	for l := range tx.InLinks(n.ID, memtide.Temporal) {
		reply, err := tx.Shared(l.Node)
		if err != nil {
			continue
		}
		if answered(reply) && language.ActOf(n.Content).Command && language.Declines(reply.Content, n.Content) {
			return true
		}
		for next := range tx.InLinks(l.Node, memtide.Temporal) {
			if u, err := tx.Shared(next.Node); err == nil && u.Source.Role == memtide.RoleUser && language.TakesBack(u.Content, n.Content) {
				return true
			}
		}
	}
	return false
}

// wasOther reports whether one of the first sentences of a line says that something was another way than it is since.
func (l *line) wasOther(now setting) bool {
	if l.terms.common(now.terms, 0) == 0 {
		return false // as most, and the sentences need not be read
	}
	for i, s := range language.Sentences(l.Text) {
		if i == mostSet {
			return false
		}
		if said := l.Text[s.Start:s.End]; len(said) <= tools.LongestSets && language.SetOther(now.so, said) {
			return true
		}
	}
	return false
}

const mostSet = 4 // sentences that are read of a half-turn
