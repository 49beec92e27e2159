package ledger

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
)

// What a process that was killed has left, with the words of memories in it, goes at the
// next start, whatever the data folder is called.
func TestLeftOversGoInAnyFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "notes [old]", "spaces")
	home := filepath.Join(dir, "token")
	view := filepath.Join(home, pastFolder, "7")
	if err := os.MkdirAll(view, 0o700); err != nil {
		t.Fatal(err)
	}
	graph, unsaved := filepath.Join(view, "graph.db"), filepath.Join(home, "text.snap.1.tmp")
	for _, path := range []string{graph, unsaved} {
		if err := os.WriteFile(path, []byte("the heron nests in Bremen"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	l := &Ledger{dir: dir, log: slog.New(slog.DiscardHandler)}
	l.removeEveryPast()
	if _, err := os.Stat(graph); err == nil {
		t.Error("a view of the past is left")
	}
	s := &space{l: l, dir: home}
	if err := s.dropUnsaved(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(unsaved); err == nil {
		t.Error("half a text index is left")
	}
}

// An erasure overwrites the views of the past: their names are gone, and so are the bytes.
func TestViewsAreOverwrittenInAnyFolder(t *testing.T) {
	home := filepath.Join(t.TempDir(), "notes [old]")
	view := filepath.Join(home, pastFolder, "7")
	if err := os.MkdirAll(view, 0o700); err != nil {
		t.Fatal(err)
	}
	graph, kept := filepath.Join(view, "graph.db"), filepath.Join(t.TempDir(), "kept")
	if err := os.WriteFile(graph, []byte("the heron nests in Bremen"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(graph, kept); err != nil { // to look at what is left of the bytes
		t.Skip(err)
	}
	if err := removePast(home); err != nil {
		t.Fatal(err)
	}
	if raw, err := os.ReadFile(kept); err != nil || string(raw) == "the heron nests in Bremen" {
		t.Errorf("the bytes stand as they were: %q, %v", raw, err)
	}
}
