package ledger_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
)

// projecting lets the projector work until the test ends.
func projecting(t *testing.T, l *ledger.Ledger) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// The projector works while a rebuild takes the index away under it: nothing
// is read that is being exchanged (go test -race says so), and in the end each
// memory has its vector.
func TestVectorsFollowThroughRebuilds(t *testing.T) {
	h := bustest.Start(t)
	l, log := open(t, h.Bus, t.TempDir(), ledger.Options{Embedder: ledger.Embedder{ID: "length", Dims: 2,
		Embed: func(s string) []float32 { return []float32{float32(len(s)), 1} }}})
	projecting(t, l)
	const facts, rebuilds = 200, 10
	var ids []memtide.ID
	said := make(chan error, 1)
	go func() {
		for n := range facts {
			c, err := l.Decide(t.Context(), draft(home, "test", fmt.Sprint(n), noon), fact(fmt.Sprintf("fact number %d", n)))
			if err != nil {
				said <- err
				return
			}
			ids = append(ids, c.Ops[0].Node)
			if _, known, err := l.Recorded(t.Context(), home, c.ID); err != nil || !known {
				said <- fmt.Errorf("change %d is not on record: %v", n, err)
				return
			}
		}
		said <- nil
	}()
	for range rebuilds {
		if _, err := l.Rebuild(t.Context(), home, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-said; err != nil {
		t.Fatal(err)
	}
	missing := func() (n int) {
		err := l.Read(t.Context(), home, func(v ledger.View) error {
			for _, id := range ids {
				if _, ok := v.Vectors.Get(id); !ok {
					n++
				}
			}
			return v.Vectors.Check()
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(30 * time.Second); missing() > 0; <-tick.C {
		if time.Now().After(end) {
			t.Fatalf("%d of %d memories have no vector", missing(), facts)
		}
	}
	if log.String() != "" {
		t.Errorf("logged: %s", log)
	}
}
