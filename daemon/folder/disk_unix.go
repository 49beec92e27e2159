//go:build !windows

package folder

import "golang.org/x/sys/unix"

// Free returns the bytes that may still be written where a folder is.
func Free(dir string) (uint64, error) {
	var st unix.Statfs_t
	err := unix.Statfs(dir, &st)
	return uint64(st.Bavail) * uint64(st.Bsize), err
}
