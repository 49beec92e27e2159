package tools

import (
	"errors"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// Gone is what an erasure took once, by its certificate.
type Gone struct {
	Target string
	Nodes  []memtide.ID
	Turns  []string  // ids of half-turns that the memory holds again
	Asked  time.Time // what was said later is nothing that it meant
}

// PlanErasedAgain says what an erasure takes out of a memory that is older than it:
// of what it took then, whatever is there, and the names that nothing else mentions
// now. Of a memory that holds nothing of it the plan is empty.
func PlanErasedAgain(v ledger.View, gone Gone) (ErasePlan, error) {
	kind, id, _ := strings.Cut(gone.Target, " ")
	e := eraser{v: v, kind: kind, id: id, goes: map[memtide.ID]string{}, turns: map[string]bool{}}
	for _, t := range gone.Turns {
		e.turns[t] = true
	}
	for _, node := range gone.Nodes {
		n, err := v.Graph.Node(node)
		if errors.Is(err, graphdb.ErrNotFound) {
			continue
		}
		if err != nil {
			return ErasePlan{}, err
		}
		e.take(node, ErasedNamed)
		if text := plainly(n.Content); kind == "node" && node.String() == id && len(text) >= sayAtLeast {
			e.said = append(e.said, text)
		}
	}
	stays, err := e.further()
	if err == nil {
		err = e.unmentionedBy(stays)
	}
	if err != nil {
		return ErasePlan{}, err
	}
	p, err := e.plan(stays)
	p.until = gone.Asked
	return p, err
}
