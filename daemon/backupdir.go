package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// outside refuses a folder for backups that lies in the data folder beside backups/: an
// erasure removes no copies there, and what belongs to the storage is read by its names.
func (d *Daemon) outside(dir string) error {
	rel, err := filepath.Rel(realPath(d.cfg.Home), realPath(dir))
	if err != nil || !filepath.IsLocal(rel) || realPath(dir) == realPath(d.backups()) {
		return nil
	}
	return fmt.Errorf("%s lies in the data folder, where an erasure would leave a backup: name a folder elsewhere, or none, for %s", dir, d.backups())
}

// realPath follows the links in as much of a path as is there.
func realPath(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(realPath(dir), filepath.Base(path))
	}
	return path
}

// leadsSomewhere reports a folder of backups that is a link to what is not there, as one
// to a disk that is not mounted.
func leadsSomewhere(dir string) error {
	to, err := os.Readlink(dir)
	if err != nil {
		return nil // no link
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return fmt.Errorf("%s is a link to %s, which is not there: mount its disk, or make that folder", dir, to)
}
