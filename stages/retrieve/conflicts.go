package retrieve

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// conflict is a pair of memories of which the user has not yet said which holds.
type conflict struct {
	a, b *memtide.Node
	edge memtide.ID
}

// openConflict returns the contradiction that the user is to be asked about, nil
// for none: the first open one of the lines that the session was not asked about
// before. One at a time, so that "the first" is an answer; and with a prompt only,
// for nobody answers a sub-agent or a search.
func openConflict(v ledger.View, lines []line, q event.Query) (*conflict, error) {
	if q.Mode != event.ModePrompt {
		return nil, nil
	}
	in, known := disputed(v, lines)
	for i := range lines {
		l := &lines[i]
		if known && !in[l.ID] {
			continue
		}
		for _, links := range []func(func(graphdb.Link) bool){
			v.Graph.OutLinks(l.ID, memtide.Contradicts), v.Graph.InLinks(l.ID, memtide.Contradicts)} {
			for k := range links {
				if slices.Contains(q.Conflicts, k.Edge) {
					continue
				}
				c, err := tools.ConflictAt(v, k.Edge)
				if err != nil {
					return nil, err
				}
				if c.Asks(q.Now) {
					other := c.A
					if other.ID == l.ID {
						other = c.B
					}
					return &conflict{l.node, other, k.Edge}, nil
				}
			}
		}
	}
	return nil, nil
}

// mostUnsettled is how many contradictions without an end are passed in search of
// those of the lines. Where there are more, the links of each line are looked up.
const mostUnsettled = 500

// disputed returns which lines are in a contradiction without an end, false where
// there are too many to pass. Those of a whole store are few and lie side by side;
// the links of a line are found by two searches of the file.
func disputed(v ledger.View, lines []line) (in map[memtide.ID]bool, known bool) {
	in = make(map[memtide.ID]bool, len(lines))
	for i := range lines {
		in[lines[i].ID] = false
	}
	passed := 0
	for k := range v.Graph.Contradictions() {
		if k.Ended { // so are all that follow
			break
		}
		if passed++; passed > mostUnsettled {
			return nil, false
		}
		for _, id := range []memtide.ID{k.From, k.To} {
			if _, shown := in[id]; shown {
				in[id] = true
			}
		}
	}
	return in, true
}
