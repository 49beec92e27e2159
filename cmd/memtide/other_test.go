package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/hookbridge"
)

// TestADaemonOfAnotherVersionIsNamed: after an upgrade the old daemon goes on until
// somebody stops it, and does not know what is new.
func TestADaemonOfAnotherVersionIsNamed(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	status := func() string {
		var out bytes.Buffer
		if code := run(t.Context(), []string{"status"}, stdio{strings.NewReader(""), &out, &out}); code != exitOK {
			t.Fatalf("status ends with %d: %s", code, &out)
		}
		return out.String()
	}
	if said := status(); strings.Contains(said, "problem") {
		t.Errorf("of the same version: %s", said)
	}
	path := hookbridge.NewPaths(d.Dir).RunFile()
	info, err := hookbridge.ReadRun(path)
	if err != nil {
		t.Fatal(err)
	}
	info.Version = "v0.0.9"
	raw, err := json.Marshal(info)
	if err == nil {
		err = os.WriteFile(path, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if said := status(); !strings.Contains(said, "of version v0.0.9, this program of "+client.Version()+"; memtide stop --hold 0s") {
		t.Errorf("status: %s", said)
	}
	cl := dialled(t, d)
	if _, err := client.Control[bool](t.Context(), cl, "something-new", true); err == nil || !strings.Contains(err.Error(), "v0.0.9") {
		t.Errorf("a verb that it does not know: %v", err)
	}
}
