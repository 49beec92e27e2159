package hookbridge

import (
	"cmp"
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
	"strconv"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What send returns wraps one of these to say more of a half-turn.
var (
	// ErrRefused: it will never be taken. [Drainer.Drain] moves its file aside.
	ErrRefused = errors.New("refused for good")
	// ErrShut: the space that it was said in takes nothing. The others of that space wait
	// with it, and those of other spaces go on.
	ErrShut = errors.New("its space takes nothing")
	// ErrLate: it was not taken in time, and the fault lies with nothing else that is
	// known. The third time its file moves aside.
	ErrLate = errors.New("not taken in time")
)

// errEmpty is the reason of a file into which nothing was written.
var errEmpty = errors.New("it is empty: its hook was ended before it had written, by a disk that did not answer; delete it, and memtide import claude-code (or codex, gemini) brings back what was said")

// mostLate is how often a half-turn may be late before those behind it go on.
const mostLate = 3

// Drainer empties a spool folder. The zero value with a folder works; one folder has
// one, which is for one goroutine at a time.
type Drainer struct {
	Dir  string
	late map[string]int // file → how often it was not taken in time
}

// orphanAge is how old a temp file must be before its writer counts as dead.
const orphanAge = 10 * time.Second

// Drain hands the half-turns of a spool folder to send in the order of their
// file names, which is that of their times, and removes each file when send
// has returned nil: send must return only when the half-turn is durable. A
// file that send refuses ([ErrRefused]), that was late too often ([ErrLate]) or
// that cannot be read moves to the folder bad, with a file .reason beside it.
// One whose space takes nothing ([ErrShut]) stays with all others of that space, and
// is told at the end. Any other error of send stops the drain and is returned; the
// rest stays for the next one.
//
// What a hook wrote and could not rename (it was ended in between) is taken
// too, once it is ten seconds old. A folder that does not exist is empty.
func (d *Drainer) Drain(ctx context.Context, send func(event.TurnRequest) error) error {
	entries, err := os.ReadDir(d.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read spool: %w", err)
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() && (strings.HasSuffix(e.Name(), spoolExt) || orphan(e)) {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	shut := map[memtide.Space]error{}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		var space memtide.Space
		err := d.file(name, func(t event.TurnRequest) error {
			if space = t.Space; shut[space] != nil {
				return shut[space]
			}
			return send(t)
		})
		switch {
		case errors.Is(err, ErrShut):
			shut[space] = cmp.Or(shut[space], err)
		case err != nil:
			return err
		}
	}
	var told []error
	for _, space := range slices.Sorted(maps.Keys(shut)) { // the same each time
		told = append(told, shut[space])
	}
	return errors.Join(told...)
}

// FirstSet returns when the first half-turn of a spool folder was said whose hook had a clock that
// was set; the zero time where there is none.
func FirstSet(dir string) time.Time {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return time.Time{}
	}
	for _, e := range entries { // in the order of their names
		ns, _, _ := strings.Cut(e.Name(), "-")
		if n, err := strconv.ParseInt(ns, 10, 64); err == nil && !memtide.Unset(time.Unix(0, n)) {
			return time.Unix(0, n)
		}
	}
	return time.Time{}
}

func orphan(e fs.DirEntry) bool {
	if !strings.HasSuffix(e.Name(), spoolExt+tempExt) {
		return false
	}
	st, err := e.Info()
	return err == nil && time.Since(st.ModTime()).Abs() > orphanAge // or of a clock that was ahead
}

func (d *Drainer) file(name string, send func(event.TurnRequest) error) error {
	path := filepath.Join(d.Dir, name)
	b, err := readFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return d.setAside(name, fmt.Errorf("read: %w", err))
	}
	if len(b) == 0 {
		return d.setAside(name, errEmpty)
	}
	var t event.TurnRequest
	if err := json.Unmarshal(b, &t); err != nil {
		return d.setAside(name, fmt.Errorf("decode: %w", err))
	}
	if _, err := t.Time.MarshalText(); err != nil { // it can be read, with a zone that cannot be written
		return d.setAside(name, fmt.Errorf("time: %w; want RFC 3339, such as 2026-05-01T10:00:00Z", err))
	}
	switch err := send(t); {
	case errors.Is(err, ErrRefused):
		return d.setAside(name, err)
	case errors.Is(err, ErrLate) && d.tooLate(name):
		return d.setAside(name, fmt.Errorf("%d times %w; to try again, move the file back into %s", mostLate, err, d.Dir))
	case err != nil:
		return fmt.Errorf("send spooled half-turn %s: %w", name, err)
	}
	delete(d.late, name)
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove spooled half-turn: %w", err)
	}
	return nil
}

// mostFile is more than any half-turn takes: its text may have 6 bytes of JSON for each of
// its own, and its quotes 50 each.
const mostFile = 16 * memtide.MaxTurn

// readFile is [os.ReadFile] for a half-turn: a larger file is none, and would take all memory.
func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, mostFile+1))
	if err == nil && len(b) > mostFile {
		err = fmt.Errorf("it has more than %s, which no half-turn has", memtide.Size(mostFile))
	}
	return b, err
}

// tooLate counts that a half-turn was late, and reports whether that is once too often.
func (d *Drainer) tooLate(name string) bool {
	if d.late == nil {
		d.late = map[string]int{}
	}
	d.late[name]++
	return d.late[name] >= mostLate
}

// setAside moves a file to the folder bad. The reason is written first: a
// crash in between leaves the file where it is tried again.
func (d *Drainer) setAside(name string, why error) error {
	delete(d.late, name)
	bad := filepath.Join(d.Dir, badFolder)
	if err := os.MkdirAll(bad, 0o700); err != nil {
		return fmt.Errorf("set spooled half-turn aside: %w", err)
	}
	to := filepath.Join(bad, strings.TrimSuffix(name, tempExt))
	if err := os.WriteFile(strings.TrimSuffix(to, spoolExt)+reasonExt, []byte(why.Error()+"\n"), 0o600); err != nil {
		return fmt.Errorf("set spooled half-turn aside: %w", err)
	}
	if err := os.Rename(filepath.Join(d.Dir, name), to); err != nil {
		return fmt.Errorf("set spooled half-turn aside: %w", err)
	}
	return nil
}
