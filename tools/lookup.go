package tools

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// Filter says which memories [Lookup] returns. What is not set filters nothing.
type Filter struct {
	Text    string         // in whose words they are looked for; "" lists them, the newest first
	Kinds   []memtide.Kind // of one of these
	Entity  string         // they mention the one with this name or alias, or are it
	After   time.Time      // they happened, or, where that is not known, were said then or later
	Before  time.Time      // and before that
	Labels  Labels         // they have all of these
	Project string         // besides what belongs to no project; "" is every project
	Limit   int            // at most so many; 0 is 10
	Behind  memtide.ID     // without words: only what is listed behind this memory
	Now     time.Time
	Agent   bool // an agent asks, and is told what it [MaySee] from Project
}

// Match is a memory that fits a [Filter].
type Match struct {
	Node      *memtide.Node
	Relevance float64 // share of the words that it covers, 0–1; 0 without words
	Rank      float64 // how well the words fit, which orders; 0 of what is found by its meaning, behind the others
}

// Lookup returns the live memories that a filter lets through (Y24), the best
// first. It filters before it counts, so that no number of others pushes out what
// fits. The error is [memtide.ErrInvalid] for a filter that cannot be, and
// [graphdb.ErrNotFound] for an entity that the space does not have.
func Lookup(v ledger.View, space memtide.Space, f Filter) ([]Match, error) {
	f.Limit = cmp.Or(f.Limit, 10)
	if f.Limit < 0 || !f.After.IsZero() && !f.Before.IsZero() && !f.After.Before(f.Before) {
		return nil, fmt.Errorf("%w filter: at most %d, from %s until %s", memtide.ErrInvalid, f.Limit, f.After, f.Before)
	}
	for _, k := range f.Kinds {
		if !slices.Contains(memtide.Kinds, k) {
			return nil, fmt.Errorf("%w filter: kind %q is not one of %v", memtide.ErrInvalid, k, memtide.Kinds)
		}
	}
	if f.Text != "" && !f.Behind.IsZero() {
		return nil, fmt.Errorf("%w filter: behind goes with a list; what words find has no further page", memtide.ErrInvalid)
	}
	l := lookup{v: v, f: f, from: f.Project}
	if f.Project == AnyProject {
		l.f.Project = ""
	}
	if f.Entity != "" {
		e, err := Named(v, f.Entity)
		if err != nil {
			return nil, err
		}
		l.about = map[memtide.ID]bool{e: true}
		for k := range v.Graph.InLinks(e, memtide.Mentions) {
			l.about[k.Node] = true
		}
	}
	if f.Text == "" {
		return l.list()
	}
	return l.search(space)
}

// Named returns the live entity with a name or alias. The error is
// [graphdb.ErrNotFound] where there is none.
func Named(v ledger.View, name string) (memtide.ID, error) {
	n, err := EntityOf(v.Graph, language.Fold(name))
	if err == nil && n == nil {
		err = fmt.Errorf("entity %q: %w", name, graphdb.ErrNotFound)
	}
	if err != nil {
		return memtide.ID{}, err
	}
	return n.ID, nil
}

// EntityOf returns the live entity that a folded name means, nil where there is
// none: one that has it as its own name before one that has it as an alias, and
// of equal ones the one that was told of first (Y8).
func EntityOf(tx *graphdb.Tx, folded string) (*memtide.Node, error) {
	var alias *memtide.Node
	for _, id := range tx.ByName(folded) {
		n, err := tx.Node(id)
		switch {
		case err != nil:
			return nil, err
		case !n.Live():
		case language.Fold(n.CanonicalName) == folded:
			return n, nil
		case alias == nil:
			alias = n
		}
	}
	return alias, nil
}

// lookup is one run of [Lookup].
type lookup struct {
	v     ledger.View
	f     Filter
	from  string              // project of an agent that asks
	about map[memtide.ID]bool // nil: anything
}

// fits returns the memory with an id if the filter lets it through, else nil.
func (l lookup) fits(id memtide.ID) (*memtide.Node, error) {
	if l.about != nil && !l.about[id] {
		return nil, nil
	}
	n, err := l.v.Graph.Node(id)
	if err != nil {
		return nil, err
	}
	at, after, before := Happened(n), l.f.After, l.f.Before
	if !at.Equal(n.CreatedAt) { // a day of the user's clock (decision 0023)
		after, before = onClock(after), onClock(before)
	}
	switch {
	case l.f.Agent && !MaySee(n, l.from), !n.Live(), !l.f.Labels.has(n), len(l.f.Kinds) > 0 && !slices.Contains(l.f.Kinds, n.Kind),
		l.f.Project != "" && n.Project != "" && n.Project != l.f.Project,
		!after.IsZero() && at.Before(after), !before.IsZero() && !at.Before(before):
		return nil, nil
	}
	return n, nil
}

// onClock is [memtide.Clock] of a time that may be none.
func onClock(at time.Time) time.Time {
	if at.IsZero() {
		return at
	}
	return memtide.Clock(at)
}

// Happened returns when what a memory speaks of happened or will happen, where
// that is known, else when it was said. A rule or a standing wish does not
// happen: it holds since it was said.
func Happened(n *memtide.Node) time.Time {
	holds := n.Attributes[ledger.Standing] != "" || n.Kind == memtide.Instruction && ledger.Directs(n)
	if !n.EventTime.IsZero() && n.Kind != memtide.Episode && !holds {
		return n.EventTime
	}
	return n.CreatedAt
}

// When returns [Happened] for the eyes of who has a clock in a zone. What speaks of a
// day has that day everywhere, but where its words name the day themselves, so that it is
// to be seen when that was said: of two dates for one thing the last one said holds.
func When(n *memtide.Node, zone *time.Location) time.Time {
	if at := Happened(n); !at.Equal(n.CreatedAt) && !language.NamesDay(n.Content, at) {
		return at
	}
	return n.CreatedAt.In(zone)
}

// list returns what fits, the newest first, by the date that is shown of each.
func (l lookup) list() ([]Match, error) {
	var all []Match
	kinds := l.f.Kinds
	if len(kinds) == 0 {
		kinds = memtide.Kinds
	}
	for _, kind := range slices.Compact(slices.Sorted(slices.Values(kinds))) {
		for id, state := range l.v.Graph.OfKind(kind) {
			if state != graphdb.Live {
				continue
			}
			n, err := l.fits(id)
			if err != nil {
				return nil, err
			}
			if n != nil {
				all = append(all, Match{Node: n})
			}
		}
	}
	order := func(a, b *memtide.Node) int {
		return cmp.Or(When(b, l.f.Now.Location()).Compare(When(a, l.f.Now.Location())), b.ID.Compare(a.ID))
	}
	if !l.f.Behind.IsZero() {
		last, err := l.v.Graph.Node(l.f.Behind)
		if err != nil {
			return nil, fmt.Errorf("memory %s: %w", l.f.Behind.Short(), err)
		}
		all = slices.DeleteFunc(all, func(m Match) bool { return order(last, m.Node) >= 0 })
	}
	slices.SortFunc(all, func(a, b Match) int { return order(a.Node, b.Node) })
	return all[:min(len(all), l.f.Limit)], nil
}

// farBehind is the share of the best's relevance without which a memory has too
// few of the words.
const farBehind = 0.25

// search returns what fits and has the words, or is like them where vectors tell
// that. What a search finds is filtered afterwards, so it goes as deep as it
// must.
func (l lookup) search(space memtide.Space) ([]Match, error) {
	s := NewSearcher(l.v, event.Query{Space: space, Mode: event.ModeQuery, Text: l.f.Text, Project: l.f.Project, Now: l.f.Now, Limit: l.f.Limit})
	for depth := 8 * l.f.Limit; ; depth *= 8 {
		cs := s.scan(s.terms, l.f.Kinds, depth)
		if !l.v.Embed.Weak || len(cs) == 0 {
			cs = append(cs, s.vector(event.Search{Tool: event.SearchVector, Limit: depth})...)
		}
		out, err := l.matches(cs)
		if err != nil || len(out) == l.f.Limit || depth >= l.v.Text.Live() {
			return out, err
		}
	}
}

// matches returns the first of the candidates that fit, each once.
func (l lookup) matches(cs []event.Candidate) ([]Match, error) {
	var out []Match
	best := 0.0
	for _, c := range cs {
		best = max(best, c.Relevance)
	}
	met := map[memtide.ID]bool{}
	for _, c := range cs {
		if met[c.ID] || c.Cosine == 0 && c.Relevance < farBehind*best {
			continue
		}
		met[c.ID] = true
		n, err := l.fits(c.ID)
		if errors.Is(err, graphdb.ErrNotFound) {
			continue // stored since this reader began: the index runs ahead of what it sees
		}
		if err != nil {
			return nil, err
		}
		if n == nil || c.By == ByContext && saysNoMore(n.Content) {
			continue
		}
		if out = append(out, Match{n, max(c.Relevance, c.Cosine), c.Match}); len(out) == l.f.Limit {
			break
		}
	}
	return out, nil
}
