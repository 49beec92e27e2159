package tools

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// The states of a memory that [Browse] tells apart.
const (
	StateLive       = "live"       // retrieval may show it
	StateSuperseded = "superseded" // another one has taken its place
	StateArchived   = "archived"   // forgotten, faded or given way to size
	StateQuarantine = "quarantine" // it waits for a look, shown to nobody
)

// The orders of [Browse].
const (
	SortNewest   = ""         // what was said last comes first
	SortOldest   = "oldest"   // what was said first comes first
	SortUsed     = "used"     // what answers have used most comes first
	SortMentions = "mentions" // the entity that is mentioned most comes first
)

// Browsing says which memories are listed, and which page of them.
type Browsing struct {
	Kinds      []memtide.Kind `json:"kinds,omitempty"`      // none is every kind
	Project    string         `json:"project,omitempty"`    // "" is every project
	Everywhere bool           `json:"everywhere,omitempty"` // only what belongs to no project
	Session    string         `json:"session,omitempty"`
	Turn       string         `json:"turn,omitempty"` // only what was made of this half-turn
	Tag        string         `json:"tag,omitempty"`
	Trust      memtide.Trust  `json:"trust,omitzero"` // just that; unset is every level
	State      string         `json:"state,omitempty"`
	Pinned     bool           `json:"pinned,omitempty"` // only what is pinned
	Sort       string         `json:"sort,omitempty"`
	Offset     int            `json:"offset,omitempty"`
	Limit      int            `json:"limit,omitempty"` // at most so many; 0 is 50
}

// Browsed is one page of a list.
type Browsed struct {
	Nodes []*memtide.Node `json:"nodes"`
	Total int             `json:"total"` // on all pages
}

// Browse lists the memories that pass every filter that is set, whether retrieval may show
// them or not (N6). Where a kind, one of project, session and half-turn, and live or superseded
// is all that is asked for, it reads no memory but those of the page. The error is
// [memtide.ErrInvalid] for a filter that cannot be.
func Browse(v ledger.View, b Browsing) (Browsed, error) {
	if err := b.check(); err != nil {
		return Browsed{}, err
	}
	b.Limit = cmp.Or(b.Limit, 50)
	var all []weighed
	for id, state := range b.candidates(v) {
		fits, err := b.fits(v, id, state)
		if err != nil {
			return Browsed{}, err
		}
		if fits {
			weight, err := b.weight(v, id)
			if err != nil {
				return Browsed{}, err
			}
			all = append(all, weighed{id, weight})
		}
	}
	slices.SortFunc(all, func(x, y weighed) int {
		if b.Sort == SortOldest {
			return x.id.Compare(y.id)
		}
		return cmp.Or(cmp.Compare(y.weight, x.weight), y.id.Compare(x.id))
	})
	out := Browsed{Nodes: []*memtide.Node{}, Total: len(all)}
	from := min(b.Offset, len(all))
	for _, w := range all[from:min(from+b.Limit, len(all))] {
		n, err := v.Graph.Node(w.id)
		if err != nil {
			return out, err
		}
		out.Nodes = append(out.Nodes, n)
	}
	return out, nil
}

// weighed is a memory with what orders it.
type weighed struct {
	id     memtide.ID
	weight int
}

// weight returns what a memory weighs in the order that is asked for.
func (b Browsing) weight(v ledger.View, id memtide.ID) (int, error) {
	switch b.Sort {
	case SortUsed:
		return v.Graph.Uses(id)
	case SortMentions:
		return v.Graph.Mentions(id)
	}
	return 0, nil
}

// check refuses what cannot be listed.
func (b Browsing) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w list: %s", memtide.ErrInvalid, fmt.Sprintf(format, args...))
	}
	for _, k := range b.Kinds {
		if !slices.Contains(memtide.Kinds, k) {
			return bad("kind is %q, want one of %v", k, memtide.Kinds)
		}
	}
	states := []string{"", StateLive, StateSuperseded, StateArchived, StateQuarantine}
	sorts := []string{SortNewest, SortOldest, SortUsed, SortMentions}
	switch {
	case !slices.Contains(states, b.State):
		return bad("state is %q, want one of %v or none", b.State, states[1:])
	case !slices.Contains(sorts, b.Sort):
		return bad("sort is %q, want one of %v or none", b.Sort, sorts[1:])
	case b.Offset < 0 || b.Limit < 0:
		return bad("offset %d and limit %d must not be below 0", b.Offset, b.Limit)
	case b.Everywhere && b.Project != "":
		return bad("everywhere is for what belongs to no project, and project is %q; give one of them", b.Project)
	}
	return nil
}

// candidates walks the narrowest index that a filter has, with the state of each memory; what it
// yields is still to be looked at. Of a project it yields only what is of the kinds asked for.
func (b Browsing) candidates(v ledger.View) iter.Seq2[memtide.ID, graphdb.State] {
	kinds := b.Kinds
	if len(kinds) == 0 {
		kinds = memtide.Kinds
	}
	kinds = slices.Compact(slices.Sorted(slices.Values(kinds)))
	switch {
	case b.Turn != "":
		return withState(v, slices.Values(v.Graph.ByTurn(b.Turn)))
	case b.Session != "":
		return withState(v, slices.Values(v.Graph.BySession(b.Session)))
	case b.State == StateQuarantine && !slices.Contains(kinds, memtide.Episode): // half-turns are not in that index
		return withState(v, v.Graph.Quarantined())
	case b.Project != "" || b.Everywhere:
		states := map[memtide.ID]graphdb.State{}
		for _, kind := range kinds {
			maps.Insert(states, v.Graph.OfKind(kind))
		}
		return func(yield func(memtide.ID, graphdb.State) bool) {
			for id := range v.Graph.InProject(b.Project) {
				if state, ok := states[id]; ok && !yield(id, state) {
					return
				}
			}
		}
	}
	return func(yield func(memtide.ID, graphdb.State) bool) {
		for _, kind := range kinds {
			for id, state := range v.Graph.OfKind(kind) {
				if !yield(id, state) {
					return
				}
			}
		}
	}
}

// withState adds to memories their state.
func withState(v ledger.View, ids iter.Seq[memtide.ID]) iter.Seq2[memtide.ID, graphdb.State] {
	return func(yield func(memtide.ID, graphdb.State) bool) {
		for id := range ids {
			if state, ok := v.Graph.State(id); ok && !yield(id, state) {
				return
			}
		}
	}
}

// indexed reports whether the index that is walked stands for all filters that name a
// place or a kind: else each memory is looked at.
func (b Browsing) indexed() bool {
	project := b.Project != "" || b.Everywhere
	switch {
	case b.Turn != "":
		return b.Session == "" && !project && len(b.Kinds) == 0
	case b.Session != "":
		return !project && len(b.Kinds) == 0
	}
	return true
}

// fits reports whether a memory passes the filters. It reads the memory only where an index does
// not say enough.
func (b Browsing) fits(v ledger.View, id memtide.ID, state graphdb.State) (bool, error) {
	switch want := b.State; {
	case want == StateLive && state != graphdb.Live, want == StateSuperseded && state != graphdb.Superseded,
		(want == StateArchived || want == StateQuarantine) && state == graphdb.Live:
		return false, nil
	}
	if b.indexed() && b.Tag == "" && b.Trust == 0 && !b.Pinned && (b.State == "" || b.State == StateLive || b.State == StateSuperseded) {
		return true, nil
	}
	n, err := v.Graph.Node(id)
	if err != nil {
		return false, err
	}
	return (len(b.Kinds) == 0 || slices.Contains(b.Kinds, n.Kind)) && (b.Tag == "" || slices.Contains(n.Tags, b.Tag)) &&
		(b.Session == "" || n.Source.Session == b.Session) && (b.Project == "" || n.Project == b.Project) && (!b.Everywhere || n.Project == "") &&
		(b.Trust == 0 || n.Trust == b.Trust) && (!b.Pinned || n.Pinned) && (b.State == "" || b.State == StateOf(n)), nil
}

// StateOf returns in which of the states of [Browse] a memory is. What was superseded and
// archived later is superseded.
func StateOf(n *memtide.Node) string {
	switch {
	case n.Attributes[Quarantine] != "":
		return StateQuarantine
	case !n.SupersededBy.IsZero():
		return StateSuperseded
	case !n.ArchivedAt.IsZero():
		return StateArchived
	}
	return StateLive
}
