package retrieve

import (
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/tools"
)

// relations returns what an entity is to others, in the order of [tools.Relations]; one
// that has ended with the day.
func relations(tx *graphdb.Tx, n *memtide.Node, query []string, now time.Time) []string {
	all, err := tools.Relations(tx, n.ID, query, now)
	if err != nil {
		return nil // the entity is shown without them
	}
	var out []string
	for _, r := range all {
		if r.Back || len(out) == tools.MaxRelations {
			continue
		}
		text := r.Predicate + " " + r.Other.CanonicalName
		if !r.Ended.IsZero() {
			text += " (until " + r.Ended.In(now.Location()).Format(time.DateOnly) + ")"
		}
		out = append(out, text)
	}
	return out
}
