//go:build !windows

package embedded

import (
	"os"
	"syscall"
)

// ours reports whether a folder belongs to the user of this process.
func ours(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Getuid()
}
