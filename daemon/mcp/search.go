package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	protocol "github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

const (
	usualFound = 10
	mostFound  = 50
	askWithin  = 5 * time.Second
)

type searchIn struct {
	Query   string `json:"query,omitempty" jsonschema:"what to look for, in words; add synonyms. Left out and without a filter: the user's standing rules, and what is newest"`
	Kind    string `json:"kind,omitempty" jsonschema:"only this kind: fact, event, instruction, opinion, plan, entity, episode (what was said) or summary"`
	Entity  string `json:"entity,omitempty" jsonschema:"only what mentions the one with this name or alias"`
	After   string `json:"after,omitempty" jsonschema:"only what happened, or else was said, then or later: 2026-05-01 or RFC 3339"`
	Before  string `json:"before,omitempty" jsonschema:"only what happened, or else was said, before that"`
	Tags    string `json:"tags,omitempty" jsonschema:"only what has all of these tags, separated by commas"`
	Limit   int    `json:"limit,omitempty" jsonschema:"at most so many, 1 to 50; 10 if left out"`
	Project string `json:"project,omitempty" jsonschema:"look from this project; left out, the one that you work in. What is the user's everywhere is found from each"`
}

// filters reports whether anything but words says what is looked for.
func (in searchIn) filters() bool {
	return in.Kind != "" || in.Entity != "" || in.After != "" || in.Before != "" || in.Tags != ""
}

func limited(n int) (int, error) {
	if n < 0 || n > mostFound {
		return 0, fmt.Errorf("limit is %d, want 1 to %d", n, mostFound)
	}
	return cmp.Or(n, usualFound), nil
}

// moment reads a day of the user's clock, or a time.
func moment(field, s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, ok := protocol.Moment(s)
	if !ok {
		return t, fmt.Errorf("%s is %.40q, want a day (2026-05-01) or a time (2026-05-01T10:00:00Z)", field, s)
	}
	return t, nil
}

// tagsOf reads tags that stand in one text: a list of them is what some clients cannot put into
// the schema that their model is given.
func tagsOf(s string) (tags []string) {
	for tag := range strings.SplitSeq(s, ",") {
		if tag = strings.TrimSpace(tag); tag != "" {
			tags = append(tags, tag)
		}
	}
	return tags
}

// lookup returns the question of a search by filters.
func (in searchIn) lookup(project string) (r protocol.LookupRequest, err error) {
	if in.Kind != "" {
		if !slices.Contains(memtide.Kinds, memtide.Kind(in.Kind)) {
			return r, fmt.Errorf("kind is %.40q, want one of %v", in.Kind, memtide.Kinds)
		}
		r.Kinds = []memtide.Kind{memtide.Kind(in.Kind)}
	}
	after, aerr := moment("after", in.After)
	before, berr := moment("before", in.Before)
	if err := cmp.Or(aerr, berr); err != nil {
		return r, err
	}
	if !after.IsZero() && !before.IsZero() && !after.Before(before) {
		return r, fmt.Errorf("after (%s) is not before before (%s)", in.After, in.Before)
	}
	r.Text, r.Entity, r.After, r.Before, r.Labels = in.Query, in.Entity, after, before, tools.Labels{Tags: tagsOf(in.Tags)}
	r.Project, r.Limit, r.Now, r.Agent = project, in.Limit, time.Now(), true
	return r, nil
}

func (s *Server) addLooks() {
	add(s, "search_memory", "Search the memory", `Looks into the user's memory of all earlier sessions: facts, decisions, rules, plans, people and things, and what was said. Best first, with ids, dates and who said it; get_memory has the whole of one that ends with ….`,
		hints{reads: true}, call.search)
	s.addShown()
	s.addWhy()
}

func (c call) search(ctx context.Context, in searchIn) (string, Found, error) {
	var err error
	if in.Limit, err = limited(in.Limit); err != nil {
		return "", Found{}, err
	}
	in.Query = strings.TrimSpace(in.Query)
	project, err := c.view(in.Project)
	if err != nil {
		return "", Found{}, err
	}
	var all []Memory
	why := ""
	switch {
	case in.Query == "" && !in.filters():
		all, err = c.holds(ctx, project, in)
	case in.filters() || project == "": // from no project a prompt is answered by what is in none, and a search finds all
		all, err = c.filtered(ctx, project, in)
	default:
		all, why, err = c.asked(ctx, project, in)
	}
	if err != nil {
		return "", Found{}, err
	}
	text, out := list(all, 0)
	if len(all) == 0 && why != "" {
		out.Nothing = why
		text = "nothing found: " + why
	}
	return text, out, nil
}

// asked searches as a person would, through the flow that a prompt takes.
func (c call) asked(ctx context.Context, project string, in searchIn) ([]Memory, string, error) {
	if project == tools.AnyProject {
		project = ""
	}
	zone := memtide.ZoneOf(time.Now())
	r, err := ask(ctx, c.link, func(cl *client.Client) (event.AskReply, error) {
		return cl.Ask(ctx, event.AskRequest{Space: c.of(cl), Mode: event.ModeQuery, Client: c.by, Prompt: in.Query, Project: project, Cwd: c.Cwd,
			Limit: in.Limit, Zone: &zone, DeadlineMS: int(askWithin.Milliseconds())})
	})
	if err == nil && r.Failed {
		err = errors.New("search: " + r.Reason)
	}
	return itemsOf(r), plain(r.Reason, mostShown), err
}

// itemsOf are those of an answer that the words have found: the rules that hold anyway are listed
// at the beginning of a task.
func itemsOf(r event.AskReply) []Memory {
	all := []Memory{}
	for _, it := range r.Items {
		if !it.Pinned {
			all = append(all, itemOf(it))
		}
	}
	return all
}

func (c call) filtered(ctx context.Context, project string, in searchIn) ([]Memory, error) {
	req, err := in.lookup(project)
	if err != nil {
		return nil, err
	}
	req.Client = c.by
	r, err := control[event.AskReply](ctx, c, "lookup", func(space memtide.Space) any { req.Space = space; return req })
	return itemsOf(r), err
}

// holds lists what there is to know at the beginning of a task: the rules that stand, and what is
// newest beside what was only said.
func (c call) holds(ctx context.Context, project string, in searchIn) ([]Memory, error) {
	of := project
	if of == tools.AnyProject {
		of = ""
	}
	rules, err := control[[]tools.Rule](ctx, c, "rules", func(space memtide.Space) any { return protocol.RulesRequest{Space: space, Project: of} })
	if err != nil {
		return nil, err
	}
	var all []Memory
	met := map[string]bool{}
	for _, r := range rules {
		if tools.MaySee(r.Node, project) && len(all) < in.Limit {
			m := memoryOf(r.Node)
			m.Note = "holds always"
			all, met[m.ID] = append(all, m), true
		}
	}
	req, err := in.lookup(project)
	if err != nil {
		return nil, err
	}
	req.Kinds = []memtide.Kind{memtide.Fact, memtide.Event, memtide.Opinion, memtide.Plan, memtide.Instruction, memtide.Summary}
	r, err := control[event.AskReply](ctx, c, "lookup", func(space memtide.Space) any { req.Space = space; return req })
	for _, m := range itemsOf(r) {
		if !met[m.ID] {
			all = append(all, m)
		}
	}
	return all, err
}
