package ledger

import (
	"context"
	"fmt"

	"github.com/memtide/memtide"
)

// Snapshot writes the text index of a space to disk, as closing the space does,
// so that a start after a crash has less to read. Decisions wait meanwhile,
// searches do not.
func (l *Ledger) Snapshot(ctx context.Context, name memtide.Space) error {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return err
	}
	defer release()
	if err := s.turn.take(ctx); err != nil {
		return fmt.Errorf("wait for the turn of space %q: %w", name, err)
	}
	defer s.turn.Unlock()
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.foreign != nil {
		return s.foreign
	}
	return s.saveText()
}
