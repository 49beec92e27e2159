package ledger_test

import (
	"bytes"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/ledger"
)

const home memtide.Space = "home"

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// open returns a ledger that is closed when the test ends. What it logs as a
// warning or worse is in the buffer.
func open(t *testing.T, b *bus.Bus, dir string, opts ledger.Options) (*ledger.Ledger, *logged) {
	t.Helper()
	log := &logged{}
	opts.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	l, err := ledger.Open(b, dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shut(t, l) })
	return l, log
}

type logged struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func shut(t *testing.T, l *ledger.Ledger) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

func draft(space memtide.Space, stage, input string, at time.Time) memtide.ChangeSet {
	return memtide.ChangeSet{ID: memtide.NewChangeID(stage, input), Space: space, At: at, Actor: "user",
		Cause: memtide.Cause{Kind: "request", ID: input, Stage: stage}}
}

// fact is a decider that adds one fact.
func fact(text string) ledger.Decider {
	return func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(c.At, c.ID, 0), Kind: memtide.Fact,
			Content: text, CreatedAt: c.At, Trust: memtide.TrustUser}))
		return nil
	}
}

// add keeps a fact and returns its id.
func add(t *testing.T, l *ledger.Ledger, space memtide.Space, input, text string) memtide.ID {
	t.Helper()
	c, err := l.Decide(t.Context(), draft(space, "test", input, noon), fact(text))
	if err != nil {
		t.Fatal(err)
	}
	return c.Ops[0].Node
}

func hashOf(t *testing.T, l *ledger.Ledger, space memtide.Space) string {
	t.Helper()
	h, _, err := l.Hash(t.Context(), space)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func count(t *testing.T, b *bus.Bus, stream string) uint64 {
	t.Helper()
	st, err := b.State(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	return st.Messages
}
