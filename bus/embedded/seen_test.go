package embedded_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus/embedded"
)

// stood makes a LEDGER of two blocks that were written an hour ago, and that a start has read
// before an orderly stop. It returns the older block, the newer one, and the file that says so.
func stood(t *testing.T, dir string) (older, newer, seen string) {
	t.Helper()
	fillLedger(t, dir, guardsLedger, jetstream.StreamConfig{}, slices.Repeat([][]byte{bytes.Repeat([]byte("heron at the weir"), 1<<16)}, 9)...).Stop()
	msgs := filepath.Join(folderOf(dir, "LEDGER"), "msgs")
	older, newer, seen = filepath.Join(msgs, "1.blk"), filepath.Join(msgs, "2.blk"), filepath.Join(dir, "nats", "seen.json")
	before := time.Now().Add(-time.Hour)
	if err := errors.Join(os.Chtimes(older, before, before), os.Chtimes(newer, before, before)); err != nil {
		t.Fatal(err)
	}
	restart(t, dir, false)
	return older, newer, seen
}

// restart starts and stops a server, which has to refuse what is damaged.
func restart(t *testing.T, dir string, damaged bool) {
	t.Helper()
	s, _, err := startIn(t, dir, guardsLedger)
	if damaged != errors.Is(err, embedded.ErrDamaged) || !damaged && err != nil {
		t.Errorf("damaged %v: %v", damaged, err)
	}
	if err == nil {
		s.Stop()
	}
}

// flip changes a byte in the middle of a file, with the time of its last change as it was.
func flip(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	raw[len(raw)/2] ^= 0x40
	if err := errors.Join(os.WriteFile(path, raw, 0o600), os.Chtimes(path, info.ModTime(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
}

// rewrite changes what the file says of each block.
func rewrite(t *testing.T, seen string, change func(of map[string]any)) {
	t.Helper()
	var all map[string]map[string]any
	raw, err := os.ReadFile(seen)
	if err == nil {
		err = json.Unmarshal(raw, &all)
	}
	if err != nil || len(all) == 0 {
		t.Fatalf("%s: %v", raw, err)
	}
	for _, of := range all {
		change(of)
	}
	if raw, err = json.Marshal(all); err == nil {
		err = os.WriteFile(seen, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A block that a start has read before an orderly stop, and that is as it was, is not read
// by the next one. Whatever else has come between, it is.
func TestABlockIsReadOnceWithinItsTime(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(t *testing.T, older, seen string)
		read   bool
	}{
		{"as it was", func(*testing.T, string, string) {}, false},
		{"another time", func(t *testing.T, older, _ string) {
			if err := os.Chtimes(older, time.Now(), time.Now()); err != nil {
				t.Fatal(err)
			}
		}, true},
		{"killed", func(t *testing.T, _, seen string) {
			if err := os.Remove(seen); err != nil {
				t.Fatal(err)
			}
		}, true},
		{"no file of ours", func(t *testing.T, _, seen string) {
			if err := os.WriteFile(seen, []byte("{"), 0o600); err != nil {
				t.Fatal(err)
			}
		}, true},
		{"another size", func(t *testing.T, _, seen string) { rewrite(t, seen, func(of map[string]any) { of["size"] = 7 }) }, true},
		{"yesterday", func(t *testing.T, _, seen string) {
			rewrite(t, seen, func(of map[string]any) { of["at"] = time.Now().Add(-47 * time.Hour) })
		}, false},
		{"long ago", func(t *testing.T, _, seen string) {
			rewrite(t, seen, func(of map[string]any) { of["at"] = time.Now().Add(-49 * time.Hour) })
		}, true},
		{"tomorrow", func(t *testing.T, _, seen string) {
			rewrite(t, seen, func(of map[string]any) { of["at"] = time.Now().Add(time.Hour) })
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			older, _, seen := stood(t, dir)
			flip(t, older)
			c.change(t, older, seen)
			restart(t, dir, c.read)
		})
	}
}

// While a server runs the file is not there, so that a kill leaves none; who looks at every
// block reads them all, and what it finds is not forgotten at the stop.
func TestWhatIsFoundWhileItRunsIsReadAgain(t *testing.T) {
	dir := t.TempDir()
	older, _, seen := stood(t, dir)
	flip(t, older)
	s, _, err := startIn(t, dir, guardsLedger)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(seen); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s: %v", seen, err)
	}
	if err := s.Intact(func() error { return nil }); !errors.Is(err, embedded.ErrDamaged) {
		t.Errorf("%v", err)
	}
	s.Stop()
	restart(t, dir, true)
}

// What was written a moment ago may be written again and have the same time and size.
func TestABlockThatIsStillWarmIsReadAgain(t *testing.T) {
	dir := t.TempDir()
	older, _, _ := stood(t, dir)
	if err := os.Chtimes(older, time.Now(), time.Now()); err != nil {
		t.Fatal(err)
	}
	restart(t, dir, false)
	flip(t, older)
	restart(t, dir, true)
}

// Who writes to a block while it is read may have written where it was read before.
func TestABlockThatIsWrittenToMeanwhileIsReadAgain(t *testing.T) {
	dir := t.TempDir()
	older, _, _ := stood(t, dir)
	s, _, err := startIn(t, dir, guardsLedger)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().Add(-time.Minute)
	if err := s.Intact(func() error { return os.Chtimes(older, now, now) }); err != nil {
		t.Error(err)
	}
	s.Stop()
	flip(t, older)
	restart(t, dir, true)
}

// The block that is written to is read by every start, whatever is said of it, and what
// is lost at its end begins behind the block that was not read.
func TestTheNewestBlockIsAlwaysRead(t *testing.T) {
	dir := t.TempDir()
	older, newer, seen := stood(t, dir)
	raw, err := os.ReadFile(newer)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(newer)
	if err != nil {
		t.Fatal(err)
	}
	clear(raw)
	if err := errors.Join(os.WriteFile(newer, raw, 0o600), os.Chtimes(newer, info.ModTime(), info.ModTime())); err != nil {
		t.Fatal(err)
	}
	known, err := os.ReadFile(seen)
	if err == nil {
		known = bytes.Replace(known, []byte("{"), []byte(`{"`+filepath.ToSlash(newer)+`":{"size":`+jsonOf(t, info.Size())+`,"modified":`+jsonOf(t, info.ModTime())+`,"last":9,"at":`+jsonOf(t, time.Now())+`},`), 1)
		err = os.WriteFile(seen, known, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	flip(t, older) // nobody looks there
	s, _, err := startIn(t, dir, guardsLedger)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	if cut := s.CutOff(); len(cut) != 1 || cut[0].First != 8 || cut[0].Last != 9 {
		t.Errorf("%+v", cut)
	}
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
