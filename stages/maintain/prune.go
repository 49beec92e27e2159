package maintain

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

const (
	pruneShare = 0.01               // of what may go, a run (K14)
	pruneMost  = 5000               // of memories, a run: one change set
	pruneYoung = 7 * 24 * time.Hour // not looked at
	pruneHalf  = 90 * 24 * time.Hour
)

// prune archives the least of what is live when that has grown above a size:
// one part in a hundred a night, by e^(0.2·score) times how recently it was said,
// used or confirmed. What the user has pinned or confirmed stays, and so do
// names, summaries, what was of use lately and what is younger than a week.
func prune(ctx context.Context, r *run) ([]unit, error) {
	above, err := r.aboveSize(ctx)
	if err != nil || !above {
		return nil, err
	}
	type rank struct {
		id    memtide.ID
		worth float64
	}
	var all []rank
	err = r.scan(ctx, append([]memtide.Kind{memtide.Episode}, told...), func(_ ledger.View, n *memtide.Node) error {
		if prunable(n, r.at) {
			all = append(all, rank{n.ID, worth(n, r.at)})
		}
		return nil
	})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	slices.SortFunc(all, func(a, b rank) int { return cmp.Or(cmp.Compare(a.worth, b.worth), a.id.Compare(b.id)) })
	all = all[:min(int(math.Ceil(pruneShare*float64(len(all)))), pruneMost)]
	return []unit{{input: r.due.JobID(), decide: func(v ledger.View, c *memtide.ChangeSet) error {
		w := tools.NewWriter(v, c)
		for _, a := range all {
			n, err := live(v, a.id)
			if err == errNothing || err == nil && !prunable(n, c.At) {
				continue
			}
			if err == nil {
				err = w.Set(n, "archived_at", c.At)
			}
			if err != nil {
				return err
			}
		}
		c.Reason = fmt.Sprintf("the space has grown above %d bytes", r.MaxSize)
		return nil
	}}}, nil
}

// aboveSize reports whether what is live has grown above the bound. The file
// never shrinks, for nothing is removed: it tells only when it is not worth
// looking.
func (r *run) aboveSize(ctx context.Context) (bool, error) {
	if r.MaxSize <= 0 {
		return false, nil
	}
	var file, size int64
	err := r.read(ctx, func(v ledger.View) error {
		file = v.Graph.Size()
		return nil
	})
	if err != nil || file <= r.MaxSize {
		return false, err
	}
	err = r.scan(ctx, memtide.Kinds, func(_ ledger.View, n *memtide.Node) error {
		size += int64(len(memtide.AddNode(n).To))
		return nil
	})
	return size > r.MaxSize, err
}

func prunable(n *memtide.Node, now time.Time) bool {
	return n.Live() && !counts(n, now) && now.Sub(n.CreatedAt) >= pruneYoung
}

// worth orders what may go. It falls by half in three months without use.
func worth(n *memtide.Node, now time.Time) float64 {
	last := tools.Assured(n)
	if n.LastAccessed.After(last) {
		last = n.LastAccessed
	}
	score := max(-5, min(5, n.Score))
	return math.Exp(0.2*score) * math.Exp2(-max(now.Sub(last).Hours(), 0)/pruneHalf.Hours())
}
