package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
)

// TestWhatIsNoNotes: a file that is no text, or that memtide has written for
// people, makes no memories.
func TestWhatIsNoNotes(t *testing.T) {
	for text, want := range map[string]string{
		"- a note\n- fast\x00er\n":     "it is no text",
		"- caf\u00e9\n- na\xefve\n- x": "line 2 is not UTF-8",
		"\xff\xfe-\x00 \x00":           "UTF-16",
		"# Memory a b\n\nAs of 2026-05-01 10:00:00. Dates are when it was said.\n\n## Facts\n": "without --format",
		"- a note\n": "",
		"# Memory of the pier\n\nAs of May we meet on Tuesdays.\n": "",
		"": "",
	} {
		path := filepath.Join(t.TempDir(), "notes.md")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := notesOf(path)
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", text, err, want)
		case err != nil && len(found) > 0:
			t.Errorf("%q: %d memories beside the error", text, len(found))
		}
	}
}

// TestAMarkBeforeTheTextIsNoText: some editors put a byte order mark first.
func TestAMarkBeforeTheTextIsNoText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "notes.md")
	if err := os.WriteFile(path, []byte("\xef\xbb\xbf# Pier\n\n- The kiosk opens at nine.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := notesOf(path)
	if err != nil || len(found) != 1 || found[0].Tags[0] != "Pier" {
		t.Errorf("%v, %v", found, err)
	}
	if kind, err := recognise(path); kind != "notes" {
		t.Errorf("%q, %v", kind, err)
	}
	head := 0
	if err := readExport(bytes.NewReader([]byte("\xef\xbb\xbf"+`{"memtide_export":{"version":1}}`)), func(control.ExportLine) error { head++; return nil }); err != nil || head != 1 {
		t.Errorf("%d lines, %v", head, err)
	}
}

// TestAnExportIsTakenWholeOrNot: what is cut off is seen before anything is taken.
func TestAnExportIsTakenWholeOrNot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "export.jsonl")
	if err := os.WriteFile(path, []byte(`{"memtide_export":{"version":1}}`+"\n"+`{"node":{"id":"`), 0o600); err != nil {
		t.Fatal(err)
	}
	// There is no daemon to take anything.
	_, err := importExport(t.Context(), nil, "", path, bringing{})
	if err == nil || !strings.Contains(err.Error(), "nothing is taken: line 2: the JSON is cut off") {
		t.Errorf("%v", err)
	}
	for line, want := range map[string]string{
		`{"edge":{"id":"01KAM5C0000000000000000003","kind":"sings","from":"01KAM5C0000000000000000001","to":"01KAM5C0000000000000000002","created_at":"2026-11-01T00:00:00Z"}}`: `kind "sings" is not one of`,
		`{"node":{"id":"01KAM5C0000000000000000002","kind":"song","content":"La."}}`:                                                                                            `kind "song" is not one of`,

		`{"node":{"id":"01KAM5C0000000000000000002","kind":"fact","content":"La.","created_at":"2026-11-01T10:00:00+24:00"}}`: "timezone hour",
		`{"node":{"id":"01KAM5C0000000000000000002","kind":"fact","content":"` + strings.Repeat("la ", 2<<20) + `"}}`:         "want 4194304 at most",
	} {
		node := `{"node":{"id":"01KAM5C0000000000000000001","kind":"instruction","content":"Hum while you work."}}`
		if err := os.WriteFile(path, []byte(`{"memtide_export":{"version":1}}`+"\n"+node+"\n"+line+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := importExport(t.Context(), nil, "", path, bringing{})
		if err == nil || !strings.Contains(err.Error(), "nothing is taken: line 3: ") || !strings.Contains(err.Error(), want) || errors.Is(err, memtide.ErrNewer) != strings.HasPrefix(want, "kind ") {
			t.Errorf("%v", err)
		}
	}
	if _, err := recognise(t.TempDir()); err == nil || !strings.Contains(err.Error(), "memtide import notes") {
		t.Errorf("a folder: %v", err)
	}
}

// TestForeignTranscript: a transcript of a client is known by its first line, whichever
// client was named.
func TestForeignTranscript(t *testing.T) {
	for first, want := range map[string]string{
		`{"timestamp":"2026-05-01T10:00:00Z","type":"session_meta","payload":{"id":"a","cwd":"/none"}}`: "codex",
		`{"sessionId":"a","projectHash":"b","kind":"main"}`:                                             "gemini",
		`{"type":"user","sessionId":"a","message":{"role":"user","content":"Hi"}}`:                      "claude-code",
		`{"type":"summary","summary":"About boats"}`:                                                    "",
		``: "",
	} {
		path := filepath.Join(t.TempDir(), "rollout.jsonl")
		if err := os.WriteFile(path, []byte(first+"\n{}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		files, err := transcripts(agentClients()[0], path)
		if err != nil || len(files) != 1 {
			t.Errorf("%s: %v, %v", first, files, err)
		}
		if kind, err := recognise(path); kind != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", first, kind, err)
		}
	}
}

// Transcripts are found in a folder of any name.
func TestTranscriptsInAnyFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "-home-ann-notes [old]")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "one.jsonl"), []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := transcripts(agentClients()[0], dir); err != nil || len(got) != 1 {
		t.Errorf("%q, %v", got, err)
	}
}
