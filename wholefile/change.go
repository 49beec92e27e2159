package wholefile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// Seen is a file of somebody else's, or the place for one, as it was when it was read.
type Seen struct {
	Path   string // links followed: people keep settings in a repository of dot files and link to them
	Exists bool
	Bytes  []byte
	Mode   fs.FileMode // of a file that is not there 0600
}

var (
	// ErrMoved says that a file is not what it was when it was read.
	ErrMoved = errors.New("the file has changed meanwhile")
	// ErrChanging says that another program kept rewriting a file.
	ErrChanging = errors.New("the file keeps changing")
)

// How often a change is made of a file that others change, too, and how long one of several
// who do it at once stands back, at most.
const (
	tries     = 8
	standBack = 40 * time.Millisecond
)

// Change reads a file and has it changed; where the error is [ErrMoved], for it was rewritten
// meanwhile, once more. After some times the error is [ErrChanging].
func Change(path string, change func(Seen) error) error {
	for n := range tries {
		if n > 0 {
			time.Sleep(rand.N(standBack))
		}
		s, err := See(path)
		if err != nil {
			return err
		}
		if err := change(s); !errors.Is(err, ErrMoved) {
			return err
		}
	}
	return fmt.Errorf("%w: %s", ErrChanging, path)
}

// See reads a file that may be changed then.
func See(path string) (Seen, error) {
	path, err := follow(path)
	if err != nil {
		return Seen{}, err
	}
	s := Seen{Path: path, Mode: 0o600}
	st, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil && !st.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: path, Err: errors.New("not a file")}
	}
	if err == nil {
		s.Exists, s.Mode = true, st.Mode().Perm()
		s.Bytes, err = os.ReadFile(path)
	}
	if err != nil {
		return Seen{}, err
	}
	return s, nil
}

// follow resolves links, also one whose target does not exist yet.
func follow(path string) (string, error) {
	for range 40 {
		to, err := os.Readlink(path)
		if err != nil {
			break // not a link, or not there
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(path))
	if errors.Is(err, fs.ErrNotExist) {
		return filepath.Clean(path), nil
	}
	if err != nil {
		return "", fmt.Errorf("follow links of %s: %w", path, err)
	}
	return filepath.Join(dir, filepath.Base(path)), nil
}

// Replace writes next in the place of the file, in its mode, after a last look whether the
// file is still what it was. The error is [ErrMoved] when it is not.
func (s Seen) Replace(next []byte) error {
	return Write(s.Path, next, Options{Synced: true, Apart: true, Mode: s.Mode, Look: s.unmoved})
}

// Remove deletes the file, after such a look.
func (s Seen) Remove() error {
	if err := s.unmoved(); err != nil {
		return err
	}
	return os.Remove(s.Path)
}

func (s Seen) unmoved() error {
	now, err := os.ReadFile(s.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !s.Exists:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err != nil || !s.Exists || !bytes.Equal(now, s.Bytes):
		return ErrMoved
	}
	return nil
}
