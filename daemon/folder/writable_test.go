package folder

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A folder that nothing can be written into is named with what to do, and those that are
// not there yet are not.
func TestWhatCannotBeWrittenIntoIsNamed(t *testing.T) {
	home := t.TempDir()
	if all := Unwritable(home); len(all) > 0 {
		t.Errorf("of an empty one: %v", all)
	}
	if all := Unwritable(filepath.Join(home, "none")); len(all) > 0 {
		t.Errorf("of none: %v", all)
	}
	for _, name := range []string{"spool", "state"} {
		if err := os.Mkdir(filepath.Join(home, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(home, "run"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	all := Unwritable(home)
	if len(all) != 1 || !strings.Contains(all[0].Err.Error(), filepath.Join(home, "run")+"") || all[0].Mend != "move that file away" {
		t.Errorf("of a file in the place of a folder: %v", all)
	}
	if os.Geteuid() == 0 || runtime.GOOS == "windows" {
		return // who may write anywhere
	}
	if err := os.Chmod(filepath.Join(home, "spool"), 0o500); err != nil {
		t.Fatal(err)
	}
	all = Unwritable(home)
	if len(all) != 2 || !strings.Contains(all[0].Err.Error(), "permission denied") || !strings.HasPrefix(all[0].Mend, "chmod u+rwx ") {
		t.Errorf("of a spool that is read-only: %v", all)
	}
}
