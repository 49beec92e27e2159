package ledger_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
)

// TestReplayCutOff leaves the files of a rebuild as a crash would at each moment
// of its swap: the graph is the one before or the one after, and the next opening
// says which.
func TestReplayCutOff(t *testing.T) {
	note := `{"before":"aa","after":"bb"}`
	for _, x := range []struct {
		name  string
		files map[string]string // what to write; "graph" is a copy of the graph
		gone  bool              // the graph itself is moved aside
		says  string
	}{
		{"at its beginning", map[string]string{"graph.db.swap": `{"before":"","after":""}`}, false, "the one before"},
		{"while it is made", map[string]string{"graph.db.new": "half a file", "graph.db.swap": `{"before":"","after":""}`}, false, "the one before"},
		{"while an erasure makes it", map[string]string{"graph.db.new": "half a file"}, false, "it is dropped"},
		{"note half written", map[string]string{"graph.db.new": "graph", "graph.db.swap": `{"bef`}, false, "the one before"},
		{"before the swap", map[string]string{"graph.db.new": "graph", "graph.db.swap": note}, false, "the one before"},
		{"old one moved aside", map[string]string{"graph.db.new": "graph", "graph.db.swap": note}, true, "the one after"},
		{"after the swap", map[string]string{"graph.db.swap": note}, false, "the one after"},
	} {
		t.Run(x.name, func(t *testing.T) {
			h := bustest.Start(t)
			dir := t.TempDir()
			l, _ := open(t, h.Bus, dir, ledger.Options{})
			id := add(t, l, home, "a", "The heron stands on one leg.")
			want := hashOf(t, l, home)
			shut(t, l)
			folder := filepath.Join(dir, home.Token())
			graph, err := os.ReadFile(filepath.Join(folder, "graph.db"))
			if err != nil {
				t.Fatal(err)
			}
			for name, content := range x.files {
				if content == "graph" {
					content = string(graph)
				}
				if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if x.gone {
				if err := os.Rename(filepath.Join(folder, "graph.db"), filepath.Join(folder, "graph.db.before-x")); err != nil {
					t.Fatal(err)
				}
			}
			l, log := open(t, h.Bus, dir, ledger.Options{})
			if got := hashOf(t, l, home); got != want {
				t.Errorf("state %s, want %s", got, want)
			}
			if !strings.Contains(log.String(), x.says) {
				t.Errorf("says %q, want %q", log.String(), x.says)
			}
			_, rebuild := x.files["graph.db.swap"]
			if said := l.CutOff(); len(said) > 1 || (len(said) == 1) != rebuild || rebuild && !strings.Contains(said[0], x.says) {
				t.Errorf("cut off: %q", said)
			}
			for name := range x.files {
				if _, err := os.Stat(filepath.Join(folder, name)); !errors.Is(err, os.ErrNotExist) {
					t.Errorf("%s is left", name)
				}
			}
			if err := l.Read(t.Context(), home, func(v ledger.View) error {
				if !v.Graph.Has(id) || !v.Text.Has(id) {
					t.Error("the memory is gone")
				}
				return nil
			}); err != nil {
				t.Error(err)
			}
		})
	}
}
