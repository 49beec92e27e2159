package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Each command that takes a path says what is wrong with one that is not there, is of the
// other sort, or is empty, before it starts a daemon.
func TestPathsThatCannotBeUsed(t *testing.T) {
	dir := t.TempDir()
	file, none, home := filepath.Join(dir, "file"), filepath.Join(dir, "none"), filepath.Join(dir, "home")
	if err := os.WriteFile(file, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(dir, "large.md")
	if err := errors.Join(os.WriteFile(large, nil, 0o600), os.Truncate(large, mostWhole+1)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("MEMTIDE_NO_START", "1")
	for _, c := range []struct {
		call []string
		want string
	}{
		{[]string{"backup", "list", none}, "there is no folder " + none},
		{[]string{"backup", "list", file}, file + " is a file"},
		{[]string{"backup", file}, file + " is a file"},
		{[]string{"restore", none}, "there is no folder " + none},
		{[]string{"restore", file}, file + " is a file"},
		{[]string{"restore", "--check", none}, "there is no folder " + none},
		{[]string{"restore", "--check", file}, file + " is a file"},
		{[]string{"restore", "--check", dir}, "it holds no manifest.json"},
		{[]string{"import", "memtide", dir}, dir + " is a folder"},
		{[]string{"import", "mcp-memory", dir}, dir + " is a folder"},
		{[]string{"import", "mcp-memory", none}, "there is no file " + none},
		{[]string{"import", os.DevNull}, os.DevNull + " is no file, but a pipe or a device"},
		{[]string{"import", "notes", os.DevNull}, os.DevNull + " is no file, but a pipe or a device"},
		{[]string{"import", "claude-code", os.DevNull}, os.DevNull + " is no file, but a pipe or a device"},
		{[]string{"export", "-o", filepath.Join(none, "x")}, "there is no folder " + none},
		{[]string{"export", "-o", ""}, "--output is empty"},
		{[]string{"search", "tea", "--as-of", ""}, "--as-of is empty"},
		{[]string{"eval", "retrieval", "--cases", none}, "there is no file " + none},
		{[]string{"eval", "longmemeval", "--data", dir}, dir + " is a folder"},
		{[]string{"--home", file, "status"}, "the data folder " + file + " is a file"},
		{[]string{"--home", "", "status"}, "--home is empty"},
	} {
		args := c.call
		if args[0] != "--home" {
			args = append([]string{"--home", home}, args...)
		}
		var out, errs bytes.Buffer
		root := newRoot(&app{io: stdio{strings.NewReader(""), &out, &errs}})
		root.SetArgs(args)
		if err := root.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.call, err, c.want)
		}
	}
	if _, err := os.Stat(home); err == nil {
		t.Error("a data folder was made")
	}
	for name, read := range map[string]func() error{
		"notes": func() error { _, err := notesOf(large); return err },
		"graph": func() error { _, err := importGraph(t.Context(), nil, "", large, bringing{}); return err },
	} {
		if err := read(); err == nil || !strings.Contains(err.Error(), "take it apart") {
			t.Errorf("%s of more than is read at once: %v", name, err)
		}
	}
}

// Who is in a folder that was removed is told so, and not what the system calls it.
func TestAFolderThatOneIsInAndIsGone(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere a folder that somebody is in stays, or has its old name")
	}
	dir := filepath.Join(t.TempDir(), "gone")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"--home", t.TempDir(), "backup", "new"}, stdio{strings.NewReader(""), &out, &errs})
	if code != exitError || !strings.Contains(errs.String(), "the folder that you are in is not there any more") {
		t.Errorf("%d: %s", code, errs.String())
	}
}
