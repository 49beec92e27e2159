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
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
)

const exportVersion = control.ExportVersion

func exportCmd(a *app) *cobra.Command {
	var moment, format, path string
	c := &cobra.Command{
		Use: "export", Short: "write the memory as JSON lines with its history, or as Markdown", Args: cobra.NoArgs,
		Long: `Writes all memories of a space, as they are at one moment: as JSON lines (a head,
then nodes, links and the changes that led to them, and an end), or with --format
md as Markdown for people (the rules in force, then what holds now, by kind).
memtide import memtide FILE reads the JSON lines, and takes nothing of a file that
was cut off.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if path == standard {
				path = ""
			}
			if format != "jsonl" && format != "md" {
				return usage("--format is %q, want jsonl or md", format)
			}
			if a.json && format == "md" && path == "" {
				return usage("--format md prints Markdown, which is no JSON; leave --json out, or --format md")
			}
			if path != "" {
				if err := wantRoom(path, "make it, or name another file"); err != nil {
					return err
				}
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			write := func(out io.Writer) error {
				w := bufio.NewWriterSize(out, 1<<20)
				return cmp.Or(a.export(c.Context(), cl, exporting{moment, format, path != ""}, w), w.Flush())
			}
			if path == "" {
				return write(a.io.out)
			}
			if err := toNewFile(path, write); err != nil {
				return err
			}
			return a.wrote(path)
		},
	}
	f := c.Flags()
	f.StringVar(&format, "format", "jsonl", "jsonl or md")
	f.StringVarP(&path, "output", "o", "", "a new file, mode 0600, in place of standard output")
	pastFlag(c, &moment)
	return c
}

// exported is the file that an export was written to.
type exported struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

// wrote says what came of an export. Where standard output is the export nothing is said.
func (a *app) wrote(path string) error {
	st, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	written := exported{path, st.Size()}
	return a.print(written, func(w io.Writer) { printPlain(w, "%s: %s\n", path, memtide.Size(uint64(st.Size()))) })
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

// exporting is how a call of export was meant.
type exporting struct {
	moment, format string
	file           bool // what is written does not go where progress is shown
}

// export writes a view of one moment, so that its parts fit together.
func (a *app) export(ctx context.Context, cl *client.Client, how exporting, w io.Writer) error {
	var view memtide.Space
	var at time.Time
	var err error
	if how.moment == "" {
		view, at, err = a.view(ctx, cl, control.AsOfRequest{Space: cl.Space(), At: time.Now(), Now: true})
	} else {
		view, at, err = a.asOf(ctx, cl, how.moment)
	}
	if err != nil {
		return err
	}
	if how.format == "md" {
		return exportMarkdown(ctx, cl, view, at, w)
	}
	head, err := client.Control[control.ExportHead](ctx, cl, "head", control.SpaceRequest{Space: view})
	if err != nil {
		return err
	}
	total := head.Nodes + int(head.Seq)
	head.Version, head.Space, head.AsOf, head.Ends, head.Nodes = exportVersion, cl.Space(), at.UTC(), true, 0
	shown := io.Discard
	if how.file {
		shown = a.io.err
	}
	tell, end := progress.Told(shown, "writing")
	defer end()
	lines, told := 0, 0
	write := func(l control.ExportLine) error {
		if lines++; l.Edge == nil {
			told++
			tell(min(told, total), total)
		}
		raw, err := event.Encode(l)
		if err == nil {
			_, err = w.Write(append(inertJSON(raw), '\n'))
		}
		return err
	}
	if err := write(control.ExportLine{Head: &head}); err != nil {
		return err
	}
	if err := pages(ctx, cl, view, head.Seq, []string{"nodes", "edges", "changes"}, write); err != nil {
		return err
	}
	return write(control.ExportLine{End: &control.ExportEnd{Lines: lines}})
}

// pages reads the parts of a space, one page after the other.
func pages(ctx context.Context, cl *client.Client, view memtide.Space, last uint64, parts []string, fn func(control.ExportLine) error) error {
	for _, part := range parts {
		req := control.ExportRequest{Space: view, Part: part}
		for {
			p, err := client.Control[control.ExportPage](ctx, cl, "export", req)
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

// readExport hands the lines of an export to fn, but for its end.
func readExport(in io.Reader, fn func(control.ExportLine) error) error {
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
			var l control.ExportLine
			if jerr := json.Unmarshal(line, &l); jerr != nil {
				return fmt.Errorf("line %d: %w", n, event.BadJSON[control.ExportLine](line, jerr))
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

func (c *exportCheck) line(l control.ExportLine) error {
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
