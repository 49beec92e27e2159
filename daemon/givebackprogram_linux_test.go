package daemon

import (
	"os"
	"regexp"
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
