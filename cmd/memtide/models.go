package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/vectorindex"
)

// askModels asks the daemon, or where none runs the models themselves.
func askModels[Out any](ctx context.Context, a *app, verb string, in any, here func(*llm.Models, error) (Out, error)) (Out, error) {
	var none Out
	cfg, err := a.config()
	if err != nil {
		return none, err
	}
	cl, err := client.Dial(cfg)
	if err == nil {
		defer cl.Close()
		a.tellUnheard(ctx, cl)
		return client.Control[Out](ctx, cl, verb, in)
	}
	if !errors.Is(err, client.ErrAway) {
		return none, err
	}
	m, wrong := daemon.OpenModels(cfg, vectorindex.Maker{}, nil, daemon.ModelRun{})
	if m == nil {
		return none, wrong
	}
	out, err := here(m, wrong)
	return out, errors.Join(err, m.Close())
}

func modelsCmd(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "models", Short: "list the layers, their models, and how both are", Args: cobra.NoArgs,
		Long: `Lists each layer that asks a model, with its model, what it took today, and its
state: ready, key (missing or wrong), budget (the day's cap, or the account's),
paused (after errors, or at the server's wish), due (was paused, and the next
request shows whether it is well again), absent (the server does not have the
model), misfit (an embedder whose vectors have another number of elements than
those before). In every state but ready the rules answer a prompt. Nothing is asked.`,
		RunE: func(c *cobra.Command, _ []string) error {
			r, err := askModels(c.Context(), a, "models", struct{}{}, func(m *llm.Models, wrong error) (control.ModelsReport, error) {
				return daemon.ReportModels(m, wrong), nil
			})
			if err != nil {
				return err
			}
			return a.print(r, func(w io.Writer) { writeModels(w, r) })
		},
	}
	c.AddCommand(modelsTestCmd(a), modelsUseCmd(a))
	return c
}

func writeModels(out io.Writer, r control.ModelsReport) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	if len(r.Layers) > 0 {
		fmt.Fprintln(w, "LAYER\tMODEL\tSTATE\tTOKENS TODAY\tSPENT TODAY")
	}
	for _, l := range r.Layers {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", l.Layer, l.Model, l.State, ofCap(int64(l.Today.In+l.Today.Out), l.CapTokens), money(l))
	}
	w.Flush()
	if len(r.Rules) > 0 {
		fmt.Fprintf(out, "rules answer for: %s\n", strings.Join(r.Rules, ", "))
	}
	for _, p := range r.Problems {
		fmt.Fprintf(out, "problem: %s\n", p)
	}
	if len(r.Layers) == 0 && len(r.Problems) == 0 {
		fmt.Fprintln(out, "No model is configured, and none is needed. To have one: memtide models use PROVIDER/MODEL; docs/models.md lists providers.")
	}
}

func ofCap(n, most int64) string {
	if most == 0 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d of %d", n, most)
}

func money(l llm.LayerState) string {
	switch {
	case l.Price == nil:
		return "no price known"
	case l.Local && *l.Price == (llm.Price{}):
		return "local"
	case l.CapMicros == 0:
		return llm.Dollars(l.Today.Micros)
	}
	return llm.Dollars(l.Today.Micros) + " of " + llm.Dollars(l.CapMicros)
}

func modelsTestCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "test", Short: "try each model: latency, price, does it obey", Args: cobra.NoArgs,
		Long: `Asks each model that is configured two short questions, about 400 tokens in all:
for an answer of a given shape, and for the call of a tool. They hold no word of
yours. It exits with 1 when a model does not answer.`,
		RunE: func(c *cobra.Command, _ []string) error {
			ctx, cancel := context.WithTimeout(c.Context(), 10*time.Minute)
			defer cancel()
			all, err := askModels(ctx, a, "models-test", struct{}{}, func(m *llm.Models, wrong error) ([]llm.Trial, error) { return daemon.TryModels(ctx, m, wrong) })
			switch {
			case err != nil:
				return err
			case len(all) == 0:
				return none("no model is configured; to have one: memtide models use PROVIDER/MODEL (docs/models.md)")
			}
			err = a.print(all, func(w io.Writer) { writeTrials(w, all) })
			if err == nil && slices.ContainsFunc(all, func(t llm.Trial) bool { return t.Error != "" }) {
				err = exitCode{exitError, ""}
			}
			return err
		},
	}
}

func writeTrials(out io.Writer, all []llm.Trial) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "MODEL\tLAYERS\tTOOK\tSHAPE\tTOOLS\tTOKENS\tCOST")
	for _, t := range all {
		cost, tools := llm.Dollars(t.Usage.Micros), string(t.Tools)
		if !t.Priced {
			cost = "no price known"
		}
		if t.Dims > 0 {
			tools = fmt.Sprintf("%d dims", t.Dims)
		}
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%d+%d\t%s\n", t.Model, len(t.Layers), (time.Duration(t.TookUS) * time.Microsecond).Round(time.Millisecond), t.Shape, tools, t.Usage.In, t.Usage.Out, cost)
	}
	w.Flush()
	for _, t := range all {
		if t.Error != "" {
			fmt.Fprintf(out, "%s: %s\n", t.Model, t.Error)
		}
	}
}

// modelLines says in one line a model for how many layers it works and what it
// took today.
func modelLines(layers []llm.LayerState) []string {
	type sum struct {
		layers, ready int
		used          llm.Usage
	}
	by := map[string]sum{}
	var order []string
	for _, l := range layers {
		s, known := by[l.Model]
		if !known {
			order = append(order, l.Model)
		}
		s.layers, s.used = s.layers+1, s.used.Plus(l.Today)
		if l.State == llm.Ready || l.State == llm.Due {
			s.ready++
		}
		by[l.Model] = s
	}
	var out []string
	for _, model := range order {
		s := by[model]
		text := fmt.Sprintf("%s for %s, %s and %s today", model, memtide.Count(s.layers, "layer"), memtide.Count(s.used.In+s.used.Out, "token"), llm.Dollars(s.used.Micros))
		if s.ready < s.layers {
			text += fmt.Sprintf("; rules answer for %d of them", s.layers-s.ready)
		}
		out = append(out, text)
	}
	return out
}
