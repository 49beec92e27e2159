package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
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
		if all, err := transcripts(agentClients()[0], dir); err != nil || len(all) != 1 || all[0] != file {
			t.Errorf("%s: %v, %v", dir, all, err)
		}
	}
}

// A line of 40 MB, as of a pasted image, ends no import, and neither does one that a crash has
// damaged: both are told of, and what stands around them is taken.
func TestALineThatCannotBeReadIsTold(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	line := func(n int, content string) string {
		return fmt.Sprintf(`{"promptId":"p%d","type":"user","message":{"role":"user","content":%q},"uuid":"u-%d","timestamp":"2026-05-01T10:00:0%d.000Z","cwd":"/none","sessionId":"s"}`+"\n", n, content, n, n)
	}
	file := filepath.Join(t.TempDir(), "s.jsonl")
	whole := line(1, "The heron is grey.") + line(2, strings.Repeat("iVBOR", 8<<20)) + "\x00\x00\x00\n" + line(4, "The egret is white.") + `{"promptId":"p5","ty`
	if err := os.WriteFile(file, []byte(whole), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ flag, want string }{{"--json=false", "2 new, 0 known, 0 skipped, 0 refused, 2 lines could not be read\n"}, {"--json", `"unread_lines": 2`}} {
		var out, said bytes.Buffer
		if code := run(t.Context(), []string{"import", file, c.flag}, stdio{strings.NewReader(""), &out, &said}); code != exitOK || !strings.Contains(out.String(), c.want) {
			t.Errorf("ends with %d: %s", code, &out)
		}
		if want := file + ": left out 1 line of more than 32.0 MiB and 1 line that is damaged; see line 2\n"; !strings.Contains(said.String(), want) {
			t.Errorf("says %q, want %q", &said, want)
		}
	}
}
