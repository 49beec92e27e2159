package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/llm"
)

// sickRunReport is what a sick server of models does to prompts.
type sickRunReport struct {
	Sickness sickness  `json:"sickness"`
	Before   quantiles `json:"before_ms"`         // prompts until no layer asks its model any more
	Paused   bool      `json:"paused"`            // did it come to that?
	Models   quantiles `json:"paused_ms"`         // prompts after that
	Runs     int       `json:"paused_model_runs"` // of these, those that went through the flow for a model, too
	Rules    quantiles `json:"rules_ms"`          // of the daemon without models, asked in turns with it
	P50      float64   `json:"p50_ratio"`
	P99      float64   `json:"p99_ratio"`
	Asked    int64     `json:"requests"` // that came to the server
	Accepted int       `json:"half_turns_accepted"`
	Decided  int       `json:"half_turns_decided"`
	Closed   float64   `json:"closed_after_s"` // from the server's recovery to the first answer of a model; 0: never
}

// SickReport is what each sickness of a server of models does to prompts.
type SickReport struct {
	DeadlineMS int             `json:"deadline_ms"`
	Runs       []sickRunReport `json:"runs"`
	Load       [2]string       `json:"load_average"`
}

// Models asks two daemons in turns, one with rules only and one whose models are sick,
// prompts times after these are paused, on a store of so many memories. What goes on is
// told to out.
func Models(ctx context.Context, prompts, memories int, out io.Writer) (r SickReport, err error) {
	d := config.Default()
	r.DeadlineMS, r.Load[0] = d.Retrieve.DeadlineMS+d.Models.WaitMS, loadAverage()
	for i, s := range []sickness{hung, slow, failing, garbage} {
		fmt.Fprintf(out, "%s …\n", s)
		one, err := measureSick(ctx, s, smalltalk.New(memories), prompts, 1_000_000*(i+1))
		if err != nil {
			return r, fmt.Errorf("%s: %w", s, err)
		}
		r.Runs = append(r.Runs, one)
	}
	r.Load[1] = loadAverage()
	return r, nil
}

// sickRun is the drill with one sickness.
type sickRun struct {
	sickRunReport
	*sickServer
	talk          *smalltalk.Talk
	rules, models *client.Client
	engine        string          // that answered last, of the daemon with models
	next          int             // prompt
	accepted      map[string]bool // half-turns, by id, of the daemon with models
}

func measureSick(ctx context.Context, s sickness, t *smalltalk.Talk, prompts, from int) (_ sickRunReport, err error) {
	dir, err := os.MkdirTemp("", "memtide-bench-*")
	if err != nil {
		return sickRunReport{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	server, err := startSick()
	if err != nil {
		return sickRunReport{}, err
	}
	defer func() { err = errors.Join(err, server.close()) }()
	r := &sickRun{sickRunReport: sickRunReport{Sickness: s}, sickServer: server, talk: t, next: from, accepted: map[string]bool{}}
	for _, side := range []struct {
		name string
		env  []string
		cl   **client.Client
	}{{"rules", nil, &r.rules}, {"models", []string{"MEMTIDE_MODELS_PROMPT=sick/model", "MEMTIDE_MODELS_DAILY_TOKENS=0",
		"MEMTIDE_MODELS_PROVIDERS=sick preset=vllm url=" + server.url + "/v1"}, &r.models}} {
		p := &process{home: filepath.Join(dir, side.name), talk: t, env: side.env}
		if _, err := loadStore(ctx, p.home, t, io.Discard); err != nil {
			return r.sickRunReport, err
		}
		if err := p.start(ctx); err != nil {
			return r.sickRunReport, err
		}
		defer func() { err = errors.Join(err, p.stop()) }()
		if *side.cl, err = p.client(); err != nil {
			return r.sickRunReport, err
		}
		defer (*side.cl).Close()
		if err := waitVectors(ctx, *side.cl, nil); err != nil {
			return r.sickRunReport, err
		}
	}
	err = r.drill(ctx, prompts)
	return r.sickRunReport, err
}

// mostBefore bounds the prompts that wait for the pause: a server that answers
// half of the time need not be paused.
const mostBefore = 100

func (r *sickRun) drill(ctx context.Context, prompts int) error {
	for range 50 { // warm
		if _, _, err := r.both(ctx, false); err != nil {
			return err
		}
	}
	r.state.Store(r.Sickness)
	var before, sick, well []time.Duration
	for len(before) < mostBefore && !r.Paused {
		_, took, err := r.both(ctx, true)
		if err != nil {
			return err
		}
		before = append(before, took)
		if r.Paused, err = r.paused(ctx); err != nil {
			return err
		}
	}
	for range prompts {
		rules, took, err := r.both(ctx, true)
		if err != nil {
			return err
		}
		well, sick = append(well, rules), append(sick, took)
		if r.engine == "model" {
			r.Runs++
		}
	}
	r.Asked = r.asked.Load()
	r.Before, r.Models, r.Rules = quantilesOf(before), quantilesOf(sick), quantilesOf(well)
	r.P50, r.P99 = r.Models.P50/r.Rules.P50, r.Models.P99/r.Rules.P99
	if err := r.decided(ctx); err != nil {
		return err
	}
	return r.recover(ctx)
}

// both sends a prompt, and the half-turn that it is, to both daemons, which are
// the first in turns.
func (r *sickRun) both(ctx context.Context, counted bool) (rules, models time.Duration, err error) {
	i := r.next
	r.next++
	ask := event.AskRequest{Mode: event.ModePrompt, Prompt: r.talk.Query(i), Project: smalltalk.QueryProject()}
	turn := event.TurnRequest{Role: memtide.RoleUser, Session: "drill", PromptID: strconv.Itoa(i), Project: smalltalk.QueryProject(), Client: "bench", Text: ask.Prompt + " " + r.talk.At(9, i).Statement().Text}
	type asked struct {
		cl   *client.Client
		took *time.Duration
	}
	sides := []asked{{r.rules, &rules}, {r.models, &models}}
	if i%2 == 1 { // the second finds the first one's half-turn at work
		slices.Reverse(sides)
	}
	for _, side := range sides {
		began := time.Now()
		answer, err := side.cl.Ask(ctx, ask)
		if err != nil {
			return 0, 0, err
		}
		*side.took = time.Since(began)
		if side.cl == r.models {
			r.engine = answer.Engine
		}
		if !counted {
			continue
		}
		reply, err := side.cl.Turn(ctx, turn)
		if err == nil && reply.Error != "" {
			err = errors.New(reply.Error)
		}
		if err != nil {
			return 0, 0, err
		}
		if side.cl == r.models {
			r.accepted[reply.ID] = true
		}
	}
	// In earnest there are seconds between two prompts; here the half-turns are decided meanwhile.
	return rules, models, bus.Pause(ctx, 5*time.Millisecond)
}

// paused reports whether a first prompt would wait for no layer's model now.
func (r *sickRun) paused(ctx context.Context) (bool, error) {
	m, err := client.Control[control.ModelsReport](ctx, r.models, "models", struct{}{})
	return !slices.ContainsFunc(m.Layers, func(l llm.LayerState) bool { return l.State == llm.Ready && l.Layer != "followup" }), err
}

// decided counts the half-turns that have their decisions.
func (r *sickRun) decided(ctx context.Context) error {
	if err := r.models.Settle(ctx, memtide.DefaultSpace, nil); err != nil {
		return err
	}
	sets, err := client.Control[[]memtide.ChangeSet](ctx, r.models, "log", control.LogRequest{Space: memtide.DefaultSpace, Limit: 20_000, Empty: true})
	for _, s := range sets {
		if s.Cause.Stage == "store" && r.accepted[s.Cause.ID] {
			r.Decided++
		}
	}
	r.Accepted = len(r.accepted)
	return err
}

// mostRecovery bounds how long the server's recovery may stay unseen.
const mostRecovery = 3 * time.Minute

// recover lets the server be well, and prompts go on until a model answers.
func (r *sickRun) recover(ctx context.Context) error {
	r.state.Store(healthy)
	began, asked := time.Now(), r.asked.Load()
	for time.Since(began) < mostRecovery {
		if _, _, err := r.both(ctx, false); err != nil {
			return err
		}
		gone, err := r.paused(ctx)
		if err != nil {
			return err
		}
		if !gone && r.asked.Load() > asked+1 {
			r.Closed = time.Since(began).Seconds()
			return nil
		}
		if err := bus.Pause(ctx, 200*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

// Print writes the figures as a table.
func (r SickReport) Print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "models\tbefore: n\tp50\tmax\tpaused: n\twith a model\tp50\tp99\tmax\trules only: p50\tp99\tratio p50\tp99\trequests\thalf-turns\tused again\n")
	for _, b := range r.Runs {
		again := "never"
		if b.Closed > 0 {
			again = fmt.Sprintf("after %.0f s", b.Closed)
		}
		fmt.Fprintf(w, "%s\t%d\t%.1f ms\t%.1f ms\t%d\t%d\t%.2f ms\t%.2f ms\t%.1f ms\t%.2f ms\t%.2f ms\t%.2f\t%.2f\t%d\t%d of %d decided\t%s\n", b.Sickness, b.Before.N, b.Before.P50, b.Before.Max,
			b.Models.N, b.Runs, b.Models.P50, b.Models.P99, b.Models.Max, b.Rules.P50, b.Rules.P99, b.P50, b.P99, b.Asked, b.Decided, b.Accepted, again)
	}
	w.Flush()
	fmt.Fprintf(out, "A prompt may take %d ms with models on its path. Load average %s before, %s after.\n", r.DeadlineMS, r.Load[0], r.Load[1])
}
