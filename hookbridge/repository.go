package hookbridge

import (
	"path/filepath"
	"slices"
	"strings"
)

// Together reports whether two repositories are clones of one: they share git's common
// dir or the address of a remote, or one was cloned from the folder of the other.
func Together(a, b Repository) bool {
	if a.Common == b.Common {
		return true
	}
	from := b.origins()
	return slices.ContainsFunc(a.origins(), func(o string) bool { return slices.Contains(from, o) })
}

// origins returns where a repository is and where it comes from, in forms that can be
// compared. They may name accounts: nobody is shown them, and nothing keeps them.
func (r Repository) origins() []string {
	all := []string{originOf(r.Folder())}
	if r.NoGit {
		return all
	}
	gitConfig(r.Common, func(section, key, value string) {
		kind, _, _ := strings.Cut(section, " ")
		if strings.EqualFold(kind, "remote") && strings.EqualFold(key, "url") && value != "" {
			all = append(all, originOf(value))
		}
	})
	return all
}

// originOf returns an address of git-clone(1) without its scheme, account and ending:
// git@host:who/it.git and https://host/who/it are one.
func originOf(url string) string {
	host, path, remote := strings.Cut(url, "://")
	switch {
	case remote && !strings.EqualFold(host, "file"):
		host, path, _ = strings.Cut(path, "/")
	case remote:
		host = ""
	case !filepath.IsAbs(url) && !strings.HasPrefix(url, "."):
		host, path, _ = strings.Cut(url, ":")
	default:
		host, path = "", url
	}
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	}
	path = strings.TrimSuffix(strings.TrimRight(filepath.ToSlash(path), "/"), ".git")
	return strings.ToLower(host) + "/" + strings.Trim(path, "/")
}

// Folder returns the folder that the owner of the repository knows it by.
func (r Repository) Folder() string {
	if !r.NoGit && strings.HasPrefix(filepath.Base(r.Common), ".") {
		return filepath.Dir(r.Common)
	}
	return r.Common
}
