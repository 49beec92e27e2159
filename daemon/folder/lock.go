// Package folder is what can be told of a data folder without opening what is in it:
// whether it is ours, whether a process holds it, and whether its disk has room.
//
// The daemon, its client and doctor ask the same questions before anything else, and
// have to say the same of what is wrong.
package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Hold takes the lock that a daemon has while it runs. Whoever has it unlocks it, or
// ends.
func Hold(home string) (*flock.Flock, error) {
	l := flock.New(filepath.Join(home, "lock"), flock.SetPermissions(0o600))
	ok, err := l.TryLock()
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", home, err)
	}
	if !ok {
		return nil, fmt.Errorf("a daemon runs on %s; stop it first: memtide stop", home)
	}
	return l, nil
}

// Unheld reports whether no process holds the data folder.
func Unheld(home string) bool {
	l := flock.New(filepath.Join(home, "lock"))
	ok, err := l.TryLock()
	if ok {
		// Only a look: the lock ends with this line.
		_ = l.Unlock()
	}
	return ok && err == nil || errors.Is(err, fs.ErrNotExist) // there is no folder
}
