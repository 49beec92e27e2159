package event

import (
	"time"

	"github.com/memtide/memtide"
)

// MemoriesErased is one part of an erasure: what goes out of which stream, and
// what is left of the change sets that spoke of it. It counts once the change
// set Marker stands in LEDGER behind it; without that nothing has been erased.
// It holds nothing of the text that is erased.
type MemoriesErased struct {
	ID     string           `json:"id"`
	Marker memtide.ChangeID `json:"marker"`
	Space  memtide.Space    `json:"space"`
	At     time.Time        `json:"at"`
	Target string           `json:"target"` // node, turn, session or source, and its id
	Part   int              `json:"part"`   // 1 to Parts
	Parts  int              `json:"parts"`

	Nodes     []memtide.ID `json:"nodes,omitempty"`
	HalfTurns []string     `json:"half_turns,omitempty"` // their ids
	Turns     []uint64     `json:"turns,omitempty"`      // sequences of TURNS
	Dead      []uint64     `json:"dead,omitempty"`       // of DEAD
	Trace     []uint64     `json:"trace,omitempty"`      // of TRACE: what names what is erased, or holds a text
	Replaced  []uint64     `json:"replaced,omitempty"`   // of LEDGER: parts of earlier erasures whose content stands here
	Vectors   []string     `json:"vectors,omitempty"`    // hashes of texts
	Spool     []string     `json:"spool,omitempty"`      // names of files
	// KeepBackups says that whoever finishes it leaves the backups as they are.
	KeepBackups bool        `json:"keep_backups,omitempty"`
	Survives    []Surviving `json:"survives,omitempty"` // in the order of LEDGER
}

// Surviving is what is left of a change set: it applies at its old sequence.
type Surviving struct {
	Seq    uint64            `json:"seq"`    // of LEDGER
	Stored time.Time         `json:"stored"` // by the server's clock
	Change memtide.ChangeSet `json:"change"`
	// Carries are the decisions that the message held beside it.
	Carries []memtide.NoChange `json:"carries,omitempty"`
}

// Kind names the message.
func (MemoriesErased) Kind() string { return "memories.erased.v1" }

// Flow is LEDGER, with subjects of its own.
func (MemoriesErased) Flow() Flow { return Erasure }
