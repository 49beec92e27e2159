package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	protocol "github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

const (
	mostWhole   = 5000 // bytes of a memory that is shown alone
	mostHistory = 15
	mostLinks   = 15
)

type getIn struct {
	ID      string `json:"id" jsonschema:"id of the memory, as search_memory shows it"`
	History bool   `json:"history,omitempty" jsonschema:"also every change that touched it"`
}

// Detail is one memory and where it comes from.
type Detail struct {
	Note         string   `json:"note"`
	Memory       Memory   `json:"memory"`
	Said         string   `json:"said" jsonschema:"when it was said or noted"`
	Source       string   `json:"source" jsonschema:"by whom, where"`
	Confidence   float64  `json:"confidence" jsonschema:"0 to 1, as of now"`
	State        string   `json:"state" jsonschema:"live, superseded or forgotten"`
	SupersededBy string   `json:"superseded_by,omitempty"`
	Before       string   `json:"before,omitempty" jsonschema:"the words that it has taken the place of"`
	Tags         []string `json:"tags,omitempty"`
	Links        []string `json:"links,omitempty"`
	History      []string `json:"history,omitempty" jsonschema:"changes, the newest first"`
}

func (s *Server) addShown() {
	add(s, "get_memory", "Show one memory", `One memory in full: who said it, when, in which client and session, how sure it is, what it has replaced or was replaced by; with history every change of it.`,
		hints{reads: true}, call.get)
	add(s, "get_entity", "Show what is known of a name", `What is known of a person, project, place or thing: who or what it is, its other names, and the newest memories that mention it.`,
		hints{reads: true}, call.entity)
	add(s, "weak_facts", "List unsure memories", `Memories of which the store is least sure, and why: worth asking the user about when they matter.`, hints{reads: true}, call.weak)
	add(s, "list_conflicts", "List contradictions", `Pairs of memories that cannot both hold and of which the user has not said which does. Ask the user; only the user settles one.`, hints{reads: true}, call.conflicts)
	add(s, "memory_stats", "Count memories", `How much the memory holds, by kind, and what waits.`, hints{reads: true}, call.stats)
}

// seen returns a memory that an agent may be told of, with all that hangs on it. One of another
// project, and one that is kept from agents, is none.
func (c call) seen(ctx context.Context, id string, history bool) (protocol.Shown, error) {
	view, err := c.view("")
	if err != nil {
		return protocol.Shown{}, err
	}
	s, err := control[protocol.Shown](ctx, c, "show", func(space memtide.Space) any {
		return protocol.ShowRequest{Space: space, What: strings.TrimSpace(id), History: history}
	})
	if errors.Is(err, protocol.ErrNone) || err == nil && !tools.MaySee(s.Node, view) {
		return s, fmt.Errorf("there is no memory %.40q that you may see; search_memory shows ids", id)
	}
	return s, err
}

func (c call) get(ctx context.Context, in getIn) (string, Detail, error) {
	s, err := c.seen(ctx, in.ID, in.History)
	if err != nil {
		return "", Detail{}, err
	}
	n := s.Node
	out := Detail{Note: notCommands, Memory: memoryOf(n), Said: n.CreatedAt.Local().Format(time.DateTime), Source: plain(source(n), mostShown),
		Confidence: float64(int(100*tools.Confidence(n, time.Now()))) / 100, State: "live"}
	out.Memory.Text = plain(wordsOf(n), mostWhole)
	switch {
	case !n.ArchivedAt.IsZero():
		out.State = "forgotten on " + day(n.ArchivedAt.Local()) + "; the user brings it back with: memtide restore " + n.ID.Short()
		out.Memory.Text = "(forgotten)"
	case !n.SupersededBy.IsZero():
		out.State, out.SupersededBy = "superseded", n.SupersededBy.Short()
	}
	if before := n.Attributes[tools.PreviousText]; before != "" && n.ArchivedAt.IsZero() {
		out.Before = plain(before, mostShown)
	}
	for _, tag := range n.Tags[:min(len(n.Tags), memtide.MaxTags)] {
		out.Tags = append(out.Tags, plain(tag, mostName))
	}
	out.Links, out.History = linksOf(s), historyOf(s)
	out.fit()
	return out.text(), out, nil
}

// fit leaves out of a memory what has no room: the oldest changes first, the end of its words last.
func (d *Detail) fit() {
	for most := mostWhole; size(d) > MaxBytes; {
		switch {
		case len(d.History) > 0:
			d.History = d.History[:len(d.History)-1]
		case len(d.Links) > 0:
			d.Links = d.Links[:len(d.Links)-1]
		case len(d.Tags) > 0:
			d.Tags = nil
		default:
			most /= 2
			d.Memory.Text, d.Before = plain(d.Memory.Text, most), ""
		}
	}
}

// source says who said a memory, where, without the words of anybody else.
func source(n *memtide.Node) string {
	return strings.TrimSpace(cmp.Or(n.Source.Client, "unknown client") + " " + protocol.SaidBy(n))
}

func linksOf(s protocol.Shown) (all []string) {
	for _, e := range s.Out {
		all = append(all, strings.TrimSpace("→ "+string(e.Kind)+" "+plain(e.Predicate, mostName))+" "+e.To.Short())
	}
	for _, e := range s.In {
		all = append(all, strings.TrimSpace("← "+string(e.Kind)+" "+plain(e.Predicate, mostName))+" "+e.From.Short())
	}
	return all[:min(len(all), mostLinks)]
}

func historyOf(s protocol.Shown) (all []string) {
	for _, h := range s.History[:min(len(s.History), mostHistory)] {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s by %s, change %s %s", h.At.Local().Format(time.DateTime), h.Cause.Stage, plain(h.Actor, mostName),
			protocol.Short(string(h.ID)), plain(h.Reason, 200))))
	}
	return all
}

func (d Detail) text() string {
	var b strings.Builder
	b.WriteString(openBlock + d.Memory.line())
	fmt.Fprintf(&b, "said: %s\nsource: %s\nconfidence: %.2f\nstate: %s\n", d.Said, d.Source, d.Confidence, d.State)
	if d.SupersededBy != "" {
		b.WriteString("superseded by: " + d.SupersededBy + "\n")
	}
	if d.Before != "" {
		b.WriteString("before: " + d.Before + "\n")
	}
	if len(d.Tags) > 0 {
		b.WriteString("tags: " + strings.Join(d.Tags, ", ") + "\n")
	}
	for _, part := range [][]string{d.Links, d.History} {
		for _, l := range part {
			b.WriteString(l + "\n")
		}
	}
	b.WriteString(closeBlock)
	return b.String()
}

type entityIn struct {
	Name  string `json:"name" jsonschema:"name or alias"`
	Limit int    `json:"limit,omitempty" jsonschema:"at most so many memories, 1 to 50; 10 if left out"`
}

// Profile is what is known of a name.
type Profile struct {
	Found
	Entity    Memory   `json:"entity"`
	Aliases   []string `json:"aliases,omitempty"`
	Relations []string `json:"relations,omitempty"`
}

func (c call) entity(ctx context.Context, in entityIn) (string, Profile, error) {
	limit, err := limited(in.Limit)
	if err != nil {
		return "", Profile{}, err
	}
	view, err := c.view("")
	if err != nil {
		return "", Profile{}, err
	}
	p, err := control[tools.Profile](ctx, c, "entity", func(space memtide.Space) any {
		return protocol.EntityRequest{Space: space, Name: strings.TrimSpace(in.Name), Limit: protocol.MostListed}
	})
	unseen := func(n *memtide.Node) bool { return !tools.MaySee(n, view) }
	hidden := err == nil && (p.Total > len(p.Memories) || slices.ContainsFunc(p.Memories, unseen))
	seen := slices.DeleteFunc(p.Memories, unseen)
	if errors.Is(err, protocol.ErrNone) || err == nil && (unseen(p.Node) || hidden && len(seen) == 0 && p.Node.Subtype != memtide.Stated) {
		return "", Profile{}, fmt.Errorf("nothing is known of %.80q; search_memory finds by words", in.Name)
	}
	if err != nil {
		return "", Profile{}, err
	}
	out := Profile{Entity: memoryOf(p.Node)}
	for _, a := range p.Node.Aliases[:min(len(p.Node.Aliases), 10)] {
		out.Aliases = append(out.Aliases, plain(a, mostName))
	}
	all := []Memory{}
	for _, n := range slices.Concat(slices.DeleteFunc(p.Summaries, unseen), seen[:min(len(seen), limit)]) {
		all = append(all, memoryOf(n))
	}
	// What somebody is to others is noted without saying in which project.
	if !hidden {
		for _, r := range p.Relations[:min(len(p.Relations), mostLinks)] {
			out.Relations = append(out.Relations, relation(r))
		}
	}
	text, found := list(append([]Memory{out.Entity}, all...), size(out))
	found.Memories = found.Memories[min(1, len(found.Memories)):]
	out.Found = found
	for _, r := range out.Relations {
		text += "\n" + r
	}
	if len(out.Aliases) > 0 {
		text += "\nalso called: " + strings.Join(out.Aliases, ", ")
	}
	return text, out, nil
}

func relation(r tools.Related) string {
	if r.Back {
		return plain(r.Name, mostName) + " [" + r.ID.Short() + "] → " + plain(r.Predicate, mostName)
	}
	return plain(r.Predicate, mostName) + " → " + plain(r.Name, mostName) + " [" + r.ID.Short() + "]"
}

type weakIn struct {
	Limit int `json:"limit,omitempty" jsonschema:"at most so many, 1 to 50; 10 if left out"`
}

func (c call) weak(ctx context.Context, in weakIn) (string, Found, error) {
	limit, err := limited(in.Limit)
	if err != nil {
		return "", Found{}, err
	}
	view, err := c.view("")
	if err != nil {
		return "", Found{}, err
	}
	req := protocol.WeakRequest{Limit: protocol.MostListed, Below: 1}
	if view != tools.AnyProject {
		req.Project = view
	}
	weak, err := control[[]tools.Weakness](ctx, c, "weak", func(space memtide.Space) any { req.Space = space; return req })
	var all []Memory
	for _, w := range weak {
		if len(all) < limit && tools.MaySee(w.Node, view) {
			m := memoryOf(w.Node)
			m.Note = fmt.Sprintf("sure to %.2f: %s", w.Confidence, plain(strings.Join(w.Why, ", "), 200))
			all = append(all, m)
		}
	}
	text, out := list(all, 0)
	if len(all) == 0 {
		out.Nothing = "no memory is unsure"
		text = out.Nothing
	}
	return text, out, err
}

// Conflicts are contradictions that nobody has settled.
type Conflicts struct {
	Note  string     `json:"note"`
	Pairs []Conflict `json:"conflicts"`
}

// Conflict is one of them: A was said first.
type Conflict struct {
	ID string `json:"id"`
	A  Memory `json:"a"`
	B  Memory `json:"b"`
}

const (
	mostConflicts = 5

	usersChoice = "Only the user settles one, with: memtide conflicts keep-a ID, keep-b ID or keep-both ID."
)

func (c call) conflicts(ctx context.Context, _ struct{}) (string, Conflicts, error) {
	view, err := c.view("")
	if err != nil {
		return "", Conflicts{}, err
	}
	open, err := control[[]tools.Conflict](ctx, c, "conflicts", func(space memtide.Space) any { return protocol.SpaceRequest{Space: space} })
	out := Conflicts{Note: notCommands + " " + usersChoice, Pairs: []Conflict{}}
	var b strings.Builder
	for _, k := range open {
		if len(out.Pairs) == mostConflicts || !tools.MaySee(k.A, view) || !tools.MaySee(k.B, view) {
			continue
		}
		p := Conflict{ID: k.Edge.ID.Short(), A: memoryOf(k.A), B: memoryOf(k.B)}
		if size(out)+size(p) >= MaxBytes {
			break
		}
		out.Pairs = append(out.Pairs, p)
		fmt.Fprintf(&b, "[%s] the first:\n%sthe second:\n%s", p.ID, p.A.line(), p.B.line())
	}
	if len(out.Pairs) == 0 {
		return "no memories contradict each other", out, err
	}
	return openBlock + b.String() + closeBlock + "\n" + usersChoice, out, err
}

// Stats is how much there is.
type Stats struct {
	Memories   map[string]int `json:"memories" jsonschema:"that hold, by kind"`
	Conflicts  int            `json:"conflicts" jsonschema:"contradictions that nobody has settled"`
	Quarantine int            `json:"quarantine" jsonschema:"memories that wait for the user's look, and are shown to no agent"`
	Pending    int            `json:"pending" jsonschema:"half-turns that are not decided yet"`
	Problems   int            `json:"problems"`
	Project    string         `json:"project,omitempty" jsonschema:"from which this server looks"`
}

func (c call) stats(ctx context.Context, _ struct{}) (string, Stats, error) {
	st, err := control[protocol.Status](ctx, c, "status", func(space memtide.Space) any { return protocol.SpaceRequest{Space: space} })
	if err != nil {
		return "", Stats{}, err
	}
	out := Stats{Memories: map[string]int{}, Conflicts: st.Asks, Quarantine: st.Doubted, Pending: st.Pending, Problems: len(st.Problems), Project: plain(c.Project, mostName)}
	var b strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(st.Memories)) {
		out.Memories[string(kind)] = st.Memories[kind].Live
		fmt.Fprintf(&b, "%s: %d\n", kind, st.Memories[kind].Live)
	}
	fmt.Fprintf(&b, "contradictions: %d\nwaiting for the user's look: %d\nnot decided yet: %d\n", out.Conflicts, out.Quarantine, out.Pending)
	if out.Project != "" {
		fmt.Fprintf(&b, "of all projects; you look from project %s\n", out.Project)
	}
	if out.Problems > 0 {
		fmt.Fprintf(&b, "%s: memtide status names them\n", memtide.Count(out.Problems, "problem"))
	}
	return b.String(), out, nil
}
