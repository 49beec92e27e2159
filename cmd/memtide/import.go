package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/hookbridge/transcript"
	"github.com/memtide/memtide/wholefile"
)

// importSources are the sorts of what can be imported.
func importSources() (names []string) {
	for _, c := range agentClients() {
		if c.Unread == "" {
			names = append(names, c.Name)
		}
	}
	return append(names, "memtide", "notes", "mcp-memory")
}

func importCmd(a *app) *cobra.Command {
	var as bringing
	c := &cobra.Command{
		Use: "import claude-code [DIR] | codex [DIR] | gemini [DIR] | memtide FILE | notes PATH | mcp-memory FILE | FILE", Short: "read transcripts, an export of memtide, memory files, or the graph of another memory",
		Args: cobra.RangeArgs(1, 2), ValidArgsFunction: cobra.FixedCompletions(importSources(), cobra.ShellCompDirectiveDefault),
		Long: `Reads what was there before. What is known already is not taken twice, so it can
be run again at any time.

  claude-code [DIR]  transcripts: the client's configuration folder, a folder of
  codex [DIR]        transcripts, or one transcript
  gemini [DIR]
  memtide FILE       what memtide export has written
  notes PATH         a Markdown file, or MEMORY.md and memory/*.md of a folder: each
                     item of a list, row of a table and paragraph becomes a memory
  mcp-memory FILE    the graph of the MCP server "memory" (memory.json or
                     memory.jsonl): names, what is observed of them, relations. A
                     line that cannot be used is named, and nothing is taken

A FILE alone is looked into: what it holds tells which of these it is. With - it is
read from standard input.

Memories of the last three have trust "imported", and what would tell the agent
what to do waits in quarantine. --own says that they are yours: then they are
trusted as they were (notes as your words). Notes and a graph belong to no project
and are told in every one, unless --project names theirs.`,
		RunE: func(c *cobra.Command, args []string) (err error) {
			name, done, err := a.source(args[len(args)-1])
			if err != nil {
				return err
			}
			defer done()
			defer func() { err = fromStandard(err, name) }()
			args[len(args)-1] = name
			if err := wantEnd(name); err != nil {
				return err
			}
			if of, err := agentNamed(args[0]); err == nil && of.Unread != "" {
				return usage("%s", of.Unread)
			}
			if len(args) == 1 && !slices.Contains(importSources(), args[0]) {
				kind, err := recognise(args[0])
				if err != nil {
					return err
				}
				args = []string{kind, args[0]}
			}
			if slices.Contains([]string{"memtide", "notes", "mcp-memory"}, args[0]) {
				return a.bring(c.Context(), args, as)
			}
			if as.project != "" {
				return usage("--project is for notes and for a graph: in a transcript it stands where it was said")
			}
			if as.own {
				return usage("--own is for an export, for notes and for a graph: in a transcript it stands who has said what")
			}
			from, err := agentNamed(args[0])
			if err != nil {
				return usage("nothing to import is named %q; there is: %s", args[0], strings.Join(importSources(), ", "))
			}
			var dir string
			if len(args) == 2 {
				dir = args[1]
			} else {
				dir, err = from.dir(os.Getenv)
			}
			if err != nil {
				return err
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			began := time.Now()
			t, err := a.importTimed(c.Context(), cl, from, dir, string(cl.Space()))
			if err == nil && len(args) == 1 {
				err = foundAgain(hookbridge.NewPaths(cl.Config().Home).Spool, began)
			}
			if err != nil {
				return err
			}
			if st, serr := os.Stat(dir); serr == nil && !st.IsDir() && t.heard() == 0 {
				return none("%s holds nothing that was said: is it a transcript of %s?", dir, from.Title)
			}
			return a.print(t, t.write)
		},
	}
	c.Flags().StringVar(&as.project, "project", "", "the project of notes or of a graph; \".\" is the one here")
	c.Flags().BoolVar(&as.own, "own", false, "memories of an export or of notes are yours: trust them")
	return c
}

// foundAgain forgets that the spool was full, once all transcripts have been read
// since: what was dropped has been found in them, as far as it ever will be.
func foundAgain(spool string, read time.Time) error {
	if full, ok := hookbridge.ReadFull(spool); !ok || !full.Last.Before(read) {
		return nil
	}
	return hookbridge.ForgetFull(spool)
}

// recognise says what a file is that somebody wants to import.
func recognise(path string) (kind string, err error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", usage("nothing to import is named %q, and there is no such file", path)
	}
	if err != nil {
		return "", fmt.Errorf("import: %w", err)
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return "", usage("%s is a folder; say what it holds: memtide import notes %s, or memtide import claude-code %s (or codex, gemini)", path, path, path)
	}
	head, err := io.ReadAll(io.LimitReader(f, 1<<16))
	text := strings.TrimSpace(string(bytes.TrimPrefix(head, byteOrderMark)))
	switch {
	case err != nil:
		return "", fmt.Errorf("import %s: %w", path, err)
	case strings.HasPrefix(text, `{"memtide_export"`):
		return "memtide", nil
	case isGraph(text):
		return "mcp-memory", nil
	case strings.EqualFold(filepath.Ext(path), ".md"):
		return "notes", nil
	case writtenBy(path) != "":
		return writtenBy(path), nil
	case strings.HasPrefix(text, "{") && strings.Contains(text, `"sessionId"`):
		return "claude-code", nil
	}
	return "", usage("%s is none of: a transcript, an export of memtide, Markdown, a graph of the MCP server memory; say which", path)
}

// bring imports an export, notes, or the graph of another memory.
func (a *app) bring(ctx context.Context, args []string, as bringing) error {
	if len(args) != 2 {
		return usage("import %s needs a path", args[0])
	}
	if args[0] == "memtide" && as.project != "" {
		return usage("--project is for notes and for a graph: in an export each memory has its own; memtide move --from gives a project another name")
	}
	var err error
	if args[0] != "notes" {
		if err := wantFile(args[1], "memtide import "+args[0]+" wants a file"); err != nil {
			return err
		}
	}
	if as.project, err = meantProject(as.project); err != nil {
		return err
	}
	cl, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer cl.Close()
	read := importExport
	switch args[0] {
	case "notes":
		read = importNotes
	case "mcp-memory":
		read = importGraph
	}
	sum, err := read(ctx, cl, cl.Space(), args[1], as)
	if err != nil && sum != (brought{}) {
		return fmt.Errorf("%w; before that %d new, %d known are in; import again: what is in is not taken twice", err, sum.New, sum.Known)
	}
	if err != nil {
		return err
	}
	return a.print(sum, sum.write)
}

// transcripts lists what DIR of import means.
func transcripts(c agentClient, dir string) ([]string, error) {
	st, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usage("no transcripts: there is no %s; where %s has another folder, name it: memtide import %s DIR", dir, c.Title, c.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("look for transcripts: %w", err)
	}
	if !st.IsDir() {
		return []string{dir}, nil
	}
	files, err := transcript.Find(dir)
	if abs, aerr := filepath.Abs(dir); err == nil && len(files) == 0 && aerr == nil && transcript.Holds(filepath.Base(abs)) {
		files, err = transcript.Find(filepath.Dir(abs)) // it is where people see them lie
	}
	if err != nil || len(files) > 0 {
		return files, err
	}
	files, err = wholefile.Glob(dir, "*.jsonl")
	if err == nil && len(files) == 0 {
		err = none("no transcripts below %s", dir)
	}
	return files, err
}

// importTimed is importTranscripts, waits until everything is decided, and says
// what that took.
func (a *app) importTimed(ctx context.Context, cl *client.Client, from agentClient, dir, space string) (tally, error) {
	before, err := bench.Stored(ctx, cl)
	if err != nil {
		return tally{}, err
	}
	start := time.Now()
	t, err := a.importTranscripts(ctx, cl, from, dir, space)
	if err != nil || t.New == 0 {
		return t, err
	}
	bar := progress.Bar(a.io.err, int64(t.New), "deciding")
	err = cl.Settle(ctx, memtide.Space(space), func(left int) { bar.Set(max(t.New-left, 0)) })
	bar.Finish()
	if err != nil {
		return t, t.cutShort(fmt.Errorf("wait until all is decided: %w", err), "no import is needed again: the daemon goes on with it, also one that is started anew")
	}
	cost, err := bench.Timed(ctx, cl, t.New, before, start)
	t.Import = &cost
	return t, err
}

func (a *app) importTranscripts(ctx context.Context, cl *client.Client, from agentClient, dir, space string) (tally, error) {
	var t tally
	files, err := transcripts(from, dir)
	if err != nil {
		return t, err
	}
	bar := progress.Bar(a.io.err, int64(len(files)), "transcripts")
	defer bar.Finish()
	var reader transcript.Reader
	for _, path := range files {
		stats, err := importFile(ctx, cl, &reader, path, space, &t)
		if left := stats.Left(); left != "" {
			printPlain(a.io.err, "memtide: %s: %s\n", path, left)
			t.Unread += stats.Long + stats.Torn
		}
		if err != nil {
			return t, t.cutShort(fmt.Errorf("%s: %w", path, err), "import again: what is in is not taken twice")
		}
		t.Files++
		bar.Add(1)
	}
	return t, nil
}

func importFile(ctx context.Context, cl *client.Client, reader *transcript.Reader, path, space string, t *tally) (transcript.Stats, error) {
	f, err := os.Open(path)
	if err != nil {
		return transcript.Stats{}, err
	}
	defer f.Close()
	reader.Folder = transcript.Root(path)
	return reader.Read(bufio.NewReaderSize(f, 1<<20), func(req event.TurnRequest) error {
		req.Space = memtide.Space(space)
		r, err := cl.Turn(ctx, req)
		if err != nil {
			return err
		}
		return t.add(r)
	})
}
