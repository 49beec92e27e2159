package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Glob returns the paths of what stands below dir under a name of the pattern, in the
// order of the names: what [Options].Apart has left behind, say. The pattern is that of
// [filepath.Match] with / between folders. dir is none: for [filepath.Glob] a folder
// whose own path has [, * or ? in it is another one. A folder that does not exist
// holds nothing; of one that cannot be read the error is returned beside what the
// others hold.
func Glob(dir, pattern string) (paths []string, err error) {
	first, rest, deeper := strings.Cut(pattern, "/")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	for _, e := range entries {
		matches, merr := filepath.Match(first, e.Name())
		if merr != nil {
			return nil, merr
		}
		path := filepath.Join(dir, e.Name())
		if !matches {
			continue
		}
		if !deeper {
			paths = append(paths, path)
			continue
		}
		if st, serr := os.Stat(path); serr != nil || !st.IsDir() {
			continue // a file, or gone meanwhile
		}
		below, berr := Glob(path, rest)
		paths, err = append(paths, below...), errors.Join(err, berr)
	}
	return paths, err
}
