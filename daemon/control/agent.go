package control

import (
	"github.com/memtide/memtide"
)

// What an agent asks for by a tool.
const (
	AgentForget    = "forget"    // What
	AgentReinforce = "reinforce" // What
	AgentDemote    = "demote"    // What
	AgentReplace   = "replace"   // What, by the memory With
	AgentUndo      = "undo"      // the change What
)

// AgentRequest asks for a change on behalf of an agent. The settings of the daemon say what an
// agent may (mcp.changes).
type AgentRequest struct {
	Space memtide.Space `json:"space"`
	By    string        `json:"by"` // the actor: memtide.ByMCP and the name of the agent's client
	Do    string        `json:"do"`
	What  string        `json:"what"`           // id of a memory or a change, or a part of it as in other verbs
	With  string        `json:"with,omitempty"` // of replace
}

// BecameRequest asks what has become of a half-turn that was handed over as one fact.
type BecameRequest struct {
	Space memtide.Space `json:"space"`
	Turn  string        `json:"turn"`
}

// Became is that, once it is decided.
type Became struct {
	Decided  bool              `json:"decided"`            // false: not within the time that the daemon waits
	Change   memtide.ChangeSet `json:"change,omitzero"`    // the decision to keep it, or why not
	Node     *memtide.Node     `json:"node,omitempty"`     // the memory that says it, as it is now; nil where none does
	Known    bool              `json:"known,omitempty"`    // it was there before
	Replaces []memtide.ID      `json:"replaces,omitempty"` // what it has taken the place of
	Opposes  []memtide.ID      `json:"opposes,omitempty"`  // what it contradicts, and nobody has said which holds
}
