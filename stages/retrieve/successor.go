package retrieve

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// newest returns the node of a candidate, or what has taken its place since:
// the end of the chain of successors, also where the candidate is the episode
// of what has been superseded. c then names the successor, and the one it is for.
// An episode keeps its place where the question is about the rest of what was said
// in it.
func (a *assembly) newest(c *event.Candidate) (*memtide.Node, error) {
	found, err := a.node(c.ID)
	if err != nil {
		return nil, err
	}
	was, n, mostOfIt := *c, found, false
	if found.Kind == memtide.Episode {
		if told := a.supersededOf(found); told != nil {
			c.For, c.ID, n = &was.ID, told.ID, told
			mostOfIt = len(told.Content)*10 >= len(found.Content)*9
		}
	}
	if !n.SupersededBy.IsZero() {
		c.For = &was.ID
		if c.ID, err = a.end(n.SupersededBy); err != nil {
			return nil, err
		}
		if n, err = a.node(c.ID); err != nil {
			return nil, err
		}
	}
	if found.Kind == memtide.Episode && n != found && (!mostOfIt || a.q.Mode == event.ModeQuery) && !a.replaces(n, found) {
		a.renews(found.ID, n.Source.Turn)
		*c, n = was, found
	}
	c.Kind = n.Kind
	return n, nil
}

// renews notes in which turn a part of an episode got its successor.
func (a *assembly) renews(episode memtide.ID, turn string) {
	if a.renewed == nil {
		a.renewed = map[memtide.ID]string{}
	}
	a.renewed[episode] = turn
}

// end returns the end of a chain of successors. Candidates about one thing share a
// chain: it is walked once.
func (a *assembly) end(id memtide.ID) (memtide.ID, error) {
	if a.ends == nil {
		a.ends = map[memtide.ID]memtide.ID{}
	}
	return tools.EndOf(a.tx, id, a.ends)
}

// replaces reports whether a successor answers the question well enough to
// stand in the place of an episode: for who searches by hand, and sees more,
// nearly as well; in a prompt half as well.
func (a *assembly) replaces(n, episode *memtide.Node) bool {
	if a.q.Mode == event.ModeQuery {
		return 4*a.answers(n) >= 3*a.answers(episode)
	}
	return 2*a.answers(n) >= a.answers(episode)
}

// supersededOf returns the superseded memory that answers the question as far
// as the episode does of which it is a part, nil where there is none.
func (a *assembly) supersededOf(episode *memtide.Node) *memtide.Node {
	for _, id := range a.tx.ByTurn(episode.Source.Turn) {
		if by, err := a.tx.Successor(id); err != nil || by.IsZero() {
			continue
		}
		d, err := a.node(id)
		if err != nil {
			continue
		}
		if a.q.Mode != event.ModeQuery {
			if 2*len(d.Content) >= len(episode.Content) {
				return d
			}
			continue
		}
		if 2*a.answers(d) >= a.answers(episode) {
			return d
		}
	}
	return nil
}

const (
	// mostLater is among how many of the first places what was said later may
	// come before what it renews: near-duplicates, which curate drops, count.
	mostLater = 16
	// mostRead bounds what is read of a text for that, in bytes: its head and
	// its tail.
	mostRead = 1 << 10
)

// laterFirst moves, among the first places, what was said later before what it gives
// another value of. It does so only where the prompt asks for that value, and where
// the store says that the one took the place of the other, or both give a value. That
// a memory is newer is not enough, and what is newer than a time that is asked for
// does not move.
func (a *assembly) laterFirst(index []int) {
	if !a.asks {
		return
	}
	asked, ok := language.NewAsked(a.q.Text)
	if !ok {
		return
	}
	top := index[:min(len(index), mostLater)]
	read := map[int]language.Statement{}
	statement := func(i int) language.Statement {
		s, ok := read[i]
		if !ok {
			s = language.NewStatement(headTail(a.nodes[i].Content, mostRead), a.nodes[i].CreatedAt)
			read[i] = s
		}
		return s
	}
	renews := func(i, j int) bool {
		newer, older := a.nodes[i], a.nodes[j]
		if a.kept[j].Traits&^a.kept[i].Traits&event.TraitThen != 0 {
			return false // the older one is of the time that is asked for
		}
		return saidLater(newer, older) &&
			(newer.Source.Turn != "" && a.renewed[older.ID] == newer.Source.Turn || asked.Renewed(statement(i), statement(j)))
	}
	for i := 1; i < len(top); i++ {
		for j := range i {
			if at := top[i]; renews(at, top[j]) {
				copy(top[j+1:i+1], top[j:i])
				top[j] = at
				break
			}
		}
	}
}

// saidLater reports whether two memories are of one speaker, and newer was told
// later, in other words. Who or what there is, a summary and a rule renew
// nothing; what a person has noted comes from no half-turn, each from its own.
func saidLater(newer, older *memtide.Node) bool {
	for _, n := range []*memtide.Node{newer, older} {
		if n.Kind == memtide.Entity || n.Kind == memtide.Summary || n.Kind == memtide.Instruction || n.CreatedAt.IsZero() {
			return false
		}
	}
	return tools.LastSaid(newer).After(tools.LastSaid(older)) && (newer.Source.Turn == "" || newer.Source.Turn != older.Source.Turn) && newer.Source.Role == older.Source.Role &&
		newer.Attributes["speaker"] == older.Attributes["speaker"] && newer.Project == older.Project
}
