package ledger_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// TestAsOf makes random decisions in two spaces and notes the state behind each.
// As of any sequence the store is the one that was there, text index and all.
func TestAsOf(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{})
	type state struct {
		hash string
		docs int
		at   time.Time
	}
	states := map[uint64]state{0: {}}
	var ids []memtide.ID
	look := func(name memtide.Space) (s state, seq uint64) {
		t.Helper()
		err := l.Read(t.Context(), name, func(v ledger.View) error {
			s.docs = len(v.Text.Search(textindex.Query{Terms: v.Text.Parse("box shelf"), Limit: 1000}))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		s.hash, seq, err = l.Hash(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		return s, seq
	}
	empty, _ := look(home)
	states[0] = empty
	for i := range 60 {
		if rnd.IntN(4) == 0 {
			add(t, l, "work", fmt.Sprint(i), "Of another space.")
		}
		if len(ids) < 3 || rnd.IntN(2) == 0 {
			ids = append(ids, add(t, l, home, fmt.Sprint(i), fmt.Sprintf("Box %d stands on a shelf.", i)))
		} else if _, err := l.Decide(t.Context(), draft(home, "change", fmt.Sprint(i), noon), func(v ledger.View, c *memtide.ChangeSet) error {
			n, err := v.Graph.Node(ids[rnd.IntN(len(ids))])
			if err != nil {
				return err
			}
			if op := memtide.SetNode(n, "archived_at", noon); n.Live() {
				c.Ops = append(c.Ops, op)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		s, seq := look(home)
		s.at = time.Now()
		states[seq] = s
	}
	for seq, want := range states {
		p, err := l.AsOf(t.Context(), home, seq)
		if err != nil {
			t.Fatal(err)
		}
		if got, at := look(p.Space); got.hash != want.hash || got.docs != want.docs || at != seq {
			t.Errorf("as of %d: %d documents, want %d; state at %d: %s, want %s", seq, got.docs, want.docs, at, got.hash, want.hash)
		}
		if seq == 0 {
			continue
		}
		if p, err := l.AsOfTime(t.Context(), home, want.at); err != nil || p.Seq != seq {
			t.Errorf("as of the moment after %d: %d, %v", seq, p.Seq, err)
		}
	}
	_, last, err := l.Hash(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := l.AsOfTime(t.Context(), home, time.Time{}); err != nil || p.Seq != last || time.Since(p.At) > time.Minute {
		t.Errorf("as of now: %v %v, want %d", p, err, last)
	}
	if p, err := l.AsOfTime(t.Context(), home, noon.AddDate(-10, 0, 0)); err != nil || p.Seq != 0 {
		t.Errorf("before the first decision: %d, %v", p.Seq, err)
	}
}

// TestAsOfIsReadOnly: nobody decides in the past, its log ends there, and it is
// gone from the disk after an hour, and with an erasure.
func TestAsOfIsReadOnly(t *testing.T) {
	w := newErasable(t)
	ctx := t.Context()
	_, last, err := w.l.Hash(ctx, home)
	if err != nil {
		t.Fatal(err)
	}
	p, err := w.l.AsOf(ctx, home, last-2)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.l.Decide(ctx, draft(p.Space, "test", "x", noon), fact("Never.")); !errors.Is(err, ledger.ErrPast) && !errors.Is(err, graphdb.ErrSpace) {
		t.Errorf("decided in the past: %v", err)
	}
	n := 0
	if err := w.l.Backwards(ctx, p.Space, 0, func(c ledger.Logged) bool {
		if n++; c.Seq > last-2 {
			t.Errorf("its log has %d", c.Seq)
		}
		return true
	}); err != nil || n == 0 {
		t.Errorf("its log has %d decisions, %v", n, err)
	}
	folder := filepath.Join(w.dir, "spaces", home.Token(), "as-of")
	if _, err := os.Stat(folder); err != nil {
		t.Fatal(err)
	}
	if _, err := w.l.Erase(ctx, w.in); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an erasure leaves a view of the past: %v", err)
	}
	if p, err = w.l.AsOf(ctx, home, last-2); err != nil {
		t.Fatal(err)
	}
	if found := w.holding(secretPlan); len(found) > 0 {
		t.Errorf("the past says what was erased: %q", found)
	}
	if _, err := w.l.Idle(time.Now().Add(50 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	if files, _ := os.ReadDir(folder); len(files) != 1 {
		t.Errorf("after 50 minutes there are %d views", len(files))
	}
	if _, err := w.l.Idle(time.Now().Add(2 * time.Hour)); err != nil {
		t.Fatal(err)
	}
	if files, _ := os.ReadDir(folder); len(files) != 0 {
		t.Errorf("after two hours there are %d views", len(files))
	}
}
