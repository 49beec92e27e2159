package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The folder in which the transcripts of all projects lie is taken like the client's folder
// around it.
func TestTranscriptsBelowEachFolderThatOneMayName(t *testing.T) {
	client := t.TempDir()
	file := filepath.Join(client, "projects", "-home-ann-heron", "s1.jsonl")
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{client, filepath.Join(client, "projects"), filepath.Dir(file), file} {
		if all, err := transcripts(dir); err != nil || len(all) != 1 || all[0] != file {
			t.Errorf("%s: %v, %v", dir, all, err)
		}
	}
}
