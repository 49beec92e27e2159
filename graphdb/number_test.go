package graphdb

import (
	"errors"
	"testing"

	"github.com/memtide/memtide"
)

// What is read out of a node without decoding it is what decoding says, whatever its words and its
// attributes look like.
func TestNumbersOfANode(t *testing.T) {
	db := openTemp(t)
	plain := newNode(1, memtide.Fact, "a")
	used := newNode(2, memtide.Fact, `{"access_count":77,"mention_count":88}`)
	used.AccessCount, used.Attributes = 1203, map[string]string{"access_count": "5", "mention_count": "6"}
	named := newNode(3, memtide.Entity, "Anna")
	named.CanonicalName, named.MentionCount, named.Attributes = "Anna", 42, map[string]string{"mention_count": "7"}
	all := []*memtide.Node{plain, used, named}
	for i, n := range all {
		apply(t, db, uint64(i+1), set(i+1, memtide.AddNode(n)))
	}
	view(t, db, func(tx *Tx) {
		for _, n := range all {
			uses, err := tx.Uses(n.ID)
			mentions, merr := tx.Mentions(n.ID)
			if uses != n.AccessCount || mentions != n.MentionCount || err != nil || merr != nil {
				t.Errorf("%s: %d uses, %v, %d mentions, %v; want %d, %d", n.Content, uses, err, mentions, merr, n.AccessCount, n.MentionCount)
			}
		}
		if _, err := tx.Uses(memtide.ID{1}); !errors.Is(err, ErrNotFound) {
			t.Errorf("of nobody: %v", err)
		}
	})
}
