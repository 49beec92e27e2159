package tools

import (
	"context"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// Ballot is a person's verdict on a memory.
type Ballot struct {
	ID     memtide.ID
	Weight float64 // is added to the score; below 0 it says that the memory is of no use
	At     time.Time
}

// Vote adds a person's verdict to the score of a memory, which goes from −5 to 5.
// One in its favour counts as a use of it, too (K9). The errors are those of
// verbs, and memtide.ErrInvalid for a weight of 0.
func Vote(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Ballot) (memtide.ChangeSet, error) {
	if !(in.Weight != 0 && in.Weight >= -2*memtide.MostScore && in.Weight <= 2*memtide.MostScore) {
		return memtide.ChangeSet{}, fmt.Errorf("%w vote: weight is %v, want -10 to 10 and not 0", memtide.ErrInvalid, in.Weight)
	}
	at := in.At.UTC().Truncate(time.Millisecond)
	c := request(voteStage(in.Weight), space, memtide.Hash(in.ID.String(), at.String()), at)
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := claim(v, in.ID)
		if err != nil {
			return err
		}
		return NewWriter(v, c).vote(n, in.Weight)
	})
}

func voteStage(weight float64) string {
	if weight < 0 {
		return "vote-down"
	}
	return "vote-up"
}

// vote adds a weight to the score of a memory.
func (w *Writer) vote(n *memtide.Node, weight float64) error {
	score := max(-memtide.MostScore, min(memtide.MostScore, n.Score+weight))
	if weight > 0 && w.Change.At.After(n.LastAccessed) {
		if err := w.Set(n, "last_accessed", w.Change.At); err != nil {
			return err
		}
	}
	if score == n.Score {
		w.Change.Reason = fmt.Sprintf("its score is %g already", score)
		return nil
	}
	return w.Set(n, "score", score)
}
