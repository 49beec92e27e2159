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
	vote(10)
	top := vote(1) // is a use and no more
	vote(1)
	if _, err := undo(t, l, tools.Undoing{Change: string(top.ID)}, at); !errors.Is(err, tools.ErrNothingToUndo) {
		t.Errorf("a use after which there was another: %v", err)
	}
	for _, weight := range []float64{0, 11, -11} {
		if _, err := tools.Vote(t.Context(), l, home, tools.Ballot{ID: n.ID, Weight: weight, At: at}); !errors.Is(err, memtide.ErrInvalid) {
			t.Errorf("weight %v: %v", weight, err)
		}
	}
	rebuilt(t, l)
}

// A vote that is taken back takes away what it has added, whatever was voted since, and
// does so once.
func TestUndoOfAnEarlierVote(t *testing.T) {
	for _, c := range []struct {
		votes []float64 // the first of them is taken back
		score float64
	}{{[]float64{1, 1}, 1}, {[]float64{3, -1}, -1}, {[]float64{-2, 1, 1}, 2}, {[]float64{3, 3}, 2}, {[]float64{-10, 5}, 5}} {
		l, _ := open(t)
		n := note(t, l, tools.Note{Text: "The crane is green."})
		var sets []memtide.ChangeSet
		for i, weight := range c.votes {
			v, err := tools.Vote(t.Context(), l, home, tools.Ballot{ID: n.ID, Weight: weight, At: noon.Add(time.Duration(i+1) * time.Hour)})
			if err != nil {
				t.Fatal(err)
			}
			sets = append(sets, v)
		}
		used, voted := get(t, l, n.ID).LastAccessed, get(t, l, n.ID).Score
		first := tools.Undoing{Change: string(sets[0].ID)}
		back, err := undo(t, l, first, noon.Add(9*time.Hour))
		if got := get(t, l, n.ID); err != nil || got.Score != c.score || !got.LastAccessed.Equal(used) && len(c.votes) > 1 && c.votes[len(c.votes)-1] > 0 {
			t.Errorf("votes %v, the first taken back: score %v, used %s: %v", c.votes, got.Score, got.LastAccessed, err)
			continue
		}
		if _, err := undo(t, l, first, noon.Add(10*time.Hour)); !errors.Is(err, tools.ErrUndone) {
			t.Errorf("votes %v, the first taken back twice: %v", c.votes, err)
		}
		_, err = undo(t, l, tools.Undoing{Change: string(back.Change.ID)}, noon.Add(11*time.Hour))
		if got := get(t, l, n.ID); err != nil || got.Score != voted {
			t.Errorf("votes %v, the undo taken back: score %v, want %v: %v", c.votes, got.Score, voted, err)
		}
		rebuilt(t, l)
	}
}
