package ledger

import (
	"context"
	"fmt"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
)

// mostFound is how much of what is wrong is named.
const mostFound = 100

// Check walks every invariant of a space's graph, looks whether the text index holds
// the memories that are live and no others, and returns what it finds.
func (l *Ledger) Check(ctx context.Context, name memtide.Space) ([]string, error) {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return nil, err
	}
	defer release()
	var found []string
	s.mu.RLock()
	err = s.graph.Check(func(v graphdb.Violation) bool {
		found = append(found, v.String())
		return len(found) < mostFound
	})
	s.mu.RUnlock()
	if err != nil || len(found) > 0 {
		return found, err
	}
	// A decision is in the graph before it is in the index: none is made meanwhile.
	if err := s.turn.take(ctx); err != nil {
		return nil, fmt.Errorf("wait for the turn of space %q: %w", name, err)
	}
	defer s.turn.Unlock()
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.unindexed()
}

// unindexed compares the text index with the graph.
func (s *space) unindexed() (found []string, err error) {
	live := 0
	err = s.graph.View(func(tx *graphdb.Tx) error {
		for _, kind := range memtide.Kinds {
			for id, state := range tx.OfKind(kind) {
				if state != graphdb.Live {
					continue
				}
				if live++; !s.text.Has(id) && len(found) < mostFound {
					found = append(found, fmt.Sprintf("text index: memory %s is not in it, so no word finds it", id))
				}
			}
		}
		return nil
	})
	if more := s.text.Len() - live; err == nil && len(found) == 0 && more > 0 {
		found = append(found, fmt.Sprintf("text index: it holds %s more than there are", memtide.Count(more, "memory")))
	}
	return found, err
}
