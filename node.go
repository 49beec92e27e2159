package memtide

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Kind is the kind of a node.
type Kind string

// The kinds of nodes.
const (
	Entity      Kind = "entity"      // a person, project, tool, place … that other nodes mention
	Fact        Kind = "fact"        // what is the case
	Event       Kind = "event"       // what happened
	Instruction Kind = "instruction" // what the agent shall do
	Opinion     Kind = "opinion"     // what the user thinks or prefers
	Plan        Kind = "plan"        // what shall happen
	Episode     Kind = "episode"     // a half-turn, verbatim
	Summary     Kind = "summary"     // of a session or of an entity
)

// Kinds lists all kinds of nodes, in the order in which sections show them.
var Kinds = []Kind{Entity, Fact, Opinion, Instruction, Event, Plan, Episode, Summary}

// Stated is the subtype of a memory that was handed over as such, in words of
// its own.
const Stated = "stated"

// Found is the subtype of a fact that an agent told and that is neither a decision nor a
// cause: its form says that it is worth knowing, and nothing else does. It ends nothing.
const Found = "found"

// Decision is the subtype of an event that settles how things are done:
// it can be taken back.
const Decision = "decision"

// Incident is the subtype of an event that went wrong, with its cause.
const Incident = "incident"

// What the numbers of a node may be.
const (
	PlainImportance = 3 // of what nobody has said otherwise of; the factor of the rankings is 1 there
	MostImportance  = 5 // that of what must not be forgotten
	MostScore       = 5 // points, either way: a score is an exponent, and ten votes must not pin a memory for ever (K7)
)

// FullSalience is the salience of a memory of which nobody has said otherwise
// (Octybot's default). It is kept and shown; no ranking looks at it.
const FullSalience = 1.0

// SalienceOf returns the salience of a node: that of one from before it was
// written is full.
func SalienceOf(n *Node) float64 {
	if n.Salience == 0 {
		return FullSalience
	}
	return n.Salience
}

// Attributes of what was remembered of a half-turn that named them.
const (
	Narrative   = "narrative"    // the story that it is a part of
	Task        = "task"         // the task that it was said for
	SessionTags = "session_tags" // of an episode, one a line: what follows in its session has them too
)

// SummaryOf is how the summary of a session begins. It is no part of what the summary
// is found by: "where are sessions stored?" asks for none.
const SummaryOf = "Session of "

// SummaryHead is what the summary of a session says before it tells something: its day,
// and its project where it has one.
func SummaryHead(day, project string) string {
	if project == "" {
		return SummaryOf + day + ": "
	}
	return SummaryOf + day + " in " + project + ": "
}

// SummaryMoved is the text of a summary whose project is another one now. What it
// tells stays as it is.
func SummaryMoved(text, from, to string) string {
	day := strings.TrimPrefix(text, SummaryOf)
	day = day[:min(len(day), len(time.DateOnly))]
	if told, ok := strings.CutPrefix(text, SummaryHead(day, from)); ok {
		return SummaryHead(day, to) + told
	}
	return text
}

// SummaryText joins what a summary of a session tells. A line that has no end of its
// own gets one: nobody would see where the next begins.
func SummaryText(lines []string) string {
	var b strings.Builder
	for i, line := range lines {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(line)
		if r, _ := utf8.DecodeLastRuneInString(line); unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteByte('.')
		}
	}
	return b.String()
}

// SessionTagsOf returns the tags that an episode hands on to what follows in its
// session.
func SessionTagsOf(n *Node) []string {
	return slices.DeleteFunc(strings.Split(n.Attributes[SessionTags], "\n"), func(s string) bool { return s == "" })
}

// Source says where a node was said.
type Source struct {
	Client  string `json:"client,omitempty"`  // claude-code, codex, …, or the name of a tool
	Session string `json:"session,omitempty"` // the client's session id
	Turn    string `json:"turn,omitempty"`    // id of the half-turn
	Role    Role   `json:"role,omitempty"`
}

// Node is one memory. Times are UTC with millisecond precision; a zero time,
// number, list or string means "not set" and is left out of the encoding.
type Node struct {
	ID             ID                `json:"id"`
	Kind           Kind              `json:"kind"`
	Subtype        string            `json:"subtype,omitempty"`         // rule, process, decision, definitional, …
	Content        string            `json:"content"`                   // verbatim, NFC
	CreatedAt      time.Time         `json:"created_at,omitzero"`       // time of the cause
	EventTime      time.Time         `json:"event_time,omitzero"`       // when what it speaks of happened or will happen
	ValidFrom      time.Time         `json:"valid_from,omitzero"`       // in the world
	ValidUntil     time.Time         `json:"valid_until,omitzero"`      // in the world
	ArchivedAt     time.Time         `json:"archived_at,omitzero"`      // taken out of retrieval, not out of the store
	BaseConfidence float64           `json:"base_confidence,omitempty"` // 0–1; what a reader sees is computed from it
	ConfirmedAt    time.Time         `json:"confirmed_at,omitzero"`
	DecayRate      float64           `json:"decay_rate,omitempty"` // per day^0.8; 0 never decays
	Importance     int               `json:"importance,omitempty"` // 1–5
	Salience       float64           `json:"salience,omitempty"`   // 0–1; 0 is not set, see SalienceOf
	Scope          float64           `json:"scope,omitempty"`      // 0.2 one entity · 0.5 team or tool · 1 universal
	Score          float64           `json:"score,omitempty"`      // reinforcement, −5 to 5
	AccessCount    int               `json:"access_count,omitempty"`
	LastAccessed   time.Time         `json:"last_accessed,omitzero"`
	Pinned         bool              `json:"pinned,omitempty"`
	Trust          Trust             `json:"trust"`
	Source         Source            `json:"source,omitzero"`
	Project        string            `json:"project,omitempty"` // "" belongs to the user everywhere
	Tags           []string          `json:"tags,omitempty"`
	SupersededBy   ID                `json:"superseded_by,omitzero"`
	Attributes     map[string]string `json:"attributes,omitempty"`

	// Entities only.
	CanonicalName string    `json:"canonical_name,omitempty"`
	Aliases       []string  `json:"aliases,omitempty"`
	EntityType    string    `json:"entity_type,omitempty"` // person, org, project, place, tool, process, document, concept, event, account
	MentionCount  int       `json:"mention_count,omitempty"`
	Summary       string    `json:"summary,omitempty"`
	FirstSeen     time.Time `json:"first_seen,omitzero"`
}

// ErrInvalid groups what can be wrong with a node, an edge, a half-turn or a
// change set by itself. The text names the field and the fix.
var ErrInvalid = errors.New("invalid")

// ErrNewer is of a kind or a field that this program does not have. A log, a backup
// or an export with one comes from a later version, which has added it.
var ErrNewer = errors.New("a newer memtide may have written it")

// Live reports whether retrieval may show the node: it is neither superseded
// nor archived.
func (n *Node) Live() bool { return n.SupersededBy.IsZero() && n.ArchivedAt.IsZero() }

// Validate reports the first thing that is wrong with the node by itself.
func (n *Node) Validate() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w node %s: %s", ErrInvalid, n.ID, fmt.Sprintf(format, args...))
	}
	switch {
	case n.ID.IsZero():
		return bad("id is not set")
	case !n.Kind.known():
		return fmt.Errorf("%w: %w", bad("kind %q is not one of %v", n.Kind, Kinds), ErrNewer)
	case n.Content == "":
		return bad("content is empty")
	case n.CreatedAt.IsZero():
		return bad("created_at is not set")
	case n.Trust < TrustRecalled || n.Trust > TrustConfirmed:
		return bad("trust is not set")
	case n.Kind == Instruction && !n.Trust.MayInstruct():
		return bad("an instruction needs trust file or above, has %s", n.Trust)
	case n.Importance < 0 || n.Importance > MostImportance:
		return bad("importance is %d, want 1 to %d (0 is not set)", n.Importance, MostImportance)
	case n.Score < -MostScore || n.Score > MostScore:
		return bad("score is %v, want %d to %d", n.Score, -MostScore, MostScore)
	case n.Scope < 0 || n.Scope > 1:
		return bad("scope is %v, want 0 to 1", n.Scope)
	case n.Salience < 0 || n.Salience > 1:
		return bad("salience is %v, want 0 to 1 (0 is not set)", n.Salience)
	case n.BaseConfidence < 0 || n.BaseConfidence > 1:
		return bad("base_confidence is %v, want 0 to 1", n.BaseConfidence)
	case n.DecayRate < 0:
		return bad("decay_rate is %v, want 0 or more", n.DecayRate)
	case n.Kind == Entity && n.CanonicalName == "":
		return bad("an entity needs canonical_name")
	case n.SupersededBy == n.ID:
		return bad("superseded_by names the node itself")
	}
	return nil
}

func (k Kind) known() bool {
	for _, x := range Kinds {
		if k == x {
			return true
		}
	}
	return false
}
