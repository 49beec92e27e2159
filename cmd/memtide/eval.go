package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/eval"
)

func evalCmd(a *app) *cobra.Command {
	var cases, ks string
	tasks := append([]string{"retrieval"}, eval.Tasks()...)
	c := &cobra.Command{
		Use: "eval TASK --cases FILE", Short: "measure quality on a data set, on a throw-away store", Args: cobra.ExactArgs(1),
		ValidArgs: tasks,
		Long: `Feeds a data set through the two doors into a throw-away daemon and measures what
comes back. TASK is retrieval, or for labelled texts: ` + strings.Join(eval.Tasks(), ", ") + `.
FILE is JSON lines, also as .gz; docs/evaluation.md describes the format.`,
		RunE: func(c *cobra.Command, args []string) error {
			if cases == "" {
				return usage("--cases is needed: a file of JSON lines, see docs/evaluation.md")
			}
			k, err := numbers(ks)
			if err != nil {
				return err
			}
			return a.eval(c.Context(), args[0], cases, k)
		},
	}
	c.Flags().StringVar(&cases, "cases", "", "file of cases")
	c.Flags().StringVar(&ks, "k", "5,10,25,50", "places that recall is measured at")
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

// eval runs one task. The daemon does not sync: what is measured is not how
// safe the throw-away data are.
func (a *app) eval(ctx context.Context, task, file string, k []int) (err error) {
	cfg, err := a.config()
	if err != nil {
		return err
	}
	in, err := eval.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	t, err := startThrowaway(ctx, cfg, daemonOptions{noSync: true})
	if err != nil {
		return err
	}
	defer func() {
		if e := t.end(); err == nil {
			err = e
		}
	}()
	nc, err := t.server.Dial("eval")
	if err != nil {
		return err
	}
	defer nc.Close()
	bar := progress(a.io.err, -1, task)
	opts := eval.Options{
		K: k, Cases: filepath.Base(file),
		Settled: func(ctx context.Context, space memtide.Space) error { return t.client.settle(ctx, space, nil) },
		Progress: func(done, total int, what string) {
			bar.Describe(what)
			bar.ChangeMax(total)
			bar.Set(done)
		},
	}
	if task == "retrieval" {
		r, err := eval.Retrieval(ctx, eval.Client{NC: nc}, in, opts)
		if err != nil {
			return err
		}
		bar.Finish()
		if a.json {
			return a.print(r, nil)
		}
		return r.Table(a.io.out)
	}
	r, err := eval.Labels(ctx, eval.Client{NC: nc}, task, in, opts)
	if err != nil {
		return fmt.Errorf("eval %s: %w", task, err)
	}
	bar.Finish()
	if a.json {
		return a.print(r, nil)
	}
	return r.Table(a.io.out)
}
