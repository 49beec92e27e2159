package eval

import (
	_ "embed"
	"io"
	"strings"
)

//go:embed noteset.jsonl
var ownNotes string

// OwnNotes returns the cases of the task notes of [Labels] that come with the program: what
// two writers had people and agents say, of which a third has something that is worth knowing
// in a later conversation. What that looks like was learnt from others (eval/notes.jsonl and
// eval/notes-agents.jsonl).
func OwnNotes() io.Reader { return strings.NewReader(ownNotes) }
