package llm

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
)

// book counts a request without a reply: what it took all the same, and
// whether it failed or was not sent.
func (m *Models) book(c *call, r Reply, err error) {
	s := Spent{Usage: r.Usage}
	switch {
	case err == nil:
		s.Calls = 1
	case r.Model == "": // it did not come to the end of the chain
		s.Held = 1
	default:
		s.Failed = 1
	}
	m.count(spentKey{dayOf(m.opts.Now()), c.layer.name, c.layer.ref()}, s)
}

// count keeps what costs no money in memory for a while: a write is synced.
func (m *Models) count(k spentKey, s Spent) {
	m.mu.Lock()
	m.counts[k] = m.counts[k].plus(s)
	row := m.counts[k]
	m.mu.Unlock()
	if s.In+s.Out > 0 || (row.Recorded+row.Failed+row.Held)%64 == 0 {
		m.written(m.flush())
	}
}

func (m *Models) flush() error {
	m.mu.Lock()
	rows := m.counts
	m.counts = map[spentKey]Spent{}
	m.mu.Unlock()
	return m.record.keep(m.base, entry{rows: rows})
}

// written keeps why the record could not be written. The reply that was paid
// for is still given to who asked: it is only not there for the next.
func (m *Models) written(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.trouble = ""
	if err != nil {
		m.trouble = err.Error()
	}
}

// log writes one line a request, without a word of what was asked and said.
func (m *Models) log(c *call, r Reply, err error) {
	level, text := slog.LevelDebug, ""
	if err != nil {
		level, text = slog.LevelInfo, err.Error()
	}
	m.opts.Logger.Log(context.Background(), level, "model asked", "layer", c.layer.name, "model", c.layer.ref(),
		"took_ms", r.Took.Milliseconds(), "in", r.Usage.In, "out", r.Usage.Out, "micros", r.Usage.Micros, "err", text)
}

// explain says who was asked for what, and names the end of a deadline.
func (m *Models) explain(ctx context.Context, c *call, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.Canceled):
		return fmt.Errorf("ask %s for %s: %w", c.layer.ref(), c.layer.name, ctx.Err())
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("ask %s for %s: %w: %w", c.layer.ref(), c.layer.name, ErrDeadline, err)
	}
	return fmt.Errorf("ask %s for %s: %w", c.layer.ref(), c.layer.name, err)
}
