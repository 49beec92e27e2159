package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/hookbridge"
)

// repositoriesWithin is how long the disks of all folders may take together.
const repositoriesWithin = 2 * time.Second

// examineProjects warns of two repositories that share a project because their folders
// have the same name: what is told in one is told in the other. Nobody is warned of
// clones of one repository, nor of one whose owner has named it.
func examineProjects(ctx context.Context, cl *client.Client, add func(string, error, string, string)) {
	folders, err := client.Control[[]control.Folder](ctx, cl, "folders", control.SpaceRequest{Space: cl.Space()})
	if err != nil {
		add("projects", err, "", "memtide status")
		return
	}
	by, whole := repositories(ctx, folders)
	var wrong, mends []string
	for _, project := range slices.Sorted(maps.Keys(by)) {
		said, mend := sharedBy(project, by[project])
		if said != "" {
			wrong, mends = append(wrong, said), append(mends, mend)
		}
	}
	ok := "each is of one repository"
	if !whole {
		ok += ", as far as the disks of their folders have answered"
	}
	if len(wrong) > 0 {
		err = errors.New(strings.Join(wrong, "; "))
	}
	add("projects", err, ok, strings.Join(mends, "; "))
}

// repositories returns those that bear the name of a project today, the one with the most
// half-turns first; false where not all disks have answered.
func repositories(ctx context.Context, folders []control.Folder) (map[string][]hookbridge.Repository, bool) {
	ctx, cancel := context.WithTimeout(ctx, repositoriesWithin)
	defer cancel()
	by := map[string][]hookbridge.Repository{}
	found := make(chan hookbridge.Repository)
	for _, f := range folders {
		go func() { // it ends with the program where a disk never answers
			repo := hookbridge.RepositoryOf(f.Cwd)
			select {
			case found <- repo:
			case <-ctx.Done():
			}
		}()
		select {
		case repo := <-found:
			if repo.Project == f.Project && !slices.Contains(by[f.Project], repo) {
				by[f.Project] = append(by[f.Project], repo)
			}
		case <-ctx.Done():
			return by, false
		}
	}
	return by, true
}

// sharedBy says which repositories share a project and how the later ones get one of
// their own; "" where they belong together.
func sharedBy(project string, all []hookbridge.Repository) (said, mend string) {
	all = slices.DeleteFunc(all, func(r hookbridge.Repository) bool { return r.Given })
	var apart []hookbridge.Repository
	for i, r := range all {
		if !slices.ContainsFunc(all[:i], func(before hookbridge.Repository) bool { return hookbridge.Together(before, r) }) {
			apart = append(apart, r)
		}
	}
	if len(apart) < 2 {
		return "", ""
	}
	var folders, commands []string
	for i, r := range apart {
		dir := r.Folder()
		folders = append(folders, dir)
		if i > 0 {
			name := filepath.Base(filepath.Dir(dir)) + "-" + filepath.Base(dir)
			commands = append(commands, fmt.Sprintf("%s, and for what was said already: memtide move %q", naming(r, name), dir))
		}
	}
	return fmt.Sprintf("%q is %s: what is told in one is told in the other", project, strings.Join(folders, " and ")),
		fmt.Sprintf("%s; if they belong together: %s", strings.Join(commands, "; "), naming(apart[1], project))
}

// naming is the command that gives a repository its name. A folder without git
// becomes one first: there is no other place to write the name down.
func naming(r hookbridge.Repository, name string) string {
	command := fmt.Sprintf("git -C %q config memtide.project %q", r.Folder(), name)
	if r.NoGit {
		return fmt.Sprintf("git -C %q init && %s", r.Folder(), command)
	}
	return command
}
