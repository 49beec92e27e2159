package language

import (
	"slices"
	"strings"
)

// takesPlace reports whether a statement by whose words something stands in the place
// of was, or no longer holds, says so of what the older one states. "B instead of A" and
// "B, not A" also order the work at hand, complain and describe; they replace only what
// is said with most of the words of the older statement, or as what is so from now on.
func (s Statement) takesPlace(o Statement, was string) bool {
	n, old, gone := s.cues(), o.cues(), Terms(was)
	if old.setsAside(gone) {
		return false // it says itself that this is not so
	}
	i := n.changeOf(was)
	if n.thisTime() || i >= 0 && (s.ofOtherSubject(o) || n.changesElsewhere(i, o)) {
		return false
	}
	if k, _ := n.isNoMore(i); k > 0 {
		return n.endsOf(i, o, gone)
	}
	switch at(n.ts, i) {
	case "now":
		return n.becomes(i, old, gone)
	case "longer", "used":
		return n.endsOf(i, o, gone)
	case "instead", "rather", "not":
		if n.asks() || old.asks() || n.complains(i) {
			return false
		}
		if subject, _ := n.subjectOf(); len(subject) > 0 && n.tenseBefore(n.begin, i) == pastOnce && !n.settled() && !n.has(standing|constant) {
			return false // what somebody did once
		}
		return (n.settled() || n.has(standing|constant) || at(n.ts, i-1) == "," && at(n.ts, i-2) == "now") && (s.shares(o, gone) || s.doesAs(o)) || s.Covers(o, was) && !n.ordersHere(i)
	case "replace", "swap", "drop", "ditch", "retire", "scrap":
		before := at(n.ts, i-1)
		return isSubject(before) || has(modals, before) || before == "to" || n.has(standing) || n.leavesForOther() // else it is an order
	}
	return true
}

// thisTime reports whether a sentence tells of one time that it was otherwise.
func (r *reading) thisTime() bool { return r.follows("this", "time") || r.follows("this", "once") }

// ofOtherSubject reports whether two statements are about two things that have names of
// their own: the baseline is trained on something else than the model. What the team does is what
// the speakers do.
func (s Statement) ofOtherSubject(o Statement) bool {
	s.read()
	o.read()
	subject, _ := s.cues().subjectOf()
	other, _ := o.cues().subjectOf()
	if states := s.cues().states(); len(subject) == 0 && len(states) == 1 && len(states[0].left) > 0 {
		subject = states[0].subject // what the speakers have put elsewhere
	}
	if states := o.cues().states(); len(other) == 0 && len(states) == 1 {
		other = states[0].subject
	}
	unknown := func(ts []string, to map[string]bool) bool {
		return len(ts) > 0 && !slices.ContainsFunc(ts, func(t string) bool { return to[t] })
	}
	return !(len(subject) == 1 && has(leavable, subject[0])) && unknown(subject, o.all) && unknown(other, s.all)
}

// changesElsewhere reports whether the change at ts[i] is for one purpose or at one place alone
// of which the older statement does not speak: to another store for the reports.
func (r *reading) changesElsewhere(i int, o Statement) bool {
	o.read()
	_, c := r.changeAt(i)
	to := Terms(c.New)
	for k := i + 1; k < len(r.ts) && !r.endsClause(k); k++ {
		w, next := r.ts[k].text, at(r.ts, k+1)
		if w != "for" && !(has(placing, w) && (next == "the" || next == "our")) || namesDay(next) || r.momentAt(k+1) || isGerund(next) {
			continue
		}
		stop := k + 1
		for stop < len(r.ts) && !r.endsClause(stop) && !has(placing, r.ts[stop].text) && !has(stateEnds, r.ts[stop].text) && !has(passed, r.ts[stop].text) {
			stop++
		}
		where := slices.DeleteFunc(r.specific(k+1, stop), func(t string) bool { return slices.Contains(to, t) || has(grounds, t) })
		if len(where) > 0 && !slices.ContainsFunc(where, func(t string) bool { return o.all[t] }) {
			return true
		}
	}
	return false
}

// becomes reports whether what "is now" something else by ts[i] was what the older statement gives as a
// value: the main branch is master, master is now main. A thing that has become something may
// be told much of that still holds.
func (r *reading) becomes(i int, o *reading, gone []string) bool {
	_, c := r.changeAt(i)
	if ws := Terms(c.New); len(ws) > 2 || slices.ContainsFunc(strings.Fields(strings.ToLower(c.New)), func(w string) bool { return has(roleNouns, w) || has(posted, w) || has(holders, w) }) {
		return false
	}
	return slices.ContainsFunc(o.states(), func(s state) bool { return sameSet(s.value, gone) })
}

// Covers reports whether a statement has half of what an older one speaks of, beside
// the words of was: only then it is about the same as a whole.
func (s Statement) Covers(o Statement, was string) bool {
	s.read()
	n, rest := 0, o.besides(Terms(was))
	for _, t := range rest {
		if s.all[t] {
			n++
		}
	}
	if len(rest) == 0 {
		return s.doesAs(o)
	}
	return 2*n >= len(rest)
}

// doesAs reports whether a statement has the verb of another one.
func (s Statement) doesAs(o Statement) bool {
	verb := stems.term(o.cues().verbOf())
	return verb != "" && slices.ContainsFunc(s.cues().ts, func(t token) bool { return stems.term(t.text) == verb })
}

// SameSubject reports whether two statements name the same subject.
func (s Statement) SameSubject(o Statement) bool {
	n, old := s.cues(), o.cues()
	subject, _ := n.subjectOf()
	other, _ := old.subjectOf()
	return len(subject) > 0 && sameSet(subject, other)
}

// shares reports whether two statements have a term in common beside those of what is gone.
func (s Statement) shares(o Statement, gone []string) bool {
	s.read()
	return slices.ContainsFunc(o.besides(gone), func(t string) bool { return s.all[t] })
}

// besides returns what a statement speaks of beside some terms.
func (s Statement) besides(gone []string) []string {
	return without(s.Topics(), gone)
}

// changeOf returns the token of the change that names was as old, -1 for none.
func (r *reading) changeOf(was string) int {
	for i := range r.ts {
		if n, c := r.changeAt(i); n > 0 && c.Old == was {
			return i
		}
	}
	return -1
}

// setsAside reports whether a sentence says itself that something is not so, or no more.
func (r *reading) setsAside(terms []string) bool {
	for i, t := range r.ts {
		if t.text != "instead" && t.text != "rather" && t.text != "not" && t.text != "longer" {
			continue
		}
		if n, c := r.changeAt(i); n > 0 && c.Old != "" && within(terms, Terms(c.Old)) {
			return true
		}
	}
	return false
}

// endsOf reports whether what ends at ts[i], by "no longer", "used to" or "not … anymore", ends of that
// of which another statement speaks: by the clause's subject, and its object if it has one.
func (r *reading) endsOf(i int, o Statement, gone []string) bool {
	o.read()
	known := func(t string) bool { return o.all[t] }
	from, to := r.clauseAround(i, i+1)
	if n, _ := r.isNoMore(i); n > 0 {
		to = i + n - 1
	}
	subject, object := r.specific(from, i), without(r.specific(i+1, to), gone)
	if len(subject) == 0 && !r.speaks(from, i) || len(subject) > 0 && !slices.ContainsFunc(subject, known) {
		return false
	}
	if w := at(r.ts, from); len(subject) == 0 && cutContraction(w) == "i" && o.tellsOfOthers(gone) {
		return false // my sister is single
	}
	return len(object) == 0 || slices.ContainsFunc(object, known)
}

// tellsOfOthers reports whether a statement says somebody or something else than the speaker to
// be what some terms stand for.
func (s Statement) tellsOfOthers(what []string) bool {
	is := func(term string) bool { return slices.Contains(what, term) || slices.Contains(what, stem(term)) }
	return slices.ContainsFunc(s.cues().states(), func(b state) bool { return b.link == "be" && b.who != "i" && slices.ContainsFunc(b.value, is) })
}

// speaks reports whether the speaker is named in ts[i:j]: we, I'm, my.
func (r *reading) speaks(i, j int) bool {
	return slices.ContainsFunc(r.ts[i:j], func(t token) bool {
		w := cutContraction(t.text)
		return w == "i" || w == "we" || w == "my" || w == "our"
	})
}

// settled reports whether a sentence says that something holds from a time on, or has
// been decided.
func (r *reading) settled() bool {
	for i := r.begin; i < len(r.ts); i++ {
		if w := r.ts[i].text; w == "now" && at(r.ts, i+1) != "," || w == "starting" || w == "nowadays" || r.sinceAt(i) || w == "since" && r.momentAt(i+1) {
			return true
		}
	}
	return r.has(decision)
}

// complains reports whether the clause of ts[i] tells that something is not as it
// should be. The bug tracker and the errors of a module are things.
func (r *reading) complains(i int) bool {
	if w := at(r.ts, r.begin); w == "you're" || w == "you" && has(bePresent, at(r.ts, r.begin+1)) {
		return true // what the listener does
	}
	from, to := r.clauseAround(i, i+1)
	for k := from; k < to; k++ {
		w, next := r.ts[k].text, at(r.ts, k+1)
		ofThing := plainNoun(w) && next != "" && !r.ts[k+1].mark && (next == "of" || isGerund(next) || plainNoun(next))
		if has(complaining, w) || has(troubles, w) && !ofThing {
			return true
		}
	}
	return false
}

// ordersHere reports whether the clause of ts[i] is an order about what is at hand. What
// is always so, and what is done in this repository, is more than that.
func (r *reading) ordersHere(i int) bool {
	if !r.imperative() && !r.politeOrder() || r.has(standing|constant) {
		return false
	}
	from, to := r.clauseAround(i, i+1)
	for k := from; k < to; k++ {
		if has(deictic, r.ts[k].text) && !has(boundNouns, at(r.ts, k+1)) {
			return true
		}
	}
	return handCues(r.text).Errand
}

// verbOf returns the verb of a sentence: that of an order is its first word, but for
// "always" and "from now on".
func (r *reading) verbOf() string {
	i := r.begin
	if i < len(r.ts) && r.sinceAt(i) && at(r.ts, i+2) == "on" {
		i += 3
	}
	i = skip(r.ts, i, orderAdverbs)
	if i > r.begin && isBase(at(r.ts, i)) {
		return r.ts[i].text
	}
	if _, verb := r.subjectOf(); verb != "" {
		return verb
	}
	return at(r.ts, r.begin)
}

// grounds are why something is done, and not what for.
var grounds = stemsOf(`speed performance cost costs price money security safety reliability stability convenience simplicity clarity consistency compatibility good reason reasons licence license privacy`)

var complaining = set(`failed still why problem problems issue issues seems somehow`)
