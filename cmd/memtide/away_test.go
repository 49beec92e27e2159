package main

import (
	"fmt"
	"os"
	"path/filepath"
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

// A search in a space that does not open has failed: it has not found that there is
// nothing.
func TestASearchThatFailsIsNoSearchInVain(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	p.start().Close()
	if out, code := p.memtide("", "remember", "The lamp is red."); code != exitOK {
		t.Fatal(out)
	}
	p.stop()
	space := filepath.Join(p.home, "spaces", memtide.DefaultSpace.Token())
	if err := os.RemoveAll(space); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(space, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p.start().Close()
	for _, args := range [][]string{{"search", "lamp"}, {"search", "lamp", "--json"}} {
		if out, code := p.memtide("", args...); code != exitError || strings.Contains(out, "{") {
			t.Errorf("%q ends with %d: %s", args, code, out)
		}
	}
}
