package hookbridge

import (
	"path/filepath"
	"testing"
)

func TestOriginOf(t *testing.T) {
	const want = "git.example.org/who/it"
	for _, url := range []string{"git@git.example.org:who/it.git", "https://git.example.org/who/it", "https://me:secret@Git.Example.org/who/it.git/",
		"ssh://git@git.example.org/who/it", "git.example.org:/who/it"} {
		if got := originOf(url); got != want {
			t.Errorf("%s: %q", url, got)
		}
	}
	for _, url := range []string{"https://git.example.org/other/it", "https://git.example.com/who/it"} {
		if got := originOf(url); got == want {
			t.Errorf("%s: %q", url, got)
		}
	}
}

func TestTogether(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name, config string) Repository {
		dir := filepath.Join(top, name, "api")
		makeRepo(t, dir)
		makeFile(t, filepath.Join(dir, ".git", "config"), config)
		return RepositoryOf(dir)
	}
	mine := at("mine", "[remote \"origin\"]\n\turl = https://git.example.org/me/api\n[remote \"upstream\"]\n\turl = https://git.example.org/them/api\n")
	for name, c := range map[string]struct {
		config string
		want   bool
	}{
		"theirs":   {"[remote \"origin\"]\n\turl = git@git.example.org:them/api.git\n", true},
		"local":    {"[remote \"origin\"]\n\turl = " + filepath.Dir(mine.Common) + "\n", true},
		"employer": {"[remote \"origin\"]\n\turl = https://git.example.org/employer/api\n", false},
		"fresh":    {"[core]\n\tbare = false\n", false},
		"branch":   {"[branch \"main\"]\n\turl = https://git.example.org/me/api\n", false},
	} {
		if other := at(name, c.config); Together(mine, other) != c.want || Together(other, mine) != c.want {
			t.Errorf("%s: %v, want %v", name, !c.want, c.want)
		}
	}
	if !Together(at("bare", ""), at("bare", "")) {
		t.Error("one repository is two")
	}
}
