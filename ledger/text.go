package ledger

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
)

// analyser names what turns text into terms; a snapshot of another one is not
// used.
const analyser = "language-1"

// background is the size from which on a store's own word counts are trusted.
const background = 1000

func textOptions() textindex.Options {
	return textindex.Options{Analyser: analyser, Background: background}
}

func (s *space) snapshotPath() string { return filepath.Join(s.dir, "text.snap") }

// loadText brings the text index up to the graph: from its snapshot and what
// has changed since, or from all nodes.
func (s *space) loadText(ctx context.Context) error {
	s.text, s.proj = textindex.New(textOptions()), newProjects(nil)
	seq, err := s.readSnapshot()
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.l.log.Warn("text snapshot is not used", slog.String("file", s.snapshotPath()), slog.Any("err", err))
	}
	have := s.graph.AppliedSeq()
	switch {
	case seq == have && seq > 0:
		return nil
	case seq > 0 && seq < have:
		return s.catchUpText(ctx, seq+1, have)
	}
	s.text, s.proj = textindex.New(textOptions()), newProjects(nil)
	return s.graph.View(s.indexAll)
}

// catchUpText indexes the nodes that a stretch of the log has touched.
func (s *space) catchUpText(ctx context.Context, from, until uint64) error {
	ids := map[memtide.ID]bool{}
	err := s.l.bus.Replay(ctx, bus.Replay{Flow: event.Ledger, Space: s.name, From: from, Until: until}, func(m bus.Message) error {
		c, err := event.Decode[event.ChangeDecided](m.Body)
		for id := range touched(c.ChangeSet) {
			ids[id] = true
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.projectText(ids)
}

// touched returns the nodes whose entry in the text index a change set may
// have changed: the nodes themselves, and the neighbours in a conversation.
func touched(c memtide.ChangeSet) map[memtide.ID]bool {
	ids := map[memtide.ID]bool{}
	for _, op := range c.Ops {
		if !op.Node.IsZero() {
			ids[op.Node] = true
			continue
		}
		for _, raw := range []json.RawMessage{op.From, op.To} {
			var e memtide.Edge
			if op.Whole() && json.Unmarshal(raw, &e) == nil && e.Kind == memtide.Temporal {
				ids[e.From], ids[e.To] = true, true
			}
		}
	}
	return ids
}

// projectText brings the entries of nodes up to the graph.
func (s *space) projectText(ids map[memtide.ID]bool) error {
	var added []*memtide.Node
	err := s.graph.View(func(tx *graphdb.Tx) error {
		for id := range ids {
			n, err := tx.Node(id)
			if errors.Is(err, graphdb.ErrNotFound) {
				s.text.Delete(id)
				if s.vectors != nil {
					s.vectors.Delete(id)
				}
				continue
			}
			if err != nil {
				return err
			}
			if err := s.indexNode(tx, n); err != nil {
				return err
			}
			if n.Kind == memtide.Episode && !n.Live() {
				if err := s.indexNeighbours(tx, n.ID); err != nil {
					return err
				}
			}
			added = append(added, n)
		}
		return nil
	})
	for _, n := range added {
		s.embedLater(n)
	}
	return err
}

// indexNeighbours takes the words of an episode out of the context of those
// beside it.
func (s *space) indexNeighbours(tx *graphdb.Tx, id memtide.ID) error {
	for _, links := range []func(func(graphdb.Link) bool){tx.OutLinks(id, memtide.Temporal), tx.InLinks(id, memtide.Temporal)} {
		for l := range links {
			n, err := tx.Node(l.Node)
			if err == nil {
				err = s.indexNode(tx, n)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *space) indexNode(tx *graphdb.Tx, n *memtide.Node) error {
	if !n.Live() {
		s.text.Delete(n.ID)
		return nil
	}
	d, err := s.doc(tx, n)
	if err != nil {
		return err
	}
	s.text.Put(d)
	return nil
}

// doc is the entry of a node: what it says, and beside an episode what was
// said just before and after it.
func (s *space) doc(tx *graphdb.Tx, n *memtide.Node) (textindex.Doc, error) {
	d := textindex.Doc{ID: n.ID, Text: searchText(n), Attr: s.proj.attr(n)}
	if n.Kind != memtide.Episode {
		return d, nil
	}
	before, err := neighbour(tx, firstLink(tx.OutLinks(n.ID, memtide.Temporal)))
	if err != nil {
		return d, err
	}
	after, err := neighbour(tx, firstLink(tx.InLinks(n.ID, memtide.Temporal)))
	if before != "" || after != "" {
		d.Context = []string{before, after}
	}
	return d, err
}

// searchText is what a node can be found by.
func searchText(n *memtide.Node) string {
	switch n.Kind {
	case memtide.Entity:
		return strings.Join(append([]string{n.CanonicalName, n.Content, n.Summary}, n.Aliases...), "\n")
	case memtide.Episode:
		if who := n.Attributes["speaker"]; who != "" {
			return who + ": " + n.Content
		}
	}
	return n.Content
}

func firstLink(links func(func(graphdb.Link) bool)) (id memtide.ID) {
	links(func(l graphdb.Link) bool { id = l.Node; return false })
	return id
}

func neighbour(tx *graphdb.Tx, id memtide.ID) (string, error) {
	if id.IsZero() {
		return "", nil
	}
	n, err := tx.Node(id)
	if err != nil || !n.Live() {
		return "", err
	}
	return searchText(n), nil
}

// indexAll makes the text index from every live node.
func (s *space) indexAll(tx *graphdb.Tx) error {
	const batch = 2048
	docs := make([]textindex.Doc, 0, batch)
	for n, err := range tx.AllNodes() {
		if err != nil {
			return fmt.Errorf("index text: %w", err)
		}
		if !n.Live() {
			continue
		}
		d, err := s.doc(tx, n)
		if err != nil {
			return fmt.Errorf("index text: %w", err)
		}
		if docs = append(docs, d); len(docs) == batch {
			s.text.PutBatch(docs)
			docs = docs[:0]
		}
	}
	s.text.PutBatch(docs)
	return nil
}

// A snapshot file is the length and the JSON of a header, then the index.
type snapshotHeader struct {
	Projects []string `json:"projects"`
	Graph    string   `json:"graph"` // incarnation of the ledger
}

func (s *space) saveText() error {
	head, err := json.Marshal(snapshotHeader{Projects: s.proj.list(), Graph: s.graph.Incarnation()})
	if err != nil {
		return fmt.Errorf("encode snapshot header: %w", err)
	}
	return writeFile(s.snapshotPath(), func(w io.Writer) error {
		if err := binary.Write(w, binary.BigEndian, uint32(len(head))); err != nil {
			return err
		}
		if _, err := w.Write(head); err != nil {
			return err
		}
		_, err := s.text.WriteTo(w, s.graph.AppliedSeq())
		return err
	})
}

func (s *space) readSnapshot() (seq uint64, err error) {
	f, err := os.Open(s.snapshotPath())
	if err != nil {
		return 0, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<20)
	var n uint32
	if err := binary.Read(r, binary.BigEndian, &n); err != nil {
		return 0, err
	}
	var raw bytes.Buffer
	if _, err := io.CopyN(&raw, r, int64(n)); err != nil {
		return 0, err
	}
	var head snapshotHeader
	if err := json.Unmarshal(raw.Bytes(), &head); err != nil {
		return 0, err
	}
	if head.Graph != s.graph.Incarnation() {
		return 0, errors.New("it belongs to another ledger")
	}
	x, seq, err := textindex.Load(r, textOptions())
	if err != nil {
		return 0, err
	}
	if len(head.Projects) == 0 {
		return 0, errors.New("it names no projects")
	}
	s.text, s.proj = x, newProjects(head.Projects[1:])
	return seq, nil
}

// writeFile writes a file whole or not at all. It is not synced: what it holds
// can be made again.
func writeFile(path string, fill func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	w := bufio.NewWriterSize(f, 1<<20)
	err = errors.Join(fill(w), w.Flush(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("write %s: %w", path, err), os.Remove(f.Name()))
	}
	return nil
}
