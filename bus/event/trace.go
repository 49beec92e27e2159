package event

import (
	"time"

	"github.com/memtide/memtide"
)

// Receipt is the record of one retrieval. It holds no text.
type Receipt struct {
	ID         string        `json:"id"`
	Space      memtide.Space `json:"space"`
	Session    string        `json:"session,omitempty"`
	PromptID   string        `json:"prompt_id,omitempty"`
	Client     string        `json:"client,omitempty"`
	Project    string        `json:"project,omitempty"`
	Mode       string        `json:"mode"`
	Engine     string        `json:"engine,omitempty"`
	Intent     string        `json:"intent,omitempty"`
	At         time.Time     `json:"at"`
	Injected   []memtide.ID  `json:"injected,omitempty"` // in order
	Costs      []int         `json:"costs,omitempty"`    // tokens of each of them
	Gate       string        `json:"gate,omitempty"`     // what the gate asked for and what it got
	Candidates []Candidate   `json:"candidates,omitempty"`
	Drops      []Drop        `json:"drops,omitempty"`
	Found      int           `json:"found"`
	Tokens     int           `json:"tokens"`
	Conflicts  []Conflict    `json:"conflicts,omitempty"` // that the user was to be asked about
	Reason     string        `json:"reason,omitempty"`
	TookUS     int64         `json:"took_us"`
	Stages     []StageTime   `json:"stages,omitempty"`
}

// Kind names the message.
func (Receipt) Kind() string { return "receipt.written.v1" }

// Flow is TRACE.
func (Receipt) Flow() Flow { return Trace }

// ModelAsked is the record of one question to a model. Its trace, in the
// headers, is the receipt's id or the half-turn's.
type ModelAsked struct {
	Layer    string    `json:"layer"`
	Prompt   string    `json:"prompt"` // name and version
	Model    string    `json:"model,omitempty"`
	At       time.Time `json:"at"`
	TookUS   int64     `json:"took_us"`
	In       int       `json:"in"`               // tokens
	Out      int       `json:"out"`              // tokens
	Micros   int64     `json:"micros,omitempty"` // millionths of a dollar
	Recorded bool      `json:"recorded,omitempty"`
	Calls    []string  `json:"calls,omitempty"` // tools that the answer calls
	Error    string    `json:"error,omitempty"`
	Input    string    `json:"input,omitempty"`  // with tracing of bodies only
	Output   string    `json:"output,omitempty"` // with tracing of bodies only
}

// Kind names the message.
func (ModelAsked) Kind() string { return "model.asked.v1" }

// Flow is TRACE.
func (ModelAsked) Flow() Flow { return Trace }
