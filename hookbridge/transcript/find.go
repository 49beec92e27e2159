package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/memtide/memtide/wholefile"
)

// Find lists the transcripts below a configuration folder of Claude Code (see
// hookbridge.ClaudeDir), oldest change first, so that a forked session comes
// after the one it was copied from. Those of sub-agents lie deeper and are not
// listed. A folder that does not exist has none.
func Find(dir string) ([]string, error) {
	paths, err := wholefile.Glob(filepath.Join(dir, "projects"), "*/*.jsonl")
	if err != nil && len(paths) == 0 { // else a folder of somebody else lies beside those that can be read
		return nil, fmt.Errorf("find transcripts: %w", err)
	}
	type file struct {
		path string
		at   int64
	}
	var files []file
	for _, path := range paths {
		st, err := os.Stat(path)
		if err != nil || !st.Mode().IsRegular() {
			continue // deleted meanwhile
		}
		files = append(files, file{path, st.ModTime().UnixNano()})
	}
	slices.SortFunc(files, func(a, b file) int {
		if a.at != b.at {
			if a.at < b.at {
				return -1
			}
			return 1
		}
		return strings.Compare(a.path, b.path)
	})
	out := make([]string, len(files))
	for i, f := range files {
		out[i] = f.path
	}
	return out, nil
}
