package main

import (
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/graphdb"
)

// TestDoctorMendsAFolder: each reason why nothing can be written has its own mend.
func TestDoctorMendsAFolder(t *testing.T) {
	for err, want := range map[error]string{
		syscall.EROFS: "read-only",
		syscall.EFBIG: "ulimit",
	} {
		if got := mendFolder(fmt.Errorf("probe: %w", err)); !strings.Contains(got, want) {
			t.Errorf("%v: %q", err, got)
		}
	}
	for _, err := range []error{memtide.ErrNewer, graphdb.ErrVersion} {
		if got := mendGraph(fmt.Errorf("open space: %w", err)); strings.Contains(got, "memtide reindex") {
			t.Errorf("what a newer one has written is mended by %q", got)
		}
	}
	if got := mendDaemon(client.ErrMute, "x.log"); strings.Contains(got, "memtide serve") {
		t.Errorf("a second daemon cannot have the folder: %q", got)
	}
}
