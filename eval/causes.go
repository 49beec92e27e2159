package eval

import (
	_ "embed"
	"io"
	"strings"
)

//go:embed causes.jsonl
var ownCauses string

// OwnCauses returns the cases of the task causes of [Labels] that come with the
// program: pairs of half-turns, of which the later one tells the cause of the
// earlier one, or what came of it, or neither. Field kind of a row names the pattern.
func OwnCauses() io.Reader { return strings.NewReader(ownCauses) }

//go:embed profiles.jsonl
var ownProfiles string

// OwnProfiles returns the cases of the task profiles of [Labels] that come with the
// program: what was said of people, places, projects and things, and what a summary
// of each has to say and must not say.
func OwnProfiles() io.Reader { return strings.NewReader(ownProfiles) }
