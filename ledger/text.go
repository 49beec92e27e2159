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
	"iter"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/textindex"
)

// analyser names what turns text into terms; a snapshot of another one is not
// used.
const analyser = "language-5"

// background is the size from which on a store's own word counts are trusted.
const background = 1000

func textOptions() textindex.Options {
	return textindex.Options{Analyser: analyser, Background: background,
		Few:   func(a uint64) bool { return isFew(Attr(a).Kind()) },
		Group: func(a uint64) uint32 { return Attr(a).project() }}
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
	ids := map[memtide.ID]int{}
	err := s.l.bus.Replay(ctx, bus.Replay{Flow: event.Ledger, Space: s.name, From: from, Until: until}, func(m bus.Message) error {
		c, err := event.Decode[event.ChangeDecided](m.Body)
		for id, reach := range touched(c.ChangeSet) {
			ids[id] = max(ids[id], reach)
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.projectText(ids)
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
			if op.Whole() && json.Unmarshal(raw, &e) == nil && e.Kind == memtide.Temporal {
				for _, id := range []memtide.ID{e.From, e.To} {
					if _, known := ids[id]; !known {
						ids[id] = aside - 1
					}
				}
			}
		}
	}
	return ids
}

// saysAnew are the fields that change what others have as their context.
var saysAnew = map[string]bool{"content": true, "attributes": true, "archived_at": true, "superseded_by": true}

// projectText brings the entries of nodes, and of those around them, up to the
// graph.
func (s *space) projectText(ids map[memtide.ID]int) error {
	type entry struct {
		node *memtide.Node
		doc  textindex.Doc
	}
	var added []entry
	err := s.graph.View(func(tx *graphdb.Tx) error {
		around := map[memtide.ID]bool{}
		for id, reach := range ids {
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
			d, err := s.indexNode(tx, n)
			if err != nil {
				return err
			}
			if n.Kind == memtide.Episode {
				feel(tx, id, reach, around)
			}
			added = append(added, entry{n, d})
		}
		for id := range ids {
			delete(around, id)
		}
		return s.indexAround(tx, around)
	})
	for _, e := range added {
		s.embedLater(e.node, e.doc)
	}
	return err
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

// indexAround brings the entries of nodes up to date whose context has changed.
func (s *space) indexAround(tx *graphdb.Tx, ids map[memtide.ID]bool) error {
	for id := range ids {
		n, err := tx.Node(id)
		if err == nil {
			_, err = s.indexNode(tx, n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// linksOf are the links of a node in one direction.
type linksOf func(memtide.ID, ...memtide.EdgeKind) iter.Seq[graphdb.Link]

func (s *space) indexNode(tx *graphdb.Tx, n *memtide.Node) (textindex.Doc, error) {
	if !n.Live() {
		s.text.Delete(n.ID)
		return textindex.Doc{}, nil
	}
	d, err := s.doc(tx, n)
	if err == nil {
		s.text.Put(d)
	}
	return d, err
}

// doc is the entry of a node: what it says, and beside an episode what was
// said just before and after it.
func (s *space) doc(tx *graphdb.Tx, n *memtide.Node) (textindex.Doc, error) {
	if n.Kind != memtide.Episode {
		return s.derived(tx, n)
	}
	d := textindex.Doc{ID: n.ID, Text: searchText(n), Attr: s.proj.attr(n, speaker(n))}
	return d, s.around(tx, n, &d)
}

// around sets what was said before and after an episode.
func (s *space) around(tx *graphdb.Tx, n *memtide.Node, d *textindex.Doc) error {
	before, err := beside(tx, n.ID, tx.OutLinks)
	if err != nil {
		return err
	}
	after, err := beside(tx, n.ID, tx.InLinks)
	d.Before, d.After = said(before), said(after)
	d.Answers = len(before) > 0 && language.Inquires(before[0].Content) && !language.Inquires(n.Content)
	return err
}

// aside is how far a conversation is read around an episode.
const aside = 2

// beside returns the live episodes that temporal links lead to, the nearest
// first.
func beside(tx *graphdb.Tx, id memtide.ID, links linksOf) ([]*memtide.Node, error) {
	var found []*memtide.Node
	for range aside {
		if id = firstLink(links(id, memtide.Temporal)); id.IsZero() {
			break
		}
		n, err := tx.Node(id)
		if err != nil {
			return nil, err
		}
		if n.Live() {
			found = append(found, n)
		}
	}
	return found, nil
}

func said(nodes []*memtide.Node) []string {
	var texts []string
	for _, n := range nodes {
		texts = append(texts, spoken(n))
	}
	return texts
}

// derived is the entry of what is no episode. What was said in one is found
// by the words around it, too, and by who said it: it is a further key to the
// half-turn and must not win by being short.
func (s *space) derived(tx *graphdb.Tx, n *memtide.Node) (textindex.Doc, error) {
	d := textindex.Doc{ID: n.ID, Text: searchText(n)}
	source, err := episodeOf(tx, n)
	if err != nil || source == nil {
		d.Attr = s.proj.attr(n, "")
		return d, err
	}
	who := speaker(source)
	d.Attr = s.proj.attr(n, who)
	before, after, found := strings.Cut(source.Content, n.Content)
	if !found || !inConversation(tx, source.ID) {
		return d, nil
	}
	if err := s.around(tx, source, &d); err != nil {
		return d, err
	}
	if strings.TrimSpace(before) != "" {
		d.Before, d.Answers = append([]string{before}, d.Before...), false
	}
	if strings.TrimSpace(after) != "" {
		d.After = append([]string{after}, d.After...)
	}
	return d, nil
}

// episodeOf returns the episode that a memory was said in, nil where it is none
// or is not shown any more.
func episodeOf(tx *graphdb.Tx, n *memtide.Node) (*memtide.Node, error) {
	if n.Kind == memtide.Entity || n.Kind == memtide.Summary {
		return nil, nil
	}
	for l := range tx.OutLinks(n.ID, memtide.DerivedFrom) {
		e, err := tx.Node(l.Node)
		if err != nil {
			return nil, err
		}
		if e.Kind == memtide.Episode && e.Live() {
			return e, nil
		}
	}
	return nil, nil
}

// inConversation reports whether something was said before or after an
// episode.
func inConversation(tx *graphdb.Tx, episode memtide.ID) bool {
	return !firstLink(tx.OutLinks(episode, memtide.Temporal)).IsZero() || !firstLink(tx.InLinks(episode, memtide.Temporal)).IsZero()
}

func speaker(n *memtide.Node) string { return n.Attributes["speaker"] }

// searchText is what a node can be found by.
func searchText(n *memtide.Node) string {
	switch n.Kind {
	case memtide.Entity:
		return strings.Join(append([]string{n.CanonicalName, n.Content, n.Summary}, n.Aliases...), "\n")
	case memtide.Episode:
		text := spoken(n)
		if !n.CreatedAt.IsZero() {
			text += n.CreatedAt.Format("\n2 January 2006") // "what did we do in May" (LoCoMo R@10 +1.8)
		}
		return text
	}
	return n.Content
}

// spoken is what was said, behind the name of who said it.
func spoken(n *memtide.Node) string {
	if who := speaker(n); who != "" {
		return who + ": " + n.Content
	}
	return n.Content
}

func firstLink(links func(func(graphdb.Link) bool)) (id memtide.ID) {
	links(func(l graphdb.Link) bool { id = l.Node; return false })
	return id
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
