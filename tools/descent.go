package tools

import (
	"fmt"
	"maps"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// Descendant is a memory that would not be as it is without another one.
type Descendant struct {
	Node  *memtide.Node `json:"node"`
	Why   string        `json:"why"`
	Of    memtide.ID    `json:"of,omitzero"` // which one; the zero id where it comes from the origin itself
	Depth int           `json:"depth"`       // 0 comes from the origin itself
}

// Descent is all that comes from one memory, half-turn, session or source.
type Descent struct {
	Target string         `json:"target"`
	Turns  []string       `json:"turns,omitempty"`
	Nodes  []Descendant   `json:"nodes"`
	Ended  []Descendant   `json:"ended,omitempty"` // memories that do not hold any more because of them
	Links  []memtide.Edge `json:"links,omitempty"` // relations that its half-turns gave evidence of
	origin origin
}

// Descend returns what comes from what is named (see [PlanErase] for how),
// directly or through others: half-turns, memories, what was made of those, and
// what they have taken the place of. The nearest come first.
func Descend(v ledger.View, what string) (Descent, error) {
	o, err := findOrigin(v, what)
	if err != nil {
		return Descent{}, err
	}
	d := Descent{Target: o.kind + " " + o.id, origin: o, Turns: slices.Sorted(maps.Keys(o.turns))}
	met := map[memtide.ID]bool{}
	add := func(n *memtide.Node, why string, of memtide.ID, depth int) {
		if !met[n.ID] {
			met[n.ID] = true
			d.Nodes = append(d.Nodes, Descendant{n, why, of, depth})
		}
	}
	for _, n := range o.nodes {
		why := "came from it"
		switch {
		case o.kind == "node":
			why = ErasedNamed
		case n.Kind == memtide.Episode:
			why = "half-turn"
		}
		add(n, why, memtide.ID{}, 0)
	}
	for i := 0; i < len(d.Nodes); i++ { // it grows
		if err := d.children(v, d.Nodes[i], add); err != nil {
			return d, err
		}
	}
	return d, d.links(v)
}

// children adds what was made of a node, and notes what it has taken the place of.
func (d *Descent) children(v ledger.View, p Descendant, add func(*memtide.Node, string, memtide.ID, int)) error {
	for k := range v.Graph.InLinks(p.Node.ID, memtide.DerivedFrom) {
		n, err := v.Graph.Node(k.Node)
		if err != nil {
			return err
		}
		add(n, "made of "+p.Node.ID.Short(), p.Node.ID, p.Depth+1)
	}
	for _, id := range v.Graph.Predecessors(p.Node.ID) {
		n, err := v.Graph.Node(id)
		if err != nil {
			return err
		}
		d.Ended = append(d.Ended, Descendant{n, "superseded by " + p.Node.ID.Short(), p.Node.ID, p.Depth + 1})
	}
	return nil
}

// links finds the relations between entities that come from the half-turns.
func (d *Descent) links(v ledger.View) error {
	if len(d.origin.turns) == 0 {
		return nil
	}
	for id := range v.Graph.OfEdgeKind(memtide.Relation) {
		e, err := v.Graph.Edge(id)
		if err != nil {
			return fmt.Errorf("relation: %w", err)
		}
		if slices.ContainsFunc(e.Evidence, func(t string) bool { return d.origin.turns[t] }) {
			d.Links = append(d.Links, *e)
		}
	}
	return nil
}

// IDs returns the memories, nearest first.
func (d *Descent) IDs() []memtide.ID {
	var ids []memtide.ID
	for _, n := range d.Nodes {
		ids = append(ids, n.Node.ID)
	}
	return ids
}
