package daemon

import (
	"bufio"
	"bytes"
	"os"
	"slices"
	"strconv"

	"golang.org/x/sys/unix"
)

// giveBackProgram gives the memory back in which the program itself is mapped: what
// runs next comes from the system's cache again, sixteen pages at a time. A third of what
// a daemon holds after its start is code that nothing else runs.
func giveBackProgram() {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		return
	}
	for _, m := range untouched(maps, program) {
		_, _, _ = unix.Syscall(unix.SYS_MADVISE, m.from, m.to-m.from, unix.MADV_DONTNEED)
	}
}

// mapping is a stretch of memory.
type mapping struct{ from, to uintptr }

// untouched returns the mappings of a file that hold what stands in it: they cannot be
// written, and nothing was before. Of a program that can lie anywhere (-buildmode=pie) the
// loader has written into some that are read-only now; the file does not have that.
//
// See proc_pid_smaps(5): each mapping has a line "from-to perms offset dev inode path",
// then one for each "Name: n kB".
func untouched(smaps []byte, path string) (all []mapping) {
	var m mapping
	ours := false
	end := func() {
		if ours {
			all = append(all, m)
		}
		ours = false
	}
	for lines := bufio.NewScanner(bytes.NewReader(smaps)); lines.Scan(); {
		f := bytes.Fields(lines.Bytes())
		if len(f) == 0 {
			continue
		}
		name, isField := bytes.CutSuffix(f[0], []byte(":"))
		if !isField {
			end()
			lo, hi, _ := bytes.Cut(f[0], []byte("-"))
			from, errFrom := strconv.ParseUint(string(lo), 16, 64)
			to, errTo := strconv.ParseUint(string(hi), 16, 64)
			m = mapping{uintptr(from), uintptr(to)}
			ours = len(f) >= 6 && string(bytes.Join(f[5:], []byte(" "))) == path && !slices.Contains(f[1], 'w') && errFrom == nil && errTo == nil && from < to
			continue
		}
		if n := string(name); (n == "Anonymous" || n == "Swap") && (len(f) < 2 || string(f[1]) != "0") {
			ours = false
		}
	}
	end()
	return all
}
