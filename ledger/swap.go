package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"

	"github.com/memtide/memtide/graphdb"
)

// swapNote stands beside the graph from the beginning of a rebuild to its end, so
// that the next start can say on which side of the swap a crash has fallen.
type swapNote struct {
	Before string `json:"before"` // state hash of the graph that stood; "" until the swap
	After  string `json:"after"`  // of the rebuilt one
}

func (s *space) notePath() string { return s.graphPath() + ".swap" }

func (s *space) noteSwap(n swapNote) error {
	raw, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("encode note of the swap: %w", err)
	}
	if err := os.WriteFile(s.notePath(), raw, 0o600); err != nil {
		return fmt.Errorf("note the swap: %w", err)
	}
	return nil
}

// dropNote ends a rebuild that has changed nothing.
func (s *space) dropNote() error {
	if err := os.Remove(s.notePath()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove note of the swap: %w", err)
	}
	return nil
}

// place puts a rebuilt graph, which is closed, in the place of the one that
// stands, which is closed, too: that is kept under the name aside unless it is
// "". A crash leaves the one or the other, and [space.settleSwap] finds out which.
func (s *space) place(fresh *graphdb.DB, n swapNote, aside string) error {
	if err := s.noteSwap(n); err != nil {
		return err
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
	fresh := s.newPath()
	noted, made := there(s.notePath()), there(fresh)
	if !noted && !made {
		return nil
	}
	var n swapNote
	if raw, err := os.ReadFile(s.notePath()); err == nil {
		_ = json.Unmarshal(raw, &n) // a note that was being written: nothing was moved yet
	}
	var err error
	said := ""
	switch {
	case !noted:
		said = "a graph that was being made for an erasure was cut off: it is dropped"
		err = os.Remove(fresh)
	case made && n.After != "" && !there(s.graphPath()):
		said = "a rebuild was cut off in the swap: the graph is the one after it"
		err = os.Rename(fresh, s.graphPath())
	case made:
		said = "a rebuild was cut off: the graph is the one before it"
		err = os.Remove(fresh)
	case n.After == "":
		said = "a rebuild was cut off at its beginning: the graph is the one before it"
	default:
		said = "a rebuild was cut off after the swap: the graph is the one after it"
	}
	s.l.log.Warn(said, slog.String("folder", s.dir), slog.String("hash_before", n.Before), slog.String("hash_after", n.After))
	if err = errors.Join(err, s.dropNote()); err != nil {
		return fmt.Errorf("settle a rebuild that was cut off: %w", err)
	}
	if noted {
		s.l.cutMu.Lock()
		defer s.l.cutMu.Unlock()
		s.l.cutOff = append(s.l.cutOff, fmt.Sprintf("space %q: %s", s.name, said))
	}
	return nil
}

// CutOff returns what was found of rebuilds that a former process has begun and
// not ended, with the side that the graph is on: of the spaces that were opened,
// in that order.
func (l *Ledger) CutOff() []string {
	l.cutMu.Lock()
	defer l.cutMu.Unlock()
	return slices.Clone(l.cutOff)
}
