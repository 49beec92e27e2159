package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// TestAShellIsOfferedWhatFits: the last line is cobra's, and says what a shell may add
// of its own: 0 files, 4 nothing, 16 folders.
func TestAShellIsOfferedWhatFits(t *testing.T) {
	for call, want := range map[string]string{
		"show":            ":4\n",
		"undo":            ":4\n",
		"backup":          "list\tlist the backups that are there, the newest first\n:16\n",
		"move":            ":16\n",
		"import":          "claude-code\ncodex\ngemini\nmemtide\nnotes\nmcp-memory\n:0\n",
		"export --output": ":0\n",
		"install":         "claude-code\ncodex\ngemini\nopenclaw\n:4\n",
		"remember --kind": "fact\nevent\ninstruction\nopinion\nplan\n:4\n",
		"log --kind":      "entity\nfact\nopinion\ninstruction\nevent\nplan\nepisode\nsummary\n:4\n",
	} {
		var out bytes.Buffer
		args := append(append([]string{"__complete"}, strings.Fields(call)...), "")
		if code := run(t.Context(), args, stdio{strings.NewReader(""), &out, io.Discard}); code != exitOK || out.String() != want {
			t.Errorf("%s ends with %d: %q, want %q", call, code, &out, want)
		}
	}
}
