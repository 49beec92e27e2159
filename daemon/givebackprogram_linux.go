package daemon

import (
	"bufio"
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// giveBackProgram gives the memory back in which the program itself is mapped: what
// runs next comes from the system's cache again, sixteen pages at a time. A third of what
// a daemon holds after its start is code that nothing else runs.
func giveBackProgram() {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	for lines := bufio.NewScanner(bytes.NewReader(maps)); lines.Scan(); {
		// from-to perms offset device inode path; nobody writes what is not writable.
		f := bytes.Fields(lines.Bytes())
		if len(f) < 6 || string(bytes.Join(f[5:], []byte(" "))) != program || bytes.IndexByte(f[1], 'w') >= 0 {
			continue
		}
		lo, hi, _ := bytes.Cut(f[0], []byte("-"))
		from, errFrom := strconv.ParseUint(string(lo), 16, 64)
		to, errTo := strconv.ParseUint(string(hi), 16, 64)
		if errFrom == nil && errTo == nil && from < to {
			_, _, _ = unix.Syscall(unix.SYS_MADVISE, uintptr(from), uintptr(to-from), unix.MADV_DONTNEED)
		}
	}
}
