package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	unread  []string        // transcripts that cannot be read, with the reason
	late    int             // half-turns that took too long to read
	left    []string        // transcripts with lines of which nothing was taken
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
	if t.late > 0 {
		parts = append(parts, fmt.Sprintf("%s took too long to read", memtide.Count(t.late, "half-turn")))
	}
	if n := len(t.left); n > 0 {
		parts = append(parts, fmt.Sprintf("%s with lines that cannot be read: %s", memtide.Count(n, "transcript"), t.left[0]))
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
	s := newSweeper(d, client.On(nc), state.Since, spaces)
	there := map[string]sweptFile{}
	for _, dir := range dirs {
		if err := s.folder(ctx, dir, state.Files, there); err != nil {
			return s.tally.String(), err
		}
	}
	if !maps.Equal(there, state.Files) {
		state.Files = there
		if err := state.write(path); err != nil {
			return s.tally.String(), err
		}
	}
	return s.tally.String(), s.tally.unreadable()
}

// unreadable names the transcripts that were left out, when the others are done.
func (t sweepTally) unreadable() error {
	if len(t.unread) == 0 {
		return nil
	}
	return fmt.Errorf("%s cannot be read: let the user of the daemon read it, or move it away: %s", memtide.Count(len(t.unread), "transcript"), t.unread[0])
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
	open   func(path string) (io.ReadCloser, error)
}

func newSweeper(d *Daemon, cl *client.Client, since time.Time, spaces []memtide.Space) *sweeper {
	return &sweeper{d: d, client: cl, since: since, spaces: spaces, tally: sweepTally{strange: map[string]bool{}},
		open: func(path string) (io.ReadCloser, error) { return os.Open(path) }}
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
		if of := (*fs.PathError)(nil); errors.As(err, &of) && of.Path == path {
			s.tally.unread = append(s.tally.unread, err.Error()) // it alone: those behind it are looked at
			continue
		}
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
	f, err := s.open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	missing := map[string][]event.TurnRequest{} // by session
	home := map[string]memtide.Space{}          // of a session
	s.reader.Folder = transcript.Root(path)
	stats, err := s.reader.Read(bufio.NewReaderSize(f, 1<<20), func(t event.TurnRequest) error {
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
	if left := stats.Left(); left != "" {
		s.tally.left = append(s.tally.left, filepath.Base(path)+": "+left)
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
			late, err := s.publish(ctx, t)
			if err != nil {
				return false, err
			}
			whole = whole && !late
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

// publish hands a half-turn over. One that takes too long to read is late: it is to
// blame, and not the daemon, and the others are taken in.
func (s *sweeper) publish(ctx context.Context, t event.TurnRequest) (late bool, err error) {
	r, err := s.client.Turn(ctx, t)
	switch {
	case err != nil:
		return false, err
	case r.Error != "" && r.Late:
		s.tally.late++
		return true, nil
	case r.Error != "" && r.Retry:
		return false, errors.New(r.Error)
	case r.Error != "":
		s.tally.refused++
	case r.Outcome == event.TurnNew:
		s.tally.filled++
	}
	return false, nil
}
