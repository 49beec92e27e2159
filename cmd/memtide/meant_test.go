package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestAnUnknownCommandNamesTheOneThatIsMeant: by what other programs call it, or by
// its letters.
func TestAnUnknownCommandNamesTheOneThatIsMeant(t *testing.T) {
	for word, want := range map[string]string{
		"list": "did you mean export or search?", "memories": "did you mean export or search?", "add": "did you mean remember?", "Delete": "did you mean erase or forget?",
		"stats": "did you mean status?", "get": "did you mean show?", "serach": "did you mean search?", "xyzzy": `"xyzzy"; see memtide --help`,
	} {
		var problems bytes.Buffer
		if code := run(t.Context(), []string{word, "--home", t.TempDir()}, stdio{strings.NewReader(""), &bytes.Buffer{}, &problems}); code != exitUsage {
			t.Errorf("%s ends with %d", word, code)
		}
		if !strings.Contains(problems.String(), want) {
			t.Errorf("%s: %q, want %q", word, problems.String(), want)
		}
	}
	root := newRoot(&app{})
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	for name, words := range otherWords() {
		if !slices.Contains(names, name) {
			t.Errorf("there is no command %s", name)
		}
		for _, word := range strings.Fields(words) {
			if slices.Contains(names, word) {
				t.Errorf("%s is a command, and no other word for %s", word, name)
			}
		}
	}
}
