package daemon

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

// What has run stays on disk and not in memory, and runs again.
func TestTheProgramIsGivenBack(t *testing.T) {
	inMemory := func() int {
		raw, err := os.ReadFile("/proc/self/status")
		if err != nil {
			t.Skip(err)
		}
		m := regexp.MustCompile(`(?m)^RssFile:\s+(\d+) kB$`).FindSubmatch(raw)
		if m == nil {
			t.Skip("the system does not tell what of files is in memory")
		}
		kB, err := strconv.Atoi(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		return kB
	}
	before := inMemory()
	giveBackProgram()
	if after := inMemory(); after > before/2 {
		t.Errorf("%d kB before, %d kB after", before, after)
	}
}

// What the loader has written is in no file, and would be gone.
func TestOnlyWhatStandsInTheFileIsGivenBack(t *testing.T) {
	smaps := []byte(`00400000-00500000 r-xp 00000000 fe:00 7 /opt/a b/memtide
Size:               1024 kB
Rss:                 512 kB
Anonymous:             0 kB
Swap:                  0 kB
VmFlags: rd ex mr mw me
00500000-00600000 r--p 00100000 fe:00 7 /opt/a b/memtide
Rss:                 512 kB
Anonymous:            64 kB
Swap:                  0 kB
00600000-00700000 r--p 00200000 fe:00 7 /opt/a b/memtide
Anonymous:             0 kB
Swap:                  4 kB
00700000-00800000 rw-p 00300000 fe:00 7 /opt/a b/memtide
Anonymous:             0 kB
Swap:                  0 kB
00800000-00900000 r-xp 00000000 fe:00 8 /lib/ld.so
Anonymous:             0 kB
Swap:                  0 kB
c000000000-c000400000 r--p 00000000 00:00 0
Anonymous:             0 kB
00900000-00a00000 r--p 00400000 fe:00 7 /opt/a b/memtide
Anonymous:             0 kB
Swap:                  0 kB
`)
	got := untouched(smaps, "/opt/a b/memtide")
	if want := []mapping{{0x400000, 0x500000}, {0x900000, 0xa00000}}; !slices.Equal(got, want) {
		t.Errorf("%x, want %x", got, want)
	}
}
