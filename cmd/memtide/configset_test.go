package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// call runs a command inside the test, and returns its exit code and all that it has said.
func call(t *testing.T, stdin string, args ...string) (string, int) {
	t.Helper()
	var out bytes.Buffer
	code := run(t.Context(), args, stdio{strings.NewReader(stdin), &out, &out})
	return out.String(), code
}

// The file stays the kind of file that it was: its mode, its links, its ends of lines, its first
// bytes and its last ones.
func TestConfigSetLeavesTheFileAsItIs(t *testing.T) {
	t.Setenv("MEMTIDE_NO_START", "1")
	home := filepath.Join(t.TempDir(), "a", "home")
	file := filepath.Join(home, "config.toml")
	set := func(want int, args ...string) string {
		t.Helper()
		out, code := call(t, "", append(append([]string{"config", "set"}, args...), "--home", home)...)
		if code != want {
			t.Fatalf("%q ends with %d: %s", args, code, out)
		}
		return out
	}
	has := func(text string) {
		t.Helper()
		if raw, err := os.ReadFile(file); err != nil || string(raw) != text {
			t.Errorf("%q, %v; want %q", raw, err, text)
		}
	}
	set(exitOK, "space", "barn")
	has("space = \"barn\"\n")
	if runtime.GOOS != "windows" {
		for path, mode := range map[string]fs.FileMode{file: 0o600, home: 0o700, filepath.Dir(home): 0o700} {
			if st, err := os.Stat(path); err != nil || st.Mode().Perm() != mode {
				t.Errorf("%s: %v, %v", path, st.Mode(), err)
			}
		}
	}
	for was, is := range map[string]string{
		"\xef\xbb\xbf# first\r\n[log]\r\nlevel = 'warn'":   "\xef\xbb\xbf# first\r\n[log]\r\nlevel = \"error\"",
		"\xef\xbb\xbf# first\r\n\r\n[log]\r\n# level = 1":  "\xef\xbb\xbf# first\r\n\r\n[log]\r\n# level = 1\r\nlevel = \"error\"",
		"log = { file = \"" + home + "/l\" } # no\ttable ": "log = { file = \"" + home + "/l\", level = \"error\" } # no\ttable ",
	} {
		if runtime.GOOS == "windows" && strings.Contains(was, home) {
			continue // its path is no text of TOML
		}
		if err := os.WriteFile(file, []byte(was), 0o600); err != nil {
			t.Fatal(err)
		}
		set(exitOK, "log.level", "error")
		has(is)
	}
	// Behind a link the link stays, and one that leads nowhere is no file that is missing.
	real := filepath.Join(t.TempDir(), "memtide.toml")
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, file); err != nil {
		t.Skip(err) // Windows gives links to few
	}
	if out := set(exitError, "log.level", "error"); !strings.Contains(out, "is a link to "+real+", which is not there") {
		t.Error(out)
	}
	if err := os.WriteFile(real, []byte("[log]\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	if out := set(exitOK, "log.level", "error"); !strings.Contains(out, "memtide.toml: changed") {
		t.Error(out)
	}
	has("[log]\nlevel = \"error\"\n")
	if st, err := os.Lstat(file); err != nil || st.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("%v, %v is no link any more", st.Mode(), err)
	}
	if st, err := os.Stat(real); err != nil || st.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", st.Mode(), err)
	}
	// What its owner has made read-only is left alone.
	if err := os.Chmod(real, 0o440); err != nil {
		t.Fatal(err)
	}
	if out := set(exitError, "log.level", "warn"); !strings.Contains(out, "is read-only (mode 0440)") {
		t.Error(out)
	}
	has("[log]\nlevel = \"error\"\n")
	if all, err := os.ReadDir(filepath.Dir(real)); err != nil || len(all) != 1 {
		t.Errorf("%v, %v", all, err)
	}
	// A folder in the place of the file, and a file in that of the folder.
	if err := errors.Join(os.Remove(file), os.Mkdir(file, 0o700)); err != nil {
		t.Fatal(err)
	}
	if out := set(exitError, "log.level", "warn"); !strings.Contains(out, "not a file") {
		t.Error(out)
	}
	home = real
	if out := set(exitError, "log.level", "warn"); !strings.Contains(out, "is a file; name a folder: --home or MEMTIDE_HOME") {
		t.Error(out)
	}
}

// Commands that change the file at once do not undo each other.
func TestConfigSetAtOnce(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	p := newProcess(t, home)
	keys := []string{"dead.max_age_days", "trace.max_age_days", "jobs.keep_backups", "models.slots", "models.late_s", "models.wait_ms", "remember.source_cap", "retrieve.tokens_pins"}
	var all sync.WaitGroup
	for _, key := range keys {
		all.Go(func() {
			if out, code := p.memtide("", "config", "set", key, "60"); code != exitOK {
				t.Errorf("%s: %d, %s", key, code, out)
			}
		})
	}
	all.Wait()
	raw, err := os.ReadFile(filepath.Join(home, "config.toml"))
	if n := bytes.Count(raw, []byte(" = 60\n")); err != nil || n != len(keys) {
		t.Errorf("%d of %d are there: %v\n%s", n, len(keys), err, raw)
	}
}
