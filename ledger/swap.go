package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"

	"github.com/memtide/memtide/graphdb"
)

// swapNote stands beside the graph while a rebuilt one takes its place, so that
// the next start can say on which side of the swap a crash has fallen.
type swapNote struct {
	Before string `json:"before"` // state hash of the graph that stood
	After  string `json:"after"`  // of the rebuilt one
}

func (s *space) notePath() string { return s.graphPath() + ".swap" }

// place puts a rebuilt graph, which is closed, in the place of the one that
// stands, which is closed, too: that is kept under the name aside unless it is
// "". A crash leaves the one or the other, and [space.settleSwap] finds out which.
func (s *space) place(fresh *graphdb.DB, n swapNote, aside string) error {
	raw, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("encode note of the swap: %w", err)
	}
	if err := os.WriteFile(s.notePath(), raw, 0o600); err != nil {
		return fmt.Errorf("note the swap: %w", err)
	}
	// The text index as it was saved goes first: it speaks of the old graph.
	if err := os.Remove(s.snapshotPath()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("drop text snapshot: %w", err)
	}
	if aside != "" {
		if err := os.Rename(s.graphPath(), aside); err != nil {
			return fmt.Errorf("keep the old graph: %w", err)
		}
	}
	if err := os.Rename(fresh.Path(), s.graphPath()); err != nil {
		return fmt.Errorf("swap graphs: %w", err)
	}
	if err := os.Remove(s.notePath()); err != nil {
		return fmt.Errorf("remove note of the swap: %w", err)
	}
	return nil
}

// settleSwap looks for a rebuild that was cut off, says on which side, and
// removes what is left of it.
func (s *space) settleSwap() error {
	there := func(path string) bool { _, err := os.Lstat(path); return err == nil }
	fresh := s.graphPath() + ".new"
	noted, made := there(s.notePath()), there(fresh)
	if !noted && !made {
		return nil
	}
	var n swapNote
	if raw, err := os.ReadFile(s.notePath()); err == nil {
		_ = json.Unmarshal(raw, &n) // a note that was being written: nothing was moved yet
	}
	log := s.l.log.With(slog.String("folder", s.dir), slog.String("hash_before", n.Before), slog.String("hash_after", n.After))
	var err error
	switch {
	case noted && made && n.After != "" && !there(s.graphPath()):
		log.Warn("a rebuild was cut off in the swap: the graph is the one after it")
		err = os.Rename(fresh, s.graphPath())
	case made:
		log.Warn("a rebuild was cut off: the graph is the one before it")
		err = os.Remove(fresh)
	default:
		log.Warn("a rebuild was cut off after the swap: the graph is the one after it")
	}
	if rerr := os.Remove(s.notePath()); rerr != nil && !errors.Is(rerr, os.ErrNotExist) {
		err = errors.Join(err, rerr)
	}
	if err != nil {
		return fmt.Errorf("settle a rebuild that was cut off: %w", err)
	}
	return nil
}
