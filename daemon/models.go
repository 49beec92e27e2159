package daemon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/vectorindex"
)

// ModelsConfig is what the settings say of models, as package llm reads it.
func ModelsConfig(cfg config.Config) llm.Config {
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

// ModelRun is what a daemon that is thrown away, or who only tries models, has otherwise than the settings.
type ModelRun struct {
	Replies     string    // file; "" is that of the data folder
	CallsAnHour int       // of a layer; 0 is llm's bound
	Owner       llm.Owner // who has the record; nil: it is opened

	Env func(string) (string, bool) // where keys are looked up; nil is the environment
}

// OpenModels opens the models of the settings. What is wrong with them is no
// reason not to run: for a layer that is wrong the rules answer, the others have
// their models, and status says why. former is the embedder whose vectors serve until
// those of the settings' own are there. The models may be there beside an error, which
// is then what is wrong with some; the caller closes them.
func OpenModels(cfg config.Config, former vectorindex.Maker, log *slog.Logger, run ModelRun) (*llm.Models, error) {
	late := time.Duration(cfg.Models.LateS) * time.Second
	opts := llm.Options{Logger: log, Slots: cfg.Models.Slots, Late: late, Wait: late / 2, RecordBytes: cfg.Models.RecordBytes, CallsAnHour: run.CallsAnHour, Owner: run.Owner, Env: run.Env}
	set := ModelsConfig(cfg)
	set.Replies = cmp.Or(run.Replies, set.Replies)
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

// Env returns the names of the variables of the environment that a daemon needs: those that
// the settings name, and those of the keys of its models.
func Env(cfg config.Config) []string {
	names := slices.Clone(cfg.KeepEnv)
	for _, v := range llm.Variables(ModelsConfig(cfg)) {
		if !slices.Contains(names, v) {
			names = append(names, v)
		}
	}
	return names
}

// ReportModels says how the layers are that have a model, which have none, and what is
// wrong; wrong is what [OpenModels] returned, or nil.
func ReportModels(m *llm.Models, wrong error) control.ModelsReport {
	r := control.ModelsReport{Layers: m.Status(), Rules: []string{}, Problems: m.Problems()}
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

func (d *Daemon) modelsReport(context.Context, struct{}) (control.ModelsReport, error) {
	return ReportModels(d.models, d.wrongModels), nil
}

// embedProblem says why the model of the embedder is not asked; "" where it is.
func (d *Daemon) embedProblem() string {
	for _, s := range d.models.Status() {
		if s.Layer == llm.EmbedLayer && s.State != llm.Ready && s.State != llm.Due {
			return s.Model + ": " + s.Why
		}
	}
	return ""
}

// modelNotice says in a line what is wrong with the models; "" is nothing.
func (d *Daemon) modelNotice() string {
	all := ReportModels(d.models, d.wrongModels).Problems
	switch len(all) {
	case 0:
		return ""
	case 1:
		return all[0] + " (memtide models)"
	}
	return fmt.Sprintf("%s; and %d more (memtide models)", all[0], len(all)-1)
}

func (d *Daemon) tryModels(ctx context.Context, _ struct{}) ([]llm.Trial, error) {
	return TryModels(ctx, d.models, d.wrongModels)
}

// TryModels asks each model that can be asked two short questions, and lists the others
// with what is wrong, as [OpenModels] returned it.
func TryModels(ctx context.Context, m *llm.Models, wrong error) ([]llm.Trial, error) {
	of := llm.Wrong(wrong)
	if len(of) == 0 && wrong != nil {
		return nil, wrong
	}
	all := m.Try(ctx)
	for _, w := range of {
		all = append(all, llm.Trial{Model: "-", Layers: w.Layers}.Failed(w))
	}
	return all, nil
}
