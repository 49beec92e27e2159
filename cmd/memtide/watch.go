package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

func watchCmd(a *app) *cobra.Command {
	req := control.WatchRequest{}
	c := &cobra.Command{
		Use: "watch", Short: "see what prompts are given and what is kept, while it happens", Args: cobra.NoArgs,
		Long: `Prints what happens until it is interrupted, beginning with the newest of what was:
  <  what a prompt was given, or why it was given nothing; memtide why ID says more
  +  a memory that was made
  ~  a memory whose place another one has taken, or of which a part has changed
  -  a memory that was taken out of retrieval
  ?  two memories of which only one can hold; memtide conflicts
  *  memories that an answer has used
and behind the decisions the change, which memtide log ID shows whole, and memtide undo ID
takes back. What changes none of that (links, counts, half-turns) is left out; memtide log
--all --follow has it. With --json each is an object on a line of its own: a receipt as
"given", a decision with all that it changes as "decided".`,
		RunE: func(c *cobra.Command, _ []string) error {
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			req.Space = cl.Space()
			return a.watch(c.Context(), cl, req)
		},
	}
	limitFlag(c, &req.Limit, 10, "")
	return c
}

// happening is a receipt or a decision.
type happening struct {
	Given   *control.Told    `json:"given,omitempty"`
	Decided *control.Decided `json:"decided,omitempty"`
}

func (h happening) at() time.Time {
	if h.Given != nil {
		return h.Given.At
	}
	return h.Decided.Stored
}

// watch prints what happens until the program is interrupted.
func (a *app) watch(ctx context.Context, cl *client.Client, req control.WatchRequest) error {
	for first := req.Limit; ; first = 0 {
		got, err := client.Control[control.Watched](ctx, cl, "watch", req)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		var all []happening
		for i := range got.Given {
			all = append(all, happening{Given: &got.Given[i]})
		}
		for i := range got.Decided {
			all = append(all, happening{Decided: &got.Decided[i]})
		}
		slices.SortStableFunc(all, func(x, y happening) int { return y.at().Compare(x.at()) })
		if first > 0 {
			all = all[:min(len(all), first)]
		}
		for _, h := range slices.Backward(all) {
			if err := a.printLine(h, func(w io.Writer) { writeHappening(w, h, got.Words) }); err != nil {
				return err
			}
		}
		req.Receipts, req.Changes, req.Limit = got.Receipts, got.Changes, 1000
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(followEvery):
		}
	}
}

func writeHappening(w io.Writer, h happening, words map[string]string) {
	if r := h.Given; r != nil {
		printPlain(w, "%s < %s %s %s: ", r.At.Local().Format(time.TimeOnly), cmp.Or(r.Client, "-"), cmp.Or(r.Project, "-"), r.Mode)
		if len(r.Injected) == 0 {
			printPlain(w, "nothing, %s (%s, receipt %s)\n", cmp.Or(r.Reason, r.Gate), us(r.TookUS), control.Short(r.ID))
			return
		}
		printPlain(w, "%s, %s (%s, receipt %s)\n", memtide.Count(len(r.Injected), "memory"), memtide.Count(r.Tokens, "token"), us(r.TookUS), control.Short(r.ID))
		for _, id := range r.Injected {
			printPlain(w, "    %s\n", worded(id, words))
		}
		return
	}
	lines := changesOf(h.Decided.ChangeSet, words)
	for i, l := range lines {
		if i == 0 {
			l += fmt.Sprintf("  (%s, change %s)", h.Decided.Cause.Stage, control.Short(string(h.Decided.ID)))
		}
		printPlain(w, "%s %s\n", h.Decided.Stored.Local().Format(time.TimeOnly), l)
	}
}

// worded is a memory's id with its first words, where it is still there.
func worded(id memtide.ID, words map[string]string) string {
	return strings.TrimSpace("[" + id.Short() + "] " + words[id.String()])
}

// changesOf says in a line each what a decision does to memories.
func changesOf(c memtide.ChangeSet, words map[string]string) (lines []string) {
	var used []string
	for _, op := range c.Ops {
		var id memtide.ID
		var at time.Time
		switch {
		case op.Whole() && !op.Node.IsZero() && len(op.To) > 0:
			if n, err := op.ApplyNode(nil); err == nil && n.Kind != memtide.Episode {
				lines = append(lines, fmt.Sprintf("+ %s [%s] %s", n.Kind, n.ID.Short(), control.FirstWords(n.Content)))
			}
		case op.Whole() && len(op.To) > 0:
			if e, err := op.ApplyEdge(nil); err == nil && e.Kind == memtide.Contradicts {
				lines = append(lines, fmt.Sprintf("? %s, or %s", worded(e.From, words), worded(e.To, words)))
			} else if err == nil && e.Kind == memtide.Amends {
				lines = append(lines, fmt.Sprintf("~ %s: a part has changed since %s", worded(e.To, words), worded(e.From, words)))
			}
		case op.Field == "superseded_by" && json.Unmarshal(op.To, &id) == nil && !id.IsZero():
			lines = append(lines, fmt.Sprintf("~ %s: now [%s]", worded(op.Node, words), id.Short()))
		case op.Field == "archived_at" && json.Unmarshal(op.To, &at) == nil && !at.IsZero():
			lines = append(lines, "- "+worded(op.Node, words))
		case op.Field == "access_count" && c.Cause.Stage == "reinforce":
			used = append(used, worded(op.Node, words))
		}
	}
	for _, u := range used {
		lines = append(lines, "* "+u)
	}
	return lines
}
