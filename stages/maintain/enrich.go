package maintain

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

const (
	enrichFrom  = 3   // mentions (Y23)
	enrichLast  = 200 // newest mentions that are looked at
	enrichLines = 3
	enrichLine  = 200 // bytes; what is longer tells a story and not who somebody is
	ofEntity    = "entity"
)

// enrich writes summaries of what is known of an entity: its best statements,
// verbatim. There is one for each project that speaks of it, and one for what
// belongs to the user everywhere: a summary must not carry a project's word into
// another. A new one supersedes the one before.
func enrich(ctx context.Context, r *run) ([]unit, error) {
	var todo []profile
	err := r.scan(ctx, []memtide.Kind{memtide.Entity}, func(v ledger.View, e *memtide.Node) error {
		if e.MentionCount < enrichFrom {
			return nil
		}
		profiles, err := profilesOf(v, e, r.at)
		for _, p := range profiles {
			if !r.decided(v, p.input()) {
				todo = append(todo, p)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var units []unit
	for _, p := range todo {
		var w wording
		if len(p.lines) > 0 {
			w = r.word(ctx, p)
		}
		u := unit{input: p.input(), decide: func(v ledger.View, c *memtide.ChangeSet) error { return describe(v, c, p, w) }}
		if !r.models.Has(layerEnrich) || len(p.lines) == 0 {
			units = append(units, u)
		} else if err := r.settleAll(ctx, []unit{u}); err != nil {
			return nil, err
		}
	}
	return units, nil
}

// profile is what shall be said of an entity in a project.
type profile struct {
	entity  memtide.ID
	name    string
	project string
	lines   []*memtide.Node // none where the summary that stands shall go
	known   int             // statements that they were chosen from
	before  *memtide.Node   // the summary that stands, nil for none
}

// stale reports whether the summary that stands is to be written anew: one of
// its lines holds no longer, or half as much again is known. Else every night
// would exchange equal statements for newer ones.
func (p profile) stale(v ledger.View, said []*memtide.Node) bool {
	if p.before == nil {
		return true
	}
	had, err := strconv.Atoi(p.before.Attributes[statements])
	if p.before.Attributes[tools.Worded] != "" {
		for l := range v.Graph.OutLinks(p.before.ID, memtide.DerivedFrom) {
			if !isLive(v.Graph, l.Node) {
				return true
			}
		}
		_, lost := linesOf(v, p.before)
		return lost > 0 || err != nil || 2*p.known >= 3*had
	}
	rest := strings.TrimPrefix(p.before.Content, p.head())
	for _, n := range said {
		rest = strings.Replace(rest, " "+n.Content, "", 1)
	}
	return p.before.Content != p.text() && (rest != "" || err != nil || 2*p.known >= 3*had)
}

// lost reports whether retrieval tells nothing of the summary that stands any longer. What
// the user vouches for stays all the same.
func (p profile) lost(v ledger.View) bool {
	if p.before.Pinned || !p.before.ConfirmedAt.IsZero() {
		return false
	}
	held, lost := linesOf(v, p.before)
	return lost > 0 && (held == 0 || p.before.Attributes[tools.Worded] != "")
}

// linesOf counts the statements that a summary was made of: those that hold in its project,
// and those that no longer do.
func linesOf(v ledger.View, summary *memtide.Node) (held, lost int) {
	for l := range v.Graph.OutLinks(summary.ID, memtide.DerivedFrom) {
		switch n, err := v.Graph.Node(l.Node); {
		case err == nil && n.Kind == memtide.Episode:
		case err == nil && n.Live() && (n.Project == "" || n.Project == summary.Project):
			held++
		default:
			lost++
		}
	}
	return held, lost
}

// statements is the attribute of a summary with how many statements it was
// chosen from.
const statements = "statements"

func (p profile) text() string {
	var b strings.Builder
	b.WriteString(p.head())
	for _, n := range p.lines {
		b.WriteString(" " + n.Content) // as retrieve takes it out again when it no longer holds
	}
	return b.String()
}

func (p profile) head() string { return "About " + p.name + ":" }

func (p profile) input() string {
	stood := ""
	if p.before != nil {
		stood = p.before.ID.String()
	}
	return memtide.Hash(p.entity.String(), p.project, stood, p.text())
}

// profilesOf returns the profiles of an entity that differ from what stands.
func profilesOf(v ledger.View, e *memtide.Node, now time.Time) ([]profile, error) {
	said, stand, err := mentioned(v, e.ID)
	projects := slices.AppendSeq(slices.Collect(maps.Keys(said)), maps.Keys(stand))
	slices.Sort(projects)
	var out []profile
	for _, project := range slices.Compact(projects) {
		p := profile{entity: e.ID, name: e.CanonicalName, project: project, known: len(said[project])}
		if p.known >= enrichFrom {
			p.lines = best(said[project], now)
		}
		standing := stand[project]
		if len(p.lines) > 1 {
			if len(standing) > 0 {
				p.before, standing = standing[0], standing[1:]
			}
			if p.stale(v, said[project]) {
				out = append(out, p)
			}
		}
		p.lines = nil
		for _, n := range standing {
			if p.before = n; p.lost(v) {
				out = append(out, p)
			}
		}
	}
	return out, err
}

// mentioned returns what live memories say of an entity, and its summaries, by
// project, the newest first.
func mentioned(v ledger.View, entity memtide.ID) (said, stand map[string][]*memtide.Node, err error) {
	var ids []memtide.ID
	for l := range v.Graph.InLinks(entity, memtide.Mentions) {
		ids = append(ids, l.Node)
	}
	slices.SortFunc(ids, func(a, b memtide.ID) int { return b.Compare(a) })
	nodes, err := v.Graph.Nodes(ids[:min(len(ids), enrichLast)])
	said, stand = map[string][]*memtide.Node{}, map[string][]*memtide.Node{}
	for _, n := range nodes {
		switch {
		case n == nil || !n.Live():
		case n.Kind == memtide.Summary && n.Subtype == ofEntity:
			stand[n.Project] = append(stand[n.Project], n)
		case slices.Contains(told, n.Kind) && len(n.Content) <= enrichLine:
			said[n.Project] = append(said[n.Project], n)
		}
	}
	return said, stand, err
}

// best returns the statements that are believed and weigh most; of equal ones
// the newest. They come in the order in which they were said.
func best(said []*memtide.Node, now time.Time) []*memtide.Node {
	worth := func(n *memtide.Node) float64 {
		importance := float64(cmp.Or(n.Importance, memtide.PlainImportance))
		return float64(n.Trust) + tools.Confidence(n, now)*(0.80+0.08*importance)
	}
	said = slices.Clone(said)
	slices.SortFunc(said, func(a, b *memtide.Node) int { return cmp.Or(cmp.Compare(worth(b), worth(a)), b.ID.Compare(a.ID)) })
	said = slices.CompactFunc(said, func(a, b *memtide.Node) bool { return a.Content == b.Content })
	said = said[:min(len(said), enrichLines)]
	slices.SortFunc(said, func(a, b *memtide.Node) int { return a.ID.Compare(b.ID) })
	return said
}

// describe completes the change set of one profile, if it is still what shall
// be said.
func describe(v ledger.View, c *memtide.ChangeSet, p profile, by wording) error {
	e, err := live(v, p.entity)
	if err != nil {
		return err
	}
	now, err := profilesOf(v, e, c.At)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(now, func(q profile) bool { return q.input() == p.input() })
	if i < 0 {
		return errNothing // more was said meanwhile: the next run has it
	}
	p = now[i]
	w := tools.NewWriter(v, c)
	if len(p.lines) == 0 {
		c.Reason = "of what it says of " + p.entity.Short() + " nothing holds there any longer"
		return w.Set(p.before, "archived_at", c.At)
	}
	n := &memtide.Node{ID: w.ID(), Kind: memtide.Summary, Subtype: ofEntity, Content: p.text(), CreatedAt: c.At, EventTime: p.lines[len(p.lines)-1].CreatedAt,
		BaseConfidence: 0.8, Importance: 2, Salience: memtide.FullSalience, Trust: memtide.TrustConfirmed, Project: p.project,
		Attributes: map[string]string{statements: strconv.Itoa(p.known)}}
	if by.text != "" && holds(v, by.from) {
		n.Content, n.Attributes[tools.Worded], p.lines = by.text, by.model, by.from
	}
	for _, s := range p.lines {
		n.Trust = min(n.Trust, s.Trust)
	}
	w.Add(n)
	w.Edge(memtide.Mentions, n.ID, p.entity)
	sources := map[memtide.ID]bool{}
	for _, s := range p.lines {
		w.Edge(memtide.DerivedFrom, n.ID, s.ID)
		for l := range v.Graph.OutLinks(s.ID, memtide.DerivedFrom) {
			if !sources[l.Node] { // where it was said: by that retrieve knows what of a summary holds no longer
				sources[l.Node] = true
				w.Edge(memtide.DerivedFrom, n.ID, l.Node)
			}
		}
	}
	c.Reason = "what is known of " + p.entity.Short()
	if p.before == nil {
		return nil
	}
	return w.Supersede(n, p.before)
}
