package embedded_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus/embedded"
)

// TestEraseScrub deletes messages as a server does that is killed before it has
// overwritten them, and lets the next start take them out of the files. The
// others stay, and the numbers go on.
func TestEraseScrub(t *testing.T) {
	dir := t.TempDir()
	orders := filepath.Join(dir, "orders.json")
	open := func() (jetstream.JetStream, func()) {
		t.Helper()
		s, js, err := startIn(t, dir, embedded.Options{Scrub: orders})
		if err != nil {
			t.Fatal(err)
		}
		return js, s.Stop
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	js, stop := open()
	st, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "TURNS", Subjects: []string{"turn.>"}, Storage: jetstream.FileStorage})
	if err != nil {
		t.Fatal(err)
	}
	words := []string{"heron", "walrus", "marten", "otter", "lynx"}
	for _, w := range words {
		if _, err := js.Publish(ctx, "turn.a", []byte("the "+w+" at the weir")); err != nil {
			t.Fatal(err)
		}
	}
	gone := []uint64{1, 2, 5} // the first, one between, the last
	for _, seq := range gone {
		if err := st.DeleteMsg(ctx, seq); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	block := filepath.Join(folderOf(dir, "TURNS"), "msgs", "1.blk")
	has := func(w string) bool {
		t.Helper()
		raw, err := os.ReadFile(block)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.Contains(raw, []byte("the "+w))
	}
	if !has("walrus") || !has("lynx") {
		t.Fatal("the server has taken the bytes out by itself: the test proves nothing")
	}
	// A compaction that was cut off.
	if err := os.WriteFile(filepath.Join(filepath.Dir(block), "1.blk.tmp"), []byte("the walrus"), 0o600); err != nil {
		t.Fatal(err)
	}
	// And a scrub that was cut off before it exchanged the block.
	if err := os.Link(block, block+".old.tmp"); err != nil {
		t.Fatal(err)
	}
	if err := embedded.WriteScrub(orders, embedded.Scrub{Erasures: []string{"e1"}, Streams: map[string][]uint64{"TURNS": gone, "DEAD": {1}}}); err != nil {
		t.Fatal(err)
	}
	js, stop = open()
	defer stop()
	if s, ok, err := embedded.Scrubbed(orders); err != nil || !ok || len(s.Erasures) != 1 {
		t.Errorf("nobody says that it was done: %+v %v %v", s, ok, err)
	}
	for i, w := range words {
		want := i == 2 || i == 3
		if has(w) != want {
			t.Errorf("%s is in the file: %v, want %v", w, !want, want)
		}
	}
	left, err := os.ReadDir(filepath.Dir(block))
	for _, f := range left {
		if raw, rerr := os.ReadFile(filepath.Join(filepath.Dir(block), f.Name())); rerr != nil || bytes.Contains(raw, []byte("the walrus")) {
			t.Errorf("%s holds what is erased (%v)", f.Name(), rerr)
		}
	}
	if err != nil {
		t.Error(err)
	}
	if st, err = js.Stream(ctx, "TURNS"); err != nil {
		t.Fatal(err)
	}
	for seq, w := range map[uint64]string{3: "marten", 4: "otter"} {
		if m, err := st.GetMsg(ctx, seq); err != nil || string(m.Data) != "the "+w+" at the weir" {
			t.Errorf("message %d: %v, %v", seq, m, err)
		}
	}
	if ack, err := js.Publish(ctx, "turn.a", []byte("the vole")); err != nil || ack.Sequence != 6 {
		t.Errorf("the next message gets %+v, %v: want 6", ack, err)
	}
	if info := st.CachedInfo().State; info.Msgs != 2 || info.FirstSeq != 3 || info.LastSeq != 5 {
		t.Errorf("state %+v", info)
	}
	if err := embedded.ForgetScrub(orders); err != nil {
		t.Error(err)
	}
}

// Orders that cannot be read keep no server from starting: what has no certificate is
// ordered anew.
func TestOrdersThatCannotBeReadAreNone(t *testing.T) {
	for _, raw := range []string{"", `{"erasures":["e1"],"str`, "[]", "\x00\x00\x00"} {
		dir := t.TempDir()
		orders := filepath.Join(dir, "orders.json")
		if err := os.WriteFile(orders, []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := embedded.Start(dir, filepath.Join(dir, "run"), embedded.Options{Scrub: orders, NoSync: true})
		if err != nil {
			t.Errorf("%q: %v", raw, err)
			continue
		}
		s.Stop()
		if done, ok, err := embedded.Scrubbed(orders); ok || err != nil {
			t.Errorf("%q counts as carried out: %+v, %v", raw, done, err)
		}
	}
}
