package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
)

// A daemon that a command starts has the settings of that call, all but its space; one
// that runs already keeps its own, and the call says so where they are others.
func TestSettingsOfACallReachTheDaemonThatItStarts(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	t.Cleanup(func() { p.memtide("", "stop") })
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("other.toml", []byte("[retrieve]\ntokens_simple = 321\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	given := []string{"--config", "other.toml", "--set", "retrieve.gate=0.2", "--set", "space=work", "--set", "remember.optout_folders=/a, /b",
		"--set", `"models.providers=near preset=vllm url=http://127.0.0.1:9/v1, far preset=vllm url=http://127.0.0.1:8/v1"`}
	if out, code := p.memtideWith([]string{"MEMTIDE_NO_START=0"}, "", append(given, "rules")...); code != exitNone || strings.Contains(out, "no effect") {
		t.Fatalf("exit %d: %s", code, out)
	}
	cl := p.reach()
	if cl == nil {
		t.Fatal("no daemon was started")
	}
	defer cl.Close()
	has, err := client.Control[map[string]string](daemontest.Within(t, time.Minute), cl, "settings", struct{}{})
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"retrieve.gate": "0.2", "retrieve.tokens_simple": "321", "space": `"default"`, "remember.optout_folders": `["/a", "/b"]`} {
		if has[key] != want {
			t.Errorf("the daemon has %s = %s, want %s", key, has[key], want)
		}
	}
	if both := has["models.providers"]; !strings.Contains(both, "near") || !strings.Contains(both, "far") {
		t.Errorf("the daemon has models.providers = %s", both)
	}
	for _, c := range []struct{ args, said string }{
		{"--set retrieve.gate=0.2 --set space=work rules", ""}, // the same, or of the call alone
		{"--config other.toml rules", ""},
		{"--set retrieve.gate=0.3 rules", "memtide: --set has no effect on the daemon that runs already, which goes on with retrieve.gate = 0.2; memtide stop"},
		{"--set retrieve.gate=0.3 status", "memtide: --set has no effect"},
		{"--set retrieve.gate=0.3 models", "memtide: --set has no effect"},
		{"--config changed.toml rules", "memtide: --config has no effect on the daemon that runs already, which goes on with retrieve.tokens_simple = 321;"},
	} {
		if err := os.WriteFile("changed.toml", []byte("[retrieve]\ntokens_simple = 300\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		out, _ := p.memtide("", strings.Fields(c.args)...)
		if !strings.Contains(out, c.said) || c.said == "" && strings.Contains(out, "no effect") {
			t.Errorf("%s: %s", c.args, out)
		}
	}
}
