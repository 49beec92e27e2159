package vectorindex

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReleaseGivesMemoryBack: what was read of the file is no longer counted as
// memory of the process, and all of it is read again.
func TestReleaseGivesMemoryBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "vectors.db")
	r := openRecords(t, path)
	var all []Record
	for i := range 4000 {
		v := make([]float32, 256)
		v[i%256] = 1
		all = append(all, Record{fmt.Sprintf("%06x", i), v})
	}
	if err := r.PutBatch("e1", all); err != nil {
		t.Fatal(err)
	}
	read := func() (n int) {
		t.Helper()
		if err := r.Each("e1", func(Record) bool { n++; return true }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	read()
	before := resident(t, path)
	if err := r.Release(); err != nil {
		t.Fatal(err)
	}
	if after := resident(t, path); before < 1000 || after > before/10 {
		t.Errorf("%d kB are resident, before %d", after, before)
	}
	if n := read(); n != len(all) {
		t.Errorf("%d of %d records are left", n, len(all))
	}
	if err := r.PutBatch("e1", all[:1]); err != nil {
		t.Error(err)
	}
}

// resident returns how much of a mapped file counts as memory of this process, in
// kB.
func resident(t *testing.T, path string) (kb int) {
	t.Helper()
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	of := false
	for sc := bufio.NewScanner(f); sc.Scan(); {
		line := sc.Text()
		if fields := strings.Fields(line); strings.Contains(fields[0], "-") {
			of = strings.HasSuffix(line, path)
		}
		var n int
		if _, err := fmt.Sscanf(line, "Rss: %d kB", &n); err == nil && of {
			kb += n
		}
	}
	return kb
}
