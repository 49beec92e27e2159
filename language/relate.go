package language

import (
	"slices"
	"time"
)

// Relation is what one statement does to an earlier one.
type Relation int

// The relations.
const (
	Unrelated Relation = iota // or not certain: both may hold
	Updates                   // gives the same thing another value
	Denies                    // one says that never happened what the other tells
)

// valued is a quantity and what stands around it.
type valued struct {
	quantity
	old     string    // the value before, where it is named
	near    []string  // terms of the clause around it, unit included
	changed bool      // a word of change stands beside it
	until   time.Time // until when a date lasts
	aim     bool      // what is wanted, not what is
	needed  bool      // what is wanted is what something needs
	ahead   bool      // what lies ahead: a deadline, an appointment
	moved   bool      // a verb of change leads to it: extended to 5 hours
	fact    bool      // taken for granted: the fact that I …
	passing bool      // of one case: after 3 months, a 2-mile run
	part    bool      // counts some of a whole: three people of the team
	onDay   bool      // a date on which something was or is: on May 3
	ours    bool      // of the speaker's, and nobody else is named
	tense   told
	behind  map[string]string // of a preposition behind the value: what it leads to
	ranges  []string          // terms for what is done with things up to that size: gaps up to 3 h are filled
	of      facet
	about   *clauseAbout
}

// Relate says what newer does to older. common reports of a term whether it is
// spoken of so often that it tells nothing apart; nil knows none.
func Relate(newer, older Statement, common func(term string) bool) Relation {
	again := newer.OtherValue(older, common)
	if !again && len(newer.denied) < 2 && len(older.denied) < 2 && !(newer.revalues(older) && newer.mayUpdate(older)) || newer.Printed() || older.Printed() {
		return Unrelated
	}
	if again {
		return Updates
	}
	newer.read()
	older.read()
	denied := newer.deniesEver(older) || older.deniesEver(newer)
	apart := !denied && newer.apart(older)
	for _, n := range newer.quantities {
		for _, o := range older.quantities {
			if apart && (!n.moved || n.apart(o, newer, older)) {
				continue
			}
			n, o := n.beside(o, newer.r, older.r)
			// Who says that a value has changed denies no more that there was one.
			if (!denied || n.changed || n.old != "" || n.measure == ofPair) && n.updates(o, newer, older, common) {
				return Updates
			}
		}
	}
	if denied && len(older.denied) > 0 && newer.newlyDone() {
		return Updates
	}
	if denied {
		return Denies
	}
	return Unrelated
}

// revalues reports whether a statement gives another value of the same measure
// than an older one. Without that it gives nothing in it another value.
func (s Statement) revalues(o Statement) bool {
	for _, q := range s.given {
		if q.was || q.listed {
			continue
		}
		if slices.ContainsFunc(o.given, func(p quantity) bool {
			return !p.was && !p.listed && (q.measures(p) && !q.same(p) || q.bare() && (p.has(o.r) || p.measure == ofDay || (p.measure == ofCount || p.measure == ofVersion) && p.unit != "") || (q.measure == ofVersion || q.measure == ofDay) && p.bare())
		}) {
			return true
		}
	}
	return false
}

// season is how far back a date without a year may lie; what lies further back
// may as well be ahead.
const season = 90 * 24 * time.Hour

// lasts returns until when a date lasts, seen from a moment, zero when
// that is not certain.
func (r *reading) lasts(q quantity, now time.Time) time.Time {
	for _, w := range Times(r.text[r.ts[q.from].start:r.ts[q.to-1].end], now) {
		if now.Sub(w.Until) < season {
			return w.Until
		}
	}
	return time.Time{}
}

// valued reads what stands around a quantity.
func (r *reading) valued(q quantity) valued {
	v := valued{quantity: q}
	from, to := r.clauseAround(q.from, q.to)
	v.near = r.topicsIn(from, to)
	if q.measure == ofDay && q.to-q.from == 3 {
		v.near = slices.DeleteFunc(v.near, func(t string) bool { return t == "past" || t == "half" || t == "quarter" })
	}
	if q.measure == ofPace {
		v.near = slices.DeleteFunc(v.near, func(t string) bool { return t == "everi" || t == "each" || has(paceStems, t) })
	}
	near := max(from, q.from-7)
	if w := at(r.ts, q.from-1); w == "it's" || w == "is" && at(r.ts, q.from-2) == "it" {
		near = from // they moved the talk by a week, it's May 4
	}
	for i := near; i < min(to, q.to+4); i++ {
		w := r.ts[i].text
		v.listed = v.listed || i >= q.from-3 && i <= q.to && has(onTop, w) && q.measure != ofDate && q.measure != ofDay || q.measure == ofAddress && has(adding, w)
		v.changed = v.changed || has(changeWords, w) || w == "down" && at(r.ts, i+1) == "to" || i < q.from && w == "just" && isPast(at(r.ts, i+1)) || i >= q.to && (w == "starting" || w == "nowadays" || r.sinceAt(i) || w == "after" && r.turnedAt(i+1))
		v.ahead = v.ahead || has(aheadWords, w)
		v.aim = v.aim || i < q.from && i >= q.from-5 && has(aimWords, w)
		v.needed = v.needed || i == q.from-1 && w == "needs"
		v.fact = v.fact || w == "fact" && at(r.ts, i+1) == "that"
	}
	v.moved, v.passing, v.of = r.leadsTo(q.from) || r.broughtTo(q) || r.goesOnlyTo(q) || q.measure == ofVersion && r.leadsTo(q.from-1) || q.revised || r.made(q.from) || at(r.ts, q.to) == "now" && at(r.ts, q.from-1) != "for" || r.soAgain(q, from) || q.measure == ofDate && r.reckonedTo(q.from) || q.dates() && r.movedFirst(), r.passing(q, from), r.facetsAround(q.from, q.to, from, to)
	v.ranges = r.ranges(q, from, to)
	v.part = q.measure == ofCount && r.partAt(q, from) || r.ofOneOf(from)
	v.listed = v.listed || q.from >= r.pictured() ||
		at(r.ts, q.from-1) == "by" && q.measure != ofDate && q.measure != ofDay // by how much it moved
	v.changed = v.changed || r.takesBackFirst() || at(r.ts, to) == "since" && to < q.to+4 && r.momentAt(to+1) && !r.perfect(to) || v.moved || q.more || q.unit == "age" || r.settles() || has(totalling, at(r.ts, q.from-1)) && has(pointers, at(r.ts, q.from-2))
	v.ours = v.of&ofEarning != 0 && r.ours(from, to)
	v.about = &clauseAbout{r: r, from: from, to: to, i: q.from, j: q.to}
	if w := at(r.ts, from+1); has(determiners, at(r.ts, from)) && (w == "old" || w == "former" || w == "previous") && from+1 < q.from && !v.moved {
		v.was = true // the old pump had 40 litres
	}
	v.onDay, v.tense, v.behind = at(r.ts, q.from-1) == "on", r.tenseBefore(from, q.from), r.complements(q.to, to)
	return v
}

// partAt reports whether a number at the beginning of a clause counts some of a
// whole: three people of the team work from home, two of our servers are old.
func (r *reading) partAt(q quantity, from int) bool {
	if q.from > from+1 {
		return false
	}
	for k := q.to; k < q.to+2 && k < len(r.ts); k++ {
		if w := at(r.ts, k+1); r.ts[k].text == "of" && ownNoun(w) {
			return true
		}
	}
	return false
}

// leadsTo reports whether a word of change leads to what begins at ts[i]:
// extended my sessions to 5, is down to just 4, my raise to 50, rescheduled
// for May 8, we now have 3, the new limit is 9.
func (r *reading) leadsTo(i int) bool {
	i = skipBack(r.ts, i, beforeValue)
	for k := i - 1; k >= 0 && i-k <= 3 && !r.ts[k].mark; k-- {
		if r.ts[k].text == "now" || r.ts[k].text == "new" && k < i-1 && has(givesValue, at(r.ts, i-1)) {
			return true
		}
	}
	if at(r.ts, i-1) == "of" && (at(r.ts, i-3) == "to" || at(r.ts, i-4) == "to" && has(determiners, at(r.ts, i-3))) {
		i -= 2 // to a share of 40%
		for at(r.ts, i-1) != "to" {
			i--
		}
	}
	if !has(leading, at(r.ts, i-1)) {
		return false
	}
	for k := i - 2; k >= 0 && i-k < 12 && !r.ts[k].mark; k-- {
		w := r.ts[k].text
		near := k == i-2 && at(r.ts, i-1) == "to"
		if near && (w == "up" || w == "down") && (r.put(k) || at(r.ts, k-1) == "way") {
			return true
		}
		if has(changing, w) || has(bringing, w) && at(r.ts, i-1) == "to" || has(changeWords, w) && isVerbForm(w) || near && (w == "down" || (w == "up" || w == "back") && has(bePresent, at(r.ts, k-1)) || w == "back" && r.setBack(k)) {
			return true
		}
	}
	return false
}

// put reports whether "put" stands before ts[i] in its clause: put the rent up to.
func (r *reading) put(i int) bool {
	for k := i - 1; k >= 0 && k > i-longestSubject && !r.ts[k].mark; k-- {
		if r.ts[k].text == "put" {
			return true
		}
	}
	return false
}

// joins gives a time of day what stands around its day.
func (v *valued) joins(day valued) {
	for _, t := range day.near {
		if !slices.Contains(v.near, t) {
			v.near = append(v.near, t)
		}
	}
	v.changed, v.ahead, v.aim, v.moved = v.changed || day.changed, v.ahead || day.ahead, v.aim || day.aim, v.moved || day.moved
}

// clauseAround returns the tokens of the clause that ts[i:j] stands in, at
// most nearTokens on either side.
func (r *reading) clauseAround(i, j int) (from, to int) {
	from, to = i, j
	for from > 0 && i-from < nearTokens && !r.endsClause(from-1) {
		from--
	}
	if (r.pointsBack(from, min(i, len(r.ts))) || has(prepositions, at(r.ts, j)) && has(pointers, at(r.ts, j+1))) && from > 0 {
		// "the budget, which is …": the clause before says what of
		for back := from - 1; back > 0 && from-back < nearTokens && !r.endsClause(back-1); back-- {
			i = back - 1
		}
		from = min(from, i)
	} else if r.namesNoTopic(from, i) && from > 1 && r.namesNoTopic(j, min(len(r.ts), j+1)) {
		for back := from - 1; back > 0 && from-back < nearTokens && (back == from-1 || !r.endsClause(back-1)); back-- {
			i = back - 1
		}
		from = min(from, i)
	}
	for to < len(r.ts) && to-j < nearTokens && !r.endsClause(to) && !has(subordinating, r.ts[to].text) {
		to++
	}
	return from, to
}

// pointsBack reports whether a clause that begins at ts[from] says "it" or
// "which" for what it gives a value to.
func (r *reading) pointsBack(from, until int) bool {
	if has(pointers, cutContraction(at(r.ts, from))) || from == until-1 && has(bePresent, at(r.ts, from)) {
		return true // my rent, is $900 too much?
	}
	for k := max(from, until-5); k < until; k++ {
		if w := cutContraction(r.ts[k].text); w == "it" || w == "they" {
			return true
		}
	}
	return false
}

// endsClause reports whether a clause ends before ts[i]: a comma, semicolon or full stop with
// a blank behind it, or a conjunction with a pronoun.
func (r *reading) endsClause(i int) bool {
	t := r.ts[i]
	if t.mark {
		if t.text == "." && has(abbreviated, at(r.ts, i-1)) {
			return false
		}
		return (t.text == "," || t.text == ";" || t.text == ".") && i+1 < len(r.ts) && r.ts[i+1].start > t.end
	}
	return (t.text == "but" || t.text == "and" || t.text == "so") && isPronoun(at(r.ts, i+1))
}

const nearTokens = 12

// specific returns the stems of the words of ts[i:j] that say what is spoken of,
// each once: no stop words, numbers or words of any talk.
func (r *reading) specific(i, j int) []string {
	terms, n := r.eachTerm(), 0
	for _, w := range terms[i:j] {
		if w != "" {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	out := make([]string, 0, n)
	for _, w := range terms[i:j] {
		if w != "" && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// eachTerm returns of each token the term that [reading.specific] gives, "" for none.
func (r *reading) eachTerm() []string {
	if r.bare != nil {
		return r.bare.eachTerm()
	}
	r.once.Do(func() {
		r.terms = make([]string, len(r.ts))
		for k, t := range r.ts {
			if r.backToValue(k) {
				continue
			}
			if r.terms[k] = specificTerm(t); r.terms[k] == "" && r.periodItself(k) {
				r.terms[k] = termOf(t.text)
			}
		}
	})
	return r.terms
}

// periodItself reports whether the word for a period at ts[k] is what a value is given to,
// and not when something is or how long: our sprint is two weeks long.
func (r *reading) periodItself(k int) bool {
	if !has(periods, r.ts[k].text) || monthNames.has(r.ts[k].text) || namesDay(r.ts[k].text) {
		return false
	}
	w, before := at(r.ts, k+1), at(r.ts, k-1)
	if r.ts[k].text == "minutes" && before == "the" && has(taking, at(r.ts, k-2)) {
		return true // of a meeting
	}
	return has(bePresent, w) && (before == "our" || before == "my" || before == "the")
}

// denial returns the terms of what a statement says never to have been, in
// groups of which one is enough: no workshops or classes.
func (r *reading) denial() [][]string {
	for i, t := range r.ts {
		if t.text != "never" || !r.everBefore(i-1) {
			continue
		}
		_, to := r.clauseAround(i, i+1)
		var groups [][]string
		for k := i + 1; k < to; k++ {
			ts := r.specific(k, k+1)
			switch {
			case len(ts) == 0:
			case len(groups) > 0 && (at(r.ts, k-1) == "or" || at(r.ts, k-2) == "or"):
				groups[len(groups)-1] = append(groups[len(groups)-1], ts...)
			default:
				groups = append(groups, ts)
			}
		}
		return groups
	}
	return nil
}

// everBefore reports whether ts[i] lets "never" speak of what has been so far:
// I have never, he's never; an order (never push) does not.
func (r *reading) everBefore(i int) bool {
	w := at(r.ts, i)
	return has(haveForms, w) || hasTail(w, "'s") || isSubject(w)
}

// deniesEver reports whether s says never to have been what o tells: at least two
// words of it, and most of them.
func (s Statement) deniesEver(o Statement) bool {
	if len(s.denied) < 2 || len(o.denied) > 0 || s.ofOtherDeed(o) || o.r.tellsNoDeed() || s.r.hasAny("i", "we", "i've", "we've") && o.r.othersDid() {
		return false
	}
	if u := s.untried(); len(u.what) > 0 && !u.mayBeIn(o, slices.Concat(s.denied...)) {
		return false
	}
	n := 0
	for _, g := range s.denied {
		if slices.ContainsFunc(g, func(t string) bool { return o.all[t] }) {
			n++
		}
	}
	return n >= 2 && n*10 >= len(s.denied)*6
}

var (
	abbreviated   = set(`dr mr mrs ms prof st`)
	subordinating = set(`because since while although though unless whereas`)
	leading       = set(`to for until till through`)
	bringing      = set(`got brought brings gotten took taken`) // lead to a value by "to"
	settings      = set(`set put turned`)
	totalling     = set(`makes make making`)
	beforeValue   = set(`$ € £ just about around only nearly almost roughly approximately over under now a an`)
	pointers      = set(`it its which that they this`)
	changeWords   = set(`now new newly updated update increased increase increasing decreased decreasing reduced reducing adjusted adjust adjusting extended extend extending shortened
		shorten moved moving rescheduled reschedule postpone postponed postponing delayed pushed changed changing change raised raise raising lowered lower bumped bump upgraded upgrade upgrading
		expanded grown grew dropped instead current currently recently improved revised switched boosted`)
	onTop      = set(`add added adding extra additional another invested plus`)
	aimWords   = set(`goal target aim aiming aimed hope hoping want reach achieve needs need`)
	aheadWords = set(`deadline appointment scheduled due meeting call session interview flight visit inspection booked upcoming planned plan planning reservation trip event`)
	aheadStems = stemsOf(`deadline appointment meeting call session interview flight visit inspection reservation trip event launch party dinner exam class workshop conference
		wedding release review demo delivery move surgery checkup shot date`)
	talkWords = set(`hm hmm uh um btw fyi etc let's say because i'm trying try tried want help make making sure get getting got need needs feel feeling kinda kind worried struggling wondering think thinking thought
		know understand work working use using used good best better great way ways like really also still now new lot time times thing things start started starting actually other any before ever already someone anyone
		manage managed through found find saw see notice noticed heard mentioned mention handle just said`)
	talkStems = set(`try want help make sure get need feel kinda worri struggl wonder think know understand use good best way lot thing start ensur consid plan goal current recent pm am per cad usd`)
)
