package main

import (
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
