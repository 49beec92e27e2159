package bench

import (
	"bytes"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

func TestReportNotesWhereTheDiskIsMeasured(t *testing.T) {
	var out bytes.Buffer
	Report{DiskReads: []diskReads{{"hook", manyPages - 1}, {"import", manyPages}}}.Print(&out)
	if got := out.String(); strings.Contains(got, "note: hook") || !strings.Contains(got, "note: import: the daemon waited for 100 pages") {
		t.Error(got)
	}
}

func TestStatOfAProcess(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no other system has /proc/PID/stat")
	}
	for end := time.Now().Add(50 * time.Millisecond); time.Now().Before(end); {
	}
	f, err := statOf(os.Getpid())
	if err != nil || f[1] != int64(os.Getppid()) {
		t.Errorf("the parent is %d, want %d: %v", f[1], os.Getppid(), err)
	}
	if took, err := cpuTime(os.Getpid()); err != nil || took <= 0 {
		t.Errorf("the processor was had for %v: %v", took, err)
	}
	if _, err := statOf(1 << 30); err == nil {
		t.Error("there is a stat of a process that is not there")
	}
}
