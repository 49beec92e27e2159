package control

import (
	"time"

	"github.com/memtide/memtide"
)

// BringRequest hands over memories of an export or of notes. From says where they come
// from; what is Own comes back into the space that it was exported from.
type BringRequest struct {
	Space memtide.Space   `json:"space"`
	From  string          `json:"from"`
	Own   bool            `json:"own,omitempty"`
	At    time.Time       `json:"at"`
	Nodes []*memtide.Node `json:"nodes"`
}

// LinkRequest hands over links between memories that were brought, and which of them
// was superseded by which.
type LinkRequest struct {
	Space      memtide.Space             `json:"space"`
	From       string                    `json:"from"`
	Own        bool                      `json:"own,omitempty"`
	At         time.Time                 `json:"at"`
	Edges      []memtide.Edge            `json:"edges"`
	Superseded map[memtide.ID]memtide.ID `json:"superseded"`
}

// ExportVersion is that of the form of an export.
const ExportVersion = 1

// ExportLine is one line of an export: one of its fields is set.
type ExportLine struct {
	Head   *ExportHead        `json:"memtide_export,omitempty"`
	Node   *memtide.Node      `json:"node,omitempty"`
	Edge   *memtide.Edge      `json:"edge,omitempty"`
	Change *memtide.ChangeSet `json:"change,omitempty"`
	End    *ExportEnd         `json:"memtide_export_end,omitempty"`
}

// ExportHead is the first line.
type ExportHead struct {
	Version int           `json:"version"` // of the format
	Space   memtide.Space `json:"space"`
	AsOf    time.Time     `json:"as_of"`
	Seq     uint64        `json:"seq"` // of LEDGER
	Hash    string        `json:"state_hash"`
	Content string        `json:"content_hash,omitempty"` // of a shadow
	Ends    bool          `json:"ends,omitempty"`         // the last line is an end; exports were once without
	Nodes   int           `json:"nodes,omitempty"`        // for who waits; not in the file
}

// ExportEnd is the last line: a file that was cut off between two lines has none.
type ExportEnd struct {
	Lines int `json:"lines"` // before this one
}

// ExportRequest asks for the next stretch of an export, behind what came before.
type ExportRequest struct {
	Space  memtide.Space `json:"space"`
	Part   string        `json:"part"` // nodes, edges or changes
	After  memtide.ID    `json:"after,omitzero"`
	Behind uint64        `json:"behind,omitempty"` // sequence of LEDGER, of changes
}

// ExportPage is a part of an export; an empty one is the end.
type ExportPage struct {
	Lines  []ExportLine `json:"lines"`
	After  memtide.ID   `json:"after,omitzero"`
	Behind uint64       `json:"behind,omitempty"`
}
