package install

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/memtide/memtide/wholefile"
)

// read reads a settings file, following links: people keep it in a repository
// of dot files and link to it.
func read(path string) (target, error) {
	path, err := follow(path)
	if err != nil {
		return target{}, err
	}
	t := target{path: path, mode: 0o600}
	st, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err == nil && !st.Mode().IsRegular() {
		err = errors.New("not a file")
	}
	if err == nil {
		t.exists, t.mode = true, st.Mode().Perm()
		t.bytes, err = os.ReadFile(path)
	}
	if err != nil {
		return target{}, fmt.Errorf("read settings %s: %w", path, err)
	}
	return t, nil
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

// replace writes next in place of the file, after a last look whether the file is
// still what it was. The error is errMoved when it is not.
func (t target) replace(next []byte) error {
	if err := wholefile.Write(t.path, next, wholefile.Options{Synced: true, Apart: true, Mode: t.mode, Look: t.unmoved}); err != nil {
		return fmt.Errorf("write settings: %w", err)
	}
	return nil
}

// remove deletes the file, and its folder too when that was made for it and
// holds nothing else.
func (t target) remove(dirToo bool) error {
	if err := t.unmoved(); err != nil {
		return err
	}
	if err := os.Remove(t.path); err != nil {
		return fmt.Errorf("remove settings: %w", err)
	}
	if dirToo {
		os.Remove(filepath.Dir(t.path)) // refuses a folder that is in use
	}
	return nil
}

func (t target) unmoved() error {
	now, err := os.ReadFile(t.path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !t.exists:
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("read settings again: %w", err)
	case err != nil || !t.exists || !bytes.Equal(now, t.bytes):
		return errMoved
	}
	return nil
}

// backup copies the file beside itself, for its owner's eyes only.
func backup(t target, now time.Time) (string, error) {
	stem := t.path + ".memtide-backup-" + now.UTC().Format("20060102T150405Z")
	for i := range 100 {
		path := stem
		if i > 0 {
			path = fmt.Sprintf("%s-%d", stem, i+1)
		}
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", fmt.Errorf("back up settings: %w", err)
		}
		_, err = f.Write(t.bytes)
		if err == nil {
			err = f.Sync()
		}
		if e := f.Close(); err == nil {
			err = e
		}
		if err != nil {
			os.Remove(path)
			return "", fmt.Errorf("back up settings: %w", err)
		}
		return path, nil
	}
	return "", fmt.Errorf("back up settings: %s: 100 copies of the same second", stem)
}

// makeDir makes a folder and says whether it was not there.
func makeDir(dir string) (bool, error) {
	if _, err := os.Stat(dir); err == nil {
		return false, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return false, fmt.Errorf("make folder: %w", err)
	}
	return true, nil
}

func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}
