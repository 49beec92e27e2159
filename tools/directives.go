package tools

import (
	"cmp"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// InForce reports whether a node is a standing directive that holds at a moment.
func InForce(n *memtide.Node, now time.Time) bool {
	return n.Live() && ledger.Directs(n) && (n.ValidUntil.IsZero() || now.Before(n.ValidUntil))
}

// Bounds of what a prompt may cost: rows of the index, and directives that are
// weighed against its words. Who has more is shown the widest and newest.
const (
	mostScoped   = 2000
	mostDirected = 300
)

// directives finds the standing directives of the user and of the project: what
// is pinned by hand first, then the most relevant to the prompt, then rules
// before preferences, the wider and the newer. No node is read, and no other memory looked at.
func (s *Searcher) directives(search event.Search) []event.Candidate {
	var ids []memtide.ID
	var all []directive
	rows := 0
	for id, scope := range s.v.Graph.Scoped() {
		if rows++; rows > mostScoped || len(ids) == mostDirected {
			break
		}
		if a, live := s.v.Attr(id); live && a.Directs() && s.sees(a) {
			ids = append(ids, id)
			all = append(all, directive{id: id, pinned: a.Pinned(), rule: a.Kind() == memtide.Instruction, kind: a.Kind(), scope: scope})
		}
	}
	at := 0
	for _, h := range s.v.Text.Score(textindex.Query{Terms: s.terms}, ids) {
		for all[at].id != h.ID {
			at++
		}
		if h.Own > 0 { // else only the words around it fit
			all[at].score = h.Score
		}
	}
	for i := range all {
		all[i].want = s.want(&all[i])
	}
	slices.SortFunc(all, byWant)
	out := make([]event.Candidate, min(len(all), search.Limit))
	for i := range out {
		d := &all[i]
		out[i] = event.Candidate{ID: d.id, Kind: d.kind, Pin: true, BM25: float64(d.score), Relevance: s.relevance(d.score)}
	}
	return out
}

// directive is one in the making of a channel.
type directive struct {
	id     memtide.ID
	kind   memtide.Kind
	pinned bool // by hand
	rule   bool
	scope  float64
	score  textindex.BM25
	want   int
}

func byWant(a, b directive) int {
	switch {
	case a.pinned != b.pinned:
		if a.pinned {
			return -1
		}
		return 1
	case a.want != b.want:
		return cmp.Compare(b.want, a.want)
	case a.rule != b.rule:
		if a.rule {
			return -1
		}
		return 1
	case a.scope != b.scope:
		return cmp.Compare(b.scope, a.scope)
	}
	return b.id.Compare(a.id)
}

// want rounds the relevance of a directive: a word like "when" in both must
// not decide. A rule counts like a preference that shares a word or two with
// the prompt.
func (s *Searcher) want(d *directive) int {
	steps := int(s.relevance(d.score) * 20)
	if d.rule {
		steps += rulesFirst
	}
	return steps
}

// rulesFirst is what a rule has before a preference, in twentieths of relevance.
const rulesFirst = 3

// Rule is a standing directive in force, with what it has taken the place of.
type Rule struct {
	Node       *memtide.Node   `json:"node"`
	Supersedes []*memtide.Node `json:"supersedes,omitempty"` // the newest first
}

// Rules returns the standing directives that are in force at a moment: of the
// user and of a project, or, where project is "", of all. The newest come first.
func Rules(v ledger.View, project string, now time.Time) ([]Rule, error) {
	out := []Rule{} // none is a list, too
	for id := range v.Graph.Scoped() {
		n, err := v.Graph.Node(id)
		if err != nil {
			return nil, err
		}
		if !InForce(n, now) || project != "" && n.Project != "" && n.Project != project {
			continue
		}
		before, err := predecessors(v, id)
		if err != nil {
			return nil, err
		}
		out = append(out, Rule{n, before})
	}
	slices.SortFunc(out, func(a, b Rule) int { return b.Node.ID.Compare(a.Node.ID) })
	return out, nil
}

// predecessors returns all that a node has taken the place of, directly or
// through others.
func predecessors(v ledger.View, id memtide.ID) ([]*memtide.Node, error) {
	var out []*memtide.Node
	seen := map[memtide.ID]bool{id: true}
	for todo := []memtide.ID{id}; len(todo) > 0; todo = todo[1:] {
		for _, was := range v.Graph.Predecessors(todo[0]) {
			if seen[was] {
				continue
			}
			seen[was] = true
			n, err := v.Graph.Node(was)
			if err != nil {
				return nil, err
			}
			out, todo = append(out, n), append(todo, was)
		}
	}
	slices.SortFunc(out, func(a, b *memtide.Node) int { return b.ID.Compare(a.ID) })
	return out, nil
}
