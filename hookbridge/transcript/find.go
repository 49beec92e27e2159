package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/memtide/memtide/wholefile"
)

// lying is where in the folder of a client transcripts lie.
type lying struct{ folder, files string }

func places() []lying {
	return []lying{
		{"projects", "*/*.jsonl"},                // Claude Code
		{"sessions", "*/*/*/rollout-*.jsonl"},    // Codex: year, month, day
		{"archived_sessions", "rollout-*.jsonl"}, // what was put away there
		{"tmp", "*/chats/session-*.jsonl"},       // Gemini CLI: those of sub-agents lie deeper
	}
}

// Holds reports whether a folder of that name in the folder of a client has its transcripts.
func Holds(folder string) bool {
	return slices.ContainsFunc(places(), func(p lying) bool { return p.folder == folder })
}

// Find lists the transcripts below a configuration folder of a client (see
// hookbridge.ClaudeDir, CodexDir and GeminiDir), oldest change first, so that a forked session comes
// after the one it was copied from. Those of Claude Code's sub-agents lie deeper and are not
// listed. A folder that does not exist has none.
func Find(dir string) ([]string, error) {
	var paths []string
	for _, p := range places() {
		found, err := wholefile.Glob(filepath.Join(dir, p.folder), p.files)
		if err != nil && len(found) == 0 { // else a folder of somebody else lies beside those that can be read
			return nil, fmt.Errorf("find transcripts: %w", err)
		}
		paths = append(paths, found...)
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
