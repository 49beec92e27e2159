package install

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/memtide/memtide/wholefile"
)

// keepBackups is how many copies of a file stay beside it, besides the one
// that an uninstall would bring back.
const keepBackups = 5

// state is the file state/install.json: what was done to which file.
type state struct {
	path    string
	Version int                `json:"version"`
	Files   map[string]*record `json:"files"`
}

// record is what was done to one file.
type record struct {
	Before     string   `json:"sha256_before,omitempty"` // "" when there is no way back to the bytes from before
	After      string   `json:"sha256_after"`
	Restore    string   `json:"restore,omitempty"` // the copy with sha256_before
	Backups    []string `json:"backups,omitempty"` // oldest first
	Created    bool     `json:"created,omitempty"`
	CreatedDir bool     `json:"created_dir,omitempty"`
	Undo       Undo     `json:"undo,omitzero"`

	// ConfigDirs are the folders of the clients that read the file, as they name them: it
	// may lie elsewhere, behind a link, and be that of several.
	ConfigDirs []string `json:"config_dirs,omitempty"`
}

func readState(home string) (*state, error) {
	s := &state{path: filepath.Join(home, "state", "install.json")}
	b, err := os.ReadFile(s.path)
	switch {
	case err == nil:
		if err := json.Unmarshal(b, s); err != nil {
			return nil, fmt.Errorf("decode %s: %w", s.path, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("read record of installs: %w", err)
	}
	s.Version = 1
	if s.Files == nil {
		s.Files = map[string]*record{}
	}
	return s, nil
}

func (s *state) write() error {
	b, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return fmt.Errorf("encode record of installs: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("write record of installs: %w", err)
	}
	if err := wholefile.Write(s.path, append(b, '\n'), wholefile.Options{Synced: true, Apart: true}); err != nil {
		return fmt.Errorf("write record of installs: %w", err)
	}
	return nil
}

// begin returns the record of a change that is about to be made to t. As long
// as nobody but us has written the file, it leads back to the bytes from
// before the first install.
func (s *state) begin(t wholefile.Seen, undo Undo) *record {
	old := s.Files[t.Path]
	rec := &record{Before: sum(t.Bytes), Created: !t.Exists, Undo: undo}
	if old != nil {
		rec.ConfigDirs = old.ConfigDirs
	}
	ours := holdsOurs(t.Bytes)
	if old == nil || !t.Exists {
		if ours {
			rec.Before = "" // an uninstall must not bring those back
		}
		return rec
	}
	if !ours { // another file is in its place, as of a repository of dot files: it is the one to come back
		rec.Backups = old.Backups
		return rec
	}
	rec.Backups, rec.Created, rec.CreatedDir = old.Backups, old.Created, old.CreatedDir
	rec.Undo.Empty = map[string]string{}
	maps.Copy(rec.Undo.Empty, undo.Empty)
	maps.Copy(rec.Undo.Empty, old.Undo.Empty)
	rec.Before, rec.Restore = "", ""
	if old.After == sum(t.Bytes) {
		rec.Before, rec.Restore = old.Before, old.Restore
	}
	return rec
}

// readBy notes the folder of a client that reads the file, and reports whether it was
// not known.
func (r *record) readBy(configDir string) bool {
	dir, err := filepath.Abs(configDir)
	if err != nil || slices.Contains(r.ConfigDirs, dir) {
		return false
	}
	r.ConfigDirs = append(r.ConfigDirs, dir)
	return true
}

// holdsOurs reports whether the file has entries of ours.
func holdsOurs(doc []byte) bool {
	top, err := parse(doc)
	return err == nil && len(own(doc, top)) > 0 || plugin{}.holds(doc)
}

// keep notes a new copy and removes the oldest ones beyond keepBackups.
func (r *record) keep(path string) {
	if r.Before != "" && r.Restore == "" && !r.Created {
		r.Restore = path
	}
	r.Backups = append(r.Backups, path)
	var stay []string
	for i, b := range r.Backups {
		if b == r.Restore || i >= len(r.Backups)-keepBackups {
			stay = append(stay, b)
			continue
		}
		os.Remove(b) // it may have been tidied away already
	}
	r.Backups = stay
}

// removeBackups removes the copies: the file itself holds the same bytes again. One of
// another file, which stood there before, stays.
func (r *record) removeBackups() {
	for _, b := range r.Backups {
		old, err := os.ReadFile(b)
		if err == nil && sum(old) != r.Before && !holdsOurs(old) {
			continue
		}
		os.Remove(b)
	}
}
