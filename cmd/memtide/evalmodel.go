package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/eval"
	"github.com/memtide/memtide/llm"
	prompts "github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/retrieve"
)

const (
	engineRules = "rules"
	engineModel = "model"
)

// evalEngine is what thinks in an evaluation, and what it took.
type evalEngine struct {
	cfg    config.Config
	name   string
	embeds bool // a model makes the vectors
	run    daemon.ModelRun
	paid   []llm.Spent
}

// evalPatience is how long one stage may wait for its model while nobody waits
// for an answer; an ask has as long as two of them.
const evalPatience = time.Minute

// noHour takes away the bound of requests an hour: an evaluation asks thousands
// of questions on purpose, and somebody has agreed to its price. The caps of the
// day hold.
const noHour = 1 << 30

// newEvalEngine reads the settings. The daemon of engine rules has no model, but
// for that of the vectors where it is asked for.
func (a *app) newEvalEngine(f evalFlags) (*evalEngine, error) {
	cfg, err := a.config()
	if err != nil {
		return nil, err
	}
	e := &evalEngine{cfg: cfg, name: f.engine}
	switch {
	case f.engine != engineRules && f.engine != engineModel:
		return nil, usage("--engine is %q; there are: rules, model", f.engine)
	case f.engine == engineRules && !f.embedder:
		e.cfg.Models = config.Default().Models
		return e, nil
	case f.embedder && cfg.Models.Embedder == "":
		return nil, usage("--embedder: models.embedder names none; docs/models.md shows how to set one")
	}
	e.run = daemon.ModelRun{Replies: f.replies, CallsAnHour: noHour}
	if e.embeds = cfg.Models.Embedder != ""; f.engine == engineRules {
		e.cfg.Models = withoutLayers(e.cfg.Models)
		return e, nil
	}
	if !slices.ContainsFunc(config.LayerNames(), func(l string) bool { return cfg.Models.ModelOf(l) != "" }) {
		return nil, usage("--engine model: no layer has a model in [models]; docs/models.md shows how to give it one")
	}
	return e, nil
}

// withoutLayers returns settings by which no layer has a model, with their caps.
func withoutLayers(m config.Models) config.Models {
	m.Default, m.Prompt = "", ""
	m.Layers = maps.Clone(m.Layers)
	for name, l := range m.Layers {
		l.Model = ""
		m.Layers[name] = l
	}
	return m
}

// asks reports whether models are asked, which may cost something.
func (e *evalEngine) asks() bool { return e.name == engineModel || e.embeds }

func (e *evalEngine) options() daemon.Options {
	o := daemon.Options{NoSync: true, Models: e.run}
	if e.name == engineModel {
		o.Patience = evalPatience
	}
	if e.embeds {
		o.Likening = evalPatience
	}
	return o
}

func (e *evalEngine) client(c eval.Client) eval.Client {
	if e.name == engineModel {
		c.Deadline = 2 * evalPatience
	}
	return c
}

// agree says what a run with models will take, and asks.
func (e *evalEngine) agree(a *app, v eval.Volume, yes bool) error {
	est, err := e.estimate(v)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.io.err, "%d half-turns and %d questions: about %d requests, %d tokens in, at most %d out; about %s, at most %s%s\n", len(v.Told), len(v.Asked),
		est.Requests, est.In, est.OutMost, llm.Dollars(est.Micros), llm.Dollars(est.Most), unpricedText(est.Unpriced))
	fmt.Fprintln(a.io.err, "What a layer may take on a day bounds it; then the rules answer.")
	if !yes && !a.agree("begin?") {
		return none("nothing was asked of a model; --yes begins without asking")
	}
	return nil
}

func unpricedText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", and what %d of them cost, of which no price is known", n)
}

// estimate reckons what the layers that have a model will be asked.
func (e *evalEngine) estimate(v eval.Volume) (est llm.Estimate, err error) {
	dir, err := os.MkdirTemp("", "memtide-*")
	if err != nil {
		return est, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	cfg := daemon.ModelsConfig(e.cfg)
	cfg.Replies = filepath.Join(dir, "replies.db")
	m, err := llm.New(cfg, llm.Options{})
	if err != nil {
		return est, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	requests, err := asked(m, v)
	if err != nil {
		return est, err
	}
	if est, err = m.Estimate(requests); err == nil && e.embeds {
		est = withVectors(est, m, v)
	}
	return est, err
}

// beside is about what a layer is shown beside the text itself, in bytes, and
// how often it is asked of one text: what the program was seen to send, rounded
// up. A layer that is not here is not asked by an evaluation.
type beside struct{ bytes, times int }

func besideTold() map[string]beside {
	return map[string]beside{"gate": {200, 1}, "extract": {800, 1}, "filter": {400, 1}, "store": {2500, 1}, "novelty": {2500, 1}, "storeloop": {3500, 3}, "reconcile": {2500, 1}}
}

func besideAsked() map[string]beside {
	return map[string]beside{"classify": {200, 1}, "plan": {300, 1}, "toolloop": {8000, 4}, "curate": {5000, 3}}
}

func besideAgain() map[string]beside { return map[string]beside{"followup": {1200, 1}} }

// besidePages is what goes with the half-turns of a session that is summarised:
// what is known of them already, and the summary before.
func besidePages() map[string]beside { return map[string]beside{"consolidate": {4000, 1}} }

func besidePairs() map[string]beside { return map[string]beside{"infer": {600, 1}} }

func besideKnown() map[string]beside { return map[string]beside{"enrich": {400, 1}} }

// asked makes requests like those that a run will make.
func asked(m *llm.Models, v eval.Volume) (out []llm.Request, err error) {
	of := func(files []prompts.File, about map[string]beside, texts []string) error {
		for _, f := range files {
			b, ok := about[f.Name]
			if !ok || !m.Has(f.Name) {
				continue
			}
			for _, text := range texts {
				r, err := f.Request(struct{ Text, Beside string }{text, strings.Repeat("x", b.bytes)})
				if err != nil {
					return err
				}
				for range b.times {
					out = append(out, r)
				}
			}
		}
		return nil
	}
	err = cmp.Or(of(remember.Prompts(), besideTold(), v.Told), of(retrieve.Prompts(), besideAsked(), v.Asked), of(retrieve.Prompts(), besideAgain(), v.Again),
		of(maintain.Prompts(), besidePages(), v.Pages),
		of(maintain.Prompts(), besidePairs(), v.Pairs), of(maintain.Prompts(), besideKnown(), v.Known))
	return out, err
}

// account adds what models have taken since before.
func (e *evalEngine) account(before, after []llm.Spent) {
	type key struct{ layer, model string }
	sums := map[key]llm.Spent{}
	add := func(rows []llm.Spent, sign int) {
		for _, r := range rows {
			k := key{r.Layer, r.Model}
			s := sums[k]
			s.Layer, s.Model, s.Day = r.Layer, r.Model, max(s.Day, r.Day)
			s.Calls, s.Recorded, s.Failed, s.Held = s.Calls+sign*r.Calls, s.Recorded+sign*r.Recorded, s.Failed+sign*r.Failed, s.Held+sign*r.Held
			s.Unpriced += sign * r.Unpriced
			s.Usage = s.Usage.Plus(llm.Usage{In: sign * r.In, Cached: sign * r.Cached, Out: sign * r.Out, Micros: int64(sign) * r.Micros})
			sums[k] = s
		}
	}
	add(e.paid, 1)
	add(before, -1)
	add(after, 1)
	e.paid = slices.SortedFunc(maps.Values(sums), func(a, b llm.Spent) int {
		return cmp.Or(strings.Compare(a.Layer, b.Layer), strings.Compare(a.Model, b.Model))
	})
	e.paid = slices.DeleteFunc(e.paid, func(s llm.Spent) bool { return s.Calls+s.Recorded+s.Failed+s.Held == 0 })
}

// modelledReport is a report with what the models took for it.
type modelledReport struct {
	Report report      `json:"report"`
	Models []llm.Spent `json:"models"`
}

// Table prints the figures, and then the costs.
func (r modelledReport) Table(w io.Writer) error {
	if err := r.Report.Table(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	writeCosts(w, r.Models)
	held := 0
	for _, s := range r.Models {
		held += s.Held
	}
	if held > 0 {
		fmt.Fprintf(w, "%d requests were not sent, because of a bound or a pause: the rules answered in their place.\n", held)
	}
	return nil
}

// world starts an empty memory for an evaluation.
func (e *evalEngine) world(ctx context.Context) (eval.World, error) {
	t, err := daemon.StartThrowaway(ctx, e.cfg, e.options())
	if err != nil {
		return eval.World{}, err
	}
	fail := func(err error) (eval.World, error) { return eval.World{}, errors.Join(err, t.End()) }
	models, wrong := t.Models()
	if wrong != nil {
		return fail(wrong)
	}
	before, err := models.Costs("")
	if err != nil {
		return fail(err)
	}
	nc, err := t.Dial("eval")
	if err != nil {
		return fail(err)
	}
	end := func() error {
		nc.Close()
		after, err := models.Costs("")
		e.account(before, after)
		return errors.Join(err, t.End())
	}
	return eval.World{Client: e.client(eval.Client{NC: nc}), Close: end, Settled: settled(t, e.embeds), Job: jobOf(t)}, nil
}

// jobOf does a job on a space as if it were due at a time.
func jobOf(t *daemon.Throwaway) func(context.Context, memtide.Space, string, time.Time) error {
	return func(ctx context.Context, space memtide.Space, name string, at time.Time) error {
		r, err := progress.Job(ctx, t.Client, control.JobRequest{Space: space, Job: name, At: at}, io.Discard)
		if err == nil && r.Ended.Error != "" {
			err = errors.New(r.Ended.Error)
		}
		return err
	}
}
