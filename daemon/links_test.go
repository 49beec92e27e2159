package daemon

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/tools"
)

// A data folder that is reached by a link, as one on a larger disk, is searched as every
// other: the certificate of an erasure says that it was.
func TestADataFolderBehindALinkIsSearched(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "disk"), filepath.Join(dir, "memtide")
	if err := os.MkdirAll(filepath.Join(real, "log"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(real, "log", "memtide.log"), []byte("the heron nests in Bremen\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Skip(err)
	}
	s, err := searchBytes(link, []string{"the heron nests in Bremen"})
	if err != nil || s.Files != 1 || len(s.Found) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// So is a part of it that lies on another disk.
func TestAPartOfTheDataFolderBehindALinkIsSearched(t *testing.T) {
	home, disk := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(disk, "1.blk.damaged-20260501T100000"), []byte("the heron nests in Bremen\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(disk, filepath.Join(home, "nats")); err != nil {
		t.Skip(err)
	}
	s, err := searchBytes(home, []string{"the heron nests in Bremen"})
	if err != nil || len(s.Found) != 1 {
		t.Errorf("%+v, %v", s, err)
	}
}

// A backup that was moved to another disk, with a link in its place, is a copy in the data
// folder, too.
func TestABackupBehindALinkIsACopy(t *testing.T) {
	home, disk := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "backups"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(disk, filepath.Join(home, "backups", "memtide-20260501T100000Z")); err != nil {
		t.Skip(err)
	}
	d := &Daemon{cfg: config.Config{Home: home}}
	if got, err := d.copies(); err != nil || len(got) != 1 {
		t.Errorf("%q, %v", got, err)
	}
}

// With a link to a copy go the bytes, wherever they lie, and the link.
func TestWhatALinkLeadsToIsOverwritten(t *testing.T) {
	dir, kept := t.TempDir(), filepath.Join(t.TempDir(), "kept")
	real, link := filepath.Join(dir, "disk"), filepath.Join(dir, "memtide-20260501T100000Z")
	if err := os.Mkdir(real, 0o700); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(real, "LEDGER")
	if err := os.WriteFile(file, []byte("the heron nests in Bremen\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Symlink(real, link), os.Link(file, kept)); err != nil { // to look at what is left of the bytes
		t.Skip(err)
	}
	if err := shredAll(link); err != nil || exists(link) || exists(real) {
		t.Errorf("the link or its folder is left: %v", err)
	}
	if raw, err := os.ReadFile(kept); err != nil || bytes.Contains(raw, []byte("heron")) {
		t.Errorf("the bytes stand as they were: %q, %v", raw, err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if err := shredAll(link); err != nil || exists(link) {
		t.Errorf("a link to what is gone already is left: %v", err)
	}
}

// Backups and shadows are put on disks that hold other things: those are neither
// searched nor overwritten.
func TestOnADiskOfOthersOnlyOursIsTouched(t *testing.T) {
	home, disk := t.TempDir(), t.TempDir()
	theirs := filepath.Join(disk, "letters.txt")
	for _, path := range []string{theirs, filepath.Join(disk, "token.jsonl"), filepath.Join(disk, "memtide-1", "log"), filepath.Join(disk, "photos", "a")} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("the heron nests in Bremen\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{backupFolder, ShadowsFolder} {
		if err := os.Symlink(disk, filepath.Join(home, name)); err != nil {
			t.Skip(err)
		}
	}
	s, err := searchBytes(home, []string{"the heron nests in Bremen"})
	if want := []string{filepath.Join(backupFolder, "memtide-1", "log"), filepath.Join(ShadowsFolder, "token.jsonl")}; err != nil || !slices.Equal(s.Found, want) {
		t.Errorf("found in %q (%v), want %q", s.Found, err, want)
	}
	if err := dropShadows(filepath.Join(home, ShadowsFolder)); err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(theirs); err != nil || !bytes.Contains(raw, []byte("heron")) || !exists(filepath.Join(disk, "photos")) {
		t.Errorf("what is none of ours is gone: %q, %v", raw, err)
	}
	if exists(filepath.Join(disk, "token.jsonl")) || exists(filepath.Join(disk, "memtide-1")) {
		t.Error("a reading is left")
	}
}

// What a link leads to is searched once, also where it leads back; one that leads
// nowhere is named.
func TestASearchThatMeetsLinksEnds(t *testing.T) {
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "log"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "log", "a"), []byte("the heron nests in Bremen\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"gone": filepath.Join(home, "none"), "self": filepath.Join(home, "self"), "back": home, filepath.Join("log", "up"): home} {
		if err := os.Symlink(to, filepath.Join(home, name)); err != nil {
			t.Skip(err)
		}
	}
	s, err := searchBytes(home, []string{"the heron nests in Bremen"})
	if err != nil || s.Files != 1 || !slices.Equal(s.Unread, []string{"gone", "self"}) {
		t.Errorf("%+v, %v", s, err)
	}
	if text := (control.Certificate{Search: s}).Text(); !strings.Contains(text, "NOT SEARCHED, because it cannot be read: gone\n") {
		t.Errorf("the certificate does not say so:\n%s", text)
	}
}

// What waits in a spool behind a link is erased, too.
func TestASpoolBehindALinkIsLookedInto(t *testing.T) {
	home, disk := t.TempDir(), t.TempDir()
	d := &Daemon{paths: hookbridge.NewPaths(home)}
	turn := memtide.Turn{Space: "work", Role: memtide.RoleUser, Text: "The heron nests in Bremen.", Session: "s1", Time: time.Now()}
	raw, err := json.Marshal(event.TurnRequest{Space: turn.Space, Role: turn.Role, Text: turn.Text, Session: turn.Session, Time: turn.Time})
	if err = errors.Join(err, os.WriteFile(filepath.Join(disk, "one.json"), raw, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(disk, d.paths.Spool); err != nil {
		t.Skip(err)
	}
	got, err := d.spooled("work", &tools.ErasePlan{Turns: []string{memtide.TurnID(turn)}})
	if err != nil || !slices.Equal(got, []string{"one.json"}) {
		t.Errorf("%q, %v", got, err)
	}
}
