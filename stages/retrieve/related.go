package retrieve

import (
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/tools"
)

// relations returns what an entity is to others where a query asks, in the order of
// [tools.Relations]; one that has ended with the day.
func relations(tx *graphdb.Tx, n *memtide.Node, terms []string, q event.Query) []string {
	all, err := tools.Relations(tx, n.ID, terms, q)
	if err != nil {
		return nil // the entity is shown without them
	}
	var out []string
	for r := range all {
		if r.Back {
			continue
		}
		text := r.Predicate + " " + r.Other.CanonicalName
		if !r.Ended.IsZero() {
			text += " (until " + r.Ended.In(q.Now.Location()).Format(time.DateOnly) + ")"
		}
		if out = append(out, text); len(out) == tools.MaxRelations {
			break
		}
	}
	return out
}
