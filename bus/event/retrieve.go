package event

import (
	"strings"
	"time"

	"github.com/memtide/memtide"
)

// MaxQuery is the longest text of a prompt that travels in RETRIEVE, in bytes;
// a longer prompt is cut to head and tail.
const MaxQuery = 4 << 10

// MaxCandidates is the largest number of candidates in one message.
const MaxCandidates = 100

// Query is what a prompt asks, as far as the stages before have read it. Every
// message of the flow carries it on.
type Query struct {
	ID      string        `json:"id"` // of the receipt
	Space   memtide.Space `json:"space"`
	Mode    string        `json:"mode"`
	Engine  string        `json:"engine"` // rules or model
	Session string        `json:"session,omitempty"`
	Within  string        `json:"within,omitempty"` // [AskRequest.Within]
	Turn    string        `json:"turn,omitempty"`   // id of the half-turn that asks; nothing that comes from it is an answer
	Project string        `json:"project,omitempty"`
	Begins  bool          `json:"begins,omitempty"`  // mode session-start: a conversation begins, and does not go on
	Text    string        `json:"text"`              // at most MaxQuery bytes
	Recent  []string      `json:"recent,omitempty"`  // the last prompts of the session, newest first, weighted less
	GoesOn  bool          `json:"goes_on,omitempty"` // the session has had a prompt before that the client has not forgotten
	Now     time.Time     `json:"now"`
	Then    bool          `json:"then,omitempty"`   // Now is a moment that was asked for: what was said later does not count ([Query.Later])
	Tokens  int           `json:"tokens,omitempty"` // budget asked for; 0 leaves it to assemble
	Limit   int           `json:"limit,omitempty"`  // mode query
	State   uint64        `json:"state,omitempty"`  // mark of the session's state that the question was read with; 0: it was not
	// Conflicts are the contradictions that the session has been asked about.
	Conflicts []memtide.ID `json:"conflicts,omitempty"`
	Withheld  bool         `json:"withheld,omitempty"` // what is kept from agents is found, too ([AskRequest.Withheld])
}

// Later reports whether what was said at a moment does not count, for the question speaks
// from an earlier one. A question of now speaks of all that was said, also by a clock that
// was ahead.
func (q Query) Later(at time.Time) bool { return q.Then && at.After(q.Now) }

// Conflict is a contradiction that the user was asked about: its edge, and the
// two memories in the order in which they were shown.
type Conflict struct {
	Edge     memtide.ID `json:"edge"`
	First    memtide.ID `json:"first"`
	Second   memtide.ID `json:"second"`
	PromptID string     `json:"prompt_id,omitempty"` // of the prompt beside which it was shown
}

// Class is what classify says about a query.
type Class struct {
	Entities []Name  `json:"entities,omitempty"`
	Times    []Range `json:"times,omitempty"`
	Intent   string  `json:"intent"`             // why, when, who, what, general
	Ask      bool    `json:"ask,omitempty"`      // wants to know or wants work done
	Question bool    `json:"question,omitempty"` // wants to know, and nothing done
	Tell     bool    `json:"tell,omitempty"`     // says something worth remembering
	Deep     bool    `json:"deep,omitempty"`     // complex: deeper walks, larger budget
	Again    bool    `json:"again,omitempty"`    // a later prompt of a session that has state
	Resumes  bool    `json:"resumes,omitempty"`  // takes up earlier work, as [language.Resumes] says
	Topic    string  `json:"topic,omitempty"`    // of that work; "" for what was done last
	Overview string  `json:"overview,omitempty"` // wants to be told all: [language.Overview]
}

// Name is an entity that a text names; ID is zero where the registry does not
// know it.
type Name struct {
	Name  string     `json:"name"`
	ID    memtide.ID `json:"id,omitzero"`
	Meant bool       `json:"meant,omitempty"` // by a pronoun: the text does not have it
}

// Range is a half-open interval of time [From, Until) on the clock of who asks, as
// [memtide.Clock] has it.
type Range struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
}

// PromptAsked says that a prompt came in.
type PromptAsked struct {
	Query Query  `json:"query"`
	Turns []Past `json:"turns,omitempty"` // of the session so far, newest first, at most 5
}

// Kind names the message.
func (PromptAsked) Kind() string { return "prompt.asked.v1" }

// Flow is RETRIEVE.
func (PromptAsked) Flow() Flow { return Retrieve }

// Asked is the query that the message carries on.
func (m PromptAsked) Asked() Query { return m.Query }

// PromptClassified says what a prompt mentions and wants; it takes the full
// path.
type PromptClassified struct {
	Query Query `json:"query"`
	Class Class `json:"class"`
}

// Kind names the message.
func (PromptClassified) Kind() string { return "prompt.classified.v1" }

// Flow is RETRIEVE.
func (PromptClassified) Flow() Flow { return Retrieve }

// Asked is the query that the message carries on.
func (m PromptClassified) Asked() Query { return m.Query }

// PromptContinued is a [PromptClassified] in a session that has state.
type PromptContinued struct {
	Query Query  `json:"query"`
	Class Class  `json:"class"`
	Turns []Past `json:"turns"` // newest first, at most 5
}

// Past is what the session's state keeps of an earlier prompt.
type Past struct {
	Prompt   string    `json:"prompt"` // at most 400 characters
	At       time.Time `json:"at,omitzero"`
	Entities []string  `json:"entities,omitempty"`
	Summary  string    `json:"summary,omitempty"` // of what memory found, at most 400 characters
	Injected int       `json:"injected"`
}

// Kind names the message.
func (PromptContinued) Kind() string { return "prompt.continued.v1" }

// Flow is RETRIEVE.
func (PromptContinued) Flow() Flow { return Retrieve }

// Asked is the query that the message carries on.
func (m PromptContinued) Asked() Query { return m.Query }

// The searches that a plan may ask for (O16 and Y17).
const (
	SearchText          = "text"
	SearchVector        = "vector"
	SearchEntity        = "entity"
	SearchRelationships = "relationships"
	SearchInstructions  = "instructions"
	SearchFacts         = "facts"
	SearchEvents        = "events"
	SearchPlans         = "plans"
	SearchCauses        = "causes"     // causal walk
	SearchTimeline      = "timeline"   // temporal chain within the ranges
	SearchProject       = "project"    // what a project is about (session start)
	SearchThread        = "thread"     // where a piece of work stands: what was said of it last
	SearchDirectives    = "directives" // what the user wants always: a channel beside the candidates
)

// Search is one planned search.
type Search struct {
	Tool   string         `json:"tool"`
	Text   string         `json:"text,omitempty"`
	Names  []Name         `json:"names,omitempty"`
	Kinds  []memtide.Kind `json:"kinds,omitempty"` // none means every kind
	Ranges []Range        `json:"ranges,omitempty"`
	Limit  int            `json:"limit"`
	Depth  int            `json:"depth,omitempty"`  // of a walk
	Wanted bool           `json:"wanted,omitempty"` // by a model, or because the prompt asks for just that
}

// SearchPlanned says which searches shall run.
type SearchPlanned struct {
	Query    Query    `json:"query"`
	Class    Class    `json:"class"`
	Shape    string   `json:"shape"`              // simple-fact, entity-lookup, rule-process, multi-part, resumption, overview, follow-up, session-start
	Strategy string   `json:"strategy,omitempty"` // in words, where a model has planned
	Searches []Search `json:"searches"`
}

// Kind names the message.
func (SearchPlanned) Kind() string { return "search.planned.v1" }

// Flow is RETRIEVE.
func (SearchPlanned) Flow() Flow { return Retrieve }

// Asked is the query that the message carries on.
func (m SearchPlanned) Asked() Query { return m.Query }

// Candidate is a memory that may be shown, with what each signal says of it.
// Scores of different signals are never compared with each other.
type Candidate struct {
	ID        memtide.ID   `json:"id"`
	Kind      memtide.Kind `json:"kind,omitempty"`
	BM25      float64      `json:"bm25,omitempty"`
	Match     float64      `json:"match,omitempty"` // words, meaning, who said them and the session, in parts of a perfect hit; orders
	Cosine    float64      `json:"cosine,omitempty"`
	Graph     float64      `json:"graph,omitempty"`     // 1 for a direct neighbour, falling with distance
	Relevance float64      `json:"relevance,omitempty"` // 0–1, absolute
	Rank      float64      `json:"rank,omitempty"`      // after priors; orders, and nothing else
	Traits    Traits       `json:"traits,omitempty"`    // what of it raised or lowered Match
	By        string       `json:"by,omitempty"`        // the search that found it first
	Pin       bool         `json:"pin,omitempty"`       // a standing directive
	Wanted    bool         `json:"wanted,omitempty"`    // a search that a model wanted has found it: no gate, a model chooses
	Place     int          `json:"place,omitempty"`     // there; 1 is first, and of several searches the best counts
	For       *memtide.ID  `json:"for,omitempty"`       // the superseded hit that it stands for, nil for none
}

// Drop says why a candidate is not shown.
type Drop struct {
	Candidate
	Why string `json:"why"` // gate, surfaced, in-context, other-project, superseded, archived, template, says nothing, said by the prompt, taken back, cap, duplicate, budget
}

// CandidatesFound says what the planned searches found.
type CandidatesFound struct {
	Query      Query       `json:"query"`
	Class      Class       `json:"class"`
	Shape      string      `json:"shape"`
	Searches   []Search    `json:"searches"`
	Candidates []Candidate `json:"candidates"`
	Pins       []Candidate `json:"pins,omitempty"` // standing directives, the most wanted first; may be among the candidates too
}

// Kind names the message.
func (CandidatesFound) Kind() string { return "candidates.found.v1" }

// Flow is RETRIEVE.
func (CandidatesFound) Flow() Flow { return Retrieve }

// CandidatesSecured is [CandidatesFound] after the safety nets.
type CandidatesSecured struct {
	Query      Query       `json:"query"`
	Class      Class       `json:"class"`
	Shape      string      `json:"shape"`
	Candidates []Candidate `json:"candidates"`
	Pins       []Candidate `json:"pins,omitempty"`
	Drops      []Drop      `json:"drops,omitempty"`
}

// Kind names the message.
func (CandidatesSecured) Kind() string { return "candidates.secured.v1" }

// Flow is RETRIEVE.
func (CandidatesSecured) Flow() Flow { return Retrieve }

// MemoryAssembled says what shall be shown, in order, before curation.
type MemoryAssembled struct {
	Query      Query       `json:"query"`
	Class      Class       `json:"class"`
	Candidates []Candidate `json:"candidates"`     // in the order of injection
	Pins       []Candidate `json:"pins,omitempty"` // beside them, within tokens of their own
	Budget     int         `json:"budget"`         // tokens
	Found      int         `json:"found"`          // candidates before the gate
	Gate       string      `json:"gate,omitempty"` // what it asked for and what it got, for people
	Drops      []Drop      `json:"drops,omitempty"`
}

// Kind names the message.
func (MemoryAssembled) Kind() string { return "memory.assembled.v1" }

// Flow is RETRIEVE.
func (MemoryAssembled) Flow() Flow { return Retrieve }

// Asked is the query that the message carries on.
func (m MemoryAssembled) Asked() Query { return m.Query }

// Told is what is kept of an [Item] that was shown: by the session, which is not
// shown it again, and by the receipt.
type Told struct {
	ID     memtide.ID   `json:"id"`
	Kind   memtide.Kind `json:"kind"`
	Text   string       `json:"text"`
	Turn   string       `json:"turn,omitempty"`
	Tokens int          `json:"tokens"`
	Pinned bool         `json:"pinned,omitempty"`
}

// MemoryCurated is the answer to a query: the finished block and what stands
// in it. It goes back to the front door.
type MemoryCurated struct {
	Query      Query       `json:"query"`
	Class      Class       `json:"class"`
	Block      string      `json:"block,omitempty"`
	Told       []Told      `json:"told,omitempty"`
	Items      []Item      `json:"items,omitempty"` // of Told, for who asks by hand: an agent is given the block alone
	Tokens     int         `json:"tokens"`
	Candidates []Candidate `json:"candidates,omitempty"`
	Drops      []Drop      `json:"drops,omitempty"`
	Found      int         `json:"found"`
	Gate       string      `json:"gate,omitempty"`
	Reason     string      `json:"reason,omitempty"`    // why nothing is said
	Conflicts  []Conflict  `json:"conflicts,omitempty"` // that the block asks about
}

// Kind names the message.
func (MemoryCurated) Kind() string { return "memory.curated.v1" }

// Flow is the way back to who asked.
func (MemoryCurated) Flow() Flow { return Answer }

// SessionState is what the daemon keeps of a conversation in the SESSIONS
// bucket: enough to tell whether memory is needed again. It is lost on a
// restart; the next prompt then takes the full path (O11).
type SessionState struct {
	Turns    []Past   `json:"turns,omitempty"`    // newest first, at most 5
	Surfaced []string `json:"surfaced,omitempty"` // since the client last forgot, oldest first, at most MaxSurfaced; see SurfacedKeys
	// Compacted: the client has forgotten what was said in this session before.
	// Until then its own words are before the agent's eyes anyway.
	Compacted bool `json:"compacted,omitempty"`
	// Forgot is when the client has forgotten last: what was said in the session
	// since then is before the agent's eyes again.
	Forgot time.Time `json:"forgot,omitzero"`
	// Shown is what the last prompts were given, newest first, at most MaxShown
	// prompts; one that was given nothing has no entry.
	Shown []Shown `json:"shown,omitempty"`
	// Conflicts are the contradictions that the session was asked about, newest
	// first, at most MaxShown.
	Conflicts []AskedConflict `json:"conflicts,omitempty"`
}

// AskedConflict is a contradiction that a session was asked about.
type AskedConflict struct {
	Conflict
	At    time.Time `json:"at"`
	Reply string    `json:"reply,omitempty"` // the half-turn that may answer it: the user's next one
}

// Shown is what one prompt was given.
type Shown struct {
	PromptID string       `json:"prompt_id"`
	IDs      []memtide.ID `json:"ids"` // in the order of injection
}

// MaxShown is the number of prompts of which a session remembers what they
// were given.
const MaxShown = 5

// MaxSurfaced is the number of keys that a session remembers.
const MaxSurfaced = 600

// SurfacedKeys returns what a session remembers of a shown memory: its id, its
// words, and, unless it is the episode itself, the half-turn that it comes
// from, whose episode then says nothing new.
func SurfacedKeys(id memtide.ID, kind memtide.Kind, text, turn string) []string {
	keys := []string{id.String(), WordsKey(text)}
	if kind != memtide.Episode && turn != "" {
		keys = append(keys, EpisodeKey(turn))
	}
	return keys
}

// WordsKey is the key by which a text counts as shown, whatever memory has it.
func WordsKey(text string) string { return "w" + memtide.Hash(strings.ToLower(text))[:12] }

// EpisodeKey is the key by which the episode of a half-turn counts as shown.
func EpisodeKey(turn string) string { return "t" + turn[:min(len(turn), 12)] }
