package ledger_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
)

// The vector of a memory is the same whether it was made when the memory came, as
// each client tells at its own pace, or of the whole store at the next start.
func TestVectorsOfAStartAreThoseOfBefore(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{Embedder: ledger.Embedder{ID: "letters", Dims: 26, Context: 0.5, Embed: letters}})
	projecting(t, l)
	first := said(t, l, "first", memtide.Episode, "Which lamp hangs in the hall?", memtide.ID{})
	alone := said(t, l, "alone", memtide.Fact, "Which lamp hangs in the hall", first)
	second := said(t, l, "second", memtide.Episode, "The brass lamp. It was mended in May.", memtide.ID{})
	follows(t, l, second, first)
	early := said(t, l, "early", memtide.Fact, "mended in May.", second)
	third := said(t, l, "third", memtide.Episode, "Zinc would have been cheaper.", memtide.ID{})
	follows(t, l, third, second)
	late := said(t, l, "late", memtide.Fact, "It was mended in May.", second)
	last := said(t, l, "last", memtide.Fact, "Vectors come in the order of what is said", memtide.ID{})
	ids := []memtide.ID{first, alone, second, early, third, late, last}

	live := vectorsOf(t, l, ids)
	if _, err := l.Rebuild(t.Context(), home, nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(live, vectorsOf(t, l, ids)); diff != "" {
		t.Errorf("-live +of the whole store:\n%s", diff)
	}
	if x := live[late]['z'-'a']; x != 0 {
		t.Errorf("what may be said next has %v of a vector, want 0", x)
	}
	if x := live[late]['l'-'a']; x == 0 {
		t.Error("what was said before is not in the vector")
	}
}

// letters counts the letters of a text.
func letters(text string) []float32 {
	v := make([]float32, 26)
	for _, r := range text {
		if r |= ' '; r >= 'a' && r <= 'z' {
			v[r-'a']++
		}
	}
	return v
}

func follows(t *testing.T, l *ledger.Ledger, later, earlier memtide.ID) {
	t.Helper()
	_, err := l.Decide(t.Context(), draft(home, "test", later.String(), noon), func(_ ledger.View, c *memtide.ChangeSet) error {
		e := edgeOf(later, earlier, c.ID)
		e.Kind = memtide.Temporal
		c.Ops = append(c.Ops, memtide.AddEdge(e))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// vectorsOf waits until the vectors of memories are there. They are made in the
// order in which they are asked for.
func vectorsOf(t *testing.T, l *ledger.Ledger, ids []memtide.ID) map[memtide.ID][]float32 {
	t.Helper()
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); <-tick.C {
		have := map[memtide.ID][]float32{}
		err := l.Read(t.Context(), home, func(v ledger.View) error {
			for _, id := range ids {
				if x, ok := v.Vectors.Get(id); ok {
					have[id] = x
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(have) == len(ids) {
			return have
		}
	}
	t.Fatal("the vectors do not come")
	return nil
}

// A memory that is archived before its vector is made has none.
func TestWhatIsArchivedGetsNoVector(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{Embedder: ledger.Embedder{ID: "letters", Dims: 26, Embed: letters}})
	gone := said(t, l, "gone", memtide.Fact, "The kiln stands in the yard", memtide.ID{})
	set(t, l, "archive", gone, "archived_at", noon)
	back := said(t, l, "back", memtide.Fact, "The loom stands in the barn", memtide.ID{})
	set(t, l, "archive too", back, "archived_at", noon)
	set(t, l, "restore", back, "archived_at", time.Time{})
	if !l.Embedding() {
		t.Error("vectors wait to be made, and nothing says so")
	}
	projecting(t, l)
	vectorsOf(t, l, []memtide.ID{back})
	for end := time.Now().Add(30 * time.Second); l.Embedding(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("vectors are being made for ever")
		}
	}
	err := l.Read(t.Context(), home, func(v ledger.View) error {
		if _, ok := v.Vectors.Get(gone); ok || v.Vectors.Len() != 1 {
			t.Errorf("%d vectors, want that of the one memory that is not archived", v.Vectors.Len())
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
