package main

import (
	"bytes"
	"testing"

	"github.com/memtide/memtide/hookbridge/install"
)

// What became of a client's settings says who has changed them, and where the copy is.
func TestWhatBecameOfTheSettings(t *testing.T) {
	for _, c := range []struct {
		r    install.Report
		dry  bool
		by   string
		want string
	}{
		{install.Report{Path: "a"}, false, "", "a: nothing to change\n"},
		{install.Report{Path: "a", Changed: true, Diff: "+x\n"}, true, "Codex", "+x\n"},
		{install.Report{Path: "a", Changed: true, Deleted: true}, false, "", "a: removed; it was made by the install\n"},
		{install.Report{Path: "a", Changed: true}, false, "Codex", "a: changed by Codex\n"},
		{install.Report{Path: "a", Changed: true, Backup: "b"}, false, "", "a: changed (copy: b)\n"},
		{install.Report{Path: "a", Changed: true}, false, "", "a: changed\n"},
	} {
		var b bytes.Buffer
		if writeInstalled(&b, c.r, c.dry, c.by); b.String() != c.want {
			t.Errorf("%+v: %q, want %q", c, b.String(), c.want)
		}
	}
}
