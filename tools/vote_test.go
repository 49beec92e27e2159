package tools_test

import (
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/tools"
)

// Votes move a score within its bounds, one in favour is a use, and each can be
// taken back.
func TestVotes(t *testing.T) {
	l, _ := open(t)
	n := &memtide.Node{ID: memtide.NewID(noon, "n", 0), Kind: memtide.Fact, Content: "The crane is green.", Trust: memtide.TrustUser}
	plant(t, l, "1", []*memtide.Node{n})
	at := noon
	vote := func(weight float64) memtide.ChangeSet {
		t.Helper()
		at = at.Add(time.Hour)
		c, err := tools.Vote(t.Context(), l, home, tools.Ballot{ID: n.ID, Weight: weight, At: at})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	for i, v := range []struct{ weight, score float64 }{{3, 3}, {-1, 2}, {3, 5}, {3, 5}, {-10, -5}} {
		used := get(t, l, n.ID).LastAccessed
		vote(v.weight)
		now := get(t, l, n.ID)
		if now.Score != v.score || now.LastAccessed.Equal(used) == (v.weight > 0) {
			t.Errorf("vote %d: score %v, used %s", i+1, now.Score, now.LastAccessed)
		}
	}
	c := vote(3)
	if _, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if now := get(t, l, n.ID); now.Score != -5 {
		t.Errorf("after the undo the score is %v", now.Score)
	}
	for _, weight := range []float64{0, 11, -11} {
		if _, err := tools.Vote(t.Context(), l, home, tools.Ballot{ID: n.ID, Weight: weight, At: at}); !errors.Is(err, memtide.ErrInvalid) {
			t.Errorf("weight %v: %v", weight, err)
		}
	}
	rebuilt(t, l)
}
