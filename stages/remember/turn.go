package remember

import (
	"context"
	"fmt"
	"sync"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// heard is a half-turn of which sentences are made into items. What an item
// takes from the whole of it is read once, and not for each sentence.
type heard struct {
	memtide.Turn
	names       func() []event.Mention // people and things that its beginning names
	namesThings func() bool            // whether it names code, files or packages
}

// mostNamed bounds the text, in bytes, in which a full name is looked for.
const mostNamed = 4096

func newHeard(t memtide.Turn) *heard {
	return &heard{Turn: t,
		names:       sync.OnceValue(func() []event.Mention { return mentionsOf(t.Text[:min(len(t.Text), mostNamed)]) }),
		namesThings: sync.OnceValue(func() bool { return len(namedThings(t.Text)) > 0 }),
	}
}

// lately holds the half-turns that were read last: five stages need the text
// of each, one close behind the other. It is safe for concurrent use.
type lately struct {
	mu    sync.Mutex
	of    map[uint64]event.TurnTaken // by sequence
	order []uint64                   // the oldest first
	bytes int
}

// What is held at most.
const (
	latelyTurns = 256
	latelyBytes = 4 << 20
)

func newLately() *lately { return &lately{of: map[uint64]event.TurnTaken{}} }

func (l *lately) get(seq uint64) (event.TurnTaken, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t, ok := l.of[seq]
	return t, ok
}

func (l *lately) put(seq uint64, t event.TurnTaken) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, known := l.of[seq]; known || len(t.Text) > latelyBytes/4 {
		return
	}
	l.of[seq] = t
	l.order = append(l.order, seq)
	l.bytes += len(t.Text)
	for len(l.order) > latelyTurns || l.bytes > latelyBytes {
		oldest := l.order[0]
		l.order = l.order[1:]
		l.bytes -= len(l.of[oldest].Text)
		delete(l.of, oldest)
	}
}

// turn reads a half-turn from TURNS.
func (d Deps) turn(ctx context.Context, h event.Half) (event.TurnTaken, error) {
	if t, ok := d.lately.get(h.Seq); ok && t.ID == h.Turn {
		return t, nil
	}
	m, err := d.Bus.Get(ctx, event.Turns, h.Seq)
	if err != nil {
		return event.TurnTaken{}, fmt.Errorf("read half-turn %s: %w", h.Turn, err)
	}
	t, err := event.Decode[event.TurnTaken](m.Body)
	if err != nil {
		return t, bus.Permanent(err)
	}
	d.lately.put(h.Seq, t)
	return t, nil
}
