package control

import (
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// TurnPage is a stretch of TURNS of one space.
type TurnPage struct {
	Turns []event.TurnTaken `json:"turns"`
	Last  uint64            `json:"last"`  // sequence up to which was read
	Total uint64            `json:"total"` // messages that TURNS holds, of all spaces
	Ends  uint64            `json:"ends"`  // sequence at which TURNS ends
}

// TurnPageRequest asks for the half-turns behind a sequence of TURNS.
type TurnPageRequest struct {
	Space  memtide.Space `json:"space"`
	Behind uint64        `json:"behind"`
}

// OldPrompt is a prompt and what it was given.
type OldPrompt struct {
	Receipt  string       `json:"receipt"`
	At       time.Time    `json:"at"`
	Session  string       `json:"session"`
	PromptID string       `json:"prompt_id"`
	Project  string       `json:"project"`
	Text     string       `json:"text"`
	Injected []memtide.ID `json:"injected"`
	Tokens   int          `json:"tokens"`
	Own      []memtide.ID `json:"own"` // memories of the prompt itself
}

// PromptsRequest asks for the prompts since a moment, behind a sequence of TRACE.
type PromptsRequest struct {
	Space  memtide.Space `json:"space"`
	Since  time.Time     `json:"since"`
	Behind uint64        `json:"behind"` // sequence of TRACE
}

// PromptsPage is a stretch of them; Ends says that it is the last.
type PromptsPage struct {
	Prompts []OldPrompt `json:"prompts"`
	Last    uint64      `json:"last"`
	Ends    bool        `json:"ends"`
}

// ReplayClient is the client of questions that a replay asks: their receipts are
// no record of what an agent was given.
const ReplayClient = "replay"

// PromoteRequest takes what a shadow has otherwise into the memory.
type PromoteRequest struct {
	Space   memtide.Space         `json:"space"`
	At      time.Time             `json:"at"`
	Add     []*memtide.Node       `json:"add,omitempty"`
	Edges   []memtide.Edge        `json:"edges,omitempty"`
	Archive []memtide.ID          `json:"archive,omitempty"`
	Replace map[string]memtide.ID `json:"replace,omitempty"` // id of a memory, and of what takes its place
}
