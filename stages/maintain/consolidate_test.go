package maintain

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// A page whose last half-turns are still to be decided on is left for later: what is
// summed up too soon has little to tell, and is not summed up again.
func TestWhatIsNotDecidedIsNotSummedUp(t *testing.T) {
	s := newStore(t)
	for i, turn := range []string{"t1", "t2"} {
		at := s.at.Add(time.Duration(i) * time.Minute)
		c := memtide.ChangeSet{ID: memtide.NewChangeID(stageRecord, turn), Space: "s", Actor: "rules", At: at,
			Cause: memtide.Cause{Kind: "turn", ID: turn, Stage: stageRecord, Seq: uint64(i + 1)}}
		_, err := s.d.Ledger.Decide(t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
			c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(at, c.ID, 0), Kind: memtide.Episode, Content: "The kiln is hot.", CreatedAt: at,
				Trust: memtide.TrustUser, Source: memtide.Source{Session: "talk", Turn: turn, Role: memtide.RoleUser}}))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	first, both := uint64(1), uint64(2)
	for _, c := range []struct {
		through *uint64
		want    int
	}{{&first, 0}, {&both, 1}, {nil, 1}} {
		r := &run{Deps: s.d, due: event.JobDue{Job: "consolidate", Space: "s", Session: "talk"}, at: s.at, through: c.through}
		units, err := r.pages(t.Context(), "talk")
		if err != nil || len(units) != c.want {
			t.Errorf("%v: %d units, want %d, %v", c.through, len(units), c.want, err)
		}
	}
	if through, err := s.d.Ledger.DecidedThrough(t.Context(), "s"); err != nil || through != 0 {
		t.Errorf("decided through %d, %v", through, err) // only what was recorded
	}
}
