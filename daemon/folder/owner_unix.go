//go:build !windows

package folder

import (
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// CheckOwner returns [ErrForeign] when a folder is there and belongs to
// another user. Whatever else may be wrong with it is found by who opens it.
func CheckOwner(dir string) error {
	st, err := os.Stat(dir)
	if err != nil {
		return nil
	}
	sys, ok := st.Sys().(*syscall.Stat_t)
	if !ok || int(sys.Uid) == os.Geteuid() {
		return nil
	}
	return fmt.Errorf("%w: %s belongs to %s, and this runs as %s; run it as the owner, give the folder over with chown -R, or choose another one with MEMTIDE_HOME",
		ErrForeign, dir, userName(int(sys.Uid)), userName(os.Geteuid()))
}

// Mixed says that something in the data folder of this user belongs to another one, as
// what a command has made that ran as root once. It says nothing to root, who may
// read all of it.
func Mixed(dir string) error {
	uid := os.Geteuid()
	if uid == 0 {
		return nil
	}
	return mixed(dir, uid)
}

func mixed(dir string, uid int) error {
	first, n := "", 0
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if e == nil {
			return nil
		}
		info, ierr := e.Info()
		if ierr != nil {
			return nil // gone meanwhile
		}
		if sys, ok := info.Sys().(*syscall.Stat_t); ok && int(sys.Uid) != uid {
			if n++; n == 1 {
				first = fmt.Sprintf("%s is not yours: it belongs to %s", path, userName(int(sys.Uid)))
			}
		}
		if err != nil {
			return fs.SkipDir
		}
		return nil
	})
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%s, and this runs as %s (%d such in the folder)", first, userName(uid), n)
}

// userName returns the name and the number of a user.
func userName(uid int) string {
	id := strconv.Itoa(uid)
	if u, err := user.LookupId(id); err == nil {
		return u.Username + " (uid " + id + ")"
	}
	return "uid " + id
}

// Shared says that others may write into the data folder of this user. Hooks leave
// such a folder alone: what they find there could be anybody's.
func Shared(dir string) error {
	st, err := os.Stat(dir)
	if err != nil || st.Mode().Perm()&0o022 == 0 {
		return nil // a folder that is not there is nobody's
	}
	return fmt.Errorf("others may write into %s (mode %#o), so hooks keep nothing there", dir, st.Mode().Perm())
}

// Seal keeps others out of the data folder of this user, as a daemon does that starts.
func Seal(dir string) error {
	if Shared(dir) == nil || CheckOwner(dir) != nil {
		return nil
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return fmt.Errorf("close the data folder to others: %w", err)
	}
	return nil
}
