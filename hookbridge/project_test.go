package hookbridge

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

func makeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func makeRepo(t *testing.T, dir string) {
	t.Helper()
	makeFile(t, filepath.Join(dir, ".git", "HEAD"), "ref: refs/heads/main\n")
}

// The layouts of gitrepository-layout(5) and git-worktree(1).
func TestProject(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(parts ...string) string { return filepath.Join(append([]string{top}, parts...)...) }
	makeRepo(t, at("Acme"))
	makeFile(t, at("Acme", "src", "deep", "x"), "")
	makeFile(t, at("Acme", "empty", ".git", "description"), "no HEAD: not a repository")
	// a worktree beside the repository
	makeFile(t, at("fix-1", ".git"), "gitdir: "+at("Acme", ".git", "worktrees", "fix-1")+"\n")
	makeFile(t, at("Acme", ".git", "worktrees", "fix-1", "HEAD"), "ref: x\n")
	makeFile(t, at("Acme", ".git", "worktrees", "fix-1", "commondir"), "../..\n")
	makeFile(t, at("fix-1", "sub", "x"), "")
	// one whose administrative files were pruned
	makeFile(t, at("gone", ".git"), "gitdir: "+at("Acme", ".git", "worktrees", "gone")+"\n")
	// a submodule, and a relative gitdir
	makeFile(t, at("Acme", "lib", ".git"), "gitdir: ../.git/modules/lib-one\n")
	makeFile(t, at("Acme", ".git", "modules", "lib-one", "HEAD"), "x\n")
	// worktrees around a bare repository
	makeFile(t, at("site", ".bare", "HEAD"), "x\n")
	makeFile(t, at("site", ".bare", "worktrees", "main", "commondir"), "../..")
	makeFile(t, at("site", "main", ".git"), "gitdir: ../.bare/worktrees/main")
	// a bare repository elsewhere
	makeFile(t, at("store", "tool.git", "HEAD"), "x\n")
	makeFile(t, at("tool-wt", ".git"), "gitdir: "+at("store", "tool.git")+"\r\n")
	makeFile(t, at("broken", ".git"), "what?\n")
	for _, c := range []struct{ dir, want string }{
		{at("Acme"), "Acme"}, {at("Acme", "src", "deep"), "Acme"}, {at("Acme", "empty"), "Acme"},
		{at("Acme", ".git", "worktrees"), "Acme"},
		{at("Acme", "src", "not", "there"), "Acme"},
		{at("fix-1", "sub"), "Acme"}, {at("gone"), "Acme"},
		{at("Acme", "lib"), "lib-one"},
		{at("site", "main"), "site"}, {at("tool-wt"), "tool"},
		{at("broken"), ""}, {top, ""}, {"relative", ""}, {"", ""},
	} {
		if got := Project(c.dir); got != c.want {
			t.Errorf("Project(%s) = %q, want %q", c.dir, got, c.want)
		}
	}
	for name, want := range map[string]string{"two\nlines": "two lines", "\x1b[31mred": "[31mred", "a\u202eb": "a b", "with blanks": "with blanks"} {
		if runtime.GOOS == "windows" && name != "with blanks" {
			continue // no such names there
		}
		makeRepo(t, at(name))
		if got := Project(at(name)); got != want {
			t.Errorf("Project(%q) = %q, want %q", name, got, want)
		}
	}
	if err := os.Symlink(at("Acme", "src"), at("short")); err == nil {
		if got := Project(at("short", "deep")); got != "Acme" {
			t.Errorf("through a link: %q", got)
		}
	}
}

// TestAProjectMayBeNamed: two repositories whose folders have the same name are
// told apart, and one that is moved stays what it was, by a line of git's
// configuration.
func TestAProjectMayBeNamed(t *testing.T) {
	top := t.TempDir()
	n := 0
	for text, want := range map[string]string{
		"[core]\n\tbare = false\n":                                  "api",
		"[memtide]\n\tproject = shop/api\n":                         "shop/api",
		"[Memtide]\n\tProject=\"a # b\" ; comment\n":                "a # b",
		"[memtide] project = shop # of the pier\n":                  "shop",
		"[memtide]\nproject = one\n[core]\nproject = no\n":          "one",
		"[memtide]\nproject = one\n[memtide]\nproject = two\n":      "two",
		"[memtide \"sub\"]\n\tproject = no\n":                       "api",
		"[memtide]\n\tproject =\n":                                  "api",
		"[memtide]\n\tproject\n":                                    "api",
		"[memtide]\n\tproject = a\x1b[31mb\n":                       "a [31mb",
		"[memtide]\n\tproject = " + strings.Repeat("x", 300) + "\n": "api",
		"\x00\xff[memtide":                                          "api",
	} {
		n++
		dir := filepath.Join(top, strconv.Itoa(n), "api")
		makeRepo(t, dir)
		makeFile(t, filepath.Join(dir, ".git", "config"), text)
		makeFile(t, filepath.Join(dir, ".git", "worktrees", "fix", "commondir"), "../..")
		makeFile(t, filepath.Join(dir, ".git", "worktrees", "fix", "HEAD"), "x")
		makeFile(t, filepath.Join(dir+"-fix", ".git"), "gitdir: "+filepath.Join(dir, ".git", "worktrees", "fix")+"\n")
		for _, in := range []string{dir, filepath.Join(dir, "deep", "down"), dir + "-fix"} {
			if got := Project(in); got != want {
				t.Errorf("%q in %s: %q, want %q", text, in, got, want)
			}
		}
	}
}
