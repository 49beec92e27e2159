package embedded_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus/embedded"
)

// A guarded stream that is damaged in its middle is not opened, and none of its bytes
// is changed; what a power cut leaves at the end is cut off as ever.
func TestDamageInTheMiddleIsNotCutOff(t *testing.T) {
	dir := t.TempDir()
	open := func() (*embedded.Server, jetstream.JetStream, error) {
		t.Helper()
		return startIn(t, dir, embedded.Options{Guarded: []string{"TURNS", "LEDGER"}})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, js, err := open()
	if err != nil {
		t.Fatal(err)
	}
	st, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "TURNS", Subjects: []string{"turn.>"}, Storage: jetstream.FileStorage})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []string{"heron", "walrus", "marten", "otter", "lynx"} {
		if _, err := js.Publish(ctx, "turn.a", []byte("the "+w+" at the weir"), jetstream.WithMsgID(w)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(st.DeleteMsg(ctx, 2), st.SecureDeleteMsg(ctx, 3)); err != nil {
		t.Fatal(err)
	}
	s.Stop()
	msgs := filepath.Join(folderOf(dir, "TURNS"), "msgs")
	block := filepath.Join(msgs, "1.blk")
	whole, err := os.ReadFile(block)
	if err != nil {
		t.Fatal(err)
	}
	index, err := os.ReadFile(filepath.Join(msgs, "index.db"))
	if err != nil {
		t.Fatal(err)
	}
	lynx := bytes.Index(whole, []byte("the lynx"))
	flip := func(at int) []byte {
		b := bytes.Clone(whole)
		b[at] ^= 0x40
		return b
	}
	for _, c := range []struct {
		name    string
		raw     []byte
		damaged bool
		last    uint64
	}{
		{"whole", whole, false, 5},
		{"length", flip(2), true, 0},
		{"sequence", flip(9), true, 0},
		{"text", flip(bytes.Index(whole, []byte("heron"))), true, 0},
		{"text of the last but one", flip(bytes.Index(whole, []byte("otter"))), true, 0},
		{"a piece is missing", append(bytes.Clone(whole[:40]), whole[60:]...), true, 0},
		{"the last is cut", whole[:lynx+3], false, 4},
		{"half a head behind the last", append(bytes.Clone(whole), 60, 0, 0, 0, 9), false, 5},
		{"zeros behind the last", append(bytes.Clone(whole), make([]byte, 5000)...), false, 5},
	} {
		if err := errors.Join(os.WriteFile(block, c.raw, 0o600), os.WriteFile(filepath.Join(msgs, "index.db"), index, 0o600)); err != nil {
			t.Fatal(err)
		}
		s, js, err := open()
		if c.damaged != errors.Is(err, embedded.ErrDamaged) || !c.damaged && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if err != nil {
			if now, _ := os.ReadFile(block); !bytes.Equal(now, c.raw) { // an error is a difference
				t.Errorf("%s: the file was changed", c.name)
			}
			continue
		}
		st, err := js.Stream(ctx, "TURNS")
		if err != nil {
			t.Fatal(err)
		}
		if in := st.CachedInfo().State; !c.damaged && (in.LastSeq < c.last || in.Msgs < c.last-2) {
			t.Errorf("%s: %d messages up to %d, want up to %d", c.name, in.Msgs, in.LastSeq, c.last)
		}
		s.Stop()
		for _, more := range []string{"2.blk", "3.blk"} { // that the server has begun after a cut
			_ = os.Remove(filepath.Join(msgs, more)) // it need not be there
		}
	}
}

// A stream without a block keeps none of the others from being looked at.
func TestEachGuardedStreamIsLookedAt(t *testing.T) {
	dir, opts, text := t.TempDir(), embedded.Options{Guarded: []string{"NONE", "LEDGER"}}, []byte("the heron at the weir")
	fillLedger(t, dir, opts, jetstream.StreamConfig{}, text, text).Stop()
	block := filepath.Join(folderOf(dir, "LEDGER"), "msgs", "1.blk")
	raw, err := os.ReadFile(block)
	if err != nil {
		t.Fatal(err)
	}
	raw[bytes.Index(raw, []byte("heron"))] ^= 0x40
	if err := os.WriteFile(block, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if s, _, err := startIn(t, dir, opts); !errors.Is(err, embedded.ErrDamaged) {
		t.Errorf("%v", err)
		s.Stop()
	}
}

// An older block is looked at like the newest: the server cuts it off as soon as it
// reads it.
func TestDamageInAnOlderBlockIsNotCutOff(t *testing.T) {
	dir := t.TempDir()
	s := fillLedger(t, dir, guardsLedger, jetstream.StreamConfig{}, slices.Repeat([][]byte{bytes.Repeat([]byte("heron at the weir"), 1<<16)}, 9)...)
	msgs := filepath.Join(folderOf(dir, "LEDGER"), "msgs")
	if _, err := os.Stat(filepath.Join(msgs, "2.blk")); err != nil {
		t.Fatal(err)
	}
	if err := s.Intact(func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	stood, no := 0, errors.New("no")
	if err := s.Intact(func() error { stood++; return nil }); err != nil || stood < 36 { // 9 MB
		t.Errorf("stands back %d times, %v", stood, err)
	}
	if err := s.Intact(func() error { return no }); !errors.Is(err, no) {
		t.Errorf("goes on where it shall not: %v", err)
	}
	block := filepath.Join(msgs, "1.blk")
	f, err := os.OpenFile(block, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte{0xff}, 2<<20); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Intact(func() error { return nil }); !errors.Is(err, embedded.ErrDamaged) {
		t.Errorf("while it runs: %v", err)
	}
	s.Stop()
	damaged, err := os.ReadFile(block)
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err := startIn(t, dir, guardsLedger); !errors.Is(err, embedded.ErrDamaged) {
		t.Errorf("at a start: %v", err)
		s.Stop()
	}
	if now, err := os.ReadFile(block); err != nil || !bytes.Equal(now, damaged) {
		t.Errorf("the file was changed: %v", err)
	}
}
