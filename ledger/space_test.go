package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
)

func TestNothingCrossesSpaces(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	id := add(t, l, home, "a", "the safe is behind the painting")
	err := l.Read(t.Context(), "work", func(v ledger.View) error {
		if v.Graph.Has(id) || v.Text.Has(id) {
			t.Error("a memory of one space is seen in another")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if log, err := l.Log(t.Context(), "work", 10, nil); err != nil || len(log) != 0 {
		t.Errorf("log of another space: %v %v", log, err)
	}
}

// Four spaces may be open; twenty are in use.
func TestManySpacesFewOpen(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, log := open(t, h.Bus, dir, ledger.Options{MaxOpen: 4})
	const spaces, rounds = 20, 3
	var wg sync.WaitGroup
	errs := make([]error, spaces)
	for i := range spaces {
		wg.Go(func() {
			name := memtide.Space(fmt.Sprintf("space %d", i))
			for r := range rounds {
				text := fmt.Sprintf("round %d in space %d", r, i)
				if _, err := l.Decide(context.Background(), draft(name, "test", fmt.Sprint(i, r), noon), fact(text)); err != nil {
					errs[i] = err
					return
				}
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for i := range spaces {
		name := memtide.Space(fmt.Sprintf("space %d", i))
		err := l.Read(t.Context(), name, func(v ledger.View) error {
			if got := len(v.Graph.ByKind(memtide.Fact, 0)); got != rounds || v.Text.Len() != rounds {
				t.Errorf("%s: %d facts, %d texts, want %d", name, got, v.Text.Len(), rounds)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// Only a space that was closed has written its snapshot.
	snaps, err := filepath.Glob(filepath.Join(dir, "*", "text.snap"))
	if err != nil || len(snaps) < spaces-5 || log.String() != "" {
		t.Errorf("%d of %d spaces were closed (%v); log %q", len(snaps), spaces, err, log)
	}
	names, err := l.Spaces(t.Context())
	if err != nil || len(names) != spaces {
		t.Errorf("%d spaces, %v", len(names), err)
	}
}

func TestAnIdleSpaceIsClosedAndComesBack(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{MaxIdle: time.Minute})
	add(t, l, home, "a", "tea is in the upper drawer")
	before := hashOf(t, l, home)
	snap := filepath.Join(dir, home.Token(), "text.snap")
	for _, c := range []struct {
		after    time.Duration
		released bool
		closed   bool
	}{{0, false, false}, {10 * time.Second, true, false}, {20 * time.Second, false, false}, {2 * time.Minute, true, true}} {
		got, err := l.Idle(time.Now().Add(c.after))
		_, stat := os.Stat(snap)
		if err != nil || got != c.released || (stat == nil) != c.closed {
			t.Errorf("after %v: released %v, closed %v, %v", c.after, got, stat == nil, err)
		}
	}
	if got := hashOf(t, l, home); got != before {
		t.Errorf("hash %s, was %s", got, before)
	}
}

// A space that was only read writes nothing when it is closed.
func TestClosingWritesTheTextIndexOnlyWhenItHasChanged(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	snap := filepath.Join(dir, home.Token(), "text.snap")
	written := func() time.Time {
		t.Helper()
		info, err := os.Stat(snap)
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime()
	}
	old := noon.Add(-time.Hour)
	for i, c := range []struct {
		do   func(*ledger.Ledger)
		want bool // is it written?
	}{
		{func(l *ledger.Ledger) { add(t, l, home, "a", "tea is in the upper drawer") }, true},
		{func(l *ledger.Ledger) { hashOf(t, l, home) }, false},
		{func(l *ledger.Ledger) { add(t, l, home, "b", "salt is in the lower drawer") }, true},
		{func(l *ledger.Ledger) {
			if _, err := l.Rebuild(t.Context(), home, nil); err != nil {
				t.Fatal(err)
			}
		}, true},
		{func(l *ledger.Ledger) { hashOf(t, l, home) }, false},
	} {
		l, log := open(t, h.Bus, dir, ledger.Options{})
		c.do(l)
		shut(t, l)
		if got := !written().Equal(old); got != c.want || log.String() != "" {
			t.Errorf("%d: written %v, want %v, log %s", i, got, c.want, log)
		}
		if err := os.Chtimes(snap, old, old); err != nil {
			t.Fatal(err)
		}
	}
	l, _ := open(t, h.Bus, dir, ledger.Options{})
	if err := l.Read(t.Context(), home, func(v ledger.View) error {
		if v.Text.Len() != 2 {
			t.Errorf("%d texts, want 2", v.Text.Len())
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestReopenShowsTheSame(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{})
	for i := range 12 {
		add(t, l, home, fmt.Sprint(i), fmt.Sprintf("shelf %d holds box %d", i, i*i))
	}
	before := hashOf(t, l, home)
	shut(t, l)
	l, log := open(t, h.Bus, dir, ledger.Options{})
	if got := hashOf(t, l, home); got != before {
		t.Errorf("hash %s, was %s", got, before)
	}
	runs := 0
	if _, err := l.Decide(t.Context(), draft(home, "test", "3", noon), func(ledger.View, *memtide.ChangeSet) error { runs++; return nil }); err != nil || runs != 0 {
		t.Errorf("decided anew after a reopen: %d runs, %v", runs, err)
	}
	if found, err := l.Check(t.Context(), home); err != nil || len(found) != 0 || log.String() != "" {
		t.Errorf("check %v %v, log %s", found, err, log)
	}
	shut(t, l)
	// Without its projections a space is what LEDGER makes of it.
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	l, _ = open(t, h.Bus, dir, ledger.Options{})
	if got := hashOf(t, l, home); got != before {
		t.Errorf("hash %s after the folder was lost, was %s", got, before)
	}
}

func TestADamagedGraphIsMovedAsideAndRebuilt(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"no graph at all": func([]byte) []byte { return []byte("this is not a graph, and never was one") },
		"cut short":       func(b []byte) []byte { return b[:len(b)/2+100] },
		"pages of zeros":  func(b []byte) []byte { clear(b[:min(len(b), 4*4096)]); return b },
	} {
		t.Run(name, func(t *testing.T) {
			h := bustest.Start(t)
			dir := t.TempDir()
			l, _ := open(t, h.Bus, dir, ledger.Options{})
			for i := range 40 {
				add(t, l, home, fmt.Sprint(i), fmt.Sprintf("shelf %d holds box %d", i, i*i))
			}
			before := hashOf(t, l, home)
			shut(t, l)
			path := filepath.Join(dir, home.Token(), "graph.db")
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(raw), 0o600); err != nil {
				t.Fatal(err)
			}
			l, log := open(t, h.Bus, dir, ledger.Options{})
			if got := hashOf(t, l, home); got != before {
				t.Errorf("hash %s, was %s", got, before)
			}
			aside, err := filepath.Glob(path + ".damaged-*")
			if err != nil || len(aside) != 1 || !strings.Contains(log.String(), "moved aside") {
				t.Errorf("kept for a look: %v %v; log %q", aside, err, log)
			}
			add(t, l, home, "after", "and life goes on")
		})
	}
}
