package tools

import (
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// InForce reports whether a node is a standing directive that holds at a moment.
func InForce(n *memtide.Node, now time.Time) bool {
	return n.Live() && ledger.Directs(n) && !Over(n, now)
}

// Bounds of what a prompt may cost.
const (
	mostScoped   = 2000 // rows of the index that are read, the widest and newest first
	mostDirected = 300  // directives among them that are weighed one by one
	mostFarther  = 15   // of the other rules: those that have most words of the prompt
)

// directives finds the standing directives of the user and of the project: what
// is pinned by hand first, then the most relevant to the prompt, then rules
// before preferences, the wider and the newer. No node is read, and no other memory looked at.
func (s *Searcher) directives(search event.Search) []event.Candidate {
	ids := make([]memtide.ID, 0, mostDirected)
	all := make([]directive, 0, mostDirected)
	rows, more := 0, false
	for id := range s.v.Graph.Scoped() {
		if rows++; rows > mostScoped {
			more = true
			break
		}
		if a, live := s.v.Attr(id); live && a.Directs() && s.sees(a) {
			if len(ids) >= mostDirected && !a.Pinned() {
				more = true
				continue
			}
			ids = append(ids, id)
			all = append(all, directive{id: id, kind: a.Kind(), pinned: a.Pinned()})
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
	if more {
		all = s.farther(all)
	}
	out := make([]event.Candidate, min(len(all), search.Limit))
	for i, at := range s.mostWanted(all)[:len(out)] {
		d := &all[at]
		out[i] = event.Candidate{ID: d.id, Kind: d.kind, Pin: true, BM25: float64(d.score), Relevance: s.relevance(d.score)}
	}
	return out
}

// farther adds the rules that have most of the words of the prompt, to those that
// were weighed one by one.
func (s *Searcher) farther(all []directive) []directive {
	known := make(map[memtide.ID]bool, len(all))
	for i := range all {
		known[all[i].id] = true
	}
	scope := s.scope
	scope.Kinds = []memtide.Kind{memtide.Instruction}
	q, sees := s.v.Query(scope), s.v.Sees(scope)
	q.Terms, q.Limit = s.terms, mostFarther
	q.Weigh = func(attr uint64) float32 {
		if a := ledger.Attr(attr); sees(a) && a.Directs() {
			return 1
		}
		return 0
	}
	for _, h := range s.v.Text.Search(q) {
		if a := ledger.Attr(h.Attr); h.Own > 0 && !known[h.ID] {
			all = append(all, directive{id: h.ID, kind: a.Kind(), pinned: a.Pinned(), score: h.Score})
		}
	}
	return all
}

// directive is one in the making of a channel.
type directive struct {
	id     memtide.ID
	kind   memtide.Kind
	pinned bool // by hand
	score  textindex.BM25
}

// mostWanted returns the places of directives in order of want, what is pinned
// by hand before all others; of what is wanted alike rules come first. Beyond
// that they stay as they are: the wider before the narrower, the newer before the older.
func (s *Searcher) mostWanted(all []directive) []int {
	keys := make([]int, len(all))
	for i := range all {
		d := &all[i]
		// A word like "when" in both must not decide: relevance counts in steps.
		steps := int(s.relevance(d.score) * wantSteps)
		keys[i] = 2 * steps
		if d.kind == memtide.Instruction {
			keys[i] = 2*(steps+rulesFirst) + 1
		}
		if d.pinned {
			keys[i] += pinnedFirst
		}
	}
	var before [2*pinnedFirst + 1]int // how many have a higher key
	for _, k := range keys {
		before[len(before)-1-k]++
	}
	sum := 0
	for i, n := range before {
		before[i], sum = sum, sum+n
	}
	order := make([]int, len(all))
	for i, k := range keys {
		at := &before[len(before)-1-k]
		order[*at] = i
		*at++
	}
	return order
}

// pinnedFirst is above the key of everything that is not pinned by hand.
const pinnedFirst = 2*(wantSteps+rulesFirst) + 2

// wantSteps is the number of steps that relevance is told apart in.
const wantSteps = 20

// rulesFirst is what a rule has before a preference, in steps: it counts like a
// preference that shares a word or two with the prompt.
const rulesFirst = 3

// Rule is a standing directive in force, with what it has taken the place of.
type Rule struct {
	Node       *memtide.Node   `json:"node"`
	Supersedes []*memtide.Node `json:"supersedes,omitempty"` // in other words, the newest first
	Amended    []*memtide.Node `json:"amended,omitempty"`    // what tells that a part of it has changed, the newest first
	NoRoom     bool            `json:"no_room,omitempty"`    // others go before it in a prompt whose words do not speak for it
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
		// As which it waited in quarantine, or stood in another project.
		before = slices.DeleteFunc(before, func(was *memtide.Node) bool { return was.Content == n.Content })
		amended, err := SinceThen(v.Graph, id, n.SupersededBy)
		if err != nil {
			return nil, err
		}
		out = append(out, Rule{Node: n, Supersedes: before, Amended: amended})
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
