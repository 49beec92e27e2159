package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/eval"
)

// evalFlags are the flags of eval.
type evalFlags struct {
	cases, ks   string
	data, turns string
	first       int
}

func evalCmd(a *app) *cobra.Command {
	var f evalFlags
	tasks := append([]string{"retrieval", "silence", "longmemeval"}, eval.Tasks()...)
	c := &cobra.Command{
		Use: "eval TASK", Short: "measure quality on a data set, on a throw-away store", Args: cobra.ExactArgs(1),
		ValidArgs: tasks,
		Long: `Feeds a data set through the two doors into a throw-away daemon and measures what
comes back. TASK is
  retrieval    what questions bring back; --cases FILE
  silence      how often a prompt that needs no memory is given one, and how
               often one that needs it is; without --cases on a set of our own
  longmemeval  LongMemEval's own file, at the level of sessions; --data FILE
or, for labelled texts in --cases FILE: ` + strings.Join(eval.Tasks(), ", ") + `.
A FILE of cases is JSON lines; both kinds may end in .gz. docs/evaluation.md
describes the formats.`,
		RunE: func(c *cobra.Command, args []string) error { return a.eval(c.Context(), args[0], f) },
	}
	c.Flags().StringVar(&f.cases, "cases", "", "file of cases")
	c.Flags().StringVar(&f.ks, "k", "5,10,25,50", "retrieval: places that recall is measured at")
	c.Flags().StringVar(&f.data, "data", "", "longmemeval: file in the format of LongMemEval")
	c.Flags().StringVar(&f.turns, "turns", "both", "longmemeval: whose turns are fed: user, full or both")
	c.Flags().IntVar(&f.first, "first", 0, "longmemeval: only so many instances (default: all)")
	return c
}

func numbers(s string) ([]int, error) {
	var out []int
	for f := range strings.SplitSeq(s, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil || n < 1 || n > 100 {
			return nil, usage("--k %q: want numbers from 1 to 100, separated by commas", s)
		}
		out = append(out, n)
	}
	return out, nil
}

func (a *app) eval(ctx context.Context, task string, f evalFlags) error {
	if task == "longmemeval" {
		return a.evalLongMemEval(ctx, f)
	}
	k, err := numbers(f.ks)
	if err != nil {
		return err
	}
	if f.cases == "" && task != "silence" {
		return usage("--cases is needed: a file of JSON lines, see docs/evaluation.md")
	}
	in, name := io.NopCloser(eval.OwnSilence()), "our own"
	if f.cases != "" {
		if in, err = eval.Open(f.cases); err != nil {
			return err
		}
		name = filepath.Base(f.cases)
	}
	defer in.Close()
	return a.withEval(ctx, func(c eval.Client, opts eval.Options) (report, error) {
		bar := progress(a.io.err, -1, task)
		defer bar.Finish()
		opts.K, opts.Cases = k, name
		opts.Progress = func(done, total int, what string) {
			bar.Describe(what)
			bar.ChangeMax(total)
			bar.Set(done)
		}
		switch task {
		case "retrieval":
			return eval.Retrieval(ctx, c, in, opts)
		case "silence":
			return eval.Silence(ctx, c, in, opts)
		}
		r, err := eval.Labels(ctx, c, task, in, opts)
		if err != nil {
			err = fmt.Errorf("eval %s: %w", task, err)
		}
		return r, err
	})
}

// report is what a task brings out.
type report interface{ Table(w io.Writer) error }

// withEval runs one task on a daemon of its own and prints what it says. The
// daemon does not sync: what is measured is not how safe the throw-away data
// are.
func (a *app) withEval(ctx context.Context, run func(eval.Client, eval.Options) (report, error)) error {
	w, err := a.evalWorld(ctx)
	if err != nil {
		return err
	}
	r, err := run(w.Client, eval.Options{Settled: w.Settled})
	if e := w.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return a.printReport(r)
}

func (a *app) printReport(r report) error {
	if a.json {
		return a.print(r, nil)
	}
	return r.Table(a.io.out)
}

// evalWorld starts an empty memory for an evaluation.
func (a *app) evalWorld(ctx context.Context) (eval.World, error) {
	cfg, err := a.config()
	if err != nil {
		return eval.World{}, err
	}
	t, err := startThrowaway(ctx, cfg, daemonOptions{noSync: true})
	if err != nil {
		return eval.World{}, err
	}
	nc, err := t.server.Dial("eval")
	if err != nil {
		t.end()
		return eval.World{}, err
	}
	return eval.World{
		Client:  eval.Client{NC: nc},
		Settled: func(ctx context.Context, space memtide.Space) error { return t.client.settle(ctx, space, nil) },
		Close:   func() error { nc.Close(); return t.end() },
	}, nil
}

func (a *app) evalLongMemEval(ctx context.Context, f evalFlags) error {
	if f.data == "" {
		return usage("--data is needed: a file in the format of LongMemEval, as longmemeval_s.json; see docs/evaluation.md")
	}
	feeds, err := eval.ParseFeeds(f.turns)
	if err != nil {
		return usage("--turns: %v", err)
	}
	in, err := eval.Open(f.data)
	if err != nil {
		return err
	}
	defer in.Close()
	bar := progress(a.io.err, -1, "longmemeval")
	r, err := eval.LongMemEval(ctx, a.evalWorld, in, eval.LongMemEvalOptions{
		Data: filepath.Base(f.data), Feeds: feeds, First: f.first,
		Progress: func(done int, what string) { bar.Describe(what); bar.Set(done) },
	})
	bar.Finish()
	if err != nil {
		return err
	}
	return a.printReport(r)
}
