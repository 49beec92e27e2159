package graphdb

import (
	"bytes"
	"fmt"

	"github.com/segmentio/encoding/json"

	"github.com/memtide/memtide"
)

// valueVersion stands before the JSON of a node or an edge.
const valueVersion = 1

func nodeValue(n *memtide.Node) []byte { return versioned(memtide.EncodeNode(n)) }

func edgeValue(e *memtide.Edge) []byte { return versioned(memtide.EncodeEdge(e)) }

func versioned(body []byte) []byte {
	v := make([]byte, 1+len(body))
	v[0] = valueVersion
	copy(v[1:], body)
	return v
}

// decodeNode reads a value of the bucket nodes. What it returns shares no
// memory with v.
func decodeNode(v []byte) (*memtide.Node, error) {
	// The library makes a map of 64 places where it finds none.
	n := &memtide.Node{Attributes: map[string]string{}}
	if err := decode(v, n, "node"); err != nil {
		return nil, err
	}
	if len(n.Attributes) == 0 {
		n.Attributes = nil
	}
	return n, nil
}

func decodeEdge(v []byte) (*memtide.Edge, error) {
	e := new(memtide.Edge)
	if err := decode(v, e, "edge"); err != nil {
		return nil, err
	}
	return e, nil
}

func decode(v []byte, out any, what string) error {
	if len(v) == 0 || v[0] != valueVersion {
		return fmt.Errorf("%w: %s value has no known version", ErrCorrupt, what)
	}
	if err := json.Unmarshal(v[1:], out); err != nil {
		return fmt.Errorf("%w: %s value: %w", ErrCorrupt, what, err)
	}
	return nil
}

// State says whether retrieval may show a node.
type State byte

// The states of a node. A node that is superseded and archived is Superseded.
const (
	Live State = iota
	Archived
	Superseded
)

func stateOf(n *memtide.Node) State {
	switch {
	case !n.SupersededBy.IsZero():
		return Superseded
	case !n.ArchivedAt.IsZero():
		return Archived
	}
	return Live
}

// decision is what the bucket applied remembers of a change set. From all of
// them together follow the half-turns that still await a decision.
type decision struct {
	seq    uint64 // in the LEDGER
	turn   uint64 // of the half-turn in TURNS, 0 when the cause is something else
	stage  string
	awaits string
}

func decisionOf(seq uint64, c *memtide.ChangeSet) decision {
	d := decision{seq: seq, stage: textKey(c.Cause.Stage)}
	if c.Cause.Kind == causeTurn && c.Cause.Seq != 0 {
		d.turn, d.awaits = c.Cause.Seq, textKey(c.Awaits)
	}
	return d
}

func (d decision) encode() []byte {
	b := make([]byte, 0, 17+len(d.stage)+len(d.awaits))
	b = appendUint(appendUint(b, d.seq), d.turn)
	return append(append(append(b, d.stage...), 0), d.awaits...)
}

func parseDecision(v []byte) (decision, bool) {
	if len(v) < 17 {
		return decision{}, false
	}
	stage, awaits, ok := bytes.Cut(v[16:], []byte{0})
	if !ok || bytes.IndexByte(awaits, 0) >= 0 {
		return decision{}, false
	}
	return decision{parseUint(v), parseUint(v[8:]), string(stage), string(awaits)}, true
}
