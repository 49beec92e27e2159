package install

import (
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

// remove deletes a settings file, and its folder too when that was made for it and
// holds nothing else.
func remove(t wholefile.Seen, dirToo bool) error {
	if err := t.Remove(); err != nil {
		return fmt.Errorf("remove settings: %w", err)
	}
	if dirToo {
		os.Remove(filepath.Dir(t.Path)) // refuses a folder that is in use
	}
	return nil
}

// backup copies the file beside itself, for its owner's eyes only.
func backup(t wholefile.Seen, now time.Time) (string, error) {
	stem := t.Path + ".memtide-backup-" + now.UTC().Format("20060102T150405Z")
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
		_, err = f.Write(t.Bytes)
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
