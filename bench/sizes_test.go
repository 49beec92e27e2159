package bench

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseSizes(t *testing.T) {
	for _, c := range []struct {
		list string
		want []int
	}{
		{"20000", []int{20000}},
		{"10k,100K, 1m", []int{10_000, 100_000, 1_000_000}},
		{"100", []int{100}},
		{"99", nil}, {"0", nil}, {"-5k", nil}, {"11m", nil}, {"99999999999999999999", nil}, {"9999999999k", nil},
		{"1.5m", nil}, {"k", nil}, {"", nil}, {"10k,,1m", nil}, {"1g", nil}, {"10 k", nil},
	} {
		got, err := ParseSizes(strings.Split(c.list, ","))
		if diff := cmp.Diff(c.want, got); diff != "" || (err == nil) != (c.want != nil) {
			t.Errorf("%q: %v\n%s", c.list, err, diff)
		}
		if err != nil && !strings.Contains(err.Error(), "such as 20000, 100k or 1m") {
			t.Errorf("%q: %v", c.list, err)
		}
	}
}

func TestNoRoomIsSaidBeforeAnythingIsWritten(t *testing.T) {
	dir := t.TempDir()
	if err := checkRoom(dir, LeastMemories); err != nil {
		t.Skipf("this machine has no room for %d memories: %v", LeastMemories, err)
	}
	err := checkRoom(dir, 1<<45)
	if err == nil || !strings.Contains(err.Error(), "TMPDIR") || !strings.Contains(err.Error(), dir) {
		t.Errorf("no room: %v", err)
	}
	if err := checkRoom(dir+"/none", LeastMemories); err == nil {
		t.Error("there is room in a folder that is not there")
	}
}

// TestSizesSideBySide: each size has a column, by the memories that it really
// has.
func TestSizesSideBySide(t *testing.T) {
	all := Runs{Runs: []Report{
		{Memories: 1000, Store: storeReport{Nodes: 1002, Took: 1, Disk: map[string]int64{"all": 2004000}}, RSS: 10_020_000, Retrieve: quantiles{P50: 1.25, P99: 2.5}},
		{Memories: 2000, Store: storeReport{Nodes: 2001, Took: 1, Disk: map[string]int64{"all": 2001000}}, RSS: 20_010_000, Retrieve: quantiles{P50: 1.5, P99: 3.75}},
	}}
	var out bytes.Buffer
	all.Print(&out)
	for _, row := range [][]string{
		{"memories", "1002", "2001"}, {"on", "disk,", "bytes", "a", "memory", "2000", "1000"},
		{"resident,", "bytes", "a", "memory", "10000", "10000"}, {"retrieve,", "ms", "p50", "/", "p99", "1.2", "/", "2.5", "1.5", "/", "3.8"},
	} {
		found := false
		for line := range strings.Lines(out.String()) {
			found = found || cmp.Equal(strings.Fields(line), row)
		}
		if !found {
			t.Errorf("no row %q in\n%s", row, out.String())
		}
	}
}

// What is promised of speed is measured where a user can measure it, beside its
// budget: no test depends on how busy the machine is.
func TestBenchSaysWhatIsPromised(t *testing.T) {
	ms := func(p50 float64) quantiles { return quantiles{N: 10, P50: p50, P95: p50, P99: 2 * p50, Max: 3 * p50} }
	r := Report{Memories: 1000, Retrieve: ms(1.25), Accepted: ms(4.5), Fsync: ms(4)}
	r.Write.Words, r.Write.Applied = longWords, ms(12.5)
	var out bytes.Buffer
	r.Print(&out)
	for _, want := range [][]string{
		{"1000", "memories", "p50", "p99", "max", "n", "budget"},
		{"retrieve,", "inside", "the", "daemon", "1.25", "ms", "2.50", "ms", "3.75", "ms", "10", "p50", "≤", "3", "ms,", "p99", "≤", "10", "ms;"},
		{"half-turn", "accepted", "4.50", "ms", "9.00", "ms", "13.50", "ms", "10", "one", "fsync", "+", "1", "ms"},
		{"half-turn", "of", "2000", "words,", "publish", "to", "applied", "12.50", "ms", "25.00", "ms", "37.50", "ms", "10", "p50", "≤", "20", "ms"},
	} {
		found := false
		for line := range strings.Lines(out.String()) {
			f := strings.Fields(line)
			found = found || len(f) >= len(want) && cmp.Equal(f[:len(want)], want)
		}
		if !found {
			t.Errorf("no row %q in\n%s", want, out.String())
		}
	}
	if sizes, err := ParseSizes([]string{"1k"}); err != nil || !cmp.Equal(sizes, []int{1000}) {
		t.Errorf("a store of 1,000 memories cannot be measured: %v", err)
	}
}
