package tools

import (
	"cmp"
	"fmt"
	"iter"
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
// them or not (N6). Where at most one of kind, project, session and half-turn, and a state,
// is asked for, it reads no memory but those of the page. The error is [memtide.ErrInvalid]
// for a filter that cannot be.
func Browse(v ledger.View, b Browsing) (Browsed, error) {
	if err := b.check(); err != nil {
		return Browsed{}, err
	}
	b.Limit = cmp.Or(b.Limit, 50)
	var ids []memtide.ID
	var weights map[memtide.ID]int
	if b.Sort == SortUsed || b.Sort == SortMentions {
		weights = map[memtide.ID]int{}
	}
	for id := range b.candidates(v) {
		fits, weight, err := b.fits(v, id)
		if err != nil {
			return Browsed{}, err
		}
		if fits {
			ids = append(ids, id)
			if weights != nil {
				weights[id] = weight
			}
		}
	}
	slices.SortFunc(ids, func(x, y memtide.ID) int {
		if b.Sort == SortOldest {
			return x.Compare(y)
		}
		return cmp.Or(cmp.Compare(weights[y], weights[x]), y.Compare(x))
	})
	out := Browsed{Nodes: []*memtide.Node{}, Total: len(ids)}
	from := min(b.Offset, len(ids))
	for _, id := range ids[from:min(from+b.Limit, len(ids))] {
		n, err := v.Graph.Node(id)
		if err != nil {
			return out, err
		}
		out.Nodes = append(out.Nodes, n)
	}
	return out, nil
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

// candidates walks the narrowest index that a filter has; what it yields is still to be
// looked at.
func (b Browsing) candidates(v ledger.View) iter.Seq[memtide.ID] {
	switch {
	case b.Turn != "":
		return slices.Values(v.Graph.ByTurn(b.Turn))
	case b.Session != "":
		return slices.Values(v.Graph.BySession(b.Session))
	case b.Project != "" || b.Everywhere:
		return v.Graph.InProject(b.Project)
	}
	kinds := b.Kinds
	if len(kinds) == 0 {
		kinds = memtide.Kinds
	}
	kinds = slices.Compact(slices.Sorted(slices.Values(kinds)))
	return func(yield func(memtide.ID) bool) {
		for _, kind := range kinds {
			for id := range v.Graph.OfKind(kind) {
				if !yield(id) {
					return
				}
			}
		}
	}
}

// indexed reports whether the index that is walked stands for all filters that name a
// place: each memory is looked at where two of them are set.
func (b Browsing) indexed() bool {
	places := 0
	for _, set := range []bool{b.Turn != "", b.Session != "", b.Project != "" || b.Everywhere, len(b.Kinds) > 0} {
		if set {
			places++
		}
	}
	return places <= 1
}

// fits reports whether a memory passes the filters, and what it weighs in the order that is
// asked for. It reads the memory only where an index does not say enough.
func (b Browsing) fits(v ledger.View, id memtide.ID) (ok bool, weight int, err error) {
	state, known := v.Graph.State(id)
	switch want := b.State; {
	case !known, want == StateLive && state != graphdb.Live, want == StateSuperseded && state != graphdb.Superseded,
		(want == StateArchived || want == StateQuarantine) && state == graphdb.Live:
		return false, 0, nil
	}
	if b.indexed() && b.Tag == "" && b.Trust == 0 && !b.Pinned && b.Sort != SortUsed && b.Sort != SortMentions &&
		(b.State == "" || b.State == StateLive || b.State == StateSuperseded) {
		return true, 0, nil
	}
	n, err := v.Graph.Node(id)
	if err != nil {
		return false, 0, err
	}
	switch {
	case len(b.Kinds) > 0 && !slices.Contains(b.Kinds, n.Kind), b.Tag != "" && !slices.Contains(n.Tags, b.Tag),
		b.Session != "" && n.Source.Session != b.Session, b.Project != "" && n.Project != b.Project, b.Everywhere && n.Project != "",
		b.Trust != 0 && n.Trust != b.Trust, b.Pinned && !n.Pinned, b.State != "" && b.State != StateOf(n):
		return false, 0, nil
	case b.Sort == SortMentions:
		return true, n.MentionCount, nil
	}
	return true, n.AccessCount, nil
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
