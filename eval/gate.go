package eval

import (
	_ "embed"
	"io"
	"strings"
)

//go:embed gate.jsonl
var ownGate string

// OwnGate returns the cases of the task gate of [Labels] that come with the
// program: what people say to a coding agent about work and life, half of it
// worth keeping.
func OwnGate() io.Reader { return strings.NewReader(ownGate) }
