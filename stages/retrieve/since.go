package retrieve

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// mostSince is how many things that have changed since are noted behind a line, the newest
// of them: what is not noted is told as if it held.
const mostSince = 4

// since notes behind a line what has changed since in what it tells: read alone, it would
// tell as if it held what holds no longer. Of what may stand in the block itself its id is
// enough, as long as it does ([spell]).
func (l *line) since(tx *graphdb.Tx, all *changers, q event.Query) {
	var noted []*memtide.Node
	for _, n := range newestFirst(append(l.renewals(tx), l.outdated(tx, all)...)) {
		if !saidTogether(n, l.node) && !slices.ContainsFunc(noted, func(o *memtide.Node) bool { return o.ID == n.ID }) && tools.LastSaid(n).After(tools.LastSaid(l.node)) &&
			(holdsIn(n, q.Project) || q.Mode == event.ModeQuery && q.Project == "") {
			noted = append(noted, n)
		}
	}
	for _, n := range slices.Backward(noted[:min(len(noted), mostSince)]) {
		id, ok := among(tx, all.cs, n)
		l.renewed = append(l.renewed, renewal{n, len(l.extra), !ok})
		if ok {
			l.add(sinceID(id))
		} else {
			l.add(sinceThen + excerpt(n.Content, nil))
		}
	}
}

// sinceThen begins the note of what has changed.
const sinceThen = "since then: "

func sinceID(id memtide.ID) string { return sinceThen + "[" + id.Short() + "]" }

// renewal is what has taken the place of something that a line tells, and which of the
// notes behind the line says so.
type renewal struct {
	by      *memtide.Node
	note    int
	spelled bool // in its words
}

// spell puts the words of what has changed where lines name an id under which the lines
// that are shown do not tell it, and reports whether a line is another one now. Words stay
// words, so that who fits and spells in turn comes to an end.
func spell(lines, shown []line) (changed bool) {
	for i := range lines {
		l := &lines[i]
		for j := range l.renewed {
			r := &l.renewed[j]
			if r.spelled {
				continue
			}
			at := slices.IndexFunc(shown, func(s line) bool { return s.says(r.by) })
			note := ""
			if r.spelled = at < 0; r.spelled {
				note = sinceThen + excerpt(r.by.Content, nil)
			} else {
				note = sinceID(shown[at].ID)
			}
			if l.extra[r.note] != note {
				l.extra[r.note], changed = note, true
				l.fill()
			}
		}
	}
	return changed
}

// says reports whether a line shows a memory: as itself, or in the words of the half-turn
// that it was said in.
func (l *line) says(n *memtide.Node) bool {
	return l.ID == n.ID || saidTogether(l.node, n) && strings.Contains(l.Text, strings.TrimSpace(n.Content))
}

// saidTogether reports whether two memories come from one half-turn. Those that were
// noted by hand come from none.
func saidTogether(a, b *memtide.Node) bool {
	return a.Source.Turn != "" && a.Source.Turn == b.Source.Turn
}

// renewals returns what has taken the place of what a line tells, or of a part of it, the
// newest first.
func (l *line) renewals(tx *graphdb.Tx) []*memtide.Node {
	var all []*memtide.Node
	switch l.Kind {
	case memtide.Episode:
	case memtide.Summary:
		for part := range summedUp(tx, l.ID) {
			if by, err := tools.SinceThen(tx, part.ID, part.SupersededBy); err == nil && strings.Contains(l.Text, strings.TrimRight(part.Content, ". ")) {
				all = append(all, by...)
			}
		}
		return newestFirst(all)
	default:
		all, _ = tools.SinceThen(tx, l.ID, l.node.SupersededBy)
		return all
	}
	told, notes := l.node, func(old, by *memtide.Node) bool { return strings.Contains(l.Text, strings.TrimSpace(old.Content)) }
	if answered(l.node) {
		if told = answeredBy(tx, l.node); told == nil {
			return nil
		}
		notes = func(old, by *memtide.Node) bool { return language.Repeats(l.Text, old.Content, by.Content) }
	}
	for _, id := range tx.ByTurn(told.Source.Turn) {
		next, err := tx.Successor(id)
		if err != nil {
			continue
		}
		by, err := tools.SinceThen(tx, id, next)
		if err != nil || len(by) == 0 {
			continue
		}
		if part, err := tx.Shared(id); err == nil && (id == l.ID || notes(part, by[0])) {
			all = append(all, by...)
		}
	}
	return newestFirst(all)
}

// outdated returns the last of the candidates that give something else in the place of what a half-turn tells:
// that of which no memory was made is linked to nothing. Nor is what was noted by hand to what was noted before.
func (l *line) outdated(tx *graphdb.Tx, all *changers) (by []*memtide.Node) {
	if l.Kind != memtide.Episode && (l.Kind != memtide.Fact || l.Turn != "") {
		return nil
	}
	for _, c := range all.changes(tx) {
		if c.by.Project == l.Project && tools.LastSaid(c.by).After(tools.LastSaid(l.node)) && l.tellsOld(tx, c) {
			by = append(by, c.by)
		}
	}
	return newestFirst(by)[:min(len(by), 1)]
}

// tellsOld reports whether a line gives a value in whose place a memory has given another, speaks of a thing
// that it says to be replaced, or tells, orders or reports as done what a half-turn has set to something else.
func (l *line) tellsOld(tx *graphdb.Tx, c change) bool {
	if slices.ContainsFunc(c.set, l.wasOther) {
		return true
	}
	if slices.ContainsFunc(c.of, func(o *memtide.Node) bool { return language.Outdated(l.Text, o.Content, c.by.Content) }) {
		return true
	}
	return slices.ContainsFunc(c.gone, func(gone string) bool {
		question := ""
		if answered(l.node) {
			if said := answeredBy(tx, l.node); said != nil {
				question = bounded(said.Content)
			}
		}
		return language.TellsReplaced(l.Text, question, c.by.Content, gone)
	})
}

// changers are the candidates of a block, and which of them have changed something.
type changers struct {
	cs   []event.Candidate
	left []event.Drop // what was found and is not shown

	looked  bool
	changed []change
}

// change is a memory that has taken the place of others or of a part of them, and what it names as replaced; or a
// half-turn of the user, and what is so since.
type change struct {
	by   *memtide.Node
	of   []*memtide.Node
	gone []string
	set  []setting
}

// changes returns what of the candidates has changed something. It is looked up once for all lines of a block.
func (b *changers) changes(tx *graphdb.Tx) []change {
	if b.looked {
		return b.changed
	}
	b.looked = true
	for _, cand := range b.cs {
		n, err := tx.Shared(cand.ID)
		if err != nil || !n.Live() || n.Kind == memtide.Entity || n.Kind == memtide.Summary {
			continue
		}
		c := change{by: n, set: setBy(tx, n)}
		if n.Kind != memtide.Episode {
			if gone := n.Attributes["replaces"]; gone != "" {
				c.gone = strings.Split(gone, "\n")
			}
			c.of = valuesBefore(tx, n)
		}
		if len(c.of)+len(c.gone)+len(c.set) > 0 {
			b.changed = append(b.changed, c)
		}
	}
	for _, d := range b.left {
		if !slices.Contains(stillSets, d.Why) {
			continue
		}
		if n, err := tx.Shared(d.Candidate.ID); err == nil && n.Live() && n.Kind == memtide.Episode && !tools.IsWithheld(n) {
			if set := setBy(tx, n); len(set) > 0 {
				b.changed = append(b.changed, change{by: n, set: set})
			}
		}
	}
	return b.changed
}

// valuesBefore returns the memories in whose place, or in the place of a part of which, a memory gives another
// value. What has no number gives none, and most need not be looked up.
func valuesBefore(tx *graphdb.Tx, n *memtide.Node) (of []*memtide.Node) {
	if !strings.ContainsFunc(n.Content, unicode.IsNumber) {
		return nil
	}
	for _, kind := range []memtide.EdgeKind{memtide.Supersedes, memtide.Amends} {
		for old := range tx.OutLinks(n.ID, kind) {
			if len(of) == mostOutdone {
				return of
			}
			if o, err := tx.Shared(old.Node); err == nil {
				of = append(of, o)
			}
		}
	}
	return of
}

// mostOutdone is how many memories are looked at that one has taken the place of.
const mostOutdone = 8

func newestFirst(nodes []*memtide.Node) []*memtide.Node {
	slices.SortStableFunc(nodes, func(a, b *memtide.Node) int { return tools.LastSaid(b).Compare(tools.LastSaid(a)) })
	return nodes
}

// answeredBy returns the half-turn of the user that a reply of the agent answers, nil for none:
// what the reply repeats of that holds no longer than that.
func answeredBy(tx *graphdb.Tx, reply *memtide.Node) *memtide.Node {
	for l := range tx.OutLinks(reply.ID, memtide.Temporal) {
		if said, err := tx.Shared(l.Node); err == nil && said.Kind == memtide.Episode && !answered(said) {
			return said
		}
	}
	return nil
}

// among returns the candidate that is a memory, or the half-turn that it was said in.
func among(tx *graphdb.Tx, cs []event.Candidate, n *memtide.Node) (memtide.ID, bool) {
	i := slices.IndexFunc(cs, func(c event.Candidate) bool {
		if c.ID == n.ID {
			return true
		}
		o, err := tx.Shared(c.ID)
		return err == nil && saidTogether(o, n)
	})
	if i < 0 {
		return memtide.ID{}, false
	}
	return cs[i].ID, true
}

// past says of a plan or a rule that its time is over, and of what else nothing.
func past(n *memtide.Node, now time.Time) string {
	switch {
	case !tools.Over(n, now):
		return ""
	case n.Kind == memtide.Plan && (n.ValidUntil.IsZero() || !language.Lasts(n.Content)):
		return "was planned for " + n.EventTime.Format(time.DateOnly) + ", now past"
	}
	return "held until " + n.ValidUntil.Add(-1).Format(time.DateOnly) + ", now past"
}

// current returns the text of a summary without the memories in it that hold no
// longer: what was summed up when the session ended may have changed since, have
// been forgotten, or be of another project now. Out of a model's own words nothing can
// be cut, and they may tell a half-turn of which no memory was made: then nothing is left
// when anything is gone. It is empty when nothing is left.
func current(tx *graphdb.Tx, summary *memtide.Node) string {
	if tools.WordedOfGone(tx, summary) {
		return ""
	}
	var live, gone []string
	for n := range summedUp(tx, summary.ID) {
		if n.Live() && (n.Project == "" || n.Project == summary.Project) {
			live = append(live, n.Content)
		} else {
			gone = append(gone, n.Content)
		}
	}
	text, cut := summary.Content, false
	if len(gone) > 0 {
		text, cut = withoutLines(text, gone, live), true
	}
	if cut && (strings.HasSuffix(text, ":") || summary.Attributes[tools.Worded] != "") {
		return ""
	}
	return text
}

// summedUp yields the memories that a summary was made of, and those of its half-turns.
func summedUp(tx *graphdb.Tx, summary memtide.ID) iter.Seq[*memtide.Node] {
	return func(yield func(*memtide.Node) bool) {
		for e := range tx.OutLinks(summary, memtide.DerivedFrom) {
			ids := []memtide.ID{e.Node}
			for l := range tx.InLinks(e.Node, memtide.DerivedFrom) {
				ids = append(ids, l.Node)
			}
			for _, id := range ids {
				n, err := tx.Shared(id)
				if err == nil && n.Kind != memtide.Summary && n.Kind != memtide.Episode && !yield(n) {
					return
				}
			}
		}
	}
}

// withoutLines takes lines out of a summary, each only where it stands alone: what is
// gone may be how another line begins.
func withoutLines(text string, gone, live []string) string {
	byLength := func(x, y string) int { return cmp.Or(cmp.Compare(len(y), len(x)), cmp.Compare(x, y)) }
	lines := slices.Concat(gone, live)
	slices.SortStableFunc(lines, byLength)
	var pairs []string
	for _, line := range lines {
		if slices.Contains(live, line) {
			pairs = append(pairs, " "+line, " "+line)
		} else {
			pairs = append(pairs, " "+line+".", "", " "+line, "")
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
