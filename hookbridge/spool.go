package hookbridge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/wholefile"
)

// The bounds of the spool folder. A half-turn that comes when it is full is
// dropped and counted in the file FULL, which status shows.
const (
	SpoolFiles = 10_000
	SpoolBytes = 64 << 20
)

const (
	spoolExt  = ".json"
	tempExt   = ".tmp"
	reasonExt = ".reason"
	fullName  = "FULL"
	badFolder = "bad"
)

// ErrSpoolFull says that the spool folder has reached its bound.
var ErrSpoolFull = errors.New("spool is full")

// Full is the content of the file FULL.
type Full struct {
	Since   time.Time `json:"since"`
	Last    time.Time `json:"last"`
	Dropped int       `json:"dropped"` // half-turns; two at the same instant may count as one
}

// Spool writes half-turns into a folder.
type Spool struct {
	dir   string
	files int
	bytes int64

	written func() // called once by Put, when the temp file has all; nil is nobody
}

// NewSpool returns the spool in dir, which must exist.
func NewSpool(dir string) *Spool { return &Spool{dir: dir, files: SpoolFiles, bytes: SpoolBytes} }

// errTaken says that a file has the name already: the same process, at the same instant.
var errTaken = errors.New("name is taken")

// Put is for one goroutine at a time. It writes one scrubbed half-turn: temp file, fsync, rename, fsync of the
// folder. When it returns nil the half-turn survives a loss of power. The
// error is [ErrSpoolFull] when there is no room.
//
// The temp file comes before anything else that asks the folder: two hundred hooks at
// once wait for each other there, and a process that ends when its time is over leaves
// behind what it has written, for [Drainer.Drain].
func (s *Spool) Put(t event.TurnRequest, now time.Time) error {
	b, err := event.Encode(t)
	if err != nil {
		return err
	}
	for n := 1; ; n++ {
		name := fmt.Sprintf("%019d-%d-%d", now.UnixNano(), os.Getpid(), n)
		path := filepath.Join(s.dir, name+spoolExt)
		err := wholefile.Write(path, b, wholefile.Options{Synced: true, Written: func() error {
			if _, err := os.Lstat(path); err == nil {
				return errTaken
			}
			if s.written != nil {
				s.written()
			}
			return s.fits()
		}})
		switch {
		case errors.Is(err, errTaken):
		case errors.Is(err, ErrSpoolFull):
			return errors.Join(fmt.Errorf("%w: %s", ErrSpoolFull, s.dir), s.countDropped(now))
		case err != nil:
			return fmt.Errorf("write %s: %w", path, err)
		default:
			return nil
		}
	}
}

// fits returns [ErrSpoolFull] where the folder, with the file that is being written, holds
// one too many, or too much.
func (s *Spool) fits() error {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return fmt.Errorf("read spool: %w", err)
	}
	if len(entries) > s.files {
		return ErrSpoolFull
	}
	size := int64(0)
	for _, e := range entries {
		st, err := e.Info()
		if err != nil {
			continue // drained meanwhile
		}
		size += st.Size()
	}
	if size > s.bytes {
		return ErrSpoolFull
	}
	return nil
}

func (s *Spool) countDropped(now time.Time) error {
	path := filepath.Join(s.dir, fullName)
	f, ok := ReadFull(s.dir)
	if !ok {
		f.Since = now.UTC()
	}
	f.Last = now.UTC()
	f.Dropped++
	return writeJSON(path, f)
}

// ReadFull reads the file FULL of a spool folder; false means that nothing was
// dropped.
func ReadFull(dir string) (Full, bool) {
	var f Full
	b, err := readState(filepath.Join(dir, fullName))
	if errors.Is(err, fs.ErrNotExist) {
		return Full{}, false
	}
	if err != nil || json.Unmarshal(b, &f) != nil || f.Dropped < 1 {
		f.Dropped = 1 // damaged, but it is there: something was dropped
	}
	return f, true
}

// SpoolState is what status says about a spool folder.
type SpoolState struct {
	Files  int       `json:"files"`           // that wait
	Bytes  int64     `json:"bytes"`           // that wait
	Oldest time.Time `json:"oldest,omitzero"` // of those that wait; zero if none does
	Bad    int       `json:"bad"`             // set aside, in the folder bad
	Aside  []string  `json:"aside,omitempty"` // the first of those: file and reason
	Full   Full      `json:"full"`            // Dropped > 0: half-turns were lost
}

// ReadSpool returns the state of a spool folder; one that does not exist is empty.
func ReadSpool(dir string) (SpoolState, error) {
	var s SpoolState
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, fmt.Errorf("read spool: %w", err)
	}
	for _, e := range entries {
		st, err := e.Info()
		if err != nil || !st.Mode().IsRegular() || !strings.HasSuffix(strings.TrimSuffix(e.Name(), tempExt), spoolExt) {
			continue
		}
		s.Files++
		s.Bytes += st.Size()
		if s.Oldest.IsZero() || st.ModTime().Before(s.Oldest) {
			s.Oldest = st.ModTime()
		}
	}
	bad, err := os.ReadDir(filepath.Join(dir, badFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, fmt.Errorf("read spool: %w", err)
	}
	for _, e := range bad {
		if !strings.HasSuffix(e.Name(), spoolExt) {
			continue
		}
		if s.Bad++; s.Bad <= mostAside {
			s.Aside = append(s.Aside, aside(filepath.Join(dir, badFolder, e.Name())))
		}
	}
	s.Full, _ = ReadFull(dir)
	return s, nil
}

// mostAside is how many of the files that were set aside are named.
const mostAside = 3

// aside names a file that was set aside, and says why it was.
func aside(path string) string {
	why, err := readState(strings.TrimSuffix(path, spoolExt) + reasonExt)
	if err != nil {
		return path // moved there by hand: nobody has said why
	}
	return path + ": " + strings.TrimSpace(string(why))
}

// ForgetFull removes the file FULL, when what was dropped has been found again in
// the transcripts.
func ForgetFull(dir string) error {
	if err := os.Remove(filepath.Join(dir, fullName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget full spool: %w", err)
	}
	return nil
}
