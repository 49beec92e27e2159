package hookbridge

import (
	"path/filepath"
	"testing"
)

// A folder without git is a project where somebody has put what only a project has; the
// user's own folder and those above it never are.
func TestAFolderWithoutGit(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(parts ...string) string { return filepath.Join(append([]string{top}, parts...)...) }
	t.Setenv("HOME", at("users", "me"))
	t.Setenv("USERPROFILE", at("users", "me"))
	makeFile(t, at("users", "CLAUDE.md"), "of the machine")
	makeFile(t, at("users", "me", "package.json"), "{}")
	makeFile(t, at("users", "me", ".claude", "settings.json"), "{}")
	makeFile(t, at("users", "me", "notes", "todo.txt"), "")
	makeFile(t, at("users", "me", "work", "Shop", "package.json"), "{}")
	makeFile(t, at("users", "me", "work", "Shop", "src", "deep", "x"), "")
	makeFile(t, at("users", "me", "work", "Shop", "api", "go.mod"), "")
	makeFile(t, at("users", "me", "thesis", ".claude", "settings.local.json"), "{}")
	makeFile(t, at("users", "me", "old", ".hg", "store"), "")
	makeFile(t, at("users", "me", "both", "lib", "Cargo.toml"), "")
	makeFile(t, at("users", "me", "wrong\nname", "Makefile"), "")
	makeRepo(t, at("users", "me", "both"))
	makeFile(t, at("srv", "app", "Gemfile"), "")
	for _, c := range []struct{ dir, want string }{
		{at("users", "me", "work", "Shop"), "Shop"}, {at("users", "me", "work", "Shop", "src", "deep"), "Shop"},
		{at("users", "me", "work", "Shop", "api"), "api"},
		{at("users", "me", "thesis", "chapters"), "thesis"}, {at("users", "me", "old"), "old"},
		{at("users", "me", "both", "lib"), "both"}, // git says what belongs together
		{at("users", "me", "wrong\nname"), "wrong name"},
		{at("srv", "app", "lib"), "app"},
		{at("users", "me", "work"), ""}, {at("users", "me", "notes"), ""}, {at("users", "me"), ""},
	} {
		if got := Project(c.dir); got != c.want {
			t.Errorf("Project(%s) = %q, want %q", c.dir, got, c.want)
		}
	}
	shop, api := RepositoryOf(at("users", "me", "work", "Shop", "src")), RepositoryOf(at("users", "me", "work", "Shop", "api"))
	if shop.Folder() != at("users", "me", "work", "Shop") || !shop.NoGit || Together(shop, api) || !Together(shop, shop) {
		t.Errorf("%+v, %+v", shop, api)
	}
}
