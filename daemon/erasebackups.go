package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/wholefile"
)

// copies returns the copies of the memory that this program has made in the data
// folder: its backups, also such as are not finished or damaged, and what
// restores have moved aside. What they hold is compressed in part, so that nobody
// can see what is in them by a search.
func (d *Daemon) copies() (dirs []string, err error) {
	for _, p := range []struct{ dir, pattern string }{{d.backups(), backupPrefix + "*"}, {d.backups(), partial + "*"}, {d.cfg.Home, "before-restore-*"}} {
		found, err := wholefile.Glob(p.dir, p.pattern)
		if err != nil {
			return nil, fmt.Errorf("look for backups: %w", err)
		}
		dirs = append(dirs, found...)
	}
	return slices.DeleteFunc(dirs, func(path string) bool {
		st, err := os.Lstat(path)
		return err != nil || !st.IsDir()
	}), nil
}

// dropCopies overwrites and removes the copies of the memory that were made before
// an erasure was carried out, and makes a backup of what is left where there was
// one. It can be repeated. A new backup that cannot be made is no reason to leave
// the old ones, which the person has seen and agreed to; why is returned.
func (d *Daemon) dropCopies(ctx context.Context) (dropped []string, why string, err error) {
	d.copying.Lock() // one that is under way may hold what was erased
	dropped, err = d.copies()
	d.copying.Unlock()
	if err != nil || len(dropped) == 0 {
		return nil, "", err
	}
	if _, berr := d.backup(ctx, control.BackupRequest{Dir: d.backups()}, false); berr != nil {
		why = berr.Error()
	}
	for _, dir := range dropped {
		err = errors.Join(err, shredAll(dir))
	}
	return dropped, why, err
}
