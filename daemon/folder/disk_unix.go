//go:build !windows

package folder

import "golang.org/x/sys/unix"

// Free returns the bytes that may still be written where a folder is.
func Free(dir string) (uint64, error) {
	var st unix.Statfs_t
	err := unix.Statfs(dir, &st)
	return uint64(st.Bavail) * uint64(st.Bsize), err
}

// mayWrite says why this process may not make a file in a folder.
func mayWrite(dir string) error {
	return unix.Faccessat(unix.AT_FDCWD, dir, unix.W_OK|unix.X_OK, unix.AT_EACCESS)
}

// fileless reports whether a disk that counts its files has no room for another one.
func fileless(dir string) bool {
	var st unix.Statfs_t
	return unix.Statfs(dir, &st) == nil && noFiles(uint64(st.Files), uint64(st.Ffree))
}

func noFiles(all, free uint64) bool { return all > 0 && free == 0 }

// handles is how many files this process may have open at once; 0 where nobody can tell.
func handles() uint64 {
	var most unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &most) != nil {
		return 0
	}
	return uint64(most.Cur)
}
