package control

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/tools"
)

// Leak is one secret that the store holds.
type Leak struct {
	Store string `json:"store"` // memory or turn
	ID    string `json:"id"`
	Seq   uint64 `json:"seq,omitempty"` // of a half-turn in TURNS
	Kind  string `json:"kind"`          // of the memory; of a half-turn whose it is
	tools.Leak
}

// Scanned is what a scan has found.
type Scanned struct {
	Memories int    `json:"memories"` // looked at
	Turns    int    `json:"turns"`
	Changes  int    `json:"changes"`
	Leaks    []Leak `json:"leaks"`
	More     int    `json:"more,omitempty"` // found beyond those that are listed

	// How many hold a secret.
	LeakyMemories int `json:"leaky_memories"`
	LeakyTurns    int `json:"leaky_turns"`
	LeakyChanges  int `json:"leaky_changes"`

	Redacted []memtide.ChangeID `json:"redacted,omitempty"` // the changes that --apply has made
}

// RedactRequest asks that secrets are taken out of memories.
type RedactRequest struct {
	Space memtide.Space `json:"space"`
	IDs   []memtide.ID  `json:"ids"`
}
