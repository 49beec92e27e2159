package main

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

type lookupRequest struct {
	Space   memtide.Space  `json:"space"`
	Text    string         `json:"text"`
	Kinds   []memtide.Kind `json:"kinds,omitempty"`
	Entity  string         `json:"entity,omitempty"`
	After   time.Time      `json:"after,omitzero"`
	Before  time.Time      `json:"before,omitzero"`
	Labels  tools.Labels   `json:"labels,omitzero"`
	Project string         `json:"project,omitempty"`
	Limit   int            `json:"limit"`
	Now     time.Time      `json:"now,omitzero"`
}

// lookupWithin is how long a look-up waits for the vector of its words.
const lookupWithin = time.Second

// lookup returns the memories that a filter lets through.
func (d *daemon) lookup(ctx context.Context, in lookupRequest) (event.AskReply, error) {
	start := time.Now()
	if in.Now.IsZero() {
		in.Now = start
	}
	text := redact.Clean(in.Text).Text
	out := event.AskReply{Reason: "nothing that the filters let through fits"}
	err := d.ledger.ReadFor(ctx, in.Space, text, lookupWithin, func(v ledger.View) error {
		found, err := tools.Lookup(v, in.Space, tools.Filter{Text: text, Kinds: in.Kinds, Entity: in.Entity, After: in.After, Before: in.Before,
			Labels: in.Labels, Project: in.Project, Limit: listed(in.Limit), Now: in.Now})
		for _, m := range found {
			n := m.Node
			out.Items = append(out.Items, event.Item{ID: n.ID, Kind: n.Kind, Subtype: n.Subtype, Text: redact.Name(n.Content), Turn: n.Source.Turn,
				Time: tools.Happened(n), Project: n.Project, Score: m.Relevance})
		}
		return err
	})
	if len(out.Items) > 0 {
		out.Reason = ""
	}
	out.TookUS = time.Since(start).Microseconds()
	return out, err
}

// filters are the flags by which search looks at some memories only.
type filters struct {
	kinds                 []string
	entity, after, before string
	labels                tools.Labels
}

func (f *filters) flags(c *cobra.Command) {
	c.Flags().StringSliceVar(&f.kinds, "kind", nil, "only of these kinds: fact, event, instruction, opinion, plan, entity, episode, summary")
	c.Flags().StringVar(&f.entity, "entity", "", "only what mentions the one with this name or alias, and itself")
	c.Flags().StringVar(&f.after, "after", "", "only what happened, or else was said, then or later: a day (2026-05-01), a moment (RFC 3339), a time ago (7d)")
	c.Flags().StringVar(&f.before, "before", "", "only what happened, or else was said, before that")
	c.Flags().StringSliceVar(&f.labels.Tags, "tag", nil, "only what has this tag; given twice, both")
	c.Flags().StringVar(&f.labels.Task, "task", "", "only what was said in this task")
	c.Flags().StringVar(&f.labels.Narrative, "narrative", "", "only what belongs to this narrative")
}

func (f *filters) set() bool {
	return len(f.kinds) > 0 || f.entity != "" || f.after != "" || f.before != "" || f.labels.Set()
}

// request returns what to ask the daemon.
func (f *filters) request() (lookupRequest, error) {
	r := lookupRequest{Entity: f.entity, Labels: f.labels}
	for _, k := range f.kinds {
		if !slices.Contains(memtide.Kinds, memtide.Kind(k)) {
			return r, usage("--kind is %q, want one of %v", k, memtide.Kinds)
		}
		r.Kinds = append(r.Kinds, memtide.Kind(k))
	}
	var err error
	if r.After, err = parseSince(f.after, time.Now()); err != nil {
		return r, usage("--after is %q, want a day (2026-05-01), a moment (RFC 3339) or a time ago (90m, 7d)", f.after)
	}
	if r.Before, err = parseSince(f.before, time.Now()); err != nil {
		return r, usage("--before is %q, want a day (2026-05-01), a moment (RFC 3339) or a time ago (90m, 7d)", f.before)
	}
	if !r.After.IsZero() && !r.Before.IsZero() && !r.After.Before(r.Before) {
		return r, usage("--after %s is not before --before %s", f.after, f.before)
	}
	return r, nil
}
