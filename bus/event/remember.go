package event

import (
	"time"

	"github.com/memtide/memtide"
)

// Half names a half-turn in TURNS. Messages of the remember flow carry it in
// place of the text.
type Half struct {
	Space memtide.Space `json:"space"`
	Seq   uint64        `json:"seq"` // in TURNS
	Turn  string        `json:"turn"`
	Dead  string        `json:"dead,omitempty"` // an earlier stage gave up, and why; the rest decides "dead"
}

// Span is a part of a half-turn's text.
type Span struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// TurnClassified says which sentences of a half-turn may hold something to keep.
type TurnClassified struct {
	Half   Half    `json:"half"`
	Keep   []Span  `json:"keep,omitempty"`
	Mended *Mended `json:"mended,omitempty"` // beside Keep
	Reason string  `json:"reason,omitempty"` // when there is nothing to keep
}

// Mended is the part of an agent's half-turn that says what was wrong and what was
// changed, where the user's half of the exchange reports that something does not work; or
// of a user's that says what they have found to be the cause, and then a report without a
// turn is looked for when it is stored.
type Mended struct {
	Span
	Reported Report `json:"reported"`
}

// Report is what the user says to be wrong.
type Report struct {
	Turn  string `json:"turn"`
	Spans []Span `json:"spans,omitempty"` // sentences of it that surely say so
}

// Kind names the message.
func (TurnClassified) Kind() string { return "turn.classified.v1" }

// Flow is REMEMBER.
func (TurnClassified) Flow() Flow { return Remember }

// Found is something to keep: the speaker's words, and how they were read.
type Found struct {
	Span       Span              `json:"span"`
	Kind       memtide.Kind      `json:"kind"`
	Subtype    string            `json:"subtype,omitempty"`
	Content    string            `json:"content"` // verbatim, made self-contained only where a pronoun is resolved
	Scope      float64           `json:"scope,omitempty"`
	Project    string            `json:"project,omitempty"` // "" belongs to the user everywhere
	EventTime  time.Time         `json:"event_time,omitzero"`
	ValidFrom  time.Time         `json:"valid_from,omitzero"`
	ValidUntil time.Time         `json:"valid_until,omitzero"`
	Importance int               `json:"importance,omitempty"`
	Confidence float64           `json:"confidence,omitempty"`
	Trust      memtide.Trust     `json:"trust"`
	Entities   []Mention         `json:"entities,omitempty"`
	Relations  []Link            `json:"relations,omitempty"`
	Replaces   string            `json:"replaces,omitempty"` // the old values, one a line, where the words name any
	Attributes map[string]string `json:"attributes,omitempty"`
	Tags       []string          `json:"tags,omitempty"`     // what it is about, at most three
	By         string            `json:"by,omitempty"`       // the model that has read it; "" is the rules
	Reported   *Report           `json:"reported,omitempty"` // of what was mended
}

// Mention is an entity that a text names.
type Mention struct {
	Name string `json:"name"`
	Type string `json:"type,omitempty"`
	Role string `json:"role,omitempty"` // "my sister"
}

// Link is a relation between two entities that a text states.
type Link struct {
	From      string `json:"from"`
	Predicate string `json:"predicate"`
	To        string `json:"to"`
}

// ItemsExtracted says which instructions, decisions, causes and conventions a
// half-turn holds.
type ItemsExtracted struct {
	Half   Half    `json:"half"`
	Keep   []Span  `json:"keep,omitempty"`
	Items  []Found `json:"items,omitempty"`
	Reason string  `json:"reason,omitempty"`
}

// Kind names the message.
func (ItemsExtracted) Kind() string { return "items.extracted.v1" }

// Flow is REMEMBER.
func (ItemsExtracted) Flow() Flow { return Remember }

// ItemsFiltered adds the facts, events, opinions, plans and entities: all that
// shall be kept of a half-turn.
type ItemsFiltered struct {
	Half   Half    `json:"half"`
	Items  []Found `json:"items,omitempty"`
	Reason string  `json:"reason,omitempty"`
}

// Kind names the message.
func (ItemsFiltered) Kind() string { return "items.filtered.v1" }

// Flow is REMEMBER.
func (ItemsFiltered) Flow() Flow { return Remember }

// AnswerRecorded says that the half-turn is the agent's answer to a prompt for
// which memories were shown. It comes once the half-turn is an episode.
type AnswerRecorded struct {
	Half Half `json:"half"`
}

// Kind names the message.
func (AnswerRecorded) Kind() string { return "answer.recorded.v1" }

// Flow is REMEMBER.
func (AnswerRecorded) Flow() Flow { return Remember }

// ReplyRecorded says that the half-turn is what the user said next after a
// question which of two memories holds. It comes once the half-turn is an
// episode.
type ReplyRecorded struct {
	Half Half `json:"half"`
}

// Kind names the message.
func (ReplyRecorded) Kind() string { return "reply.recorded.v1" }

// Flow is REMEMBER.
func (ReplyRecorded) Flow() Flow { return Remember }

// ItemsStored says which new nodes have yet to be held against older ones.
type ItemsStored struct {
	Half  Half         `json:"half"`
	Nodes []memtide.ID `json:"nodes"`
}

// Kind names the message.
func (ItemsStored) Kind() string { return "items.stored.v1" }

// Flow is REMEMBER.
func (ItemsStored) Flow() Flow { return Remember }
