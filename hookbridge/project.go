package hookbridge

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

const (
	maxUp        = 64       // folders that Project looks at
	maxGitFile   = 4096     // bytes of a .git or commondir file
	maxGitConfig = 64 << 10 // bytes of a repository's git configuration
	maxGivenName = 255      // bytes of memtide.project, as of a folder's name
)

// Project returns the name of the repository that dir lies in, the same in every
// worktree: memtide.project of the repository's git configuration, else the name
// of the folder around git's common dir in the case that stands on disk, without
// ".git" for a bare repository. Outside a repository it is the name of the nearest
// folder that has a sign of a project, else "" (decision 0034). Only files are read
// (gitrepository-layout(5)); git is not run, and settings of the user or the
// system are not looked at.
func Project(dir string) string { return RepositoryOf(dir).Project }

// Repository is where the name of a project comes from.
type Repository struct {
	Common  string // git's common dir, or a folder without git, without links; "" where there is no project
	Project string // its name, as [Project] tells it
	Given   bool   // by memtide.project
	NoGit   bool   // Common is the folder itself
}

// RepositoryOf returns the repository that dir lies in, or the folder that is a
// project without one.
func RepositoryOf(dir string) Repository {
	if !filepath.IsAbs(dir) {
		return Repository{}
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	dir = filepath.Clean(dir)
	inside := dir
	for range maxUp {
		if common := commonDir(filepath.Join(dir, ".git")); common != "" {
			given := givenName(common)
			if real, err := filepath.EvalSymlinks(common); err == nil {
				common = real
			}
			return Repository{Common: common, Project: cmp.Or(given, projectName(common)), Given: given != ""}
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	if folder := signedFolder(inside); folder != "" {
		return Repository{Common: folder, Project: oneLine(onDisk(folder)), NoGit: true}
	}
	return Repository{}
}

// commonDir returns the folder that all worktrees of a repository share, given
// its .git folder or file; "" when that is not one.
func commonDir(dotgit string) string {
	st, err := os.Stat(dotgit)
	if err != nil {
		return ""
	}
	git := dotgit
	if !st.IsDir() {
		line := firstLine(dotgit)
		target, ok := strings.CutPrefix(line, "gitdir:")
		if !ok {
			return ""
		}
		git = from(filepath.Dir(dotgit), strings.TrimSpace(target))
	}
	if common := firstLine(filepath.Join(git, "commondir")); common != "" {
		return from(git, common)
	}
	if _, err := os.Lstat(filepath.Join(git, "HEAD")); err == nil {
		return git
	}
	// The worktree was pruned: its name is lost, that of its repository is not.
	if parent := filepath.Dir(git); !st.IsDir() && filepath.Base(parent) == "worktrees" {
		return filepath.Dir(parent)
	}
	return ""
}

func projectName(common string) string {
	// .git, and .bare or the like where worktrees stand around a bare repository
	if strings.HasPrefix(filepath.Base(common), ".") {
		common = filepath.Dir(common)
	}
	name := strings.TrimSuffix(onDisk(common), ".git")
	if name == string(filepath.Separator) || name == "." || strings.HasSuffix(name, ":\\") {
		return ""
	}
	return oneLine(name)
}

// oneLine returns a name without what a list or a terminal would obey.
func oneLine(name string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(name, "\uFFFD")))
}

// givenName returns memtide.project of a repository (git-config(1)), the last one
// where there are several; "" for none. Files that the configuration includes are
// not read.
func givenName(common string) (name string) {
	gitConfig(common, func(section, key, value string) {
		if strings.EqualFold(section, "memtide") && strings.EqualFold(key, "project") {
			name = value
		}
	})
	if name = oneLine(name); len(name) > maxGivenName {
		return ""
	}
	return name
}

// gitConfig hands each setting of a repository to fn, its section as it is written.
func gitConfig(common string, fn func(section, key, value string)) {
	section := ""
	for line := range strings.Lines(string(smallFile(filepath.Join(common, "config"), maxGitConfig))) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "["); ok {
			head, line, _ = strings.Cut(head, "]")
			section = strings.TrimSpace(head)
		}
		if key, value, ok := strings.Cut(line, "="); ok {
			fn(section, strings.TrimSpace(key), configValue(strings.TrimSpace(value)))
		}
	}
}

// configValue returns a value without its quotes or the comment behind it.
func configValue(s string) string {
	if quoted, ok := strings.CutPrefix(s, `"`); ok {
		s, _, _ = strings.Cut(quoted, `"`)
		return s
	}
	if i := strings.IndexAny(s, "#;"); i >= 0 {
		s = s[:i]
	}
	return s
}

// onDisk returns the last element of path in the case in which it stands in
// its folder. Where names differ by case it is already so.
func onDisk(path string) string {
	name := filepath.Base(path)
	st, err := os.Stat(path)
	if err != nil {
		return name
	}
	other, err := os.Stat(filepath.Join(filepath.Dir(path), strings.Map(swapCase, name)))
	if err != nil || !os.SameFile(st, other) {
		return name
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return name
	}
	for _, e := range entries {
		if strings.EqualFold(e.Name(), name) {
			return e.Name()
		}
	}
	return name
}

func swapCase(r rune) rune {
	if unicode.IsUpper(r) {
		return unicode.ToLower(r)
	}
	return unicode.ToUpper(r)
}

func firstLine(path string) string {
	b, _, _ := bytes.Cut(smallFile(path, maxGitFile), []byte("\n"))
	return strings.TrimSpace(string(b))
}

// smallFile returns the first bytes of a file, nothing if it cannot be read.
func smallFile(path string, most int64) []byte {
	if st, err := os.Stat(path); err != nil || !st.Mode().IsRegular() {
		return nil // opening a pipe would wait for ever
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return nil
	}
	return b
}

func from(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}
