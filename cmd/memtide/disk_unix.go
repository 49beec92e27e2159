//go:build !windows

package main

import "golang.org/x/sys/unix"

// freeDisk returns the bytes that may still be written where a folder is.
func freeDisk(dir string) (uint64, error) {
	var st unix.Statfs_t
	err := unix.Statfs(dir, &st)
	return uint64(st.Bavail) * uint64(st.Bsize), err
}
