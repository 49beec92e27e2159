package tools

import (
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
)

// Why a memory goes with an erasure, or could.
const (
	ErasedNamed   = "named"
	ErasedSaid    = "half-turn that says it"
	ErasedRepeats = "says it, too"
	ErasedBeside  = "came from a half-turn that goes"
	ErasedDerived = "derived from what goes"
	ErasedWorded  = "a model's own words for what goes"
	ErasedName    = "mentioned by what goes alone"
	ErasedLike    = "says something like it"
)

// Doomed is a memory that an erasure takes, or could take.
type Doomed struct {
	Node *memtide.Node `json:"node"`
	Why  string        `json:"why"`
}

// ErasePlan is what an erasure takes.
type ErasePlan struct {
	Target   string    `json:"target"`          // node, turn, session or source, and its id
	Goes     []Doomed  `json:"goes"`            // what is named first, then by time
	Turns    []string  `json:"turns"`           // ids of half-turns
	Stays    []Doomed  `json:"stays,omitempty"` // what --cascade would take, too
	Names    []string  `json:"names,omitempty"` // entities that others mention: they stay, without their description
	texts    []string  // that shall stand nowhere afterwards
	said     []string  // in the form by which half-turns are looked through
	kind, id string    // of Target
	until    time.Time // what was said later stays; zero for none
	heard    heard
}

// Turn reports whether a half-turn goes that left no memory by which it could
// have been found.
func (p *ErasePlan) Turn(t memtide.Turn) bool {
	switch {
	case !p.until.IsZero() && t.Time.After(p.until):
		return false
	case p.kind == "session":
		return t.Session == p.id
	case p.kind == "source":
		return t.Client == p.id
	}
	text := plainly(t.Text)
	return slices.ContainsFunc(p.said, func(s string) bool { return strings.Contains(text, s) })
}

// Texts returns what shall stand nowhere afterwards.
func (p *ErasePlan) Texts() []string { return p.texts }

// IDs returns the memories that go.
func (p *ErasePlan) IDs() []memtide.ID {
	var ids []memtide.ID
	for _, d := range p.Goes {
		ids = append(ids, d.Node.ID)
	}
	return ids
}

// Erasing is what has to be asked of a ledger for the plan to be carried out.
func (p *ErasePlan) Erasing(space memtide.Space, at time.Time) ledger.Erasing {
	return ledger.Erasing{Space: space, Target: p.Target, At: at, Nodes: p.IDs(), Turns: p.Turns, Said: p.Turn, Heard: p.heard.turns, Seen: p.heard.seen, Texts: p.texts, Reason: redact.Name}
}
