package embedded

import (
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/memtide/memtide/wholefile"
)

// seen is a block of which every record could be read.
type seen struct {
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Last     uint64    `json:"last"` // highest sequence of its records
	At       time.Time `json:"at"`   // when it was read
}

const (
	// seenFor is how long a block need not be read again by a start. A daemon that makes
	// backups reads all of them each night.
	seenFor = 48 * time.Hour

	// tick is more than the clock of any file system is coarse by: a block that was
	// written less than that ago may be written again and look as it does.
	tick = 2 * time.Second
)

// sightings are the blocks that were read, by their paths. Between an orderly stop and
// the next start they stand in a file: a start after anything else reads every block.
type sightings struct {
	path string

	mu sync.Mutex
	of map[string]seen
}

// readSightings returns those of the last orderly stop; none where the file is missing
// or cannot be read.
func readSightings(dir string) *sightings {
	s := &sightings{path: filepath.Join(dir, "seen.json"), of: map[string]seen{}}
	raw, err := os.ReadFile(s.path)
	if err != nil || json.Unmarshal(raw, &s.of) != nil {
		s.of = map[string]seen{}
	}
	return s
}

// still returns the gap, an empty one, of a block that is as it was when it was read, not
// long ago. The one that is written to is always read.
func (s *sightings) still(b block, now time.Time) (gap, bool) {
	info, err := os.Stat(b.path)
	if err != nil || b.newest {
		return gap{}, false
	}
	s.mu.Lock()
	was, ok := s.of[b.path]
	s.mu.Unlock()
	ago := now.Sub(was.At)
	if !ok || was.Size != info.Size() || !was.Modified.Equal(info.ModTime()) || ago < 0 || ago >= seenFor {
		return gap{}, false
	}
	return gap{block: b, at: int(was.Size), size: int(was.Size), last: was.Last}, true
}

// note keeps that a block was found to have a gap: an empty one is seen, if nobody has
// written to the block since before.
func (s *sightings) note(g gap, before fs.FileInfo, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.of, g.path)
	after, err := os.Stat(g.path)
	if err != nil || !g.empty() || before == nil || !after.ModTime().Equal(before.ModTime()) || at.Sub(after.ModTime()) < tick {
		return
	}
	s.of[g.path] = seen{Size: int64(g.size), Modified: after.ModTime(), Last: g.last, At: at}
}

// forget takes the file away: from now on the server writes.
func (s *sightings) forget() error {
	if err := os.Remove(s.path); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// write puts the file there. Nothing is lost with it, so that it is not synced.
func (s *sightings) write() error {
	s.mu.Lock()
	maps.DeleteFunc(s.of, func(path string, _ seen) bool {
		_, err := os.Stat(path)
		return err != nil
	})
	raw, err := json.Marshal(s.of)
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return wholefile.Write(s.path, raw, wholefile.Options{})
}
