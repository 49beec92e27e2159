package bus_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// TestErase: what is erased is gone from the stream and from the disk, the
// neighbours stay, and the stream says what it lacks. Doing it again is no
// error.
func TestErase(t *testing.T) {
	dir := t.TempDir()
	h := bustest.StartWith(t, bustest.Options{Dir: dir})
	ctx := t.Context()
	words := []string{"a heron by the quay", "the walrus sings at nine", "a marten in the loft", "an otter below the weir"}
	for i, w := range words {
		turn := event.TurnTaken{Turn: memtide.Turn{ID: w, Space: "home", Role: memtide.RoleUser, Text: w, Time: time.Unix(1, 0)}}
		if s, err := h.Publish(ctx, turn, bus.Meta{ID: w, Space: "home"}); err != nil || s.Seq != uint64(i+1) {
			t.Fatal(s, err)
		}
	}
	if n := holding(t, dir, words[1]); n == 0 {
		t.Fatal("the search finds nothing that is there: it proves nothing")
	}
	for range 2 {
		for _, seq := range []uint64{1, 2, 4} {
			if err := h.Erase(ctx, bus.StreamTurns, seq); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := holding(t, dir, words[0], words[1], words[3]); n != 0 {
		t.Errorf("%d files hold what was erased", n)
	}
	if n := holding(t, dir, words[2]); n == 0 {
		t.Error("the neighbour is gone")
	}
	m, err := h.Missing(ctx, bus.StreamTurns)
	if err != nil || m.First != 3 || !slices.Equal(m.Seqs, []uint64{4}) && len(m.Seqs) != 0 {
		t.Errorf("lacks %+v, %v", m, err)
	}
	if m, err := h.After(ctx, event.TurnTaken{}, "home", 1); err != nil || m.Seq != 3 {
		t.Errorf("after 1 comes %d, %v", m.Seq, err)
	}
	if _, err := h.After(ctx, event.TurnTaken{}, "home", 4); !errors.Is(err, bus.ErrGone) {
		t.Errorf("after 4 comes %v", err)
	}
	st, err := h.State(ctx, bus.StreamTurns)
	if err != nil || st.Last != 4 {
		t.Errorf("ends at %d, %v: a new half-turn would get the sequence of an erased one", st.Last, err)
	}
}

// TestEraseSessions: the state of a space's conversations goes, that of another
// space stays.
func TestEraseSessions(t *testing.T) {
	h := bustest.Start(t)
	ctx := t.Context()
	for _, space := range []memtide.Space{"home", "work"} {
		for _, session := range []string{"s1", "s2"} {
			if err := h.UpdateSession(ctx, space, session, func(s *event.SessionState) { s.Compacted = true }); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n, err := h.DropSessions(ctx, "home"); n != 2 || err != nil {
		t.Fatalf("dropped %d, %v", n, err)
	}
	for space, want := range map[memtide.Space]bool{"home": false, "work": true} {
		if s, _, err := h.Session(ctx, space, "s1"); err != nil || s.Compacted != want {
			t.Errorf("%s: %+v, %v", space, s, err)
		}
	}
	if err := h.UpdateSession(ctx, "home", "s1", func(s *event.SessionState) { s.Compacted = true }); err != nil {
		t.Error(err)
	}
}

// holding returns how many files below dir hold one of the texts.
func holding(t *testing.T, dir string, texts ...string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		if slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(string(raw), s) }) {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}
