package bus_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
)

// TestErase: what is erased is gone from the stream and from the disk, the
// neighbours stay, and the stream says what it lacks. Doing it again is no
// error.
func TestErase(t *testing.T) {
	t.Run("together", func(t *testing.T) {
		dir := t.TempDir()
		testErase(t, dir, bustest.StartWith(t, bustest.Options{Dir: dir}).Bus)
	})
	t.Run("one by one, as a server of the user's does", func(t *testing.T) {
		dir := t.TempDir()
		b, err := bus.New(t.Context(), bustest.StartWith(t, bustest.Options{Dir: dir}).Server.Dial, bus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		testErase(t, dir, b)
	})
}

func testErase(t *testing.T, dir string, h *bus.Bus) {
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
		if err := h.Erase(ctx, bus.StreamTurns, 1, 2, 4); err != nil {
			t.Fatal(err)
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

// TestEraseMany: of many messages of one file, those that go are taken out in their place, and
// the file is not written anew for each. What goes next brings none of them back, a server that
// is started anew reads what is left, and so does one without its index.
func TestEraseMany(t *testing.T) {
	dir := t.TempDir()
	h := bustest.StartWith(t, bustest.Options{Dir: dir})
	ctx := t.Context()
	text := func(n int) string { return fmt.Sprintf("crane %04d lifts crate %04d", n, n) }
	const all = 400
	for n := 1; n <= all; n++ {
		turn := event.TurnTaken{Turn: memtide.Turn{ID: fmt.Sprint(n), Space: "home", Role: memtide.RoleUser, Text: text(n), Time: time.Unix(1, 0)}}
		if s, err := h.Publish(ctx, turn, bus.Meta{ID: fmt.Sprint(n), Space: "home"}); err != nil || s.Seq != uint64(n) {
			t.Fatal(s, err)
		}
	}
	block := filepath.Join(dir, "nats", "jetstream", "$G", "streams", bus.StreamTurns, "msgs", "1.blk")
	before, err := os.Stat(block)
	if err != nil {
		t.Fatal(err)
	}
	var gone []string
	for _, part := range []int{3, 7} { // 3, 6, 9, …, then 7, 14, …
		var seqs []uint64
		for n := part; n <= all; n += part {
			seqs, gone = append(seqs, uint64(n)), append(gone, text(n))
		}
		if err := h.Erase(ctx, bus.StreamTurns, seqs...); err != nil {
			t.Fatal(err)
		}
		if n := holding(t, dir, gone...); n != 0 {
			t.Fatalf("%d files hold what was erased", n)
		}
	}
	if now, err := os.Stat(block); err != nil || !os.SameFile(before, now) {
		t.Errorf("the file was written anew (%v)", err)
	}
	check := func(b *bus.Bus) {
		t.Helper()
		left := 0
		err := b.Replay(ctx, bus.Replay{Flow: event.Turns, Space: "home"}, func(m bus.Message) error {
			left++
			if turn, err := event.Decode[event.TurnTaken](m.Body); err != nil || m.Seq%3 == 0 || m.Seq%7 == 0 || turn.Text != text(int(m.Seq)) {
				t.Errorf("%d says %q, %v", m.Seq, turn.Text, err)
			}
			return nil
		})
		m, merr := b.Missing(ctx, bus.StreamTurns)
		if want := all - all/3 - all/7 + all/21; err != nil || merr != nil || left != want || len(m.Seqs) != all-want {
			t.Errorf("%d are left and %d missing, want %d and %d: %v, %v", left, len(m.Seqs), want, all-want, err, merr)
		}
	}
	check(h.Bus)
	h.Server.Stop()
	for _, index := range []bool{true, false} {
		if !index {
			if err := os.Remove(filepath.Join(filepath.Dir(block), "index.db")); err != nil {
				t.Fatal(err)
			}
		}
		s, err := embedded.Start(dir, t.TempDir(), embedded.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		b, err := bus.New(ctx, s.Dial, bus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		check(b)
		b.Close()
		s.Stop()
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
