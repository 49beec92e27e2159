package control

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// DecisionsRequest asks what was decided on half-turns, and waits for it.
type DecisionsRequest struct {
	Space  memtide.Space `json:"space"`
	Turns  []string      `json:"turns"`   // whole ids, 200 at most
	WaitMS int           `json:"wait_ms"` // 60,000 at most
}

// MostDecisions is how many half-turns a [DecisionsRequest] may name.
const MostDecisions = 200

// Decisions is what was decided on half-turns, in their order.
type Decisions struct {
	Open    int             `json:"open"` // half-turns on which something is yet to be decided
	Changes []ledger.Logged `json:"changes"`
	// Nodes are the memories that are named in the changes, as they are now.
	Nodes map[string]*memtide.Node `json:"nodes"`
}
