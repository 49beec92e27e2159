package retrieve

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// conflict is a pair of memories of which the user has not yet said which holds, the
// one that was said first before the other: so who is asked counts them, too.
type conflict struct {
	a, b *memtide.Node
	edge memtide.ID
}

// openConflict returns the contradiction that the user is to be asked about, nil
// for none: the first open one of the lines, or of what the session has been shown
// already, that the session was not asked about before. One at a time, so that "the
// first" is an answer; and with a prompt only, for nobody answers a sub-agent, a
// search, or a session that starts.
func openConflict(v ledger.View, lines []line, in event.MemoryAssembled, gate float64) (*conflict, error) {
	q := in.Query
	if q.Mode != event.ModePrompt {
		return nil, nil
	}
	ids := beforeTheAgent(lines, in.Drops, gate)
	party, known := disputed(v, ids)
	for _, id := range ids {
		if known && !party[id] {
			continue
		}
		for _, links := range []func(func(graphdb.Link) bool){
			v.Graph.OutLinks(id, memtide.Contradicts), v.Graph.InLinks(id, memtide.Contradicts)} {
			for k := range links {
				if slices.Contains(q.Conflicts, k.Edge) {
					continue
				}
				c, err := tools.ConflictAt(v, k.Edge)
				if err != nil {
					return nil, err
				}
				if c.Asks(q.Now) && holdsIn(c.A, q.Project) && holdsIn(c.B, q.Project) {
					return &conflict{c.A, c.B, k.Edge}, nil
				}
			}
		}
	}
	return nil, nil
}

// beforeTheAgent returns what it is shown now and then what it was shown before, of that
// where nothing is shown now only what the prompt speaks of: rules come with the start of
// a session, and nobody is asked then.
func beforeTheAgent(lines []line, drops []event.Drop, gate float64) []memtide.ID {
	ids := make([]memtide.ID, 0, len(lines))
	for i := range lines {
		ids = append(ids, lines[i].ID)
	}
	for _, d := range drops {
		if d.Why == surfaced && (len(lines) > 0 || d.Relevance >= gate && d.BM25 >= leastOfOne) {
			ids = append(ids, d.ID)
		}
	}
	return ids
}

// holdsIn reports whether a memory is of a project or of all.
func holdsIn(n *memtide.Node, project string) bool {
	return n.Project == "" || n.Project == project
}

// mostUnsettled is how many contradictions without an end are passed in search of
// those of some memories. Where there are more, the links of each are looked up.
const mostUnsettled = 500

// disputed returns which memories are in a contradiction without an end, false where
// there are too many to pass. Those of a whole store are few and lie side by side;
// the links of a memory are found by two searches of the file.
func disputed(v ledger.View, ids []memtide.ID) (in map[memtide.ID]bool, known bool) {
	in = make(map[memtide.ID]bool, len(ids))
	for _, id := range ids {
		in[id] = false
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
