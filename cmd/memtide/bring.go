package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// bringing is how memories are imported.
type bringing struct {
	own     bool
	project string // of what has none of its own; not of names, which are known everywhere
}

// brought counts what became of memories that were imported.
type brought struct {
	New         int `json:"new"`
	Known       int `json:"known"`
	Quarantined int `json:"quarantined"`
	Links       int `json:"links"`
	Withheld    int `json:"withheld"`
	LeftOut     int `json:"left_out"`
	LetIn       int `json:"let_in"`
}

func (b *brought) add(more brought) {
	*b = brought{b.New + more.New, b.Known + more.Known, b.Quarantined + more.Quarantined, b.Links + more.Links, b.Withheld + more.Withheld, b.LeftOut + more.LeftOut, b.LetIn + more.LetIn}
}

func (b brought) write(w io.Writer) {
	fmt.Fprintf(w, "%d new, %d known, %s\n", b.New, b.Known, memtide.Count(b.Links, "link"))
	if b.LetIn > 0 {
		fmt.Fprintf(w, "%d of what is known waited, or was withheld, and %s let in\n", b.LetIn, memtide.Agree(b.LetIn, "is", "are"))
	}
	if b.New+b.Links+b.LetIn > 0 {
		defer fmt.Fprintln(w, "memtide log --stage import has the changes; memtide undo CHANGE takes one back")
	}
	if b.Quarantined > 0 {
		fmt.Fprintf(w, "%d would tell the agent what to do and wait for you: memtide quarantine\n", b.Quarantined)
	}
	if b.Withheld > 0 {
		fmt.Fprintf(w, "%s would, too: no agent is shown %s\n", memtide.Count(b.Withheld, "half-turn"), memtide.Agree(b.Withheld, "it", "them"))
	}
	if b.LeftOut > 0 {
		fmt.Fprintf(w, "%s would, too, and %s left out\n", memtide.Count(b.LeftOut, "link or description"), memtide.Agree(b.LeftOut, "is", "are"))
	}
}

// bringer hands memories over in batches.
type bringer struct {
	cl    *client.Client
	req   control.BringRequest
	ids   map[memtide.ID]memtide.ID
	super map[memtide.ID]memtide.ID // by old ids
	edges []memtide.Edge
	sum   brought
	bytes int
}

func newBringer(cl *client.Client, space memtide.Space, from string, own bool) *bringer {
	return &bringer{cl: cl, req: control.BringRequest{Space: space, From: from, Own: own, At: time.Now()},
		ids: map[memtide.ID]memtide.ID{}, super: map[memtide.ID]memtide.ID{}}
}

// bringBytes and bringNodes bound one batch.
const (
	bringBytes = 1 << 20
	bringNodes = 100
)

func (b *bringer) node(ctx context.Context, n *memtide.Node) error {
	if !n.SupersededBy.IsZero() {
		b.super[n.ID] = n.SupersededBy
	}
	b.req.Nodes = append(b.req.Nodes, n)
	if b.bytes += len(n.Content) + 500; b.bytes < bringBytes && len(b.req.Nodes) < bringNodes {
		return nil
	}
	return b.flush(ctx)
}

func (b *bringer) flush(ctx context.Context) error {
	if len(b.req.Nodes) == 0 {
		return nil
	}
	r, err := client.Decide[tools.Brought](ctx, b.cl, "bring", b.req)
	if err != nil {
		return err
	}
	b.sum.add(brought{New: r.New, Known: r.Known, Quarantined: r.Doubt, Withheld: r.Withheld, LeftOut: r.Left, LetIn: r.Lifted})
	for old, now := range r.IDs {
		b.ids[old] = now
	}
	b.req.Nodes, b.bytes = nil, 0
	return nil
}

// links hands over what links the memories, by the ids that they have now.
func (b *bringer) links(ctx context.Context) error {
	if err := b.flush(ctx); err != nil {
		return err
	}
	req := control.LinkRequest{Space: b.req.Space, From: b.req.From, Own: b.req.Own, At: b.req.At, Superseded: map[memtide.ID]memtide.ID{}}
	flush := func() error {
		r, err := client.Decide[tools.Linked](ctx, b.cl, "link", req)
		b.sum.add(brought{Links: r.New, LeftOut: r.Left})
		req.Edges, req.Superseded = nil, map[memtide.ID]memtide.ID{}
		return err
	}
	for _, e := range b.edges {
		from, to := b.ids[e.From], b.ids[e.To]
		if from.IsZero() || to.IsZero() {
			continue
		}
		e.From, e.To = from, to
		if req.Edges = append(req.Edges, e); len(req.Edges) == 500 {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	for old, by := range b.super {
		if x, y := b.ids[old], b.ids[by]; !x.IsZero() && !y.IsZero() {
			req.Superseded[x] = y
		}
	}
	if len(req.Edges)+len(req.Superseded) == 0 {
		return nil
	}
	return flush()
}

// importExport reads what memtide export has written.
func importExport(ctx context.Context, cl *client.Client, space memtide.Space, path string, as bringing) (brought, error) {
	f, err := os.Open(path)
	if err != nil {
		return brought{}, unread(path, err)
	}
	defer f.Close()
	if err := wholeExport(f, tools.Bringing{Own: as.own, At: time.Now()}); err != nil {
		return brought{}, fmt.Errorf("import %s: nothing is taken: %w", path, err)
	}
	var b *bringer
	var old []*memtide.Node // last: until they are linked they look as if they held, and the like of them would be known
	err = readExport(f, func(l control.ExportLine) error {
		switch {
		case l.Head != nil:
			b = newBringer(cl, space, fmt.Sprintf("export of %s, %s", l.Head.Space, l.Head.AsOf.Format(time.DateOnly)), as.own)
		case b == nil:
			return errors.New("there is no head before it")
		case l.Node != nil && !l.Node.SupersededBy.IsZero():
			old = append(old, l.Node)
		case l.Node != nil:
			return b.node(ctx, l.Node)
		case l.Edge != nil:
			b.edges = append(b.edges, *l.Edge)
		}
		return nil
	})
	if err != nil && b != nil {
		return b.sum, fmt.Errorf("import %s: %w", path, err)
	}
	if err != nil {
		return brought{}, fmt.Errorf("import %s: %w", path, err)
	}
	if b == nil {
		return brought{}, fmt.Errorf("import %s: it is empty", path)
	}
	for _, n := range old {
		if err := b.node(ctx, n); err != nil {
			return b.sum, fmt.Errorf("import %s: %w", path, err)
		}
	}
	err = b.links(ctx)
	return b.sum, err
}

// wholeExport reads an export through before anything is taken from it, so that
// one that was cut off, or has a line that cannot be used, is not half taken. A pipe
// cannot be read twice.
func wholeExport(f *os.File, as tools.Bringing) error {
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		return err
	}
	if err := readExport(f, func(l control.ExportLine) error {
		switch {
		case l.Node != nil:
			return errors.Join(as.Check(l.Node), travels(l.Node))
		case l.Edge != nil:
			return errors.Join(as.CheckLink(*l.Edge), travels(l.Edge))
		}
		return nil
	}); err != nil {
		return err
	}
	_, err := f.Seek(0, io.SeekStart)
	return err
}

// mostBrought is how large a memory may be that is handed over with others, in bytes of
// JSON: all of them travel in one message.
const mostBrought = 4 << 20

// travels reports why a memory or a link cannot be handed over: it has a time that can
// be read and not written, or is too large.
func travels(v any) error {
	raw, err := json.Marshal(v)
	if err == nil && len(raw) > mostBrought {
		err = fmt.Errorf("it has %d bytes, want %d at most", len(raw), mostBrought)
	}
	return err
}

// unread says why what is to be imported cannot be opened: what is not there is named
// wrongly in the call.
func unread(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return usage("import: there is no %s", path)
	}
	return fmt.Errorf("import: %w", err)
}

// importNotes reads flat memory files: a file, or MEMORY.md, CLAUDE.md's kin and
// memory/*.md of a folder.
func importNotes(ctx context.Context, cl *client.Client, space memtide.Space, path string, as bringing) (brought, error) {
	var sum brought
	files, err := noteFiles(path)
	if err != nil {
		return sum, err
	}
	found := make([][]*memtide.Node, len(files))
	for i, f := range files {
		if found[i], err = notesOf(f); err != nil {
			return sum, fmt.Errorf("import %s: nothing is taken: %w", f, err)
		}
	}
	for i, f := range files {
		b := newBringer(cl, space, filepath.Base(f), as.own)
		for _, n := range found[i] {
			n.Project = as.project
			if err = b.node(ctx, n); err != nil {
				break
			}
		}
		if err == nil {
			err = b.flush(ctx)
		}
		if sum.add(b.sum); err != nil {
			return sum, fmt.Errorf("import %s: %w", f, err)
		}
	}
	return sum, nil
}

// notesOf reads the memories of one file.
func notesOf(path string) ([]*memtide.Node, error) {
	raw, err := readWhole(path)
	if err != nil {
		return nil, err
	}
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	raw = bytes.TrimPrefix(raw, byteOrderMark)
	if err := noText(raw); err != nil {
		return nil, err
	}
	return readNotes(string(raw), st.ModTime()), nil
}

func noteFiles(path string) ([]string, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, unread(path, err)
	}
	if !st.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, unread(path, err)
	}
	var files []string
	for _, e := range entries {
		p := filepath.Join(path, e.Name())
		switch st, serr := os.Stat(p); { // links are followed: people keep their notes in a repository of dot files
		case serr != nil: // a link that leads nowhere
		case e.Name() == "memory" && st.IsDir():
			var below []string
			below, err = notesBelow(p, map[string]bool{})
			files = append(files, below...)
		case st.Mode().IsRegular() && strings.EqualFold(e.Name(), "MEMORY.md"):
			files = append(files, p)
		}
	}
	if err == nil && len(files) == 0 {
		err = none("no MEMORY.md and no memory/*.md in %s", path)
	}
	return files, err
}

// notesBelow returns the Markdown files of a folder and of those below it, each of which
// is looked at once: a link may lead back.
func notesBelow(dir string, seen map[string]bool) (files []string, err error) {
	real, err := filepath.EvalSymlinks(dir)
	if err != nil || seen[real] {
		return nil, err
	}
	seen[real] = true
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		p := filepath.Join(dir, e.Name())
		switch st, serr := os.Stat(p); {
		case serr != nil:
		case st.IsDir():
			below, berr := notesBelow(p, seen)
			files, err = append(files, below...), errors.Join(err, berr)
		case st.Mode().IsRegular() && strings.EqualFold(filepath.Ext(p), ".md"):
			files = append(files, p)
		}
	}
	return files, err
}
