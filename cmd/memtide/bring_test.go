package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// An old value of an export, and one of a later batch that holds and says the same, are two.
func TestAnOldValueIsNotTheOneThatHolds(t *testing.T) {
	ctx := daemontest.Within(t, time.Minute)
	a := testDaemon(ctx, t, config.Default(), daemon.Options{NoSync: true})
	at := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	fact := func(i int, text string) *memtide.Node {
		return &memtide.Node{ID: memtide.NewID(at, "a", i), Kind: memtide.Fact, Content: text, CreatedAt: at, Trust: memtide.TrustUser}
	}
	const said = "The heron listens on port 8080."
	old, between, now := fact(0, said), fact(1, "The heron listens on port 9090."), fact(2, said)
	old.SupersededBy, between.SupersededBy = between.ID, now.ID
	lines := []control.ExportLine{{Head: &control.ExportHead{Version: exportVersion, Space: "work", AsOf: at}}, {Node: old}, {Node: between}}
	for i := range bringNodes + 10 {
		lines = append(lines, control.ExportLine{Node: fact(3+i, fmt.Sprintf("Pier %d has %d bollards.", i, 7*i))})
	}
	lines = append(lines, control.ExportLine{Node: now})
	var b strings.Builder
	for _, l := range lines {
		raw, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(raw, '\n'))
	}
	path := filepath.Join(t.TempDir(), "export.jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []brought{{New: len(lines) - 1, Links: 2}, {Known: len(lines) - 1}} {
		if got, err := importExport(ctx, a.Client, memtide.DefaultSpace, path, bringing{own: true}); err != nil || got != want {
			t.Errorf("%+v %v, want %+v", got, err, want)
		}
	}
}

// What is imported for a project is told in that one alone, but for names; the same may be
// imported for another one. A way to import that tells the project itself takes none.
func TestImportForAProject(t *testing.T) {
	d := testDaemon(daemontest.Within(t, time.Minute), t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	call := func(code int, args ...string) string {
		t.Helper()
		var out, said bytes.Buffer
		if got := run(t.Context(), args, stdio{strings.NewReader(""), &out, &said}); got != code {
			t.Errorf("%v ends with %d, want %d: %s%s", args, got, code, &out, &said)
		}
		return out.String() + said.String()
	}
	repo := filepath.Join(t.TempDir(), "quay")
	repository(t, repo, "")
	t.Chdir(repo)
	for name, text := range map[string]string{
		"MEMORY.md":    "- The crane was painted green.\n",
		"memory.jsonl": `{"type":"entity","name":"Ada Brink","entityType":"person","observations":["keeps the lock keys"]}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, project := range []string{".", "pier", ""} {
		if said := call(exitOK, "import", "notes", ".", "--project", project); !strings.HasPrefix(said, "1 new, 0 known") {
			t.Errorf("notes for %q: %s", project, said)
		}
		want := "3 new, 0 known" // the name, the half-turn, the fact
		if project != "." {
			want = "2 new, 1 known"
		}
		if said := call(exitOK, "import", "memory.jsonl", "--project", project); !strings.HasPrefix(said, want) {
			t.Errorf("a graph for %q: %s", project, said)
		}
	}
	for project, want := range map[string]int{"quay": 2, "pier": 2} {
		out := call(exitOK, "search", "--kind", "fact", "--project", project, "--json")
		if got := strings.Count(out, `"project": "`+project+`"`); got != want {
			t.Errorf("%d facts of %s, want %d: %s", got, project, want, out)
		}
	}
	if out := call(exitOK, "search", "--kind", "entity", "--json"); strings.Contains(out, `"project"`) || strings.Count(out, `"kind": "entity"`) != 1 {
		t.Errorf("names: %s", out)
	}
	export := filepath.Join(t.TempDir(), "export.jsonl")
	call(exitOK, "export", "-o", export)
	if said := call(exitUsage, "import", export, "--project", "pier"); !strings.Contains(said, "memtide move --from") {
		t.Errorf("an export: %s", said)
	}
	call(exitUsage, "import", "claude-code", repo, "--project", "pier")
}
