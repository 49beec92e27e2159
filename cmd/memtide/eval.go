package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/eval"
)

// evalFlags are the flags of eval.
type evalFlags struct {
	cases, ks   string
	data, turns string
	first       int
	engine      string
	replies     string
	details     string
	yes         bool
	embedder    bool
}

func evalCmd(a *app) *cobra.Command {
	var f evalFlags
	tasks := append([]string{"retrieval", "silence", "followup", "longmemeval"}, eval.Tasks()...)
	c := &cobra.Command{
		Use: "eval TASK", Short: "measure quality on a data set, on a throw-away store", Args: cobra.ExactArgs(1),
		ValidArgs: tasks,
		Long: `Feeds a data set through the two doors into a throw-away daemon and measures what
comes back. TASK is
  retrieval    what questions bring back; --cases FILE
  silence      how often a prompt that needs no memory is given one, and how
               often one that needs it is; without --cases on a set of our own
  followup     the same within a talk, from its second prompt on; without --cases
               on talks of our own
  longmemeval  LongMemEval's own file, at the level of sessions; --data FILE
or, for labelled texts in --cases FILE: ` + strings.Join(eval.Tasks(), ", ") + `
(causes, gate, notes, profiles, relations, rules without --cases: a set of our own).
--engine model asks the models of your settings beside the rules, waits long for
them, and prints tokens and cost with the figures. It says first what that will
be about, and asks. --replies FILE keeps what they said: a second run on the same
cases pays only for what has changed. Daily caps begin anew with each daemon, or
with FILE.
--embedder lets models.embedder of your settings make the vectors for the rules,
too. Questions are asked when all memories have theirs, and wait for their own.

A FILE of cases is JSON lines; both kinds may end in .gz. docs/evaluation.md
describes the formats.`,
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(tasks, args[0]) {
				return usage("no task is named %q; there are: %s", args[0], strings.Join(tasks, ", "))
			}
			return a.eval(c.Context(), args[0], f)
		},
	}
	c.Flags().StringVar(&f.cases, "cases", "", "file of cases")
	c.Flags().StringVar(&f.ks, "k", "5,10,25,50", "retrieval: places that recall is measured at")
	c.Flags().StringVar(&f.details, "details", "", "retrieval and labelled texts: file that is told what each question brought, or how each text was read, a line of JSON each")
	c.Flags().StringVar(&f.data, "data", "", "longmemeval: file in the format of LongMemEval")
	c.Flags().StringVar(&f.turns, "turns", "both", "longmemeval: whose turns are fed: user, full or both")
	c.Flags().StringVar(&f.engine, "engine", engineRules, "who thinks: rules or model")
	c.Flags().StringVar(&f.replies, "replies", "", "with --engine model: file that keeps what models said (default: thrown away)")
	c.Flags().BoolVarP(&f.yes, "yes", "y", false, "with --engine model or --embedder: do not ask (what it will take is shown all the same)")
	c.Flags().BoolVar(&f.embedder, "embedder", false, "with --engine rules: let models.embedder of the settings make the vectors, as with --engine model")
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
	e, err := a.newEvalEngine(f)
	if err != nil {
		return err
	}
	if f.details != "" && task != "retrieval" && !slices.Contains(eval.Tasks(), task) {
		return usage("--details is not of eval %s", task)
	}
	if task == "longmemeval" {
		return a.evalLongMemEval(ctx, e, f)
	}
	k, err := numbers(f.ks)
	if err != nil {
		return err
	}
	own := ownCases()[task]
	if f.cases == "" && own == nil {
		return usage("--cases is needed: a file of JSON lines, see docs/evaluation.md")
	}
	open, name := func() (io.ReadCloser, error) { return io.NopCloser(own()), nil }, "our own"
	if f.cases != "" {
		if err := wantFile(f.cases, "--cases wants a file of JSON lines, see docs/evaluation.md"); err != nil {
			return err
		}
		open, name = func() (io.ReadCloser, error) { return eval.Open(f.cases) }, filepath.Base(f.cases)
	}
	if err := a.agreeEval(e, open, func(in io.Reader) (eval.Volume, error) { return eval.VolumeOf(task, in) }, f.yes); err != nil {
		return err
	}
	in, err := open()
	if err != nil {
		return err
	}
	defer in.Close()
	write, done, err := detailsFile(f.details)
	if err != nil {
		return err
	}
	err = a.withEval(ctx, e, func(c eval.Client, opts eval.Options) (report, error) {
		bar := progress.Bar(a.io.err, -1, task)
		defer bar.Finish()
		if write != nil {
			opts.Placed = func(p eval.Placed) error { return write(p) }
			opts.Marked = func(m eval.Marked) error { return write(m) }
		}
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
		case "followup":
			return eval.Followup(ctx, c, in, opts)
		}
		r, err := eval.Labels(ctx, c, task, in, opts)
		if err != nil {
			err = fmt.Errorf("eval %s: %w", task, err)
		}
		return r, err
	})
	return errors.Join(err, done())
}

// ownCases are the cases that come with the program.
func ownCases() map[string]func() io.Reader {
	return map[string]func() io.Reader{"silence": eval.OwnSilence, "followup": eval.OwnFollowup, "gate": eval.OwnGate,
		"relations": eval.OwnRelations, "causes": eval.OwnCauses, "rules": eval.OwnRules, "notes": eval.OwnNotes, "profiles": eval.OwnProfiles}
}

// detailsFile opens the file of --details: what writes a line of JSON to it, nil
// where no file is named, and what closes it.
func detailsFile(path string) (write func(any) error, done func() error, err error) {
	if path == "" {
		return nil, func() error { return nil }, nil
	}
	out, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("--details: %w", err)
	}
	return json.NewEncoder(out).Encode, out.Close, nil
}

// report is what a task brings out.
type report interface{ Table(w io.Writer) error }

// withEval runs one task on a daemon of its own and prints what it says. The
// daemon does not sync: what is measured is not how safe the throw-away data
// are.
func (a *app) withEval(ctx context.Context, e *evalEngine, run func(eval.Client, eval.Options) (report, error)) error {
	w, err := e.world(ctx)
	if err != nil {
		return err
	}
	r, err := run(w.Client, eval.Options{Settled: w.Settled, Job: w.Job})
	// What ended the daemon is behind what ended the task.
	if err = errors.Join(err, w.Close()); err != nil {
		return err
	}
	return a.printReport(e, r)
}

func (a *app) printReport(e *evalEngine, r report) error {
	if e.asks() {
		r = modelledReport{r, e.paid}
	}
	if a.json {
		return a.print(r, nil)
	}
	return r.Table(a.io.out)
}

// agreeEval reads the cases, where models will be asked, to say what that takes.
// Without any there is nothing to ask about.
func (a *app) agreeEval(e *evalEngine, open func() (io.ReadCloser, error), volume func(io.Reader) (eval.Volume, error), yes bool) error {
	if !e.asks() {
		return nil
	}
	in, err := open()
	if err != nil {
		return err
	}
	defer in.Close()
	v, err := volume(in)
	if err != nil {
		return err
	}
	return e.agree(a, v, yes)
}

func (a *app) evalLongMemEval(ctx context.Context, e *evalEngine, f evalFlags) error {
	if f.data == "" {
		return usage("--data is needed: a file in the format of LongMemEval, as longmemeval_s.json; see docs/evaluation.md")
	}
	feeds, err := eval.ParseFeeds(f.turns)
	if err != nil {
		return usage("--turns: %v", err)
	}
	if err := wantFile(f.data, "--data wants a file in the format of LongMemEval, see docs/evaluation.md"); err != nil {
		return err
	}
	open := func() (io.ReadCloser, error) { return eval.Open(f.data) }
	if err := a.agreeEval(e, open, func(in io.Reader) (eval.Volume, error) { return eval.LongMemEvalVolume(in, feeds, f.first) }, f.yes); err != nil {
		return err
	}
	in, err := open()
	if err != nil {
		return err
	}
	defer in.Close()
	bar := progress.Bar(a.io.err, -1, "longmemeval")
	r, err := eval.LongMemEval(ctx, e.world, in, eval.LongMemEvalOptions{
		Data: filepath.Base(f.data), Feeds: feeds, First: f.first,
		Progress: func(done int, what string) { bar.Describe(what); bar.Set(done) },
	})
	bar.Finish()
	if err != nil {
		return err
	}
	return a.printReport(e, r)
}
