package tools

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// Labels is what memories are told apart by beside their words: they have all of
// the tags, whatever their case, and the narrative and the task that are named.
type Labels struct {
	Tags      []string `json:"tags,omitempty"`
	Narrative string   `json:"narrative,omitempty"`
	Task      string   `json:"task,omitempty"`
}

// Set reports whether any label is named.
func (l Labels) Set() bool { return len(l.Tags) > 0 || l.Narrative != "" || l.Task != "" }

// has reports whether a memory has them.
func (l Labels) has(n *memtide.Node) bool {
	for _, tag := range l.Tags {
		key := language.Fold(tag)
		if !slices.ContainsFunc(n.Tags, func(s string) bool { return language.Fold(s) == key }) {
			return false
		}
	}
	return (l.Narrative == "" || n.Attributes[memtide.Narrative] == l.Narrative) && (l.Task == "" || n.Attributes[memtide.Task] == l.Task)
}
