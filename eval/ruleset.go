package eval

import (
	_ "embed"
	"io"
	"strings"
)

//go:embed ruleset.jsonl
var ownRules string

// OwnRules returns the cases of the task rules of [Labels] that come with the program: what
// two writers had people say to an agent, of which less than a half is meant to hold from then
// on. What a rule looks like was learnt from others (eval/rules.jsonl).
func OwnRules() io.Reader { return strings.NewReader(ownRules) }
