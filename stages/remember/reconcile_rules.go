package remember

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// Constants of O34–O36.
const (
	reconcileFrom = 0.45 // likeness from which two memories may be about the same
	reconcileTop  = 20

	// mostReplaced bounds what one memory can replace by its own words: a value
	// has been said once or twice before, and what replaces more has been read
	// wrongly.
	mostReplaced = 2

	commonFrom   = 3 // memories that a term must be in to count as common,
	commonTenths = 8 // and tenths of those that are compared
)

// verdict is what a new memory does to an older one.
type verdict int

const (
	keepBoth    verdict = iota
	supersedes          // the new one says that, or how, the old one has changed
	contradicts         // both cannot hold, and nobody has said which does
	amends              // the new one says that a part of the old one has changed
)

// reconcileRules completes the change set of one half-turn.
func reconcileRules(v ledger.View, c *memtide.ChangeSet, ids []memtide.ID, by judged, of wish, read *kept) error {
	r := newReconciler(v, by, read)
	r.wish = of
	r.w = tools.NewWriter(v, c)
	c.Actor = actorOf(c.Actor, by.by)
	all, err := r.meet(ids)
	if err != nil {
		return err
	}
	for _, m := range all {
		if err := r.settle(m); err != nil {
			return err
		}
	}
	if len(c.Ops) == 0 {
		c.Reason = "keep: nothing older is about the same"
	}
	return nil
}

// reconciled are the kinds that a new memory is held against.
var reconciled = []memtide.Kind{memtide.Fact, memtide.Opinion, memtide.Instruction, memtide.Plan, memtide.Event}

// replaceable reports whether words alone can replace a memory of a kind. What
// happened has happened, and only another value of the same takes its place.
func replaceable(k memtide.Kind) bool { return k != memtide.Event && k != memtide.Plan }

type reconciler struct {
	v     ledger.View
	w     *tools.Writer       // nil where nothing is settled
	gone  map[memtide.ID]bool // superseded by this set
	fresh map[memtide.ID]bool // what the half-turn has brought
	read  *readings
	find  *tools.Finder
	by    judged // what a model has said
	wish  wish   // what the prompt wants that the half-turn answers

	mu   sync.Mutex
	said map[memtide.ID]string // in which project, of those that belong to none
}

func newReconciler(v ledger.View, by judged, read *kept) *reconciler {
	return &reconciler{v: v, gone: map[memtide.ID]bool{}, said: map[memtide.ID]string{}, read: newReadings(read), find: tools.NewFinder(v), by: by}
}

// meet holds new memories against the older ones that are like them.
func (r *reconciler) meet(ids []memtide.ID) ([]*meeting, error) {
	nodes, err := r.own(ids)
	if err != nil {
		return nil, err
	}
	list := make([]tools.Like, len(nodes))
	for i, n := range nodes {
		list[i] = r.likeNode(n)
	}
	r.find.Know(nodes)
	r.find.Look(list)
	all, err := r.meetings(nodes, list)
	if err == nil {
		r.fresh = make(map[memtide.ID]bool, len(ids))
		for _, id := range ids {
			r.fresh[id] = true
		}
		r.v.SideBySide(len(all), func(i int) { all[i].compare(r) })
	}
	return all, err
}

// own reads the new memories. They are the reconciler's, which changes some of them.
func (r *reconciler) own(ids []memtide.ID) ([]*memtide.Node, error) {
	nodes, err := r.v.Graph.SharedBy(ids, r.v.SideBySide)
	if err != nil {
		return nil, err
	}
	for i, n := range nodes {
		if n == nil {
			return nil, fmt.Errorf("new memory %s: %w", ids[i], graphdb.ErrNotFound)
		}
		same := *n
		nodes[i] = &same
	}
	return nodes, nil
}

// settle does what was found, that with the most like memories first. What this
// set has superseded already is left as it is.
func (r *reconciler) settle(m *meeting) (err error) {
	n, in := m.n, m.in
	outgone, err := r.outgone(m)
	if err != nil {
		return err
	}
	all := slices.DeleteFunc(m.held, func(h held) bool {
		return r.gone[h.ID] || slices.ContainsFunc(outgone, func(o *memtide.Node) bool { return o.ID == h.ID })
	})
	if len(all) > 1 {
		slices.SortStableFunc(all, func(a, b held) int { return cmp.Compare(b.likeness(), a.likeness()) })
	}
	var before, after []*memtide.Node // what n takes the place of, and what takes its place
	amended := 0
	for _, h := range all {
		old := *h.Node
		if !h.later && (h.does == supersedes || h.does == amends) && in.carries(n, &old) {
			if err := r.restate(m, &old); err != nil {
				return err
			}
		}
		switch {
		case h.does == supersedes && h.later:
			after = append(after, &old)
		case h.does == supersedes:
			before = append(before, &old)
		case h.does == contradicts:
			r.w.Edge(memtide.Contradicts, n.ID, old.ID)
		case h.does == amends:
			if amended++; amended > mostReplaced {
				continue
			}
			if err := r.amend(n, &old, h.later); err != nil {
				return err
			}
		default:
			if after, err = r.outdone(n, &old, h.likeness, in, after); err != nil {
				return err
			}
		}
	}
	slices.SortStableFunc(after, func(a, b *memtide.Node) int { return tools.LastSaid(a).Compare(tools.LastSaid(b)) })
	after = in.oneOf(n, after)
	for _, old := range slices.Concat(outgone, in.oneOf(n, before), after[:min(len(after), 1)]) {
		if err := r.supersede(n, old); err != nil {
			return err
		}
	}
	return nil
}

// outdone adds to after what a known memory, said later than n, has taken the
// place of, where that takes the place of n: "400" comes late, was followed by
// "450" and that by "400 again".
func (r *reconciler) outdone(n, known *memtide.Node, likeness func() tools.Likeness, in *circle, after []*memtide.Node) ([]*memtide.Node, error) {
	for l := range r.v.Graph.OutLinks(known.ID, memtide.Supersedes) {
		mid, err := r.v.Graph.Node(l.Node)
		if err != nil {
			return nil, err
		}
		if tools.LastSaid(mid).After(tools.LastSaid(n)) && mid.Project == n.Project && compare(mid, n, likeness, in) == supersedes {
			after = append(after, mid)
		}
	}
	return after, nil
}

// oneOf returns which of the memories that a new one may replace it does. Those
// that hold side by side with other values are about different things, or one
// would have replaced the other: then nobody can say which is meant, and all are
// kept, but for those whose old value the new one names. What is said of a thing is not
// meant of a narrower one: the batch size, where that of the tests is another.
func (c *circle) oneOf(n *memtide.Node, olds []*memtide.Node) []*memtide.Node {
	if plain := slices.DeleteFunc(slices.Clone(olds), func(old *memtide.Node) bool {
		return len(olds) > 1 && c.read.statement(old).Narrower(c.read.statement(n))
	}); len(plain) > 0 {
		olds = plain
	}
	for _, old := range olds {
		if namesOf(n, old) {
			continue
		}
		if !sameNumbers(old.Content, olds[0].Content) {
			return slices.DeleteFunc(slices.Clone(olds), func(o *memtide.Node) bool {
				return !namesOf(n, o)
			})
		}
	}
	return olds[:min(len(olds), mostReplaced)]
}

// namesOf reports whether a new memory names as old what an older one has.
func namesOf(n, old *memtide.Node) bool {
	return slices.ContainsFunc(replaced(n), func(was string) bool { return says(old.Content, was) })
}

// between says what a new memory and a known one do to each other. What was
// said later has the word; a late one may also name as old what holds.
func between(n, old *memtide.Node, likeness func() tools.Likeness, in *circle) verdict {
	if !tools.LastSaid(old).After(tools.LastSaid(n)) {
		return compare(n, old, likeness, in)
	}
	if n.Pinned || old.Pinned {
		return keepBoth
	}
	if v := compare(old, n, likeness, in); v != keepBoth {
		return v
	}
	return compare(n, old, likeness, in)
}

// compare says what n does to old. In doubt both are kept (O34). Nobody's word
// takes the place of the word of somebody who is to be believed more: what the
// agent says against the user is asked about, what comes from elsewhere is not
// even that. What is pinned gives way to nothing without the user, and to what the agent has found
// out nothing does, unless it gives a value that the user wants: "the tests now work properly" is told
// at each end of a task.
func compare(n, old *memtide.Node, likeness func() tools.Likeness, in *circle) verdict {
	carries := in.carries(n, old)
	if n.Subtype == memtide.Found && !carries {
		return keepBoth
	}
	v := relate(n, old, likeness, in)
	switch {
	case v == keepBoth:
	case carries && outranked(n, old):
		if v == contradicts {
			return keepBoth
		}
		return amends // the value is the user's, and the words are not
	case n.Trust < memtide.TrustUser && (old.Pinned || !old.ConfirmedAt.IsZero()):
		return keepBoth
	case n.Trust < memtide.TrustAgent && outranked(n, old):
		return keepBoth
	case v == supersedes && (old.Pinned || outranked(n, old)):
		return contradicts
	case v == supersedes && old.Kind != memtide.Event && in.read.statement(old).TellsBeside(in.read.statement(n), in.read.reversal(n)):
		return amends // what happened tells nothing beside
	case v == supersedes && n.Project != "" && old.Project == "" && language.OnlyHere(n.Content):
		return amends // an exception: elsewhere the rule holds
	}
	return v
}

// outranked reports whether old is to be believed more than n. What the user
// says is as good as what the user has confirmed: things change.
func outranked(n, old *memtide.Node) bool { return n.Trust < min(old.Trust, memtide.TrustUser) }

// relate says what the words of n do to old. What costs least is asked first.
func relate(n, old *memtide.Node, likeness func() tools.Likeness, in *circle) verdict {
	if v, ok := in.by.of[pair{n.ID, old.ID}]; ok {
		return v
	}
	newer, older := in.read.statement(n), in.read.statement(old)
	if newer.OnlyInCase(older) || newer.OtherBefore(older) || newer.OfOtherBearer(older) {
		return keepBoth
	}
	if v := in.overrules(n, old); v != keepBoth {
		return v
	}
	if reverses := in.read.reversal(n); reverses != nil && reverses(older) && (!newer.EndsByOneWord() || in.alone(old, reverses)) {
		return supersedes
	}
	if !outranked(n, old) && (newer.SetsAside(older) && in.alone(old, newer.SetsAside) || old.Kind != memtide.Event && newer.EndsWhole(older)) {
		return supersedes
	}
	if (replaceable(old.Kind) || old.Kind == memtide.Plan) && slices.ContainsFunc(replaced(n), func(was string) bool {
		return in.read.says(old, was) && (likeness() >= reconcileFrom/2 || language.IsTool(was)) &&
			!older.Outlasts(newer) && !newer.OfAnother(older) && !newer.OtherOne(older) && newer.Concerns(older, was)
	}) {
		return supersedes
	}
	if newer.SwapsTool(older) && (replaceable(old.Kind) || older.SaysSwap() || older.Decides()) && in.read.mayReplace(n, old) && !outranked(n, old) {
		if replaceable(old.Kind) && older.TellsBesideTool() { // that somebody has switched tells nothing that stays
			return amends
		}
		return supersedes
	}
	if !newer.Silent() || language.MayDeny(old.Content) {
		switch relation := language.Relate(newer, older, in.common); {
		case relation == language.Updates && !outranked(n, old):
			return supersedes
		case relation == language.Denies:
			return contradicts
		}
	}
	if newer.UpdatesByPart(older, in.common) && !outranked(n, old) {
		return supersedes
	}
	if v := clash(n, old, newer, older); v != keepBoth {
		return v
	}
	if n.Kind != old.Kind || !replaceable(old.Kind) || in.read.lifted(n) || !in.read.corrects(n) && in.read.negated(n) == in.read.negated(old) {
		return keepBoth
	}
	if likeness() < reconcileFrom || newer.CountsOther(older) || newer.OfAnother(older) || newer.Printed() || older.Printed() {
		return keepBoth
	}
	if (n.Attributes["replaces"] == "" || newer.SameSubject(older)) && in.read.corrects(n) && in.read.subject(n) != "" && in.read.subject(n) == in.read.subject(old) && sharesBesides(n, old, in.read) && newer.Covers(older, "") && !newer.OtherOne(older) && !newer.Beside(older) {
		return supersedes
	}
	if opposed(n, old, in.read) && !newer.OtherOne(older) && !newer.OtherOrder(older) && !newer.SameToolFor(older) {
		return contradicts
	}
	return keepBoth
}

// mayReplace reports whether a memory names what it has replaced in an older one, or
// names none at all.
func (r *readings) mayReplace(n, old *memtide.Node) bool {
	was := replaced(n)
	return len(was) == 0 || slices.ContainsFunc(was, func(w string) bool { return r.says(old, w) })
}

// sharesBesides reports whether two memories of one name have a content word in
// common beside it. Else only the name makes them alike, and where somebody works
// now says nothing of where they live. A subject that is no name is a value's own.
func sharesBesides(n, old *memtide.Node, read *readings) bool {
	if len(language.Mentions(n.Content, nil)) == 0 {
		return true
	}
	name := language.Terms(read.subject(n))
	return slices.ContainsFunc(read.terms(n), func(t string) bool {
		return !slices.Contains(name, t) && slices.Contains(read.terms(old), t)
	})
}

// says reports whether a text has all content words of a phrase.
func says(text, phrase string) bool { return holds(language.Terms(text), language.Terms(phrase)) }

// holds reports whether all of some terms are among others.
func holds(have, want []string) bool {
	for _, w := range want {
		if !slices.Contains(have, w) {
			return false
		}
	}
	return len(want) > 0
}

// opposedOverlap is the share of common words from which an affirmed and a
// negated sentence speak of the same.
const opposedOverlap = 0.6

// opposed reports whether one memory denies what the other says, or a part of it. Of one
// word, as in "I don't like that", nobody knows what it is said of; and where each has
// something of its own, "never on weekends" and "always on staging", both may hold.
func opposed(a, b *memtide.Node, read *readings) bool {
	one, other := read.affirmed(a), read.affirmed(b)
	return read.negated(a) != read.negated(b) && len(one) > 1 && len(other) > 1 && language.Overlap(one, other) >= opposedOverlap && (holds(one, other) || holds(other, one))
}

// supersede lets the later statement replace the earlier one. A statement
// never replaces one that was said after it: a late one is superseded at once.
func (r *reconciler) supersede(n, old *memtide.Node) error {
	if tools.LastSaid(old).After(tools.LastSaid(n)) {
		n, old = old, n
	}
	r.gone[old.ID] = true
	if err := r.w.Supersede(n, old); err != nil {
		return err
	}
	if err := r.handOver(n, old); err != nil {
		return err
	}
	return r.w.Previous(n, old)
}
