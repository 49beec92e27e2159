package eval

import (
	_ "embed"
	"io"
	"strings"
)

//go:embed relations.jsonl
var ownRelations string

// ownRuleChanges are pairs of standing rules. No weights are learnt from them.
//
//go:embed rulechanges.jsonl
var ownRuleChanges string

// OwnRelations returns the cases of the task relations of [Labels] that come
// with the program: pairs of statements of work and life, of which the later one
// updates the earlier one, contradicts it, or stands beside it. Field kind of a
// row names the pattern.
func OwnRelations() io.Reader { return strings.NewReader(ownRelations + ownRuleChanges) }
