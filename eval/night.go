package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/memtide/memtide"
)

// nightly is a task whose labels say what a job makes of what was told. All
// rows are told first, each in a session of its own, and then the job runs until
// it decides nothing any more.
type nightly struct {
	job  string
	many bool // a row may have several marks, or none
	want func(r Row) ([]mark, error)
	got  func(r Row, told []string, m made) []mark // told are the ids of the row's half-turns
}

func nightlies() map[string]nightly {
	return map[string]nightly{
		"causes":   {job: "infer", want: wantCause, got: gotCause},
		"profiles": {job: "enrich", many: true, want: wantProfile, got: gotProfile},
	}
}

// mostRuns bounds how often a job is run over what one file has told.
const mostRuns = 1000

var errOptions = errors.New("options.Settled or options.Job is not set")

// overNight is [Labels] for a task of a job.
func (l *lab) overNight(ctx context.Context, name string, cases io.Reader, opts Options) (sum marks, n int, err error) {
	t := nightlies()[name]
	if opts.Settled == nil || opts.Job == nil {
		return sum, 0, errOptions
	}
	if err := l.open(true, 0); err != nil {
		return sum, 0, err
	}
	var rows []Row
	var told [][]string
	for r, err := range lines[Row](cases) {
		if err != nil {
			return sum, 0, err
		}
		ids, err := l.tellAll(ctx, r, len(rows))
		if err != nil {
			return sum, 0, fmt.Errorf("row %d: %w", len(rows)+1, err)
		}
		rows, told = append(rows, r), append(told, ids)
		opts.progress(len(rows), 0, "told of "+name)
	}
	m, err := l.doUntilIdle(ctx, t.job, opts)
	if err != nil {
		return sum, 0, err
	}
	for i, r := range rows {
		want, err := t.want(r)
		if err != nil {
			return sum, 0, err
		}
		got := t.got(r, told[i], m)
		sum.add(want, got)
		if err := opts.marked(r, want, got); err != nil {
			return sum, 0, err
		}
	}
	return sum, len(rows), nil
}

// tellAll hands over what a row tells and returns the ids of its half-turns.
func (l *lab) tellAll(ctx context.Context, r Row, at int) (ids []string, err error) {
	for _, e := range r.tells() {
		in := said{Entry: e}.request(l.space)
		in.Session, in.Fact = "row-"+strconv.Itoa(at), ""
		reply, err := l.tell(ctx, in)
		if err != nil {
			return nil, err
		}
		ids = append(ids, reply.ID)
	}
	return ids, nil
}

// tells returns what the half-turns of a row say, in order.
func (r Row) tells() (all []Entry) {
	all = append(all, r.Told...)
	return append(append(all, r.Older...), r.Newer...)
}

// doUntilIdle runs a job until it decides nothing, and returns what was made
// since the space was opened.
func (l *lab) doUntilIdle(ctx context.Context, job string, opts Options) (made, error) {
	m := made{episodes: map[string]memtide.ID{}, names: map[memtide.ID][]string{}}
	if err := opts.Settled(ctx, l.space); err != nil {
		return m, fmt.Errorf("settle: %w", err)
	}
	for range mostRuns {
		l.at = l.at.Add(time.Minute)
		if err := opts.Job(ctx, l.space, job, l.at); err != nil {
			return m, fmt.Errorf("job %s: %w", job, err)
		}
		sets, err := l.ears.settled(l.NC)
		if err != nil {
			return m, err
		}
		if m.take(sets, job) == 0 {
			return m, nil
		}
	}
	return m, fmt.Errorf("job %s decides something in each of %d runs", job, mostRuns)
}

// made is what change sets have made, as far as a task of a job wants to know.
type made struct {
	episodes map[string]memtide.ID   // by id of the half-turn
	names    map[memtide.ID][]string // of entities, folded
	links    []memtide.Edge          // causal ones, between half-turns and between memories
	profiles []profile
}

// profile is a summary of an entity.
type profile struct {
	memtide.Node
	of memtide.ID
}

const stageRecord = "record"

// take reads change sets and returns how many are of the job.
func (m *made) take(sets []memtide.ChangeSet, job string) (of int) {
	for _, c := range sets {
		if c.Cause.Stage == job {
			of++
		}
		if c.Cause.Stage == stageRecord && len(c.Ops) > 0 {
			m.episodes[c.Cause.ID] = c.Ops[0].Node
		}
		m.takeNodes(c)
	}
	return of
}

func (m *made) takeNodes(c memtide.ChangeSet) {
	var summary memtide.Node
	for _, op := range c.Ops {
		var n memtide.Node
		if op.Node.IsZero() || !op.Whole() || json.Unmarshal(op.To, &n) != nil {
			continue
		}
		switch {
		case n.Kind == memtide.Entity:
			for _, name := range append(n.Aliases, n.CanonicalName) {
				m.names[n.ID] = append(m.names[n.ID], foldName(name))
			}
		case n.Kind == memtide.Summary && n.Subtype == "entity":
			summary = n
		}
	}
	for _, e := range edgesOf(c) {
		switch {
		case e.Kind == memtide.Causal:
			m.links = append(m.links, e)
		case e.Kind == memtide.Mentions && e.From == summary.ID && !summary.ID.IsZero():
			m.profiles = append(m.profiles, profile{summary, e.To})
		}
	}
}

// edgesOf returns the edges that a change set makes.
func edgesOf(c memtide.ChangeSet) (edges []memtide.Edge) {
	for _, op := range c.Ops {
		var e memtide.Edge
		if !op.Edge.IsZero() && op.Whole() && json.Unmarshal(op.To, &e) == nil {
			edges = append(edges, e)
		}
	}
	return edges
}

// What the later of two half-turns is to the one before it.
const (
	laterIsCause  = "cause"
	laterIsEffect = "effect"
	laterIsNone   = "none"
)

func wantCause(r Row) ([]mark, error) {
	label, err := r.label()
	switch {
	case err != nil:
		return nil, err
	case label != laterIsCause && label != laterIsEffect && label != laterIsNone:
		return nil, fmt.Errorf("%w: row %q: label is %q, want %s, %s or %s", ErrCases, r.ID, label, laterIsCause, laterIsEffect, laterIsNone)
	case len(r.Older) == 0 || len(r.Newer) == 0:
		return nil, fmt.Errorf("%w: row %q: want a text in older and one in newer", ErrCases, r.ID)
	}
	return one(label), nil
}

// gotCause: does the first of the newer texts tell why the last of the older ones
// came about, or what came of it? The job says so by an edge from effect to cause.
// Of a pair that is linked more than once each link counts.
func gotCause(r Row, told []string, m made) (got []mark) {
	earlier, later := m.episodes[told[len(r.Older)-1]], m.episodes[told[len(r.Older)]]
	for _, e := range m.links {
		switch {
		case e.From == earlier && e.To == later:
			got = append(got, mark{class: laterIsCause})
		case e.From == later && e.To == earlier:
			got = append(got, mark{class: laterIsEffect})
		}
	}
	if len(got) == 0 {
		got = one(laterIsNone)
	}
	return got
}

// The classes of profiles: that there is a summary where there shall be one, and
// what stands in it.
const (
	profileIsThere = "summary"
	profileSays    = "says"
)

func wantProfile(r Row) (want []mark, err error) {
	switch {
	case r.Name == "" || len(r.Told) == 0:
		return nil, fmt.Errorf("%w: row %q: want a name, and in told what was said", ErrCases, r.ID)
	case len(r.Says) > 0:
		want = one(profileIsThere)
	}
	for _, s := range r.Says {
		want = append(want, mark{class: profileSays, name: s})
	}
	return want, nil
}

// gotProfile: what does the newest summary of the entity say, in the row's project? Of
// what it shall say and of what it must not say each part is looked for, whatever
// its case. Who is spoken of less than three times has none.
func gotProfile(r Row, _ []string, m made) (got []mark) {
	text := ""
	for _, p := range m.profiles {
		for _, name := range m.names[p.of] {
			if name == foldName(r.Name) && p.Project == r.Project {
				text = strings.ToLower(p.Content)
			}
		}
	}
	if text == "" {
		return nil
	}
	got = one(profileIsThere)
	for _, s := range append(append([]string{}, r.Says...), r.Never...) {
		if strings.Contains(text, strings.ToLower(s)) {
			got = append(got, mark{class: profileSays, name: s})
		}
	}
	return got
}
