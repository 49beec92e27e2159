package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/hookbridge/transcript"
	"github.com/memtide/memtide/wholefile"
)

// A sweep holds the transcripts of the clients that report to memtide against
// what was taken in. It fills gaps in sessions that memtide knows, in the space
// that knows them. A session of which it knows nothing is only reported: the
// client may have been told not to report it.

// swept is the content of state/sweep.json: what has been looked at. Without it
// every transcript is read again, and nothing is taken in twice.
type swept struct {
	Since time.Time            `json:"since"` // what was said before is import's business
	Files map[string]sweptFile `json:"files"`
}

type sweptFile struct {
	Size int64     `json:"size"`
	At   time.Time `json:"at"`
}

// sweepRest is how long a transcript has to lie still: what is being said is
// the hooks' business.
const sweepRest = 10 * time.Minute

// sweepTally counts what a sweep has found.
type sweepTally struct {
	filled  int // half-turns
	refused int
	strange map[string]bool // sessions of which nothing is known
	shut    []string        // spaces that do not open
}

func (t sweepTally) String() string {
	var parts []string
	if t.filled > 0 {
		parts = append(parts, fmt.Sprintf("%s missing until now, and taken in", memtide.Count(t.filled, "half-turn")))
	}
	if t.refused > 0 {
		parts = append(parts, fmt.Sprintf("%d were refused", t.refused))
	}
	if n := len(t.strange); n > 0 {
		parts = append(parts, fmt.Sprintf("%s never reported; memtide import takes in what there is", memtide.Count(n, "session")))
	}
	if len(t.shut) > 0 {
		parts = append(parts, fmt.Sprintf("left out what does not open: space %s", strings.Join(t.shut, ", ")))
	}
	return strings.Join(parts, ", ")
}

func (d *Daemon) sweep(ctx context.Context) (string, error) {
	dirs, since, err := clientFolders(d.cfg.Home)
	if err != nil || len(dirs) == 0 {
		return "", err
	}
	path := sweptFileOf(d.cfg.Home)
	state := readSwept(path)
	if state.Since.IsZero() {
		state.Since = since
	}
	if now := d.now(); state.Since.After(now) { // by a clock that was ahead
		state.Since = now.UTC()
		if err := state.write(path); err != nil {
			return "", err
		}
	}
	nc, err := d.server.Dial("sweep")
	if err != nil {
		return "", fmt.Errorf("connect for the sweep: %w", err)
	}
	defer nc.Close()
	spaces, err := d.ledger.Spaces(ctx)
	if err != nil {
		return "", err
	}
	s := &sweeper{d: d, client: client.On(nc), since: state.Since, spaces: spaces, tally: sweepTally{strange: map[string]bool{}}}
	there := map[string]sweptFile{}
	for _, dir := range dirs {
		if err := s.folder(ctx, dir, state.Files, there); err != nil {
			return s.tally.String(), err
		}
	}
	if maps.Equal(there, state.Files) {
		return s.tally.String(), nil
	}
	state.Files = there
	return s.tally.String(), state.write(path)
}

// clientFolders returns the folders of the clients whose settings memtide has
// changed, and since when.
func clientFolders(home string) (dirs []string, since time.Time, err error) {
	path := filepath.Join(home, "state", "install.json")
	st, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, since, nil
	}
	if err != nil {
		return nil, since, fmt.Errorf("look for clients: %w", err)
	}
	raw, err := os.ReadFile(path)
	var installed struct {
		Files map[string]struct {
			ConfigDirs []string `json:"config_dirs"`
		} `json:"files"`
	}
	if err == nil {
		err = json.Unmarshal(raw, &installed)
	}
	if err != nil {
		return nil, since, fmt.Errorf("look for clients: %w", err)
	}
	for settings, f := range installed.Files {
		if len(f.ConfigDirs) == 0 { // by a memtide that did not note them
			f.ConfigDirs = []string{filepath.Dir(settings)}
		}
		dirs = append(dirs, f.ConfigDirs...)
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), st.ModTime().UTC(), nil
}

// sweptFileOf is where a data folder keeps what has been looked at.
func sweptFileOf(home string) string { return filepath.Join(home, "state", "sweep.json") }

// sweepAgain lets the next sweep look at every transcript: of what was taken in
// before a restore, what the backup does not know is missing again.
func sweepAgain(home string) error {
	s := readSwept(sweptFileOf(home))
	if len(s.Files) == 0 {
		return nil
	}
	s.Files = nil
	return s.write(sweptFileOf(home))
}

func readSwept(path string) swept {
	var s swept
	raw, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(raw, &s) != nil {
		return swept{} // a hint: everything is looked at again
	}
	return s
}

func (s swept) write(path string) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode %s: %w", filepath.Base(path), err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("write sweep: %w", err)
	}
	if err := wholefile.Write(path, raw, wholefile.Options{Synced: true}); err != nil {
		return fmt.Errorf("write sweep: %w", err)
	}
	return nil
}

type sweeper struct {
	d      *Daemon
	client *client.Client
	since  time.Time
	spaces []memtide.Space
	reader transcript.Reader
	tally  sweepTally
}

// folder looks at the transcripts of one client that have changed since.
func (s *sweeper) folder(ctx context.Context, dir string, before, there map[string]sweptFile) error {
	paths, err := transcript.Find(dir)
	if err != nil {
		return err
	}
	for _, path := range paths {
		st, err := os.Stat(path)
		if err != nil {
			continue // deleted meanwhile
		}
		f := sweptFile{st.Size(), st.ModTime().UTC()}
		old, known := before[path]
		if known {
			there[path] = old
		}
		if age := time.Since(f.At); known && old == f || age >= 0 && age < sweepRest || f.At.Before(s.since) {
			continue
		}
		whole, err := s.file(ctx, path)
		if err != nil {
			return fmt.Errorf("sweep %s: %w", filepath.Base(path), err)
		}
		if whole {
			there[path] = f
		}
	}
	return nil
}

// file fills the gaps of one transcript. It has not done so whole where a session may
// be that of a space which does not open: such a transcript is looked at again.
func (s *sweeper) file(ctx context.Context, path string) (whole bool, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	missing := map[string][]event.TurnRequest{} // by session
	home := map[string]memtide.Space{}          // of a session
	_, err = s.reader.Read(bufio.NewReaderSize(f, 1<<20), func(t event.TurnRequest) error {
		if err := s.d.bus.Quiet(ctx); err != nil {
			return err
		}
		if t.PromptID == "" || t.Session == "" {
			return nil // without them nobody can tell whether it is known
		}
		space, known, err := s.known(ctx, t)
		switch {
		case err != nil:
			return err
		case known:
			home[t.Session] = space
		case !t.Time.Before(s.since):
			missing[t.Session] = append(missing[t.Session], t)
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	whole = true
	for _, session := range slices.Sorted(maps.Keys(missing)) {
		if home[session] == "" {
			if len(s.tally.shut) > 0 {
				whole = false
			} else {
				s.tally.strange[session] = true
			}
			continue
		}
		for _, t := range missing[session] {
			t.Space = home[session]
			if err := s.publish(ctx, t); err != nil {
				return false, err
			}
		}
	}
	return whole, nil
}

// known says which space has a half-turn. A space that does not open is asked once.
func (s *sweeper) known(ctx context.Context, t event.TurnRequest) (memtide.Space, bool, error) {
	for _, space := range s.spaces {
		if slices.Contains(s.tally.shut, string(space)) {
			continue
		}
		id := memtide.TurnID(memtide.Turn{Space: space, Role: t.Role, Session: t.Session, PromptID: t.PromptID, Text: t.Text, Time: t.Time})
		known, err := s.d.ledger.Known(ctx, space, memtide.NewChangeID("record", id))
		if err != nil && ctx.Err() == nil && !bus.Passes(err) {
			s.tally.shut = append(s.tally.shut, string(space))
			continue
		}
		if known || err != nil {
			return space, known, err
		}
	}
	return "", false, nil
}

func (s *sweeper) publish(ctx context.Context, t event.TurnRequest) error {
	r, err := s.client.Turn(ctx, t)
	switch {
	case err != nil:
		return err
	case r.Error != "" && r.Retry:
		return errors.New(r.Error)
	case r.Error != "":
		s.tally.refused++
	case r.Outcome == event.TurnNew:
		s.tally.filled++
	}
	return nil
}
