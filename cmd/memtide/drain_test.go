package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide/hookbridge"
)

// Status names what was set aside, why, and what to do about it; of many, some.
func TestStatusNamesWhatWasSetAside(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad")
	if err := os.Mkdir(bad, 0o700); err != nil {
		t.Fatal(err)
	}
	for n := range 5 {
		for ext, text := range map[string]string{".json": "{}", ".reason": "3 times not taken in time\n"} {
			if err := os.WriteFile(filepath.Join(bad, fmt.Sprint(n, ext)), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	s, err := hookbridge.ReadSpool(dir)
	if err != nil {
		t.Fatal(err)
	}
	said := asideProblem(s, dir)
	for _, want := range []string{"5 half-turns were", "move it back into " + dir, filepath.Join(bad, "0.json") + ": 3 times not taken in time; "} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in %q", want, said)
		}
	}
	if strings.Contains(said, "4.json") {
		t.Errorf("all are named: %q", said)
	}
}
