package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/stages/retrieve"
)

// promptDiff is what a prompt would be given now, against what it was.
type promptDiff struct {
	Receipt string       `json:"receipt"`
	At      time.Time    `json:"at"`
	Session string       `json:"session"`
	Added   []memtide.ID `json:"added,omitempty"`
	Lost    []memtide.ID `json:"lost,omitempty"`
	Before  int          `json:"tokens_before"`
	Now     int          `json:"tokens_now"`
	Engine  string       `json:"engine"`
	Reason  string       `json:"reason,omitempty"` // why nothing is said now
}

// promptDiffs sums them up.
type promptDiffs struct {
	Prompts []promptDiff `json:"prompts"`
	Asked   int          `json:"asked"`
	Changed int          `json:"changed"`
	Silent  int          `json:"now_silent"`   // were given something
	Spoken  int          `json:"now_answered"` // were given nothing
	Before  int          `json:"tokens_before"`
	Now     int          `json:"tokens_now"`
	ByModel int          `json:"by_model"` // answers in which a model had a say
	ByRules int          `json:"by_rules"`

	Estimate *replayEstimate `json:"estimate,omitempty"`
}

// replayPrompts asks old prompts again: with the memory and the settings of
// today. Each conversation has a state of its own, as it had.
func (a *app) replayPrompts(ctx context.Context, cl *client.Client, space memtide.Space, r replaying) error {
	since, err := parseSince(r.since, time.Now())
	if err != nil {
		return err
	}
	all, err := oldPrompts(ctx, cl, control.PromptsRequest{Space: space, Since: since})
	if err != nil {
		return err
	}
	if len(all) == 0 && !a.json {
		return none("no prompt since %s has a receipt and its text", since.Format(time.DateTime))
	}
	est, err := estimatePrompts(ctx, cl, all, r.engine)
	if err != nil {
		return err
	}
	if r.dryRun {
		return a.print(est, est.write)
	}
	sum := promptDiffs{}
	if len(est.Layers) > 0 {
		sum.Estimate = &est
		est.write(a.io.err)
		if !r.yes && !a.agree("ask them again?") {
			return none("nothing is asked")
		}
	}
	again := memtide.Hash("replay", time.Now().String())
	for _, old := range all {
		d, err := askAgain(ctx, cl, space, old, asking{memtide.Hash(again, old.Session), r.engine})
		if err != nil {
			return err
		}
		sum.add(d, old, r.verbose)
	}
	return a.print(sum, func(w io.Writer) { writePromptDiffs(w, sum) })
}

func oldPrompts(ctx context.Context, cl *client.Client, req control.PromptsRequest) (all []control.OldPrompt, err error) {
	for {
		p, err := client.Control[control.PromptsPage](ctx, cl, "prompts", req)
		if err != nil {
			return nil, err
		}
		all = append(all, p.Prompts...)
		if req.Behind = p.Last; p.Ends {
			return all, nil
		}
	}
}

// mostAsked is how many answers a layer takes at most for one prompt: with one
// repair, the turns of a talk with tools, and each section of what is shown.
func mostAsked() map[string]int {
	return map[string]int{"classify": 2, "followup": 2, "plan": 2, "toolloop": 8, "curate": 12}
}

// estimatePrompts says what the models of the daemon would take for prompts.
func estimatePrompts(ctx context.Context, cl *client.Client, all []control.OldPrompt, engine string) (e replayEstimate, err error) {
	e.Prompts, e.Takes = len(all), int64(len(all)/rulesRate+1)*second
	most := mostAsked()
	for layer := range most {
		most[layer] *= len(all)
	}
	for _, p := range all {
		e.Bytes += len(p.Text)
	}
	if engine == engineRules {
		return e, nil
	}
	r, err := client.Control[control.ModelsReport](ctx, cl, "models", struct{}{})
	if err != nil {
		return e, err
	}
	e.add(r.Layers, retrieve.Prompts(), most, func(layer string) int {
		b := besideAsked()[layer]
		return b.times * (e.Bytes + len(all)*b.bytes)
	})
	if engine == engineModel && len(e.Layers) == 0 {
		return e, usage("--engine model: no layer on the path of a prompt has a model. Set models.prompt in config.toml and start the daemon anew; docs/models.md")
	}
	return e, nil
}

// asking is how one prompt is asked again.
type asking struct{ session, engine string }

// askAgain asks one prompt again, in a session that is not the one of then. What
// the prompt itself has said is no answer to it, nor what was said in its session.
func askAgain(ctx context.Context, cl *client.Client, space memtide.Space, old control.OldPrompt, by asking) (promptDiff, error) {
	d := promptDiff{Receipt: old.Receipt, At: old.At, Session: old.Session, Before: old.Tokens}
	q := event.AskRequest{Space: space, Mode: event.ModePrompt, Client: control.ReplayClient, Session: by.session, Within: old.Session, PromptID: old.PromptID,
		Prompt: old.Text, Project: old.Project, Now: old.At, DeadlineMS: 20000, Explain: true}
	if by.engine == engineRules {
		q.Engine = engineRules
	}
	r, err := cl.Ask(ctx, q)
	if err != nil {
		return d, err
	}
	d.Reason, d.Engine = r.Reason, r.Engine
	var now []memtide.ID
	if r.Receipt != nil {
		for i, id := range r.Receipt.Injected {
			if slices.Contains(old.Own, id) {
				continue
			}
			now = append(now, id)
			if i < len(r.Receipt.Costs) {
				d.Now += r.Receipt.Costs[i]
			}
		}
	}
	for _, id := range now {
		if !slices.Contains(old.Injected, id) {
			d.Added = append(d.Added, id)
		}
	}
	for _, id := range old.Injected {
		if !slices.Contains(now, id) {
			d.Lost = append(d.Lost, id)
		}
	}
	return d, nil
}

func (s *promptDiffs) add(d promptDiff, old control.OldPrompt, all bool) {
	s.Asked++
	s.Before, s.Now = s.Before+d.Before, s.Now+d.Now
	if d.Engine == engineModel {
		s.ByModel++
	} else {
		s.ByRules++
	}
	changed := len(d.Added)+len(d.Lost) > 0
	now := len(old.Injected) - len(d.Lost) + len(d.Added)
	switch {
	case !changed:
	case now == 0:
		s.Silent++
	case len(old.Injected) == 0:
		s.Spoken++
	}
	if changed {
		s.Changed++
	}
	if changed || all {
		s.Prompts = append(s.Prompts, d)
	}
}

func writePromptDiffs(out io.Writer, s promptDiffs) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	short := func(ids []memtide.ID) (names []string) {
		for _, id := range ids {
			names = append(names, id.Short())
		}
		return names
	}
	for _, d := range s.Prompts {
		printPlain(w, "%s\t%.12s\tadded %v\tlost %v\t%d → %s\t%s\n", d.At.Local().Format(time.DateTime), d.Receipt, short(d.Added), short(d.Lost), d.Before, memtide.Count(d.Now, "token"), d.Reason)
	}
	w.Flush()
	printPlain(out, "%s asked again: %d would be given something else, %d of them nothing now, %d something for the first time; %d → %s\n",
		memtide.Count(s.Asked, "prompt"), s.Changed, s.Silent, s.Spoken, s.Before, memtide.Count(s.Now, "token"))
	if s.ByModel > 0 {
		fmt.Fprintf(out, "%d by a model, %d by the rules alone\n", s.ByModel, s.ByRules)
	}
}
