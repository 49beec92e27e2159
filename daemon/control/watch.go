package control

import (
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// WatchRequest asks what has happened behind two sequences; 0 is the newest of all.
type WatchRequest struct {
	Space    memtide.Space `json:"space"`
	Limit    int           `json:"limit"`              // of receipts, and of decisions
	Receipts uint64        `json:"receipts,omitempty"` // sequence in TRACE
	Changes  uint64        `json:"changes,omitempty"`  // sequence in LEDGER
}

// Decided is a decision, and when it was written down: its cause may be of another day.
type Decided struct {
	ledger.Logged
	Stored time.Time `json:"stored"`
}

// Watched is what has happened, and up to where was looked.
type Watched struct {
	Receipts uint64    `json:"receipts"`
	Changes  uint64    `json:"changes"`
	Given    []Told    `json:"given"`   // what prompts were given, newest first
	Decided  []Decided `json:"decided"` // newest first
	// Words are the first of each memory that was given or changed, as it is now.
	Words map[string]string `json:"words"`
}
