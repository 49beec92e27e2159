package stages_test

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
)

// What follows the question which of two memories holds, and chooses none of them, is said of
// something else, and kept as at any other time.
func TestWhatAnswersNoQuestionIsKept(t *testing.T) {
	for said, agent := range map[string]string{
		"Keep the cache in redis": "Shall I squash them, or not?",
		"I prefer vim over emacs": "Shall I squash them, or not?",
		"Use tabs.":               "Looked into it.", // the agent has not asked
	} {
		w := newWorld(t)
		disagree(t, w)
		if w.askMerge("three", "p").Block == "" {
			t.Fatal("told nothing")
		}
		w.halves("three", "p", "Should I squash the commits before merging this branch?", agent)
		w.halves("three", "q", said, "Ok.")
		w.settle()
		if !slices.ContainsFunc(w.nodes(memories...), func(n *memtide.Node) bool { return n.Content == said }) {
			t.Errorf("%q is not kept", said)
		}
	}
}
