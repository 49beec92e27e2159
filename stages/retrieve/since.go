package retrieve

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/tools"
)

// mostSince is how many things that have changed since are noted behind a line, the newest
// of them: what is not noted is told as if it held.
const mostSince = 4

// since notes behind a line what has changed since in what it tells, unless that is
// shown itself: read alone, it would tell as if it held what holds no longer.
func (l *line) since(tx *graphdb.Tx, cs []event.Candidate) {
	if answered(l.node) {
		return
	}
	var noted []*memtide.Node
	for _, n := range l.renewals(tx) {
		if n.Source.Turn != l.node.Source.Turn && !slices.ContainsFunc(noted, func(o *memtide.Node) bool { return o.ID == n.ID }) && !among(tx, cs, n) && tools.LastSaid(n).After(tools.LastSaid(l.node)) {
			noted = append(noted, n)
		}
	}
	for _, n := range slices.Backward(noted[:min(len(noted), mostSince)]) {
		l.add("since then: " + excerpt(n.Content, nil))
	}
}

// renewals returns what has taken the place of what a line tells, or of a part of it, the
// newest first.
func (l *line) renewals(tx *graphdb.Tx) []*memtide.Node {
	if l.Kind != memtide.Episode {
		all, _ := tools.SinceThen(tx, l.ID, l.node.SupersededBy)
		return all
	}
	var all []*memtide.Node
	for _, id := range tx.ByTurn(l.node.Source.Turn) {
		next, err := tx.Successor(id)
		if err != nil {
			continue
		}
		by, err := tools.SinceThen(tx, id, next)
		if err != nil || len(by) == 0 {
			continue
		}
		if part, err := tx.Shared(id); err == nil && part.Kind != memtide.Episode && strings.Contains(l.Text, strings.TrimSpace(part.Content)) {
			all = append(all, by...)
		}
	}
	slices.SortStableFunc(all, func(a, b *memtide.Node) int { return tools.LastSaid(b).Compare(tools.LastSaid(a)) })
	return all
}

// among reports whether a memory, or the half-turn that it was said in, is one of the
// candidates.
func among(tx *graphdb.Tx, cs []event.Candidate, n *memtide.Node) bool {
	return slices.ContainsFunc(cs, func(c event.Candidate) bool {
		if c.ID == n.ID {
			return true
		}
		o, err := tx.Shared(c.ID)
		return err == nil && n.Source.Turn != "" && o.Source.Turn == n.Source.Turn
	})
}

// past says of a plan or a rule that its time is over, and of what else nothing.
func past(n *memtide.Node, now time.Time) string {
	switch {
	case !tools.Over(n, now):
		return ""
	case n.Kind == memtide.Plan:
		return "was planned for " + n.EventTime.Format(time.DateOnly) + ", now past"
	}
	return "held until " + n.ValidUntil.Add(-1).Format(time.DateOnly) + ", now past"
}

// current returns the text of a summary without the memories in it that hold no
// longer: what was summed up when the session ended may have changed since, or
// have been forgotten. It is empty when nothing is left.
func current(tx *graphdb.Tx, summary *memtide.Node) string {
	var live, gone []string
	for e := range tx.OutLinks(summary.ID, memtide.DerivedFrom) {
		for l := range tx.InLinks(e.Node, memtide.DerivedFrom) {
			if l.Node == summary.ID {
				continue
			}
			n, err := tx.Shared(l.Node)
			switch {
			case err != nil || n.Kind == memtide.Summary:
			case n.Live():
				live = append(live, n.Content)
			default:
				gone = append(gone, n.Content)
			}
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
