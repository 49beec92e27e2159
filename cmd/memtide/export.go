package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// exported is one line of an export: one of its fields is set.
type exported struct {
	Head   *exportHead        `json:"memtide_export,omitempty"`
	Node   *memtide.Node      `json:"node,omitempty"`
	Edge   *memtide.Edge      `json:"edge,omitempty"`
	Change *memtide.ChangeSet `json:"change,omitempty"`
	End    *exportEnd         `json:"memtide_export_end,omitempty"`
}

// exportHead is the first line.
type exportHead struct {
	Version int           `json:"version"` // of the format
	Space   memtide.Space `json:"space"`
	AsOf    time.Time     `json:"as_of"`
	Seq     uint64        `json:"seq"` // of LEDGER
	Hash    string        `json:"state_hash"`
	Content string        `json:"content_hash,omitempty"` // of a shadow
	Ends    bool          `json:"ends,omitempty"`         // the last line is an end; exports were once without
}

// exportEnd is the last line: a file that was cut off between two lines has none.
type exportEnd struct {
	Lines int `json:"lines"` // before this one
}

const exportVersion = 1

type exportRequest struct {
	Space  memtide.Space `json:"space"`
	Part   string        `json:"part"` // nodes, edges or changes
	After  memtide.ID    `json:"after,omitzero"`
	Behind uint64        `json:"behind,omitempty"` // sequence of LEDGER, of changes
}

// exportPage is a part of an export; an empty one is the end.
type exportPage struct {
	Lines  []exported `json:"lines"`
	After  memtide.ID `json:"after,omitzero"`
	Behind uint64     `json:"behind,omitempty"`
}

// A page holds at most so many bytes and lines.
const (
	pageBytes = 1 << 20
	pageLines = 1000
)

// errPage ends the reading of a page.
var errPage = errors.New("page is full")

func (d *daemon) export(ctx context.Context, in exportRequest) (p exportPage, err error) {
	size := 0
	add := func(l exported, n int) error {
		if len(p.Lines) > 0 && size+n > pageBytes || len(p.Lines) == pageLines {
			return errPage
		}
		size += n
		p.Lines = append(p.Lines, l)
		return nil
	}
	if in.Part == "changes" {
		return d.exportChanges(ctx, in)
	}
	err = d.ledger.Read(ctx, in.Space, func(v ledger.View) error {
		if in.Part == "edges" {
			for e, err := range v.Graph.EdgesAfter(in.After) {
				if err = errors.Join(err, add(exported{Edge: e}, 500)); err != nil {
					return err
				}
				p.After = e.ID
			}
			return nil
		}
		for n, err := range v.Graph.NodesAfter(in.After) {
			if err == nil {
				err = add(exported{Node: n}, len(memtide.EncodeNode(n)))
			}
			if err != nil {
				return err
			}
			p.After = n.ID
		}
		return nil
	})
	if errors.Is(err, errPage) {
		err = nil
	}
	return p, err
}

// exportChanges reads a stretch of the log. A page that is empty and has a
// sequence says only that nothing of the space stands before that.
func (d *daemon) exportChanges(ctx context.Context, in exportRequest) (p exportPage, err error) {
	size := 0
	err = d.ledger.Stretch(ctx, in.Space, in.Behind, in.Behind+pageLines, func(c ledger.Logged) error {
		raw, err := event.Encode(c.ChangeSet)
		if size += len(raw); err != nil || len(p.Lines) > 0 && size > pageBytes {
			return errors.Join(err, errPage)
		}
		p.Lines, p.Behind = append(p.Lines, exported{Change: &c.ChangeSet}), c.Seq
		return nil
	})
	switch {
	case errors.Is(err, errPage):
		return p, nil
	case err == nil:
		p.Behind = in.Behind + pageLines
	}
	return p, err
}

func exportCmd(a *app) *cobra.Command {
	var moment, format, path string
	c := &cobra.Command{
		Use: "export", Short: "write the memory as JSON lines with its history, or as Markdown", Args: cobra.NoArgs,
		Long: `Writes all memories of a space, as they are at one moment: as JSON lines (a head,
then nodes, links and the changes that led to them, and an end), or with --format
md as Markdown for people (what holds now, by kind). memtide import memtide FILE
reads the JSON lines, and takes nothing of a file that was cut off.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if format != "jsonl" && format != "md" {
				return usage("--format is %q, want jsonl or md", format)
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.close()
			write := func(out io.Writer) error {
				w := bufio.NewWriterSize(out, 1<<20)
				return cmp.Or(a.export(c.Context(), cl, moment, format, w), w.Flush())
			}
			if path == "" {
				return write(a.io.out)
			}
			return toNewFile(path, write)
		},
	}
	f := c.Flags()
	f.StringVar(&format, "format", "jsonl", "jsonl or md")
	f.StringVarP(&path, "output", "o", "", "a new file, mode 0600, in place of standard output")
	pastFlag(c, &moment)
	return c
}

// toNewFile writes a file that is not there yet, and leaves none where that fails:
// half an export would be taken for a whole one.
func toNewFile(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already; remove it, or name another file", path)
	}
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	if err = cmp.Or(write(f), f.Sync(), f.Close()); err != nil {
		_ = f.Close()
		return errors.Join(fmt.Errorf("export: %w", err), os.Remove(path))
	}
	return nil
}

// export writes a view of one moment, so that its parts fit together.
func (a *app) export(ctx context.Context, cl *client, moment, format string, w io.Writer) error {
	if moment == "" {
		moment = time.Now().Format(time.RFC3339Nano)
	}
	view, at, err := a.asOf(ctx, cl, moment)
	if err != nil {
		return err
	}
	if format == "md" {
		return exportMarkdown(ctx, cl, view, at, w)
	}
	head, err := control[exportHead](ctx, cl, "head", spaceRequest{view})
	if err != nil {
		return err
	}
	head.Version, head.Space, head.AsOf, head.Ends = exportVersion, cl.space(), at.UTC(), true
	lines := 0
	write := func(l exported) error {
		lines++
		raw, err := event.Encode(l)
		if err == nil {
			_, err = w.Write(append(raw, '\n'))
		}
		return err
	}
	if err := write(exported{Head: &head}); err != nil {
		return err
	}
	if err := pages(ctx, cl, view, head.Seq, []string{"nodes", "edges", "changes"}, write); err != nil {
		return err
	}
	return write(exported{End: &exportEnd{Lines: lines}})
}

// pages reads the parts of a space, one page after the other.
func pages(ctx context.Context, cl *client, view memtide.Space, last uint64, parts []string, fn func(exported) error) error {
	for _, part := range parts {
		req := exportRequest{Space: view, Part: part}
		for {
			p, err := control[exportPage](ctx, cl, "export", req)
			if err != nil {
				return err
			}
			for _, l := range p.Lines {
				if err := fn(l); err != nil {
					return err
				}
			}
			req.After, req.Behind = p.After, p.Behind
			if part == "changes" && p.Behind >= last || part != "changes" && len(p.Lines) == 0 {
				break
			}
		}
	}
	return nil
}

func (d *daemon) head(ctx context.Context, in spaceRequest) (h exportHead, err error) {
	h.Hash, h.Seq, err = d.ledger.Hash(ctx, in.Space)
	return h, err
}

// markdownTitles are the sections of an export for people.
var markdownTitles = []struct {
	kind  memtide.Kind
	title string
}{
	{memtide.Instruction, "Rules"}, {memtide.Fact, "Facts"}, {memtide.Opinion, "Preferences"}, {memtide.Plan, "Plans"},
	{memtide.Event, "Events"}, {memtide.Entity, "Names"}, {memtide.Summary, "Sessions"},
}

// markdownHead begins an export for people, and markdownExport knows it again: its
// items are no memories, for dates and ids stand among their words.
const markdownHead = "# Memory %s\n\nAs of %s. Dates are when it was said.\n"

var markdownExport = regexp.MustCompile(`^# Memory [^\r\n]+\r?\n\r?\nAs of [-: 0-9]+\. Dates are when it was said\.`)

// exportMarkdown writes what holds, newest first, by kind. What was said stands
// in the JSON lines.
func exportMarkdown(ctx context.Context, cl *client, view memtide.Space, at time.Time, w io.Writer) error {
	byKind := map[memtide.Kind][]*memtide.Node{}
	err := pages(ctx, cl, view, 0, []string{"nodes"}, func(l exported) error {
		if l.Node.Live() {
			byKind[l.Node.Kind] = append(byKind[l.Node.Kind], l.Node)
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(w, markdownHead, cl.space(), at.Format(time.DateTime))
	for _, s := range markdownTitles {
		if len(byKind[s.kind]) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n## %s\n\n", s.title)
		for _, n := range slices.Backward(byKind[s.kind]) {
			text := n.Content
			if n.Kind == memtide.Entity && !strings.HasPrefix(text, n.CanonicalName) {
				text = n.CanonicalName + ": " + text
			}
			where := n.Trust.String()
			if n.Project != "" {
				where += ", project " + n.Project
			}
			if _, err := fmt.Fprintf(w, "- %s — %s (%s, %s)\n", n.CreatedAt.Format(time.DateOnly), strings.Join(strings.Fields(text), " "), n.ID.Short(), where); err != nil {
				return err
			}
		}
	}
	return nil
}

// readExport hands the lines of an export to fn, but for its end.
func readExport(in io.Reader, fn func(exported) error) error {
	r := bufio.NewReaderSize(in, 1<<20)
	var whole exportCheck
	for n := 1; ; n++ {
		line, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if n == 1 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		if len(strings.TrimSpace(string(line))) > 0 {
			var l exported
			if jerr := json.Unmarshal(line, &l); jerr != nil {
				return fmt.Errorf("line %d: %w", n, event.BadJSON[exported](line, jerr))
			}
			if n == 1 && (l.Head == nil || l.Head.Version != exportVersion) {
				return fmt.Errorf("line 1: this is no export of memtide, or of another version than %d", exportVersion)
			}
			ferr := whole.line(l)
			if ferr == nil && l.End == nil {
				ferr = fn(l)
			}
			if ferr != nil {
				return fmt.Errorf("line %d: %w", n, ferr)
			}
		}
		if err != nil {
			return whole.done()
		}
	}
}

// exportCheck counts the lines of an export against what its end says.
type exportCheck struct {
	lines       int
	ends, ended bool // an end is to come, has come
}

func (c *exportCheck) line(l exported) error {
	switch {
	case c.ended:
		return errors.New("more stands behind the end of the export; keep one export in a file")
	case l.End != nil && l.End.Lines != c.lines:
		return fmt.Errorf("%s before the end, which says %d; export again", memtide.Count(c.lines, "line"), l.End.Lines)
	}
	c.ends, c.ended = c.ends || l.Head != nil && l.Head.Ends, l.End != nil
	c.lines++
	return nil
}

func (c *exportCheck) done() error {
	if c.ends && !c.ended {
		return fmt.Errorf("it was cut off behind line %d: the end of the export is missing; export again", c.lines)
	}
	return nil
}
