// Command peers asks memtide and other memories the same questions over the
// same conversations, on one machine and in one run, and prints a table.
//
//	cases ─▶ pool: half-turns, questions ─┬▶ memtide                      import, hook, search
//	                                      ├▶ deja-vu                      index, hook-prompt, search
//	                                      └▶ @modelcontextprotocol/server-memory   create_entities, search_nodes
//
// It fetches and builds nothing: the paths of the programs are given, and a
// peer without a path is left out. Each runs from a folder of its own that goes
// afterwards, with an environment that holds nothing of the user's, and is used
// as its documentation tells a user to use it.
//
//	go run ./eval/peers --memtide BIN --deja-vu BIN --mcp-memory PATH --cases FILE[,FILE]
//
// BIN of memtide needs memtide-hook beside it. PATH of the MCP server is its
// index.js, run by node, or a program. Files of cases are those of `memtide
// eval retrieval`; their stores are poured together in order until there are
// enough half-turns.
//
// Time is compared within one run only: a busy machine slows all of them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
)

type settings struct {
	memtide, deja, mcp string
	cases              []string
	turns, questions   int
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s, err := parse(os.Args[1:])
	if err == nil {
		err = run(ctx, s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func parse(args []string) (settings, error) {
	var s settings
	var cases string
	f := flag.NewFlagSet("peers", flag.ContinueOnError)
	f.StringVar(&s.memtide, "memtide", "", "program memtide, with memtide-hook beside it")
	f.StringVar(&s.deja, "deja-vu", "", "program deja")
	f.StringVar(&s.mcp, "mcp-memory", "", "server-memory: its index.js, or a program")
	f.StringVar(&cases, "cases", "", "files of cases, separated by commas")
	f.IntVar(&s.turns, "turns", 20000, "half-turns")
	f.IntVar(&s.questions, "questions", 50, "questions")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	s.cases = strings.FieldsFunc(cases, func(r rune) bool { return r == ',' })
	switch {
	case len(s.cases) == 0:
		return s, errors.New("--cases is needed: files of JSON lines, see docs/evaluation.md")
	case s.turns < 1 || s.questions < 1:
		return s, fmt.Errorf("--turns is %d, --questions %d: want at least 1 of each", s.turns, s.questions)
	case s.memtide == "" && s.deja == "" && s.mcp == "":
		return s, errors.New("no program is given: --memtide, --deja-vu, --mcp-memory")
	}
	return s, nil
}

// peer is a memory that is measured. Its methods are called one after the
// other: feed once, then questions.
type peer interface {
	// feed hands the pool over and returns when all of it can be found.
	feed(ctx context.Context, p *pool) error
	// prompt does what happens at one prompt.
	prompt(ctx context.Context, q question) (given, error)
	// search returns what the peer finds for a question, best first.
	search(ctx context.Context, q question) ([]found, error)
	close() error
}

// entrant is a row of the table before it is run.
type entrant struct {
	name   string
	hooked bool // it sees every prompt; else a model must think of calling it
	open   func(ctx context.Context, dir string) (peer, error)
}

func (s settings) entrants() []entrant {
	var all []entrant
	add := func(path, name string, hooked bool, open func(ctx context.Context, dir string) (peer, error)) {
		if path != "" {
			all = append(all, entrant{name, hooked, open})
		}
	}
	add(s.memtide, "memtide", true, func(ctx context.Context, dir string) (peer, error) { return openMemtide(ctx, s.memtide, dir) })
	add(s.deja, "deja-vu", true, func(_ context.Context, dir string) (peer, error) { return openDeja(s.deja, dir) })
	add(s.mcp, "server-memory, the question", false, func(ctx context.Context, dir string) (peer, error) {
		return openMCP(ctx, s.mcp, dir, func(q question) string { return q.Text })
	})
	add(s.mcp, "server-memory, its rarest word", false, func(ctx context.Context, dir string) (peer, error) {
		return openMCP(ctx, s.mcp, dir, func(q question) string { return q.rarest })
	})
	return all
}

func run(ctx context.Context, s settings) error {
	p, err := load(s)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "%d half-turns in %d sessions, %d questions\n", len(p.turns), p.sessions, len(p.questions))
	rows, err := measure(ctx, s.entrants(), p)
	if err != nil {
		return err
	}
	return table(os.Stdout, p, rows)
}
