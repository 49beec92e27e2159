package control

import (
	"fmt"
	"time"

	"github.com/memtide/memtide"
)

// BackupRequest asks for a backup.
type BackupRequest struct {
	Dir string `json:"dir"` // "" is backups/ in the data folder, of which the oldest go
}

// BackupReport is what was made.
type BackupReport struct {
	Dir      string    `json:"dir"`
	Made     time.Time `json:"made"`
	Bytes    int64     `json:"bytes"`
	Spaces   int       `json:"spaces"`
	Memories int       `json:"nodes"`
	Removed  []string  `json:"removed,omitempty"`
	Same     bool      `json:"same,omitempty"` // nothing is new since the last one, which is named
}

// String is the report for people.
func (r BackupReport) String() string {
	s := fmt.Sprintf("%s: %s, %s, %d %s, opened and found right", r.Dir, memtide.Size(uint64(r.Bytes)), memtide.Count(r.Spaces, "space"), r.Memories, memtide.Agree(r.Memories, "node or name", "nodes and names"))
	if n := len(r.Removed); n > 0 {
		s += fmt.Sprintf("; %d old ones removed", n)
	}
	return s
}
