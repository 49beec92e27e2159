package maintain

import (
	"context"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// decay archives what has faded. It writes nothing else: how sure a memory is
// follows at any time from its base and when it was last confirmed, so a night
// more or less makes no difference. What a person brings back is left alone
// until it is confirmed anew.
func decay(ctx context.Context, r *run) ([]unit, error) {
	var units []unit
	err := r.scan(ctx, told, func(v ledger.View, n *memtide.Node) error {
		input := n.ID.String() + "/" + tools.Assured(n).Format(time.RFC3339)
		if fades(n, r.at) && !r.decided(v, input) {
			units = append(units, unit{input: input, decide: func(v ledger.View, c *memtide.ChangeSet) error { return fade(v, c, n.ID) }})
		}
		return nil
	})
	return units, err
}

// fades reports whether a memory has faded.
func fades(n *memtide.Node, now time.Time) bool {
	return tools.MayFade(n) && tools.Confidence(n, now) < tools.Faded
}

func fade(v ledger.View, c *memtide.ChangeSet, id memtide.ID) error {
	n, err := live(v, id)
	if err != nil {
		return err
	}
	if !fades(n, c.At) {
		return errNothing
	}
	c.Reason = fmt.Sprintf("confidence %.3f after %.0f days", tools.Confidence(n, c.At), c.At.Sub(tools.Assured(n)).Hours()/24)
	return tools.NewWriter(v, c).Set(n, "archived_at", c.At)
}
