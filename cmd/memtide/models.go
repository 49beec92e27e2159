package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/vectorindex"
)

// modelsConfig is what the settings say of models, as package llm reads it.
func modelsConfig(cfg config.Config) llm.Config {
	m := cfg.Models
	out := llm.Config{Replies: repliesFile(cfg), Embedder: m.Embedder, Dims: m.Dims,
		Layers: map[string]llm.Layer{}, Providers: map[string]llm.Provider{}, Prices: map[string]llm.Price{}}
	for _, name := range append(config.LayerNames(), llm.EmbedLayer) {
		own := m.Layers[name]
		l := llm.Layer{Model: m.ModelOf(name), DailyTokens: noBound(m.DailyTokens), DailyUSD: noBound(m.DailyUSD), MaxTokens: own.MaxTokens, MaxInput: cmp.Or(own.MaxInput, m.MaxInput)}
		if m.DailyUSD == builtInUSD {
			l.DailyUSD = 0 // nobody has set it: it holds where a price is known
		}
		if own.DailyTokens > 0 {
			l.DailyTokens = own.DailyTokens
		}
		if own.DailyUSD > 0 {
			l.DailyUSD = own.DailyUSD
		}
		if name == llm.EmbedLayer {
			l.Model = ""
		}
		out.Layers[name] = l
	}
	for name, p := range m.Providers {
		out.Providers[name] = llm.Provider(p)
	}
	for name, p := range m.Prices {
		out.Prices[name] = llm.Price(p)
	}
	return out
}

// builtInUSD is the day's cap of a layer that llm has for models with a price.
const builtInUSD = 1.0

// noBound turns 0, which is no bound in the settings, into llm's form of it.
func noBound[T int | float64](n T) T {
	if n == 0 {
		return -1
	}
	return n
}

func repliesFile(cfg config.Config) string { return filepath.Join(cfg.Home, "replies.db") }

// modelRun is what a daemon that is thrown away has otherwise than the settings.
type modelRun struct {
	replies     string    // file; "" is that of the data folder
	callsAnHour int       // of a layer; 0 is llm's bound
	owner       llm.Owner // who has the record; nil: it is opened
}

// openModels opens the models of the settings. What is wrong with them is no
// reason not to run: for a layer that is wrong the rules answer, the others have
// their models, and status says why.
// Former is the embedder whose vectors serve until those of the settings' own are there.
func openModels(cfg config.Config, former vectorindex.Maker, log *slog.Logger, run modelRun) (*llm.Models, error) {
	opts := llm.Options{Logger: log, Slots: cfg.Models.Slots, Late: time.Duration(cfg.Models.LateS) * time.Second, RecordBytes: cfg.Models.RecordBytes, CallsAnHour: run.callsAnHour, Owner: run.owner}
	set := modelsConfig(cfg)
	set.Replies = cmp.Or(run.replies, set.Replies)
	set.Former, set.FormerDim = former.Model, former.Dims
	m, err := llm.New(set, opts)
	if wrong := llm.Wrong(err); len(wrong) > 0 {
		if m, rest := llm.New(set.Without(wrong), opts); rest == nil {
			return m, err
		}
	}
	if err == nil {
		return m, nil
	}
	none, nerr := llm.New(llm.Config{Replies: repliesFile(cfg)}, opts)
	return none, errors.Join(err, nerr)
}

// daemonEnv returns the names of the variables that a daemon needs: those that
// the settings name, and those of the keys of its models.
func daemonEnv(cfg config.Config) []string {
	names := slices.Clone(cfg.KeepEnv)
	for _, v := range llm.Variables(modelsConfig(cfg)) {
		if !slices.Contains(names, v) {
			names = append(names, v)
		}
	}
	return names
}

// modelsReport is every layer that has a model, and what is wrong.
type modelsReport struct {
	Layers   []llm.LayerState `json:"layers"`
	Rules    []string         `json:"rules"` // layers without a model
	Problems []string         `json:"problems"`
}

func reportOf(m *llm.Models, wrong error) modelsReport {
	r := modelsReport{Layers: m.Status(), Rules: []string{}, Problems: m.Problems()}
	if r.Layers == nil {
		r.Layers = []llm.LayerState{}
	}
	for _, name := range config.LayerNames() {
		if !m.Has(name) {
			r.Rules = append(r.Rules, name)
		}
	}
	if wrong != nil {
		for _, line := range strings.Split(wrong.Error(), "\n") {
			r.Problems = append(r.Problems, line+"; the rules answer")
		}
	}
	return r
}

func (d *daemon) modelsReport(context.Context, struct{}) (modelsReport, error) {
	return reportOf(d.models, d.wrongModels), nil
}

// modelNotice says in a line what is wrong with the models; "" is nothing.
func (d *daemon) modelNotice() string {
	all := reportOf(d.models, d.wrongModels).Problems
	switch len(all) {
	case 0:
		return ""
	case 1:
		return all[0] + " (memtide models)"
	}
	return fmt.Sprintf("%s; and %d more (memtide models)", all[0], len(all)-1)
}

func (d *daemon) tryModels(ctx context.Context, _ struct{}) ([]llm.Trial, error) {
	return tryModels(ctx, d.models, d.wrongModels)
}

// tryModels tries the models that can be asked, and lists the others with what is
// wrong.
func tryModels(ctx context.Context, m *llm.Models, wrong error) ([]llm.Trial, error) {
	of := llm.Wrong(wrong)
	if len(of) == 0 && wrong != nil {
		return nil, wrong
	}
	all := m.Try(ctx)
	for _, w := range of {
		all = append(all, llm.Trial{Model: "-", Layers: w.Layers, Error: w.Error()})
	}
	return all, nil
}

// askModels asks the daemon, or where none runs the models themselves.
func askModels[Out any](ctx context.Context, a *app, verb string, in any, here func(*llm.Models, error) (Out, error)) (Out, error) {
	var none Out
	cfg, err := a.config()
	if err != nil {
		return none, err
	}
	cl, err := dialDaemon(cfg)
	if err == nil {
		defer cl.close()
		return control[Out](ctx, cl, verb, in)
	}
	if !errors.Is(err, errAway) {
		return none, err
	}
	m, wrong := openModels(cfg, vectorindex.Maker{}, nil, modelRun{})
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
model). In every state but ready the rules answer a prompt. Nothing is asked.`,
		RunE: func(c *cobra.Command, _ []string) error {
			r, err := askModels(c.Context(), a, "models", struct{}{}, func(m *llm.Models, wrong error) (modelsReport, error) { return reportOf(m, wrong), nil })
			if err != nil {
				return err
			}
			return a.print(r, func(w io.Writer) { writeModels(w, r) })
		},
	}
	c.AddCommand(modelsTestCmd(a))
	return c
}

func writeModels(out io.Writer, r modelsReport) {
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
		fmt.Fprintln(out, "No model is configured, and none is needed. docs/models.md shows how to have one.")
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
			all, err := askModels(ctx, a, "models-test", struct{}{}, func(m *llm.Models, wrong error) ([]llm.Trial, error) { return tryModels(ctx, m, wrong) })
			switch {
			case err != nil:
				return err
			case len(all) == 0:
				return none("no model is configured; docs/models.md shows how to have one")
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
		fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%d+%d\t%s\n", t.Model, len(t.Layers), t.Took.Round(time.Millisecond), t.Shape, tools, t.Usage.In, t.Usage.Out, cost)
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
