package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/daemon/control"
)

func TestReadNotes(t *testing.T) {
	const file = "---\nname: x\n---\n# Memory\n\nThe heron stands\non one leg.\n\n## 2026-05-01 Builds\n- Run the **tests** first.\n  - then the linter\n- [x] The quay is long.\n\n```sh\nrm -rf /\n```\n### Deep\n1. Numbered one\n---\n# Other\nPlain.\n"
	at := time.Date(2026, 6, 1, 8, 0, 0, 0, time.UTC)
	var got []string
	for _, n := range readNotes(file, at) {
		got = append(got, n.CreatedAt.Format(time.DateOnly)+" "+strings.Join(n.Tags, "/")+": "+n.Content)
	}
	want := []string{
		"2026-06-01 Memory: The heron stands on one leg.",
		"2026-05-01 Memory/2026-05-01 Builds: Run the **tests** first. then the linter",
		"2026-05-01 Memory/2026-05-01 Builds: The quay is long.",
		"2026-05-01 Memory/2026-05-01 Builds/Deep: Numbered one ---",
		"2026-06-01 Other: Plain.",
	}
	want[3] = "2026-05-01 Memory/2026-05-01 Builds/Deep: Numbered one"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// Each row of a table is a memory, with the names of the columns: alone it would say nothing.
func TestNotesReadTables(t *testing.T) {
	const file = "# Hosts\nWe have two.\n| host | role | |\n|:-----|------|---|\n| db1 | primary | ssd |\n| db2 |  | a \\| b |\n\n| no | table |\n\nname | port\n---|---\nheron | 8080\n| | |\n- An item | with a bar.\n"
	var got []string
	for _, n := range readNotes(file, time.Unix(1, 0)) {
		got = append(got, n.Content)
	}
	want := []string{"We have two.", "host: db1; role: primary; ssd", "host: db2; a | b", "| no | table |", "name: heron; port: 8080", "An item | with a bar."}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A key with headers stands in two paragraphs: neither is kept.
func TestNotesKeepNoPartOfAKey(t *testing.T) {
	row := "MIIEpAIBAAKCAQEA3vF9sQ8Zx7Lw2Nf0aTbYcRdHuJmPoKqViWeXsGz5tE1h4g+k\n"
	file := "# Deploy\n\nThe heron stands on one leg.\n\n-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n" +
		strings.Repeat(row, 12) + "-----END RSA PRIVATE KEY-----\n\nThe quay is long.\n"
	var got []string
	for _, n := range readNotes(file, time.Unix(1, 0)) {
		got = append(got, n.Content)
	}
	if all := strings.Join(got, " "); strings.Contains(all, "vF9sQ8Zx7Lw2") || !strings.Contains(all, "one leg") || !strings.Contains(all, "quay is long") {
		t.Errorf("%q", got)
	}
}

func FuzzReadNotes(f *testing.F) {
	f.Add("# a\n- b\n  - c\n```\n")
	f.Add("---\n")
	f.Add("a | b\n--|--\n1 | 2\n| |\n")
	f.Fuzz(func(t *testing.T, s string) {
		for _, n := range readNotes(s, time.Unix(1, 0)) {
			if strings.TrimSpace(n.Content) == "" || strings.Contains(n.Content, "\n") {
				t.Errorf("memory %q", n.Content)
			}
		}
	})
}

func FuzzReadExport(f *testing.F) {
	f.Add(`{"memtide_export":{"version":1}}` + "\n" + `{"node":{"id":"","kind":"fact"}}`)
	f.Add("{}\n")
	f.Fuzz(func(t *testing.T, s string) {
		head := false
		_ = readExport(strings.NewReader(s), func(l control.ExportLine) error {
			if head = head || l.Head != nil; !head {
				t.Error("a line comes before the head")
			}
			return nil
		})
	})
}

// Notes are found behind links: a folder that is one, and a MEMORY.md that is one, as
// people keep theirs in a repository of dot files.
func TestNotesBehindLinks(t *testing.T) {
	real, linked := t.TempDir(), t.TempDir()
	for path, text := range map[string]string{"MEMORY.md": "- the heron nests in Bremen\n", "memory/a.md": "- the otter swims\n"} {
		path = filepath.Join(real, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(linked, "project")
	if err := os.Symlink(real, folder); err != nil {
		t.Skip(err)
	}
	if got, err := noteFiles(folder); err != nil || len(got) != 2 {
		t.Errorf("a folder behind a link: %q, %v", got, err)
	}
	inside := filepath.Join(linked, "other")
	if err := os.MkdirAll(filepath.Join(inside, "memory"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"MEMORY.md", "memory/a.md"} {
		if err := os.Symlink(filepath.Join(real, name), filepath.Join(inside, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(inside, "memory", "b.md"), []byte("- the marten climbs\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := noteFiles(inside); err != nil || len(got) != 3 {
		t.Errorf("files behind links are left out without a word: %q, %v", got, err)
	}
	// The folder of the notes is a link itself, and one in it leads back.
	third := filepath.Join(linked, "third")
	if err := errors.Join(os.Mkdir(third, 0o700), os.Symlink(filepath.Join(real, "memory"), filepath.Join(third, "memory")),
		os.Symlink(real, filepath.Join(real, "memory", "up")), os.Symlink("none", filepath.Join(real, "memory", ".#a.md"))); err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(third, "memory", "a.md"), filepath.Join(third, "memory", "up", "MEMORY.md")}
	if got, err := noteFiles(third); err != nil || !slices.Equal(got, want) {
		t.Errorf("a folder of notes behind a link: %q, %v, want %q", got, err, want)
	}
}
