package memtide

import (
	"fmt"
	"time"
)

// EdgeKind is the kind of an edge.
type EdgeKind string

// The kinds of edges. From is the later, the derived, the effect, the subject.
const (
	Temporal    EdgeKind = "temporal"     // from came after to in one session
	Causal      EdgeKind = "causal"       // from was caused by to
	Mentions    EdgeKind = "mentions"     // from names the entity to
	DerivedFrom EdgeKind = "derived_from" // from was made out of to
	Supersedes  EdgeKind = "supersedes"   // from replaces to
	Contradicts EdgeKind = "contradicts"  // from and to cannot both hold
	Related     EdgeKind = "related"      // recalled together or similar; weight is the strength
	Relation    EdgeKind = "relation"     // predicate says which: works_for, uses, depends_on, …
	Elaborates  EdgeKind = "elaborates"   // from says all that to says, and more; both hold
	Amends      EdgeKind = "amends"       // from tells that a part of what to tells has changed; the rest of it holds
)

// EdgeKinds lists all kinds of edges.
var EdgeKinds = []EdgeKind{Temporal, Causal, Mentions, DerivedFrom, Supersedes, Contradicts, Related, Relation, Elaborates, Amends}

// Edge links two nodes.
type Edge struct {
	ID         ID        `json:"id"`
	Kind       EdgeKind  `json:"kind"`
	Predicate  string    `json:"predicate,omitempty"` // of a relation
	From       ID        `json:"from"`
	To         ID        `json:"to"`
	Weight     float64   `json:"weight,omitempty"`
	Confidence float64   `json:"confidence,omitempty"` // 0–1
	ValidFrom  time.Time `json:"valid_from,omitzero"`
	ValidUntil time.Time `json:"valid_until,omitzero"`
	Evidence   []string  `json:"evidence,omitempty"` // ids of half-turns
	CreatedAt  time.Time `json:"created_at,omitzero"`
}

// Validate reports the first thing that is wrong with the edge by itself.
func (e *Edge) Validate() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w edge %s: %s", ErrInvalid, e.ID, fmt.Sprintf(format, args...))
	}
	known := false
	for _, k := range EdgeKinds {
		known = known || k == e.Kind
	}
	switch {
	case e.ID.IsZero():
		return bad("id is not set")
	case !known:
		return fmt.Errorf("%w: %w", bad("kind %q is not one of %v", e.Kind, EdgeKinds), ErrNewer)
	case e.From.IsZero() || e.To.IsZero():
		return bad("from and to must both be set")
	case e.From == e.To:
		return bad("from and to are the same node")
	case e.Kind == Relation && e.Predicate == "":
		return bad("a relation needs a predicate")
	case e.CreatedAt.IsZero():
		return bad("created_at is not set")
	}
	return nil
}
