package control

import (
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// AsOfRequest asks for a view of a space as it was at a moment, or just after a change.
type AsOfRequest struct {
	Space  memtide.Space `json:"space"`
	At     time.Time     `json:"at,omitzero"`
	Now    bool          `json:"now,omitempty"`    // all that is decided, whatever clock it was decided by; At is what a daemon goes by that does not know this
	Change string        `json:"change,omitempty"` // id of a change, or its beginning, in place of a moment
}

// RestoreRequest asks that a memory is found again; Beside says that what superseded it
// stays, too.
type RestoreRequest struct {
	Space  memtide.Space `json:"space"`
	What   string        `json:"what"`
	Beside bool          `json:"beside,omitempty"`
}

// SettleRequest is the answer to a contradiction.
type SettleRequest struct {
	Space memtide.Space `json:"space"`
	What  string        `json:"what"`
	How   string        `json:"how"` // keep-a, …
	Text  string        `json:"text,omitempty"`
	Days  int           `json:"days,omitempty"`
}

// NodeRequest names one memory, and what is said of it.
type NodeRequest struct {
	Space memtide.Space `json:"space"`
	What  string        `json:"what"` // id, or its last characters
	Text  string        `json:"text,omitempty"`
	On    bool          `json:"on,omitempty"`
	By    string        `json:"by,omitempty"` // of correct: as in [ForgetRequest]
}

// EntityRequest asks what is known of somebody or something, or, with Other, that both
// are one.
type EntityRequest struct {
	Space memtide.Space `json:"space"`
	Name  string        `json:"name"`
	Other string        `json:"other,omitempty"` // of merge-entities
	Limit int           `json:"limit,omitempty"`
}

// NamingRequest says what somebody or something is and how else they are called.
type NamingRequest struct {
	Space   memtide.Space `json:"space"`
	Name    string        `json:"name"`
	Type    string        `json:"type,omitempty"`
	Alias   []string      `json:"alias,omitempty"`
	NoAlias []string      `json:"no_alias,omitempty"`
}

// RememberRequest states a memory.
type RememberRequest struct {
	Space   memtide.Space `json:"space"`
	Kind    memtide.Kind  `json:"kind"`
	Text    string        `json:"text"`
	Project string        `json:"project"`
}

// FindRequest asks which memories are meant, at most Limit.
type FindRequest struct {
	Space memtide.Space `json:"space"`
	What  string        `json:"what"`            // id, short id, or a description; of archived "" is all
	About bool          `json:"about,omitempty"` // a description, whatever it looks like
	Limit int           `json:"limit"`
}

// Archived is a memory that is no longer shown, and the decision by which it went: the
// stage that made it, and why.
type Archived struct {
	*memtide.Node
	By     string `json:"archived_by,omitempty"`
	Reason string `json:"archived_because,omitempty"`
}

// Meant is what an id or a description means, and what else says the same.
type Meant struct {
	Nodes  []*memtide.Node `json:"nodes"`
	Echoes []*memtide.Node `json:"echoes,omitempty"` // say hardly anything else
	Beside []*memtide.Node `json:"beside,omitempty"` // say it beside other things
}

// ForgetRequest asks that memories are archived.
type ForgetRequest struct {
	Space memtide.Space `json:"space"`
	IDs   []memtide.ID  `json:"ids"`
	By    string        `json:"by,omitempty"` // a program that asks in the user's place, as http or http:NAME with the name of a tool; "" is the user
}

// Shown is one memory with all that hangs on it.
type Shown struct {
	Node    *memtide.Node     `json:"node"`
	Out     []memtide.Edge    `json:"out,omitempty"`
	In      []memtide.Edge    `json:"in,omitempty"`
	Names   map[string]string `json:"names,omitempty"`   // first words of the nodes at the other ends
	Turn    *memtide.Turn     `json:"turn,omitempty"`    // the half-turn that it comes from
	History []ledger.Logged   `json:"history,omitempty"` // the newest first
	Unread  bool              `json:"unread,omitempty"`  // there may be more of it, before what was looked through
}

// ShowRequest asks for one memory, by an id or its last characters.
type ShowRequest struct {
	Space   memtide.Space `json:"space"`
	What    string        `json:"what"`
	History bool          `json:"history"`
	Newest  uint64        `json:"newest,omitempty"` // of the history what stands in the newest so many messages of LEDGER, and what has made the memory; 0 is all
}

// LookupRequest asks for memories that pass every filter that is set, with words or
// without.
type LookupRequest struct {
	Space   memtide.Space  `json:"space"`
	Text    string         `json:"text"`
	Kinds   []memtide.Kind `json:"kinds,omitempty"`
	Entity  string         `json:"entity,omitempty"`
	After   time.Time      `json:"after,omitzero"`
	Before  time.Time      `json:"before,omitzero"`
	Labels  tools.Labels   `json:"labels,omitzero"`
	Project string         `json:"project,omitempty"`
	Limit   int            `json:"limit"`
	Behind  memtide.ID     `json:"behind,omitzero"` // without words: only what is listed behind this memory
	Now     time.Time      `json:"now,omitzero"`
	Agent   bool           `json:"agent,omitempty"`  // an agent asks, as in tools.Filter
	Client  string         `json:"client,omitempty"` // who searches, and leaves a receipt; "" leaves none: a list is made
}

// BrowseRequest asks for one page of the memories that pass every filter that is set,
// whether retrieval may show them or not.
type BrowseRequest struct {
	Space memtide.Space `json:"space"`
	tools.Browsing
}

// SessionsRequest asks for one page of the sessions, the last first.
type SessionsRequest struct {
	Space  memtide.Space `json:"space"`
	Offset int           `json:"offset,omitempty"`
	Limit  int           `json:"limit"`
}

// QuarantineRequest asks for the memories that wait for a look.
type QuarantineRequest struct {
	Space  memtide.Space `json:"space"`
	Client string        `json:"client,omitempty"` // only what comes from it
}

// AcceptRequest takes a memory out of quarantine, as another kind if As is set.
type AcceptRequest struct {
	Space memtide.Space `json:"space"`
	What  string        `json:"what"`
	As    memtide.Kind  `json:"as,omitempty"`
}

// DropRequest archives what waits in quarantine.
type DropRequest struct {
	Space memtide.Space `json:"space"`
	What  []string      `json:"what"`
}

// RulesRequest asks for the standing directives.
type RulesRequest struct {
	Space   memtide.Space `json:"space"`
	Project string        `json:"project"` // "" is every project
}

// WeakRequest asks for the memories that are about to fade.
type WeakRequest struct {
	Space   memtide.Space `json:"space"`
	Limit   int           `json:"limit"`
	Below   float64       `json:"below"`
	Project string        `json:"project,omitempty"`
}

// MoveRequest gives memories of one project to another.
type MoveRequest struct {
	Space memtide.Space `json:"space"`
	IDs   []memtide.ID  `json:"ids"`
	From  string        `json:"from"`
	To    string        `json:"to"`
	More  bool          `json:"more,omitempty"` // as in tools.Moving
}

// SaidBelowRequest asks for the memories of what was said in folders, and below them, or
// for all of a project, wherever they come from.
type SaidBelowRequest struct {
	Space   memtide.Space `json:"space"`
	Folders []string      `json:"folders,omitempty"` // absolute
	Project string        `json:"project,omitempty"` // in the place of folders
}

// SaidBelow are those memories, the oldest first, by the project that they are of now.
type SaidBelow struct {
	Projects map[string][]memtide.ID `json:"projects"`
	Saying   map[string][]memtide.ID `json:"saying"` // of these, what has the project's name in its own words
}
