package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// Has reports whether there is a space with a name: whether it is open, has a
// folder, or the logs speak of it. It makes nothing, where every other method
// makes the space that it is asked for.
func (l *Ledger) Has(ctx context.Context, name memtide.Space) (bool, error) {
	l.mu.Lock()
	_, open := l.spaces[name]
	_, past := l.past[name]
	l.mu.Unlock()
	if open || past {
		return true, nil
	}
	if _, err := os.Stat(l.folder(name)); err == nil {
		return true, nil
	}
	_, err := l.bus.Last(ctx, event.TurnTaken{}, name)
	if errors.Is(err, bus.ErrGone) {
		_, err = l.bus.Last(ctx, event.ChangeDecided{}, name)
	}
	if errors.Is(err, bus.ErrGone) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for space %q: %w", name, err)
	}
	return true, nil
}
