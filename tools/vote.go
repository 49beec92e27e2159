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
	stage := "vote-up"
	if in.Weight < 0 {
		stage = "vote-down"
	}
	at := in.At.UTC().Truncate(time.Millisecond)
	c := request(stage, space, memtide.Hash(in.ID.String(), at.String()), at)
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := claim(v, in.ID)
		if err != nil {
			return err
		}
		w, score := NewWriter(v, c), max(-memtide.MostScore, min(memtide.MostScore, n.Score+in.Weight))
		if in.Weight > 0 && at.After(n.LastAccessed) {
			if err := w.Set(n, "last_accessed", at); err != nil {
				return err
			}
		}
		if score == n.Score {
			c.Reason = fmt.Sprintf("its score is %g already", score)
			return nil
		}
		return w.Set(n, "score", score)
	})
}
