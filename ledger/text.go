package ledger

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
	"github.com/memtide/memtide/wholefile"
)

// analyser names what turns text into terms; a snapshot of another one is not
// used.
const analyser = "language-9"

// background is the size from which on a store's own word counts are trusted.
const background = 1000

func textOptions() textindex.Options {
	return textindex.Options{Analyser: analyser, Background: background,
		Few:   func(a uint64) bool { return isFew(Attr(a).Kind()) },
		Own:   func(a uint64) bool { return HasOwn(Attr(a).Kind()) },
		Group: func(a uint64) uint32 { return Attr(a).project() },
		Class: func(a uint64) uint8 { return uint8(Attr(a).Class()) }}
}

func (s *space) snapshotPath() string { return snapshotIn(s.dir) }

// loadText brings the text index up to the graph: from its snapshot and what
// has changed since, or from all nodes.
func (s *space) loadText(ctx context.Context) error {
	s.text, s.proj, s.saved = textindex.New(textOptions()), newProjects(nil), 0
	seq, err := s.readSnapshot()
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.l.log.Warn("text index is made anew from the graph: its snapshot is not used", slog.String("file", s.snapshotPath()), slog.Any("err", err))
	}
	have := s.graph.AppliedSeq()
	switch {
	case seq == have && seq > 0:
		s.saved = seq
		return nil
	case seq > 0 && seq < have:
		return s.catchUpText(ctx, seq+1, have)
	}
	s.text, s.proj = textindex.New(textOptions()), newProjects(nil)
	return s.indexAll(ctx, new(bulk)) // somebody waits for it
}

// catchUpText indexes the nodes that a stretch of the log has touched.
func (s *space) catchUpText(ctx context.Context, from, until uint64) error {
	ids := map[memtide.ID]int{}
	err := s.erased.read(ctx, s.l.bus, bus.Replay{Flow: event.Ledger, Space: s.name, From: from, Until: until}, func(m bus.Message) error {
		c, err := event.Decode[event.ChangeDecided](m.Body)
		for id, reach := range touched(c.ChangeSet) {
			ids[id] = max(ids[id], reach)
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.projectText(ids, nil)
}

// touched returns the nodes whose entry in the text index a change set may
// have changed, and how far around them in a conversation others are changed
// by it: what is said anew is felt as far as contexts reach, a link between two
// that are there already by those beside its ends.
func touched(c memtide.ChangeSet) map[memtide.ID]int {
	ids := map[memtide.ID]int{}
	for _, op := range c.Ops {
		if !op.Node.IsZero() {
			reach := 0
			if op.Whole() || saysAnew[op.Field] {
				reach = aside
			}
			ids[op.Node] = max(ids[op.Node], reach)
			continue
		}
		for _, raw := range []json.RawMessage{op.From, op.To} {
			var e memtide.Edge
			if !op.Whole() || !bytes.Contains(raw, temporal) && !bytes.Contains(raw, derived) || json.Unmarshal(raw, &e) != nil {
				continue
			}
			switch e.Kind {
			case memtide.Temporal:
				for _, id := range []memtide.ID{e.From, e.To} {
					if _, known := ids[id]; !known {
						ids[id] = aside - 1
					}
				}
			case memtide.DerivedFrom:
				ids[e.From] = max(ids[e.From], 0)
				if len(op.To) == 0 {
					ids[e.To] = max(ids[e.To], 0) // nobody else can tell any more what it was a key to
				}
			}
		}
	}
	return ids
}

// temporal and derived stand in the JSON of each edge of their kind. Other links
// need not be decoded.
var temporal, derived = []byte(memtide.Temporal), []byte(memtide.DerivedFrom)

// saysAnew are the fields that change what others have as their context.
var saysAnew = map[string]bool{"content": true, "attributes": true, "archived_at": true, "superseded_by": true}

// projectText brings the entries of nodes, and of those around them, up to the
// graph. early is what was read of the texts before; nil is nothing.
func (s *space) projectText(ids map[memtide.ID]int, early *foresight) error {
	var meanings []meant
	var entries []textindex.Doc // of ids, and behind them of those around
	err := s.graph.View(func(tx *graphdb.Tx) error {
		around := map[memtide.ID]bool{}
		read := s.proj.docs(tx)
		sorted := slices.SortedFunc(maps.Keys(ids), memtide.ID.Compare)
		known, err := tx.SharedBy(sorted, View{space: s}.SideBySide)
		if err != nil {
			return err
		}
		early.finish()
		s.readTraits(known)
		for i, id := range sorted {
			n := known[i]
			if n == nil {
				s.text.Delete(id)
				s.dropVector(id)
				continue
			}
			d, err := s.entry(read, n)
			if err != nil {
				return err
			}
			if n.Kind == memtide.Episode {
				feel(tx, id, ids[id], around)
			}
			if err := read.opens(n, around); err != nil {
				return err
			}
			entries = append(entries, d)
			if !n.Live() {
				s.dropVector(id)
				continue
			}
			m, err := read.meaning(n, d)
			if err != nil {
				return err
			}
			meanings = append(meanings, m)
		}
		for id := range ids {
			delete(around, id)
		}
		for _, id := range slices.SortedFunc(maps.Keys(around), memtide.ID.Compare) {
			n, err := tx.Node(id)
			if err != nil {
				return err
			}
			d, err := s.entry(read, n)
			if err != nil {
				return err
			}
			entries = append(entries, d)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, m := range meanings {
		s.embedLater(m)
	}
	// What is not shown has no entry.
	s.put(slices.DeleteFunc(entries, func(d textindex.Doc) bool { return d.ID.IsZero() }), early)
	return nil
}

// entry is the entry of a node; none, and it is taken out, where it is not live.
func (s *space) entry(read *docs, n *memtide.Node) (textindex.Doc, error) {
	if !n.Live() {
		s.text.Delete(n.ID)
		return textindex.Doc{}, nil
	}
	return read.of(n)
}

// feel adds what has an episode as its context: what was said in it and, as
// far as it reaches, the episodes beside it with what was said in them.
func feel(tx *graphdb.Tx, episode memtide.ID, reach int, around map[memtide.ID]bool) {
	near := []memtide.ID{episode}
	for _, links := range []linksOf{tx.OutLinks, tx.InLinks} {
		id := episode
		for range reach {
			if id = firstLink(links(id, memtide.Temporal)); id.IsZero() {
				break
			}
			near = append(near, id)
		}
	}
	for _, id := range near {
		around[id] = true
		for l := range tx.InLinks(id, memtide.DerivedFrom) {
			around[l.Node] = true
		}
	}
}

// saveText writes the snapshot, unless the one that lies there was made of what is. The
// caller has the lock of the space, or reads under it and has the turn.
func (s *space) saveText() error {
	seq := s.graph.AppliedSeq()
	if _, err := os.Stat(s.snapshotPath()); err == nil && s.saved > 0 && s.saved == seq {
		return nil
	}
	head, err := json.Marshal(snapshotHeader{Projects: s.proj.list(), Graph: s.graph.Incarnation()})
	if err != nil {
		return fmt.Errorf("encode snapshot header: %w", err)
	}
	err = wholefile.Fill(s.snapshotPath(), func(w io.Writer) error {
		if err := binary.Write(w, binary.BigEndian, uint32(len(head))); err != nil {
			return err
		}
		if _, err := w.Write(head); err != nil {
			return err
		}
		_, err := s.text.WriteTo(w, seq)
		return err
	}, wholefile.Options{Apart: true})
	if err != nil {
		return fmt.Errorf("write snapshot: %w", err)
	}
	s.saved = seq
	return nil
}

func (s *space) readSnapshot() (seq uint64, err error) {
	n, err := s.l.opts.Ahead.take(s.snapshotPath())
	switch {
	case err != nil:
		return 0, err
	case n.head.Graph != s.graph.Incarnation():
		return 0, errors.New("it belongs to another ledger")
	case len(n.head.Projects) == 0:
		return 0, errors.New("it names no projects")
	}
	s.text, s.proj = n.index, newProjects(n.head.Projects[1:])
	return n.seq, nil
}

// dropUnsaved removes what a crash has left of a snapshot that was being written.
func (s *space) dropUnsaved() error {
	left, err := wholefile.Glob(s.dir, filepath.Base(s.snapshotPath())+".*.tmp")
	for _, path := range left {
		err = errors.Join(err, os.Remove(path))
	}
	if err != nil {
		return fmt.Errorf("remove left-over of a snapshot: %w", err)
	}
	return nil
}
