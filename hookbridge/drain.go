package hookbridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// ErrRefused, wrapped by what send returns, says that a half-turn will never
// be taken: [Drain] moves its file aside.
var ErrRefused = errors.New("refused for good")

// orphanAge is how old a temp file must be before its writer counts as dead.
const orphanAge = 10 * time.Second

// Drain hands the half-turns of a spool folder to send in the order of their
// file names, which is that of their times, and removes each file when send
// has returned nil: send must return only when the half-turn is durable. A
// file that send refuses ([ErrRefused]) or that cannot be read moves to the
// folder bad, with a file .reason beside it. Any other error of send stops the
// drain and is returned; the rest stays for the next one.
//
// What a hook wrote and could not rename (it was ended in between) is taken
// too, once it is ten seconds old. A folder that does not exist is empty. Drain
// must not run twice at a time on one folder.
func Drain(ctx context.Context, dir string, send func(event.TurnRequest) error) error {
	entries, err := os.ReadDir(dir)
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
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := drainFile(dir, name, send); err != nil {
			return err
		}
	}
	return nil
}

func orphan(e fs.DirEntry) bool {
	if !strings.HasSuffix(e.Name(), spoolExt+tempExt) {
		return false
	}
	st, err := e.Info()
	return err == nil && time.Since(st.ModTime()) > orphanAge
}

func drainFile(dir, name string, send func(event.TurnRequest) error) error {
	path := filepath.Join(dir, name)
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return setAside(dir, name, fmt.Errorf("read: %w", err))
	}
	var t event.TurnRequest
	if err := json.Unmarshal(b, &t); err != nil {
		return setAside(dir, name, fmt.Errorf("decode: %w", err))
	}
	switch err := send(t); {
	case errors.Is(err, ErrRefused):
		return setAside(dir, name, err)
	case err != nil:
		return fmt.Errorf("send spooled half-turn %s: %w", name, err)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove spooled half-turn: %w", err)
	}
	return nil
}

// setAside moves a file to the folder bad. The reason is written first: a
// crash in between leaves the file where it is tried again.
func setAside(dir, name string, why error) error {
	bad := filepath.Join(dir, badFolder)
	if err := os.MkdirAll(bad, 0o700); err != nil {
		return fmt.Errorf("set spooled half-turn aside: %w", err)
	}
	to := filepath.Join(bad, strings.TrimSuffix(name, tempExt))
	if err := os.WriteFile(strings.TrimSuffix(to, spoolExt)+".reason", []byte(why.Error()+"\n"), 0o600); err != nil {
		return fmt.Errorf("set spooled half-turn aside: %w", err)
	}
	if err := os.Rename(filepath.Join(dir, name), to); err != nil {
		return fmt.Errorf("set spooled half-turn aside: %w", err)
	}
	return nil
}
