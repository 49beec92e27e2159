package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/wholefile"
)

// A restore opens the backup in a folder beside the data folder's own files,
// and then moves both: what stood goes to before-restore-TIME, what was opened
// takes its place. restore.json says so from the first move to the last, so that
// one that was cut off is finished at the next start.

// restoring is the content of restore.json. Both are names below the data folder.
type restoring struct {
	From  string `json:"from"`  // where the opened backup lies
	Aside string `json:"aside"` // where goes what stood
	Dir   string `json:"backup"`
}

const restoreFile = "restore.json"

// restored are the parts of a data folder that follow from a backup. Settings
// are put back only where there are none; what is of this machine stays.
var restored = []string{"nats", "spaces", "vectors.db"}

// RestoreReport is what restore prints.
type RestoreReport struct {
	Dir   string    `json:"dir"`
	Made  time.Time `json:"made"`
	Aside string    `json:"aside,omitempty"` // where lies what stood before
	Later int       `json:"erasures_since"`  // erasures of this data folder that the backup is older than
	CheckedBackup
}

// RestoreOptions says how a backup is put back. The zero value does it unasked.
type RestoreOptions struct {
	Check    bool                  // only open it
	Agree    func() bool           // asked where there is a memory; if it says no, nothing was changed, and that is the error
	Progress func(done, total int) // told how far the opening is
}

// Restore puts the backup in dir in the place of what is in the data folder, which
// is kept beside it. With Check it opens the backup and holds it against its
// manifest, and replaces nothing. No daemon may run on the folder. The error wraps
// [ErrNoBackup] for what is damaged, or no backup.
func Restore(ctx context.Context, cfg config.Config, dir string, opts RestoreOptions) (RestoreReport, error) {
	m, err := readManifest(dir)
	r := RestoreReport{Dir: dir, Made: m.Made}
	if err != nil {
		return r, err
	}
	if r.Later, err = erasuresSince(cfg.Home, m.Made); err != nil {
		return r, err
	}
	if opts.Check {
		r.CheckedBackup, err = checkBackup(ctx, dir, opts.Progress)
		return r, err
	}
	if !cfg.Bus.Embedded() {
		return r, fmt.Errorf("the logs lie at %s: restore them there", cfg.Bus.URL)
	}
	if err := os.MkdirAll(cfg.Home, 0o700); err != nil {
		return r, fmt.Errorf("make data folder: %w", err)
	}
	held, err := folder.Hold(cfg.Home)
	if err != nil {
		return r, err
	}
	// The lock ends with the process in any case.
	defer func() { _ = held.Unlock() }()
	if err := finishRestore(cfg.Home); err != nil {
		return r, err
	}
	if _, err := os.Stat(filepath.Join(cfg.Home, "nats")); err == nil && opts.Agree != nil && !opts.Agree() {
		return r, control.Absent("nothing was changed")
	}
	from, err := os.MkdirTemp(cfg.Home, "restore-*")
	if err != nil {
		return r, fmt.Errorf("make folder for the backup: %w", err)
	}
	if r.CheckedBackup, err = openBackup(ctx, dir, from, opts.Progress); err == nil {
		err = syncTree(from)
	}
	if err != nil {
		return r, errors.Join(err, os.RemoveAll(from))
	}
	if err := m.settings(dir, cfg.Home); err != nil {
		return r, errors.Join(err, os.RemoveAll(from))
	}
	plan := restoring{From: filepath.Base(from), Aside: asideName(cfg.Home, time.Now()), Dir: dir}
	if err := plan.begin(cfg.Home); err != nil {
		return r, errors.Join(err, os.RemoveAll(from))
	}
	if err := finishRestore(cfg.Home); err != nil {
		return r, err
	}
	if _, err := os.Stat(filepath.Join(cfg.Home, plan.Aside)); err == nil {
		r.Aside = filepath.Join(cfg.Home, plan.Aside)
	}
	return r, nil
}

// asideName returns the name of a folder that is not there yet: two restores within
// a second would else move into the same one.
func asideName(home string, now time.Time) string {
	first := "before-restore-" + now.UTC().Format("20060102T150405")
	name := first
	for n := 2; exists(filepath.Join(home, name)); n++ {
		name = fmt.Sprintf("%s-%d", first, n)
	}
	return name
}

// settingsFiles are what a backup has beside the memory.
var settingsFiles = []string{"config.toml", "token", "http-token"}

// settings puts settings back where there are none.
func (m manifest) settings(dir, home string) error {
	for _, name := range settingsFiles {
		to := filepath.Join(home, name)
		if _, has := m.Files[name]; !has || exists(to) {
			continue
		}
		raw, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil { // half of one would be taken for the user's own the next time
			err = wholefile.Write(to, raw, wholefile.Options{Synced: true})
		}
		if err != nil {
			return fmt.Errorf("restore %s: %w", name, err)
		}
	}
	return nil
}

// begin writes down what is to be moved. From here on there is no way back, and
// none is needed: what is to come is whole.
func (p restoring) begin(home string) error {
	raw, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("encode %s: %w", restoreFile, err)
	}
	if err := wholefile.Write(filepath.Join(home, restoreFile), raw, wholefile.Options{Synced: true}); err != nil {
		return fmt.Errorf("write %s: %w", restoreFile, err)
	}
	return nil
}

// finishRestore does what is left of a restore: nothing where there is none. It
// may be cut off anywhere and begun again. Who calls it holds the folder.
func finishRestore(home string) error {
	path := filepath.Join(home, restoreFile)
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", restoreFile, err)
	}
	var p restoring
	if err := json.Unmarshal(raw, &p); err != nil || filepath.Base(p.From) != p.From || filepath.Base(p.Aside) != p.Aside || p.From == "" {
		return fmt.Errorf("%s cannot be read: move it away, and look into the folders restore-* and before-restore-*", path)
	}
	from, aside := filepath.Join(home, p.From), filepath.Join(home, p.Aside)
	for _, name := range restored {
		if err := exchange(filepath.Join(from, name), filepath.Join(home, name), filepath.Join(aside, name)); err != nil {
			return fmt.Errorf("restore %s: %w", name, err)
		}
	}
	if err := errors.Join(sweepAgain(home), os.RemoveAll(from), os.Remove(path)); err != nil {
		return fmt.Errorf("finish the restore: %w", err)
	}
	return nil
}

// resumeRestore finishes, at a start, a restore that was cut off.
func resumeRestore(home string, log *slog.Logger) error {
	if _, err := os.Stat(filepath.Join(home, restoreFile)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	held, err := folder.Hold(home)
	if err != nil {
		return err
	}
	log.Warn("a restore was cut off; it is finished now")
	return errors.Join(finishRestore(home), held.Unlock())
}

// exchange moves to aside and from to its place. A from that is gone says that
// both is done.
func exchange(from, to, aside string) error {
	if _, err := os.Lstat(from); errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if exists(to) {
		if err := cmp.Or(os.MkdirAll(filepath.Dir(aside), 0o700), os.Rename(to, aside)); err != nil {
			return err
		}
	}
	return os.Rename(from, to)
}

// syncTree makes what was written without waiting for the disk durable.
func syncTree(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		if err != nil {
			return err
		}
		return errors.Join(f.Sync(), f.Close())
	})
}
