package control

import (
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// StoredTurn is a half-turn and its sequence in TURNS.
type StoredTurn struct {
	Seq uint64 `json:"seq"`
	memtide.Turn
}

// TurnsRequest asks for the newest half-turns, of one session or of all (""), or for
// those whose id begins so.
type TurnsRequest struct {
	Space   memtide.Space `json:"space"`
	Session string        `json:"session"`
	ID      string        `json:"id,omitempty"`
	Limit   int           `json:"limit"`
	Before  uint64        `json:"before,omitempty"` // only below this sequence; 0 is all
}

// ShownTurn is a half-turn and the memories that were made of it.
type ShownTurn struct {
	StoredTurn
	Memories []*memtide.Node `json:"memories,omitempty"`
}

// DeadRequest asks for the newest dead letters, or for the one with a sequence.
type DeadRequest struct {
	Space  memtide.Space `json:"space"` // "" is all
	Limit  int           `json:"limit"`
	Seq    uint64        `json:"seq"`
	Before uint64        `json:"before,omitempty"` // only below this sequence; 0 is all
}

// DeadReply is one dead letter.
type DeadReply struct {
	bus.DeadLetter
	HalfTurn string `json:"half_turn,omitempty"` // that it comes from
	Past     string `json:"past,omitempty"`      // why it is not sent again
	Text     string `json:"body,omitempty"`      // of one letter only
}

// DeadReplyOf returns what is told of a dead letter, without its body.
func DeadReplyOf(l bus.DeadLetter) DeadReply {
	return DeadReply{DeadLetter: l, HalfTurn: l.HalfTurn(), Past: l.Past()}
}

// LogRequest asks for decisions that pass every filter that is set, the newest first.
type LogRequest struct {
	Space   memtide.Space `json:"space"`
	Limit   int           `json:"limit"`
	ID      string        `json:"id"`    // of a change set, or its beginning: that one alone
	Stage   string        `json:"stage"` // only decisions of this stage
	Empty   bool          `json:"empty"` // also those that change nothing
	Since   time.Time     `json:"since,omitzero"`
	Node    string        `json:"node,omitempty"`
	Session string        `json:"session,omitempty"`
	Kind    memtide.Kind  `json:"kind,omitempty"`   // of a memory that is touched
	After   uint64        `json:"after,omitempty"`  // only behind this sequence
	Before  string        `json:"before,omitempty"` // only what was decided before the change whose id begins so
}

// LogTail is what has come, and up to where was looked.
type LogTail struct {
	Seq     uint64          `json:"seq"`
	Changes []ledger.Logged `json:"changes"` // newest first
}

// DescentRequest asks what came from a memory, a half-turn, a session or a source.
type DescentRequest struct {
	Space memtide.Space `json:"space"`
	From  string        `json:"from"`
}

// Descent is what came from something, with the prompts that were shown of it.
type Descent struct {
	tools.Descent
	Shown []Injection `json:"shown,omitempty"` // newest first
}

// Injection is a prompt that was shown memories.
type Injection struct {
	Receipt string       `json:"receipt"`
	At      time.Time    `json:"at"`
	Session string       `json:"session"`
	Mode    string       `json:"mode,omitempty"` // query: somebody has searched, and no agent was given it
	Nodes   []memtide.ID `json:"nodes"`
}

// RollbackRequest asks that what came from a source is archived.
type RollbackRequest struct {
	Space  memtide.Space `json:"space"`
	Source string        `json:"source"`
	DryRun bool          `json:"dry_run,omitempty"`
	Seen   []memtide.ID  `json:"seen,omitempty"` // what the person has agreed to archive
}

// UndoRequest asks that decisions are taken back.
type UndoRequest struct {
	Space memtide.Space `json:"space"`
	tools.Undoing
	DryRun bool               `json:"dry_run,omitempty"`
	Seen   []memtide.ChangeID `json:"seen,omitempty"` // what the person has agreed to take back
	By     string             `json:"by,omitempty"`   // as in [ForgetRequest]
}

// Folder is a folder in which something was said, of a project.
type Folder struct {
	Project string `json:"project"`
	Cwd     string `json:"cwd"`
	Turns   int    `json:"turns"` // half-turns, of the newest
}
