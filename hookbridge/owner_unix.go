//go:build !windows

package hookbridge

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// ownFolder checks that st is a folder of this user that nobody else may
// write into.
func ownFolder(path string, st fs.FileInfo) error {
	sys, ok := st.Sys().(*syscall.Stat_t)
	switch {
	case !st.IsDir():
		return fmt.Errorf("%s: not a folder: %w", path, ErrOwner)
	case !ok || int(sys.Uid) != os.Geteuid():
		return fmt.Errorf("%s: belongs to another user: %w", path, ErrOwner)
	case st.Mode().Perm()&0o022 != 0:
		return fmt.Errorf("%s: mode is %v, want 0700: %w", path, st.Mode().Perm(), ErrOwner)
	}
	return nil
}

// ownFile checks that st is a file of this user that nobody else may read or
// write.
func ownFile(path string, st fs.FileInfo) error {
	sys, ok := st.Sys().(*syscall.Stat_t)
	switch {
	case !st.Mode().IsRegular():
		return fmt.Errorf("%s: not a file: %w", path, ErrOwner)
	case !ok || int(sys.Uid) != os.Geteuid():
		return fmt.Errorf("%s: belongs to another user: %w", path, ErrOwner)
	case st.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("%s: mode is %v, want 0600: %w", path, st.Mode().Perm(), ErrOwner)
	}
	return nil
}
