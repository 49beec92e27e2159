package language

import (
	"slices"
	"time"
)

// updates reports whether q gives another value to what p speaks of.
func (q valued) updates(p valued, newer, older Statement, common func(string) bool) bool {
	dates := q.dates()
	if !q.changed && q.old == "" && (q.namesMore(newer, older) && !(dates && q.at(newer, older)) || !dates && newer.elsewhen(older)) {
		return false // a case of its own, or another occasion
	}
	if once := q.tense == pastOnce && p.tense == pastOnce; once && !dates && !q.moved && q.old == "" && (newer.inOtherWeek(older) || !q.changed && newer.longAfter(older)) {
		return false // what was done once was done again
	}
	if !q.changed && q.old == "" && q.measure == ofCount && q.unit == "" && (newer.r.complains(q.from) || older.r.complains(p.from)) {
		return false // which number an error names says nothing of what is so
	}
	if q.moved && newer.r.onlyThought(q.about.from, q.from) || newer.notNow(q, p) || q.measure == ofMoney && newer.ofOtherDebt(older) {
		return false
	}
	if q.was || p.was || q.listed || p.listed || q.part != p.part || !q.aimsAs(p) || !q.measures(p.quantity) || q.same(p.quantity) {
		return false
	}
	if mine, theirs := q.about.get(), p.about.get(); mine.other(theirs, newer.all, older.all, q.old == p.value) || q.old == "" && !newer.r.made(q.from) && mine.narrows(theirs, older.all) {
		return false
	}
	if q.ofOthers(newer, older) || q.ofSomeKind(newer, older) || q.thisOnce(newer.r) {
		return false
	}
	if q.ofNarrower(p, older) || q.ofOtherRange(p) {
		return false
	}
	if q.unlike(p) || q.old == "" && (q.farFrom(p.quantity) && !(q.moved && (q.ofThe(p) || q.paces(p))) || !q.moved && ((q.passing || p.passing) && !q.termOf(p) || older.gives(q))) {
		return false
	}
	if q.old != p.value && q.contrasts(p, newer, older) {
		return false
	}
	if slices.ContainsFunc(newer.quantities, func(n valued) bool {
		return n.same(p.quantity) && !n.was && (!q.moved || n.closeTo(p) && !newer.r.inReason(q.to, n.from))
	}) {
		return false // both values are named: the one does not end the other
	}
	if q.old != p.value && q.ofOtherBearer(p, newer, older) {
		return false
	}
	if q.old != "" && older.saysMore(newer, p) {
		return false
	}
	if older.outlives(newer, p) {
		return false
	}
	if q.more && (p.tense == pastOnce || !q.follows(p)) {
		return false // a third cake was baked, after two that were
	}
	return q.tiedTo(p, newer, older, common)
}

// aimsAs reports whether two values are both what is wanted, or both what is. What something needs is
// so until a word of change leads to another value: it needs two approvals, we lowered that to one.
func (q valued) aimsAs(p valued) bool { return q.aim == p.aim || q.moved && p.needed }

// inReason reports whether ts[j] stands in the reason for what is said before ts[i]: moved to
// 9090 because 8080 was taken.
func (r *reading) inReason(i, j int) bool {
	return i < j && slices.ContainsFunc(r.ts[i:j], func(t token) bool { return t.text == "because" })
}

// onlyThought reports whether the verb of change in ts[from:i] tells of what somebody would
// like or thinks about, and not of what is done: we should raise it to 90, she wants to move
// it, maybe we go to 5.
func (r *reading) onlyThought(from, i int) bool {
	for k := from; k < i; k++ {
		w := r.ts[k].text
		if has(perhaps, w) && (k == from || isSubject(at(r.ts, k+1))) {
			return true
		}
		if k == from || !has(changing, w) && !has(changeWords, w) {
			continue
		}
		b := skipBack(r.ts, k, beforeVerb) - 1
		switch before := at(r.ts, b); {
		case isGerund(w):
			return has(pondering, before) || (before == "about" || before == "of") && has(pondering, at(r.ts, b-1))
		case !isBase(w):
		case before == "to":
			return r.wishesBefore(from, b)
		case isSubject(before):
			return has(proposing, at(r.ts, b-1))
		default:
			return has(proposing, before)
		}
	}
	return false
}

// wishesBefore reports whether a verb of wishing or asking leads to the "to" at ts[i]: wants to,
// asked us to.
func (r *reading) wishesBefore(from, i int) bool {
	for k := i - 1; k >= from && i-k <= 3 && !r.ts[k].mark; k-- {
		if has(wishing, r.ts[k].text) {
			return true
		}
	}
	return false
}

var (
	proposing = set(`should could might may can ought would`)
	wishing   = set(`want wants wanted like love hope hopes hoping wish wishes asked asks suggested suggests proposed proposes considering ought`)
	pondering = set(`thinking think thought considering consider discussed discussing discuss suggested suggest proposed propose talked talking`)
)

// dates reports whether a value is an hour, a day, or a day of the week.
func (q quantity) dates() bool {
	return q.measure == ofDate || q.measure == ofDay || q.unit == "weekday"
}

// tiedTo reports whether enough is said around two values, neither of which rules out the
// other, to be sure that they are of the same.
func (q valued) tiedTo(p valued, newer, older Statement, common func(string) bool) bool {
	shared, near, rare := q.likeness(p, newer, older, common)
	switch {
	case q.moved && q.ownMeasure(p, newer, older):
		return true
	case q.moved && (has(measures, q.unit) || has(unitWords, q.unit)) && newer.r.goesOnlyTo(q.quantity):
		return false // of what else it is nobody knows
	case q.moved && q.ours && p.ours && q.of&p.of&ofEarning != 0:
		return true // one earns one salary, whatever it is called
	case rare > 0 && near == 0 && q.moved && (shared >= 3 || shared == 2 && len(q.near) == 2) && older.only(p) && !older.r.untilAt(p.from):
		return true
	case (q.moved || q.changed && q.of&p.of&rateFacets != 0) && !q.dates() && near > 0 && rare > 0 && q.takesOver(p, newer, older):
		return true
	case q.measure == ofDate && q.moved && older.only(p) && newer.r.ofRelease(older.r):
		return true
	case q.measure == ofDay && rare > 0 && shared >= 3 && newer.meets(older):
		return true
	case q.moved && rare > 0 && q.paces(p) && older.only(p) && !newer.elsewhen(older):
		return true
	case rare > 0 && q.aloneWith(p) && !newer.elsewhen(older):
		return true
	case q.measure == ofCount && near > 0 && newer.sameOccasion(older, q.unit):
		near, rare = near+1, rare+1
	}
	switch {
	case near == 0 || rare == 0:
		return false
	case q.old != "":
		return q.old == p.value || near >= 4
	case q.unit == "weekday":
		return near >= 4 && q.changed || q.moved && near == len(q.near) && older.only(p) || near >= 2 && (q.moved || q.changed && q.of&p.of&(ofDeadline|ofMeeting) != 0) // what is done on Mondays may be done on Fridays, too
	case q.measure == ofDate:
		return q.moves(p, newer, older, shared, near)
	case q.measure == ofDay:
		return near >= 3 || q.changed && near == len(q.near) && near == len(p.near) || q.moved && (near >= 2 || near == len(q.near) && older.only(p)) || shared >= 2 && q.ahead && p.ahead && (q.changed || near >= 2)
	case q.changed:
		if len(q.unit) > 1 && !has(unitWords, q.unit) && !has(measures, q.unit) {
			shared++ // the same is counted
		}
		return shared >= 2 || near == len(q.near) && q.unit != ""
	}
	return rare >= 2 && near >= 3 || near >= 2 && (rare >= 2 && len(q.near) <= 4 || near == len(q.near))
}

// follows reports whether q is the number after p.
func (q valued) follows(p valued) bool {
	a, okA := q.number()
	b, okB := p.number()
	return okA && okB && a == b+1
}

// at reports whether every name in the clause of a value that o does not know is that of a
// place to which something leads: heading to the Harbour Clinic on May 3.
func (q valued) at(s, o Statement) bool {
	ts := s.r.ts[q.about.from:q.about.to]
	for k, t := range ts {
		if name := termOf(cutPossessive(t.text)); !t.cap || !s.who[name] || o.all[name] || k > 0 && ts[k-1].cap {
			continue
		}
		if k > 0 && has(determiners, ts[k-1].text) {
			k--
		}
		if k == 0 || !has(placeLeads, ts[k-1].text) {
			return false
		}
	}
	return true
}

var placeLeads = set(`to at in from near`)

// termOf reports whether two values say within which time the same is due.
func (q valued) termOf(p valued) bool {
	return q.of&p.of&ofDeadline != 0 && q.tense != pastOnce && p.tense != pastOnce
}

// ofThe reports whether all that stands around a value, two terms or more, stands around
// the other one, too: the baud rate.
func (q valued) ofThe(p valued) bool {
	return len(q.near) > 1 && within(q.near, p.near)
}

// paces reports whether two values say how often the same is done, and nothing else is
// told of it: backups run hourly, backups are daily. From one to the other may be far.
func (q valued) paces(p valued) bool {
	if q.measure != ofPace || p.measure != ofPace {
		return false
	}
	of := func(v valued) []string {
		return slices.DeleteFunc(slices.Clone(v.near), func(t string) bool { return has(comesAgain, t) })
	}
	return len(of(q)) > 0 && sameSet(of(q), of(p))
}

// comesAgain are verbs of what comes again, which say nothing of what that is.
var comesAgain = stemsOf(`run runs happen happens occur occurs done made taken`)

// closeTo reports whether two values have a term around them in common.
func (q valued) closeTo(p valued) bool {
	return sharesTerm(q.near, p.near)
}

// mostMoved is how many times greater or smaller a value may become by a change
// that little else ties to the one before.
const mostMoved = 3

// takesOver reports whether q, to which a verb of change leads, can only be the
// next value after p: the older statement gives no other one, of the same time,
// and what both speak of is not just what two things are called after (the
// travel budget, the travel allowance).
func (q valued) takesOver(p valued, newer, older Statement) bool {
	if p.passing || p.tense == pastOnce && p.of&rateFacets == 0 || !q.within(p.quantity, mostMoved) || !older.only(p) || newer.elsewhen(older) {
		return false
	}
	return slices.ContainsFunc(q.near, func(t string) bool {
		return older.all[t] && slices.Contains(p.near, t) && !(t == q.unit && (has(measures, t) || len(t) == 1)) && !has(currencyStems, t) && !(newer.describes(t, older) && older.describes(t, newer))
	})
}

// describes reports whether a term stands before a noun of which o does not speak.
func (s Statement) describes(term string, o Statement) bool {
	for noun, m := range s.modifiers() {
		if m == term && !o.all[noun] && o.modifiers()[noun] != term {
			return true
		}
	}
	return false
}

// moves reports whether the date q is that of the appointment that was to be
// at p. What was over cannot be moved; what is at the same place is not the
// same.
func (q valued) moves(p valued, newer, older Statement, shared, near int) bool {
	if over := func(v valued) bool { return !v.until.IsZero() && v.until.Before(newer.at) }; !newer.at.IsZero() && over(p) && !(q.moved && over(q)) {
		return false
	}
	if q.tense == pastOnce && !q.changed {
		return false // what happened then happened then
	}
	if !slices.ContainsFunc(q.near, func(t string) bool { return slices.Contains(p.near, t) && !older.r.onlyInPassing(t) }) {
		return false
	}
	same, common, all, describes := false, 0, 0, false
	for _, t := range q.near {
		describes = describes || older.describes(t, newer)
		if !slices.Contains(p.near, t) {
			if !has(movingStems, t) {
				all++
			}
			continue
		}
		all++
		same = same || has(aheadStems, t) && !newer.namesOtherBy(t, older)
		if !newer.named[t] || !older.named[t] {
			common++
		}
	}
	if q.moved && common > 0 && (near >= 2 || near == all || shared >= 3 || !describes && newer.r.reckonedTo(q.from) && older.only(p) && q.ofObject(p)) {
		return true
	}
	if q.changed && near > 0 && near == all && near == len(p.near) {
		return true // my birthday, and nothing else
	}
	return same && (near >= 2 && common >= 2 || q.changed && near >= 1 && len(p.near) <= 4) || near >= 3 && common >= 2
}

// namesOtherBy reports whether a term for what takes place stands before the name of something
// else that does, of which o does not speak: the launch party is not the launch.
func (s Statement) namesOtherBy(term string, o Statement) bool {
	for noun, m := range s.modifiers() {
		if m == term && (has(aheadStems, noun) || has(besideIt, noun)) && !o.all[noun] && !has(movingStems, noun) {
			return true
		}
	}
	return false
}

// besideIt are what comes with what takes place, beside [aheadStems].
var besideIt = stemsOf(`rehearsal reception anniversary invitation ticket budget invoice checklist`)

// ofObject reports whether what somebody does something with, if the clause of a value has
// such a thing, stands around the other one, too: she wants the draft earlier.
func (q valued) ofObject(p valued) bool {
	of := q.about.get().object
	return of == "" || slices.Contains(p.near, of)
}

// movingStems are the words of a move, which say nothing of what is moved: a week later.
var movingStems = stemsOf(`move shift slip reschedule postpone push delay bring pull put off forward back earlier later slide jump go`)

// likeness counts the terms that both statements share and that stand near one
// of the quantities, those that stand near both, and of these the rare ones. A
// word that says different things does not count: the quiz score, the test
// score.
func (q valued) likeness(p valued, newer, older Statement, common func(string) bool) (shared, near, rare int) {
	for _, t := range q.near {
		m, theirs := newer.modifiers()[t], older.modifiers()[t]
		if !older.all[t] || m != "" && theirs != "" && m != theirs && !older.all[m] && !newer.all[theirs] {
			continue
		}
		shared++
		if common == nil || !common(t) {
			rare++
		}
		if slices.Contains(p.near, t) {
			near++
		}
	}
	for _, t := range p.near {
		if newer.all[t] && !slices.Contains(q.near, t) {
			shared++
		}
	}
	return shared, near, rare
}

// gives reports whether a statement gives that very value, too: then it is the
// one that is spoken of.
func (s Statement) gives(q valued) bool {
	return slices.ContainsFunc(s.quantities, func(p valued) bool { return p.same(q.quantity) && !p.was })
}

// only reports whether p is the one value of its measure that the statement
// gives, so that who speaks of another need not say which is meant.
func (s Statement) only(p valued) bool {
	return !slices.ContainsFunc(s.quantities, func(q valued) bool {
		return q.measures(p.quantity) && !q.same(p.quantity) && !q.was && !q.aim
	})
}

// meets reports whether two statements are about the same day and share a
// name: then another hour is another hour of the same. The next Saturday is the
// same one only for some days.
func (s Statement) meets(o Statement) bool {
	named := false
	for n := range s.who {
		named = named || o.who[n]
	}
	return named && s.sameDay(o)
}

// sameOccasion reports whether two statements are about one occasion, of which
// each tells how many there are: they name the same day, or, of people, the
// same party, and share what else they speak of.
func (s Statement) sameOccasion(o Statement, unit string) bool {
	n, event := 0, false
	for t := range s.all {
		if !o.all[t] {
			continue
		}
		n++
		m, theirs := s.modifiers()[t], o.modifiers()[t]
		event = event || has(aheadStems, t) && m != "" && m == theirs
	}
	return n >= 3 && s.sameDay(o) || n >= 2 && event && unit == "people"
}

const week = 7 * 24 * time.Hour

// sameDay reports whether two statements name the same day.
func (s Statement) sameDay(o Statement) bool {
	for _, q := range s.quantities {
		if q.measure != ofDate || q.unit == "weekday" && s.at.Sub(o.at) >= week {
			continue
		}
		if slices.ContainsFunc(o.quantities, func(p valued) bool { return p.measure == ofDate && p.unit == q.unit && p.value == q.value }) {
			return true
		}
	}
	return false
}
