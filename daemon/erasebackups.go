package daemon

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	dirs, err = namedIn(d.backups(), oursIn[backupFolder])
	aside, aerr := namedIn(d.cfg.Home, []string{"before-restore-*"})
	if err = errors.Join(err, aerr); err != nil {
		return nil, fmt.Errorf("look for backups: %w", err)
	}
	return slices.DeleteFunc(append(dirs, aside...), func(path string) bool {
		st, err := os.Stat(path) // a backup may have been moved to another disk, with a link in its place
		return err != nil || !st.IsDir()
	}), nil
}

// oursIn are the names of what this program puts into parts of the data folder that
// people move to large disks. Where such a part is a link, what else lies there is theirs.
var oursIn = map[string][]string{
	backupFolder:  {backupPrefix + "*", partial + "*"},
	ShadowsFolder: {worldPrefix + "*", "*.jsonl*", erasingFile},
}

func namedIn(dir string, patterns []string) (all []string, err error) {
	for _, p := range patterns {
		found, err := wholefile.Glob(dir, p)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// dropShadows overwrites and removes what was read again.
func dropShadows(dir string) error {
	if st, err := os.Lstat(dir); err != nil || st.Mode()&fs.ModeSymlink == 0 {
		return shredAll(dir)
	}
	ours, err := namedIn(dir, oursIn[ShadowsFolder])
	for _, path := range ours {
		err = errors.Join(err, shredAll(path))
	}
	if err != nil {
		return fmt.Errorf("remove readings into a shadow: %w", err)
	}
	return nil
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
