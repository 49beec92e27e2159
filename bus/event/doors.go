package event

import (
	"time"

	"github.com/memtide/memtide"
)

// The two front doors, NATS request-reply. Nothing else that a client sends
// is accepted.
const (
	SubjectAsk  = "memtide.ask"
	SubjectTurn = "memtide.turn"
	// SubjectToolTurn is where the half-turns of tools arrive: they publish to
	// memtide.turn in an account of their own, which the server maps to this.
	SubjectToolTurn = "memtide.tool.turn"
	// SubjectControl is the prefix of what the command line asks of the daemon.
	SubjectControl = "memtide.control"
)

// The modes of an [AskRequest].
const (
	ModePrompt       = "prompt"        // a prompt on its way to the agent
	ModeSessionStart = "session-start" // what the project is about
	ModeSubagent     = "subagent"      // a prompt of a sub-agent
	ModeQuery        = "query"         // a person or a tool asks; items come back
)

// AskRequest asks for the memories that help with a prompt.
type AskRequest struct {
	Space      memtide.Space `json:"space,omitempty"` // "" is the default space
	Mode       string        `json:"mode"`
	Prompt     string        `json:"prompt,omitempty"`
	PromptID   string        `json:"prompt_id,omitempty"`
	Session    string        `json:"session,omitempty"`
	Within     string        `json:"within,omitempty"` // an earlier session whose half-turns the agent sees, too: an old prompt is asked again
	Source     string        `json:"source,omitempty"` // of a session start: startup, resume, clear, compact, fork, reload (the conversation is still there, and not what was shown in it)
	Client     string        `json:"client,omitempty"`
	Project    string        `json:"project,omitempty"`
	Cwd        string        `json:"cwd,omitempty"`
	Unplaced   bool          `json:"unplaced,omitempty"`    // the sender could not find out the project of Cwd in time
	DeadlineMS int           `json:"deadline_ms,omitempty"` // from arrival; 0 means the daemon's default
	Tokens     int           `json:"tokens,omitempty"`      // budget; 0 means the daemon's default
	Limit      int           `json:"limit,omitempty"`       // query: number of items, instead of the token budget
	Now        time.Time     `json:"now,omitzero"`          // the clock of the question; zero means now
	Zone       *int          `json:"zone,omitempty"`        // minutes that the clock of who asks is ahead of Greenwich, where Now is not set; nil means that of the daemon
	Explain    bool          `json:"explain,omitempty"`     // return the receipt too
	Withheld   bool          `json:"withheld,omitempty"`    // query: half-turns, too, of which something is in quarantine; the user looks, and no agent
	Engine     string        `json:"engine,omitempty"`      // rules: no model is asked, whatever the settings say
}

// Item is one memory of an answer, in the order of injection.
type Item struct {
	ID      memtide.ID    `json:"id"`
	Kind    memtide.Kind  `json:"kind"`
	Subtype string        `json:"subtype,omitempty"`
	Text    string        `json:"text"` // as rendered, without its date and id
	Turn    string        `json:"turn,omitempty"`
	Time    time.Time     `json:"time,omitzero"` // of what was said, in the zone of who asks; of what speaks of a day, that day in UTC
	Project string        `json:"project,omitempty"`
	Score   float64       `json:"score"`          // relevance, 0–1
	Rank    float64       `json:"rank,omitempty"` // as that of the [Candidate], which orders
	Tokens  int           `json:"tokens"`
	Trust   memtide.Trust `json:"trust,omitzero"`   // of whom it comes from
	Pinned  bool          `json:"pinned,omitempty"` // came by the channel of standing directives alone
	// Standing: it is a standing directive that the words have found, too; it stands
	// where they put it.
	Standing bool `json:"standing,omitempty"`
}

// AskReply answers an [AskRequest].
type AskReply struct {
	ID      string      `json:"id"`              // of the receipt
	Block   string      `json:"block,omitempty"` // the finished <memory> block; empty means nothing to say
	Items   []Item      `json:"items,omitempty"` // mode query only
	Tokens  int         `json:"tokens,omitempty"`
	Reason  string      `json:"reason,omitempty"` // why nothing is said
	Failed  bool        `json:"failed,omitempty"` // the reason is a failure: there may be something to say
	Engine  string      `json:"engine,omitempty"` // rules or model
	TookUS  int64       `json:"took_us"`
	Stages  []StageTime `json:"stages,omitempty"`
	Receipt *Receipt    `json:"receipt,omitempty"` // when asked to explain
	Error   string      `json:"error,omitempty"`   // names the field and the fix
	Missing bool        `json:"missing,omitempty"` // the error says that there is no such space
}

// StageTime is the time that one stage took.
type StageTime struct {
	Stage  string `json:"stage"`
	WaitUS int64  `json:"wait_us"` // from the previous stage's end to this one's start
	TookUS int64  `json:"took_us"`
}

// The marks of a [TurnRequest]: what a client says about a session, beside
// what was spoken in it.
const (
	MarkCompacting = "compacting" // the client is about to forget; consolidate now
	MarkCompacted  = "compacted"  // the client has forgotten; nothing counts as shown any more
	MarkEnded      = "ended"      // the session is over
)

// TurnRequest hands over a half-turn, or a mark: with one, Text and Fact are refused. A name
// or an id has at most 1024 bytes, a folder 8192.
type TurnRequest struct {
	Space   memtide.Space   `json:"space,omitempty"` // "" is the default space
	Role    memtide.Role    `json:"role,omitempty"`
	Speaker string          `json:"speaker,omitempty"`
	Text    string          `json:"text,omitempty"`
	Quotes  []memtide.Quote `json:"quotes,omitempty"`
	Session string          `json:"session,omitempty"`
	Client  string          `json:"client,omitempty"`
	Project string          `json:"project,omitempty"`
	Cwd     string          `json:"cwd,omitempty"` // absolute
	// Unplaced: the sender, which is on the daemon's machine, could not find out the
	// project of Cwd in time. The daemon does.
	Unplaced bool          `json:"unplaced,omitempty"`
	PromptID string        `json:"prompt_id,omitempty"`
	Time     time.Time     `json:"time,omitzero"`  // left out means now; of the years 1 to 9999
	Trust    memtide.Trust `json:"trust,omitzero"` // capped by what the sender may claim
	Mark     string        `json:"mark,omitempty"`
	// Fact: the text is one stand-alone memory of this kind, not part of a
	// conversation: it is kept as it stands.
	Fact memtide.Kind `json:"fact,omitempty"`
	// What is remembered of the half-turn carries these (see [memtide.Turn]).
	Tags        []string `json:"tags,omitempty"`
	SessionTags []string `json:"session_tags,omitempty"`
	Narrative   string   `json:"narrative,omitempty"`
	Task        string   `json:"task,omitempty"`
}

// Outcomes of a [TurnRequest].
const (
	TurnNew     = "new"     // durable now
	TurnKnown   = "known"   // was durable before
	TurnSkipped = "skipped" // nothing is left of it after scrubbing, or its folder is opted out
	TurnNoted   = "noted"   // a mark
)

// TurnReply answers a [TurnRequest] after the fsync.
type TurnReply struct {
	ID      string `json:"id,omitempty"`
	Outcome string `json:"outcome,omitempty"`
	Seq     uint64 `json:"seq,omitempty"`
	Error   string `json:"error,omitempty"` // names the field and the fix
	Retry   bool   `json:"retry,omitempty"` // the error will pass: send it again
	Late    bool   `json:"late,omitempty"`  // it was not taken within the time that the door has for one
	Shut    bool   `json:"shut,omitempty"`  // its space does not open; a half-turn of another one may be taken
}

// RunInfo is the content of run.json in the run folder: how to reach the
// daemon. It is written after the daemon is ready and is readable by its
// owner only.
type RunInfo struct {
	PID     int               `json:"pid"`
	Started time.Time         `json:"started"`
	Version string            `json:"version"`
	Socket  string            `json:"socket,omitempty"`  // path of the Unix socket
	Address string            `json:"address,omitempty"` // HOST:PORT where there are no Unix sockets
	Listen  string            `json:"listen,omitempty"`  // bus.listen, when it is set
	Secrets map[string]string `json:"secrets"`           // user → password; users hook, cli
	Home    string            `json:"home,omitempty"`    // its data folder: in a copy of that the file is of no daemon
	// WaitMS is how much longer than usual a prompt may wait, in milliseconds: a
	// model is on its path.
	WaitMS int `json:"wait_ms,omitempty"`
}
