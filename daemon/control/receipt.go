package control

import (
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// ReceiptsRequest asks for receipts, the newest first.
type ReceiptsRequest struct {
	Space memtide.Space `json:"space"`
	ID    string        `json:"id"` // or its beginning; "" is every one
	Limit int           `json:"limit"`
	// Before is a sequence in TRACE: only receipts below it; 0 is all.
	Before uint64 `json:"before,omitempty"`
	// Prompts asks for the words of each prompt, too.
	Prompts bool `json:"prompts,omitempty"`
	ReceiptFilter
}

// ReceiptFilter says which receipts are looked for; what is empty lets all through.
type ReceiptFilter struct {
	Client  string `json:"client,omitempty"`
	Session string `json:"session,omitempty"` // or its beginning
	Mode    string `json:"mode,omitempty"`
}

// Fits reports whether a receipt is one of those.
func (f ReceiptFilter) Fits(r event.Receipt) bool {
	return (f.Client == "" || f.Client == r.Client) && (f.Mode == "" || f.Mode == r.Mode) && strings.HasPrefix(r.Session, f.Session)
}

// Told is a receipt and what became of what it speaks of.
type Told struct {
	event.Receipt
	Seq      uint64       `json:"seq,omitempty"`      // in TRACE
	Answered bool         `json:"answered,omitempty"` // the answer to the prompt is there
	Used     []memtide.ID `json:"used,omitempty"`     // memories that gained because the answer used them
	// Sources says of each candidate who said it, where: "user, session s1, half-turn 4787af5e53a4".
	Sources map[string]string `json:"sources,omitempty"`
	// Words are the first of each candidate, as the memory is now. A receipt has no text; they
	// are looked up for the eyes of the user, and are not there in the story of a prompt.
	Words map[string]string `json:"words,omitempty"`
	// Prompt is what the user said, on one line, where that was asked for: it stands in the
	// half-turn, and "" where there is none.
	Prompt string `json:"prompt,omitempty"`
}

// HalfTurnID returns the id of the prompt itself, "" where it is not known.
func (r Told) HalfTurnID() string {
	if r.PromptID == "" || r.Mode != event.ModePrompt {
		return ""
	}
	return memtide.TurnID(memtide.Turn{Space: r.Space, Session: r.Session, PromptID: r.PromptID, Role: memtide.RoleUser})
}

// StoryRequest asks for all that is known of one prompt or one half-turn.
type StoryRequest struct {
	Space memtide.Space `json:"space"`
	ID    string        `json:"id"` // of a receipt or a half-turn, or its beginning
}

// Story is all that is known of one prompt or one half-turn.
type Story struct {
	Receipt  *Told              `json:"receipt,omitempty"`
	HalfTurn *Heard             `json:"half_turn,omitempty"`
	Asked    []event.ModelAsked `json:"asked"` // questions to models, in order
	Changes  []ledger.Logged    `json:"changes,omitempty"`
}

// Heard is a half-turn without its text.
type Heard struct {
	ID      string       `json:"id"`
	Seq     uint64       `json:"seq,omitempty"` // in TURNS; 0 where its text is erased
	Role    memtide.Role `json:"role,omitempty"`
	Session string       `json:"session,omitempty"`
	Client  string       `json:"client,omitempty"`
	Time    time.Time    `json:"time,omitzero"`
	Bytes   int          `json:"bytes,omitempty"`
}
