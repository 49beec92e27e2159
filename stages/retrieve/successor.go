package retrieve

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// maxChain bounds the walk to the newest successor.
const maxChain = 16

// newest returns the node of a candidate, or what has taken its place since:
// the end of the chain of successors, also where the candidate is the episode
// of what has been superseded. c then names the successor.
func (a *assembly) newest(c *event.Candidate) (*memtide.Node, error) {
	n, err := a.node(c.ID)
	episode, whole, all := n, *c, false
	if err == nil && n.Kind == memtide.Episode {
		if told := a.supersededOf(n); told != nil {
			c.For, c.ID, n = c.ID, told.ID, told
			all = len(told.Content)*10 >= len(episode.Content)*9
		}
	}
	if err == nil && !n.SupersededBy.IsZero() {
		if c.For.IsZero() {
			c.For = c.ID
		}
		if c.ID, err = a.end(n.SupersededBy); err == nil {
			n, err = a.node(c.ID)
		}
	}
	if err == nil && n != episode && episode.Kind == memtide.Episode && !(all && a.q.Mode != event.ModeQuery) && !a.replaces(n, episode) {
		*c, n = whole, episode // the question is about the rest of what was said
	}
	if err == nil {
		c.Kind = n.Kind
	}
	return n, err
}

// end returns the end of the chain of successors, at most maxChain away.
// Candidates about one thing share a chain: it is walked once.
func (a *assembly) end(id memtide.ID) (memtide.ID, error) {
	if a.ends == nil {
		a.ends = map[memtide.ID]memtide.ID{}
	}
	var walked []memtide.ID
	for range maxChain {
		if end, ok := a.ends[id]; ok {
			id = end
			break
		}
		walked = append(walked, id)
		by, err := a.tx.Successor(id)
		if err != nil {
			return id, err
		}
		if by.IsZero() {
			break
		}
		id = by
	}
	for _, w := range walked {
		a.ends[w] = id
	}
	return id, nil
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
