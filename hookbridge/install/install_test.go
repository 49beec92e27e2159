package install

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const settings = "{\n    \"model\": \"opus\",\n    \"permissions\": {\"allow\": [\"Bash(ls:*)\"]}\n}\n"

type box struct {
	Options
	file string
	at   time.Time
}

// newBox returns options for a configuration folder of its own; text is its
// settings.json, "" means there is none.
func newBox(t *testing.T, text string) *box {
	t.Helper()
	dir := t.TempDir()
	b := &box{at: time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)}
	b.Options = Options{Client: Claude, Home: filepath.Join(dir, "home"), ConfigDir: filepath.Join(dir, ".claude"), Hook: filepath.Join(dir, "memtide-hook")}
	b.Now = func() time.Time { b.at = b.at.Add(time.Second); return b.at }
	b.file = filepath.Join(b.ConfigDir, "settings.json")
	write(t, b.Hook, "#!/bin/sh\n", 0o755)
	if text != "" {
		write(t, b.file, text, 0o640)
	}
	return b
}

func write(t *testing.T, path, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

func slurp(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func (b *box) install(t *testing.T) Report {
	t.Helper()
	r, err := Install(b.Options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (b *box) uninstall(t *testing.T) Report {
	t.Helper()
	r, err := Uninstall(b.Options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func TestInstallUninstallExact(t *testing.T) {
	b := newBox(t, settings)
	r := b.install(t)
	if !r.Changed || r.Created || r.Backup == "" || slurp(t, r.Backup) != settings {
		t.Fatalf("report %+v", r)
	}
	if st, _ := os.Stat(r.Backup); runtime.GOOS != "windows" && st.Mode().Perm() != 0o600 {
		t.Errorf("backup has mode %v", st.Mode())
	}
	if st, _ := os.Stat(b.file); runtime.GOOS != "windows" && st.Mode().Perm() != 0o640 {
		t.Errorf("settings have mode %v", st.Mode())
	}
	once := slurp(t, b.file)
	if r := b.install(t); r.Changed || r.Backup != "" || slurp(t, b.file) != once {
		t.Errorf("second install changed something: %+v", r)
	}
	b.Hook = filepath.Join(filepath.Dir(b.Hook), "new", "memtide-hook")
	if r := b.install(t); !r.Changed || !strings.Contains(slurp(t, b.file), "new") {
		t.Errorf("moved binary: %+v", r)
	}
	if r := b.uninstall(t); !r.Exact || slurp(t, b.file) != settings {
		t.Errorf("uninstall %+v:\n%s", r, cmp.Diff(settings, slurp(t, b.file)))
	}
	if got := names(t, b.ConfigDir); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
	if r := b.uninstall(t); r.Changed {
		t.Errorf("second uninstall changed something: %+v", r)
	}
}

func TestInstallCreates(t *testing.T) {
	b := newBox(t, "")
	if r := b.install(t); !r.Created || r.Backup != "" {
		t.Errorf("report %+v", r)
	}
	if st, _ := os.Stat(b.file); runtime.GOOS != "windows" && st.Mode().Perm() != 0o600 {
		t.Errorf("new settings have mode %v", st.Mode())
	}
	if r := b.uninstall(t); !r.Deleted || !r.Exact {
		t.Errorf("uninstall %+v", r)
	}
	if _, err := os.Stat(b.ConfigDir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("folder is still there: %v", err)
	}
}

// What the user wrote after an install survives a second install and the
// uninstall, also in a file that Install had made.
func TestUserEditsSurvive(t *testing.T) {
	for _, text := range []string{settings, ""} {
		b := newBox(t, text)
		b.install(t)
		edited := strings.Replace(slurp(t, b.file), "{\n", "{\n    \"theme\": \"dark\",\n", 1)
		write(t, b.file, edited, 0o600)
		b.Hook += "-moved/memtide-hook"
		b.install(t)
		r := b.uninstall(t)
		got := slurp(t, b.file)
		if r.Exact || r.Deleted || !strings.Contains(got, `"theme": "dark"`) || strings.Contains(got, "memtide-hook") {
			t.Errorf("from %q: %+v:\n%s", text, r, got)
		}
		if text != "" && got != strings.Replace(settings, "{\n", "{\n    \"theme\": \"dark\",\n", 1) {
			t.Errorf("from %q:\n%s", text, got)
		}
	}
}

func TestUninstallAfterEdit(t *testing.T) {
	b := newBox(t, settings)
	b.install(t)
	write(t, b.file, strings.Replace(slurp(t, b.file), "opus", "haiku", 1), 0o600)
	r := b.uninstall(t)
	if want := strings.Replace(settings, "opus", "haiku", 1); r.Exact || r.Backup == "" || slurp(t, b.file) != want {
		t.Errorf("%+v:\n%s", r, cmp.Diff(want, slurp(t, b.file)))
	}
}

// Settings that were put in the place of installed ones, as by a manager of dot files, are
// what an uninstall brings back, and a copy of those before them stays.
func TestUninstallAfterTheFileWasReplaced(t *testing.T) {
	for _, first := range []string{`{"hooks": {}, "model": "opus"}`, settings, ""} {
		b := newBox(t, first)
		b.install(t)
		const second = "{\"theme\": \"dark\"}\n"
		write(t, b.file, second, 0o600)
		b.install(t)
		if r := b.uninstall(t); !r.Exact || r.Deleted || r.Backup != "" || slurp(t, b.file) != second {
			t.Errorf("from %q: %+v:\n%s", first, r, slurp(t, b.file))
		}
		var copies []string
		for _, name := range names(t, b.ConfigDir) {
			if name != "settings.json" {
				copies = append(copies, slurp(t, filepath.Join(b.ConfigDir, name)))
			}
		}
		if first != "" && (len(copies) != 1 || copies[0] != first) || first == "" && len(copies) > 0 {
			t.Errorf("from %q: copies %q", first, copies)
		}
	}
}

// Entries that were there before the first install of ours do not come back.
func TestUninstallAfterForeignInstall(t *testing.T) {
	b := newBox(t, `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/usr/bin/memtide-hook"}]}]}}`)
	b.install(t)
	b.uninstall(t)
	if got := slurp(t, b.file); got != "{}" {
		t.Errorf("left %q", got)
	}
}

func TestInstallRefusesMalformed(t *testing.T) {
	for _, text := range []string{"{\n  \"a\": 1,\n}\n", `{"hooks": []}`} {
		b := newBox(t, text)
		_, err := Install(b.Options)
		if !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrShape) || !strings.Contains(err.Error(), "line ") {
			t.Errorf("%q: %v", text, err)
		}
		if got := names(t, b.ConfigDir); slurp(t, b.file) != text || len(got) != 1 {
			t.Errorf("%q: touched: %v", text, got)
		}
	}
}

func TestInstallFollowsLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	b := newBox(t, "")
	real := filepath.Join(filepath.Dir(b.ConfigDir), "dotfiles", "claude.json")
	write(t, real, settings, 0o644)
	if err := os.MkdirAll(b.ConfigDir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../dotfiles/claude.json", b.file); err != nil {
		t.Fatal(err)
	}
	b.install(t)
	if st, _ := os.Lstat(b.file); st.Mode()&os.ModeSymlink == 0 || !strings.Contains(slurp(t, real), "memtide-hook") {
		t.Error("the link was replaced or its target was not written")
	}
	b.uninstall(t)
	if slurp(t, real) != settings {
		t.Error("target is not what it was")
	}
}

// The record names the folder of each client that reads the file: what else they keep
// lies there, and not beside the file. One of before is completed.
func TestTheRecordNamesTheFoldersOfClients(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	b := newBox(t, "")
	dir := filepath.Dir(b.ConfigDir)
	real := filepath.Join(dir, "dotfiles", "claude.json")
	write(t, real, settings, 0o644)
	other := filepath.Join(dir, "other")
	for _, d := range []string{b.ConfigDir, other} {
		if err := errors.Join(os.MkdirAll(d, 0o755), os.Symlink("../dotfiles/claude.json", filepath.Join(d, "settings.json"))); err != nil {
			t.Fatal(err)
		}
	}
	check := func(want ...string) {
		t.Helper()
		s, err := readState(b.Home)
		if err != nil || len(s.Files) != 1 {
			t.Fatal(s, err)
		}
		for path, rec := range s.Files {
			if d := cmp.Diff(want, rec.ConfigDirs); d != "" {
				t.Errorf("%s: %s", path, d)
			}
		}
	}
	b.install(t)
	check(b.ConfigDir)
	own := b.ConfigDir
	b.ConfigDir = other
	if r := b.install(t); r.Changed {
		t.Errorf("the file is right already: %+v", r)
	}
	check(own, other)
	write(t, real, settings, 0o644) // the client has written it anew
	b.install(t)
	check(own, other)
	b.uninstall(t)
	if s, err := readState(b.Home); err != nil || len(s.Files) != 0 {
		t.Errorf("the record stays: %v, %v", s.Files, err)
	}
}

func TestDryRun(t *testing.T) {
	b := newBox(t, settings)
	b.DryRun = true
	r := b.install(t)
	if !r.Changed || !strings.Contains(r.Diff, "@@ -1,4 +1,") || !strings.Contains(r.Diff, "+    \"hooks\": {") ||
		!strings.Contains(r.Diff, "-    \"permissions\"") || slurp(t, b.file) != settings {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(b.Home); !errors.Is(err, os.ErrNotExist) {
		t.Error("a dry run wrote its record")
	}
}

func TestInspect(t *testing.T) {
	b := newBox(t, `{"disableAllHooks":true,"enabledPlugins":{"memtide@market":true},"hooks":{"Stop":[{"hooks":[{"command":"/none/memtide-hook"},{"command":"memtide-hook x"}]}],"SubagentStop":[{"hooks":[{"command":"/none/memtide-hook"}]}]}}`)
	s, err := Inspect(b.Options)
	if err != nil {
		t.Fatal(err)
	}
	if !s.DisableAll || !s.Plugin || len(s.Missing) != 5 || len(s.Duplicates) != 1 || len(s.Retired) != 1 || len(s.Broken) != 3 || s.Known {
		t.Errorf("%+v", s)
	}
	b.install(t)
	s, err = Inspect(b.Options)
	if err != nil || len(s.Commands) == 0 || len(s.Missing)+len(s.Duplicates)+len(s.Broken) != 0 || !s.Known || !s.Untouched || len(s.Retired) != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if s.Commands["Stop"] != b.Hook {
		t.Errorf("command is %q", s.Commands["Stop"])
	}
}

func TestBackupsAreFew(t *testing.T) {
	b := newBox(t, settings)
	for i := range 9 {
		b.Hook = filepath.Join(filepath.Dir(b.Hook), strings.Repeat("d", i+1), "memtide-hook")
		b.install(t)
	}
	if got := names(t, b.ConfigDir); len(got) != 1+1+keepBackups {
		t.Errorf("%d files: %v", len(got), got)
	}
	if r := b.uninstall(t); !r.Exact || slurp(t, b.file) != settings {
		t.Errorf("%+v", r)
	}
}

func TestDiff(t *testing.T) {
	old := "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\n"
	new := "a\nB\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl"
	want := "--- f\n+++ f\n@@ -1,5 +1,5 @@\n a\n-b\n+B\n c\n d\n e\n@@ -9,5 +9,4 @@\n i\n j\n k\n-l\n-m\n+l\n\\ No newline at end of file\n"
	if d := cmp.Diff(want, diff("f", []byte(old), []byte(new))); d != "" {
		t.Error(d)
	}
}
