package embedded_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus/embedded"
)

// said are the bodies of five messages.
var said = [][]byte{[]byte("the heron at the weir"), []byte("the walrus on the ice"), []byte("the marten in the barn"), []byte("the otter by the bank"), []byte("the lynx in the snow")}

// What was stored and cannot be read any more at the end of a log is taken out before
// anything is written behind it, and kept: the rest stays, no message gets its sequence,
// and the next start finds nothing.
func TestADamagedEndIsCutOffBeforeAnythingIsWrittenBehindIt(t *testing.T) {
	whole, lynx := func() ([]byte, int) {
		dir := t.TempDir()
		fillLedger(t, dir, guardsLedger, jetstream.StreamConfig{}, said...).Stop()
		raw, err := os.ReadFile(newest(t, dir))
		if err != nil {
			t.Fatal(err)
		}
		return raw, bytes.Index(raw, []byte("the lynx")) - 1 - 22 // subject, head
	}()
	flip := func(at int) func([]byte) []byte {
		return func(b []byte) []byte { b[at] ^= 0x40; return b }
	}
	for _, c := range []struct {
		name   string
		damage func([]byte) []byte
		first  uint64 // of what is lost; 0: nothing
		at     int    // where it is cut off
	}{
		{"whole", func(b []byte) []byte { return b }, 0, len(whole)},
		{"text", flip(lynx + 30), 5, lynx},
		{"length", flip(lynx), 5, lynx},
		{"high byte of the length", flip(lynx + 2), 5, lynx},
		{"sequence", flip(lynx + 4), 5, lynx},
		{"time", flip(lynx + 13), 5, lynx},
		{"subject", flip(lynx + 22), 5, lynx},
		{"checksum", flip(len(whole) - 1), 5, lynx},
		{"cut", func(b []byte) []byte { return b[:len(b)-10] }, 5, lynx},
		{"gone", func(b []byte) []byte { return b[:lynx] }, 0, lynx}, // the server itself knows
		{"zeros behind it", func(b []byte) []byte { return append(b, make([]byte, 600)...) }, 0, len(whole)},
		{"half a head behind it", func(b []byte) []byte { return append(b, 60, 0, 0, 0, 6) }, 0, len(whole)},
		{"the last two", func(b []byte) []byte { clear(b[lynx-20:]); return b }, 4, 0},
		{"all", func(b []byte) []byte { clear(b); return b }, 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			fillLedger(t, dir, guardsLedger, jetstream.StreamConfig{}, said...).Stop()
			block := newest(t, dir)
			raw, err := os.ReadFile(block)
			if err != nil {
				t.Fatal(err)
			}
			raw = c.damage(raw)
			if err := os.WriteFile(block, raw, 0o600); err != nil {
				t.Fatal(err)
			}
			s, js, err := startIn(t, dir, guardsLedger)
			if err != nil {
				t.Fatal(err)
			}
			checkCut(t, s.CutOff(), c.first, raw)
			if now, _ := os.ReadFile(block); c.at > 0 && !bytes.Equal(now, raw[:c.at]) { // an error is a difference
				t.Errorf("%d bytes are left, want %d", len(now), c.at)
			}
			ack, err := js.Publish(t.Context(), "l", []byte("the crane on the roof"))
			if err != nil || ack.Sequence != 6 {
				t.Fatalf("published as %v, %v", ack, err)
			}
			s.Stop()
			s, js, err = startIn(t, dir, guardsLedger)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Stop()
			if cut := s.CutOff(); len(cut) > 0 {
				t.Errorf("the next start cuts off %v", cut)
			}
			checkSaid(t, js, c.name == "gone", c.first)
		})
	}
}

// checkCut holds what a start has cut off of LEDGER against what was lost, from first on.
func checkCut(t *testing.T, cut []embedded.CutOff, first uint64, raw []byte) {
	t.Helper()
	if first == 0 {
		if len(cut) > 0 {
			t.Errorf("cut off: %v", cut)
		}
		return
	}
	if len(cut) != 1 || cut[0].Stream != "LEDGER" || cut[0].First != first || cut[0].Last != 5 {
		t.Fatalf("cut off: %v, want LEDGER from %d to 5", cut, first)
	}
	if kept, err := os.ReadFile(cut[0].Kept); err != nil || len(kept) == 0 || !bytes.HasSuffix(raw, kept) {
		t.Errorf("%d bytes are kept, %v", len(kept), err)
	}
}

// checkSaid looks whether LEDGER has the messages before the lost ones, and the sixth.
func checkSaid(t *testing.T, js jetstream.JetStream, lastGone bool, first uint64) {
	t.Helper()
	st, err := js.Stream(t.Context(), "LEDGER")
	if err != nil {
		t.Fatal(err)
	}
	for i, body := range append(slices.Clone(said), []byte("the crane on the roof")) {
		seq := uint64(i + 1)
		lost := first > 0 && seq >= first && seq < 6 || lastGone && seq == 5
		m, err := st.GetMsg(t.Context(), seq)
		switch {
		case lost && !errors.Is(err, jetstream.ErrMsgNotFound):
			t.Errorf("message %d: %v, want none", seq, err)
		case !lost && (err != nil || !bytes.Equal(m.Data, body)):
			t.Errorf("message %d: %v", seq, err)
		}
	}
}

// A record that was being written is none that is lost, whatever the newest block holds
// before it.
func TestWhatWasBeingWrittenIsNoLoss(t *testing.T) {
	dir := t.TempDir()
	fillLedger(t, dir, guardsLedger, jetstream.StreamConfig{}, said...).Stop()
	if raw, err := os.ReadFile(newest(t, dir)); err != nil {
		t.Fatal(err)
	} else if err := os.WriteFile(newest(t, dir), raw[:len(raw)-10], 0o600); err != nil {
		t.Fatal(err)
	}
	s, _, err := startIn(t, dir, guardsLedger) // begins a block that holds no message
	if err != nil {
		t.Fatal(err)
	}
	s.Stop()
	block := newest(t, dir)
	if filepath.Base(block) == "1.blk" {
		t.Fatal("no second block was begun")
	}
	raw, err := os.ReadFile(block)
	if err != nil {
		t.Fatal(err)
	}
	half := binary.LittleEndian.AppendUint64([]byte{60, 0, 0, 0}, 6)
	if err := os.WriteFile(block, append(raw, half...), 0o600); err != nil {
		t.Fatal(err)
	}
	s, js, err := startIn(t, dir, guardsLedger)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	if cut := s.CutOff(); len(cut) > 0 {
		t.Errorf("cut off: %v", cut)
	}
	if ack, err := js.Publish(t.Context(), "l", []byte("the crane on the roof")); err != nil || ack.Sequence != 6 {
		t.Fatalf("published as %v, %v", ack, err)
	}
	checkSaid(t, js, true, 0)
}

// The end of an older block is in the middle of its stream.
func TestADamagedEndOfAnOlderBlockIsNotCutOff(t *testing.T) {
	dir := t.TempDir()
	fillLedger(t, dir, guardsLedger, jetstream.StreamConfig{}, slices.Repeat([][]byte{bytes.Repeat([]byte("heron at the weir"), 1<<16)}, 9)...).Stop()
	if newest(t, dir) == block1(dir) {
		t.Fatal("it is one block")
	}
	raw, err := os.ReadFile(block1(dir))
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(raw)
	damaged[len(raw)-100] ^= 1
	if err := os.WriteFile(block1(dir), damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	s, _, err := startIn(t, dir, guardsLedger)
	if !errors.Is(err, embedded.ErrDamaged) {
		s.Stop()
		t.Fatalf("at a start: %v", err)
	}
	if now, _ := os.ReadFile(block1(dir)); !bytes.Equal(now, damaged) { // an error is a difference
		t.Error("the file was changed")
	}
	if left := follow(t, err, dir); !slices.Equal(left, []uint64{1, 2, 3, 4, 5, 6, 8, 9}) {
		t.Errorf("%v are left", left)
	}
}

// What a refusal names as the way where there is no backup loses no record that can be
// read.
func TestTheWayOutOfADamageLosesNothingElse(t *testing.T) {
	for lost, word := range map[uint64]string{1: "heron", 2: "walrus", 4: "otter"} {
		dir := t.TempDir()
		fillLedger(t, dir, guardsLedger, jetstream.StreamConfig{}, said...).Stop()
		raw, err := os.ReadFile(block1(dir))
		if err != nil {
			t.Fatal(err)
		}
		raw[bytes.Index(raw, []byte(word))] ^= 1
		if err := os.WriteFile(block1(dir), raw, 0o600); err != nil {
			t.Fatal(err)
		}
		s, _, err := startIn(t, dir, guardsLedger)
		if !errors.Is(err, embedded.ErrDamaged) {
			s.Stop()
			t.Fatalf("%s: %v", word, err)
		}
		want := slices.DeleteFunc([]uint64{1, 2, 3, 4, 5}, func(seq uint64) bool { return seq == lost })
		if left := follow(t, err, dir); !slices.Equal(left, want) {
			t.Errorf("%s: %v are left, want %v", word, left, want)
		}
	}
}

// follow does what a refusal says, and returns the sequences that LEDGER has then.
func follow(t *testing.T, refusal error, dir string) (left []uint64) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the way is one of a shell")
	}
	_, way, ok := strings.Cut(refusal.Error(), "Where there is none, ")
	if !ok {
		t.Fatalf("no way is named: %v", refusal)
	}
	way, _, _ = strings.Cut(way, " takes out")
	if out, err := exec.Command("sh", "-c", way).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v, %s", way, err, out)
	}
	s, js, err := startIn(t, dir, guardsLedger)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	st, err := js.Stream(t.Context(), "LEDGER")
	if err != nil {
		t.Fatal(err)
	}
	for seq := uint64(1); seq <= st.CachedInfo().State.LastSeq; seq++ {
		if _, err := st.GetMsg(t.Context(), seq); err == nil {
			left = append(left, seq)
		}
	}
	if len(left) != int(st.CachedInfo().State.Msgs) {
		t.Errorf("%d messages can be read, and the server counts %d", len(left), st.CachedInfo().State.Msgs)
	}
	return left
}

// An end that goes bad while the server runs is found before a start finds it, and one
// that is being written is none.
func TestADamagedEndIsFoundWhileTheServerRuns(t *testing.T) {
	dir := t.TempDir()
	s := fillLedger(t, dir, guardsLedger, jetstream.StreamConfig{}, said...)
	defer s.Stop()
	f, err := os.OpenFile(newest(t, dir), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	all := func() error { return nil }
	if _, err := f.WriteAt([]byte{60, 0, 0}, info.Size()); err != nil {
		t.Fatal(err)
	}
	looks := 0
	if err := s.Intact(func() error {
		if looks++; looks == 2 { // what was being written is there
			return f.Truncate(info.Size())
		}
		return nil
	}); err != nil {
		t.Errorf("while it is written: %v", err)
	}
	if err := s.Intact(all); err != nil {
		t.Errorf("once it is written: %v", err)
	}
	if _, err := f.WriteAt([]byte{0xff}, info.Size()-20); err != nil {
		t.Fatal(err)
	}
	if err := s.Intact(all); !errors.Is(err, embedded.ErrDamaged) || !strings.Contains(fmt.Sprint(err), "the end of") {
		t.Errorf("once it is damaged: %v", err)
	}
}

// block1 returns the first block of LEDGER.
func block1(dir string) string { return filepath.Join(folderOf(dir, "LEDGER"), "msgs", "1.blk") }

// newest returns the last block of LEDGER.
func newest(t *testing.T, dir string) string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folderOf(dir, "LEDGER"), "msgs", "*.blk"))
	if err != nil || len(all) == 0 {
		t.Fatalf("%v, %v", all, err)
	}
	return slices.Max(all)
}
