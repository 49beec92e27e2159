package main

import (
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

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

// noKind refuses what is no kind, or none of those that a command takes.
func noKind(flag string, kind memtide.Kind, of []memtide.Kind) error {
	var names []string
	for _, k := range of {
		names = append(names, string(k))
	}
	return usage("%s is %q, want one of: %s", flag, kind, strings.Join(names, ", "))
}

func (f *filters) set() bool {
	return len(f.kinds) > 0 || f.entity != "" || f.after != "" || f.before != "" || f.labels.Set()
}

// request returns what to ask the daemon.
func (f *filters) request() (control.LookupRequest, error) {
	r := control.LookupRequest{Entity: f.entity, Labels: f.labels}
	for _, k := range f.kinds {
		if !slices.Contains(memtide.Kinds, memtide.Kind(k)) {
			return r, noKind("--kind", memtide.Kind(k), memtide.Kinds)
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
