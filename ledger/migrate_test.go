package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/vectorindex"
)

// counting is an embedder of so many dimensions that may be told to fail.
func counting(id string, dims int, asked *atomic.Int64, fails *atomic.Bool) ledger.Embedder {
	vector := func(text string) []float32 {
		v := make([]float32, dims)
		for i := range text {
			v[(i+int(text[i]))%dims]++
		}
		return v
	}
	return ledger.Embedder{ID: id, Dims: dims,
		Many: func(_ context.Context, texts []string) ([][]float32, error) {
			if fails.Load() {
				return nil, errors.New("the model is away")
			}
			var out [][]float32
			for _, t := range texts {
				out = append(out, vector(t))
			}
			asked.Add(int64(len(texts)))
			return out, nil
		},
		Query: func(_ context.Context, text string) []float32 { return vector(text) }}
}

// A change of the embedder fails, goes on where it was, and goes back, while
// searches by likeness go on over vectors of one length after the other.
func TestMigrate(t *testing.T) {
	h := bustest.Start(t)
	records, err := vectorindex.OpenRecords(filepath.Join(t.TempDir(), "vectors.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer records.Close()
	var askedOld, askedNew atomic.Int64
	var well, fails atomic.Bool
	old, fresh := counting("old", 4, &askedOld, &well), counting("new", 7, &askedNew, &fails)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{Embedder: old, Records: records})
	ctx, cancel := context.WithCancel(t.Context())
	ended, searched := make(chan error, 1), make(chan error, 1)
	const facts = 300
	for n := range facts {
		if _, err := l.Decide(t.Context(), draft(home, "test", fmt.Sprint(n), noon), fact(fmt.Sprintf("fact number %d", n))); err != nil {
			t.Fatal(err)
		}
	}
	go func() { ended <- l.Run(ctx) }()
	vectors := func(id string, want int) {
		t.Helper()
		for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
			var have int
			var by string
			err := l.Read(t.Context(), home, func(v ledger.View) error {
				have, by = v.Vectors.Len(), v.Embed.ID
				return v.Vectors.Check()
			})
			if err != nil {
				t.Fatal(err)
			}
			if have == want && by == id {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%d vectors by %s, want %d by %s", have, by, want, id)
			}
		}
	}
	vectors("old", facts)
	go func() { searched <- searchAlways(ctx, l) }()

	fails.Store(true)
	if _, err := l.Migrate(t.Context(), fresh, ledger.Migration{}); err == nil || l.Embedder().ID != "old" {
		t.Fatalf("a model that is away: %v, %s serves", err, l.Embedder().ID)
	}
	fails.Store(false)
	refused := errors.New("the disk is full")
	if _, err := l.Migrate(t.Context(), fresh, ledger.Migration{Commit: func(ledger.Migrated) error { return refused }}); !errors.Is(err, refused) {
		t.Fatal(err)
	}
	vectors("old", facts)
	if n := askedNew.Load(); n != facts {
		t.Errorf("%d texts were embedded, want %d", n, facts)
	}
	r, err := l.Migrate(t.Context(), fresh, ledger.Migration{})
	if err != nil || r.Made != 0 || r.Known != facts || r.Before != facts || r.After != facts || r.Sampled < 50 || r.Overlap <= 0 || r.Overlap > 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	vectors("new", facts)
	if _, err := l.Decide(t.Context(), draft(home, "test", "later", noon), fact("said later")); err != nil {
		t.Fatal(err)
	}
	vectors("new", facts+1)
	if _, err := l.Migrate(t.Context(), old, ledger.Migration{Lenient: true}); err != nil {
		t.Fatal(err)
	}
	vectors("old", facts+1)
	if a, b := askedOld.Load(), askedNew.Load(); a != facts+1 || b != facts+1 {
		t.Errorf("%d and %d texts were embedded, want %d each", a, b, facts+1)
	}
	// One that nobody can ask any more still serves what is on record.
	if _, err := l.Migrate(t.Context(), ledger.Embedder{ID: "new", Dims: 7}, ledger.Migration{Lenient: true}); err != nil {
		t.Fatal(err)
	}
	vectors("new", facts+1)
	cancel()
	if err := errors.Join(<-ended, <-searched); err != nil {
		t.Error(err)
	}
}

// searchAlways looks for what is like a text until ctx ends: there is always an index,
// and what it is asked for has its length.
func searchAlways(ctx context.Context, l *ledger.Ledger) error {
	for ctx.Err() == nil {
		err := l.ReadFor(ctx, memtide.Space(home), "fact number 7", time.Second, func(v ledger.View) error {
			q := v.Likening("fact number 7")
			if q == nil {
				return nil // nobody can be asked, or the swap came between
			}
			if hits := v.Vectors.Search(q, 5, nil); len(hits) != 5 {
				return fmt.Errorf("%s finds %d", v.Embed.ID, len(hits))
			}
			return nil
		})
		if err != nil && ctx.Err() == nil {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return nil
}
