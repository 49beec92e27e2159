package language

import "slices"

// ending is what somebody says to have ended: I sold the Skoda, we stopped using
// Slack, we took the wiki off Confluence, Tom left the choir.
type ending struct {
	who  string   // the speaker, i or we, or a name
	what []string // the terms of what is no more
	of   []string // of what it was no more a part: the wiki
	nth  []string // numbers in its name
	any  bool     // which of the speakers is left out
}

// ended returns what a sentence says to have ended, nothing where it says no such thing.
func (r *reading) ended() ending {
	for from := range r.clauses() {
		if e := r.endedAt(from); len(e.what) > 0 {
			return e
		}
	}
	return ending{}
}

// endedAt reads the clause that begins at ts[i].
func (r *reading) endedAt(i int) (e ending) {
	switch e.who = r.doerAt(i); {
	case e.who != "":
		i = skip(r.ts, i+1, beforeVerb, haveForms, bePresent)
	case r.leftOutAt(i):
		e.who, e.any, i = "we", true, skip(r.ts, i, beforeVerb)
	default:
		return e
	}
	from, off, named := r.endsAt(i)
	if from < 0 {
		return e
	}
	end := from
	for end < len(r.ts) && !r.endsClause(end) && !has(endingEnds, r.ts[end].text) && (!r.ts[end].mark || r.ts[end].text == `"` || glued(r.ts, end-1, end+1)) && end-from < 10 {
		end++
	}
	if r.ofHours(end) || r.spanAt(end) {
		return e // who stopped running after a mile runs again
	}
	if named && !r.namedIn(from, end) && !(end == from+1 && (nameOfItsOwn(r.ts[from].text) || IsTool(r.ts[from].text))) {
		return e // it may be anything: the kids at school
	}
	if at(r.ts, from-1) == "left" && !has(leavable, at(r.ts, end-1)) && !(r.ts[min(from, len(r.ts)-1)].cap && r.namedIn(end-1, end)) {
		return e // the house, this morning
	}
	bound := end
	if at(r.ts, bound) == "in" && at(r.ts, bound+1) == "for" {
		bound++
	}
	if w := at(r.ts, bound); has(trading, r.ts[i].text) && (w == "for" || w == "with") || r.ts[i].text == "switched" && w == "to" {
		for bound++; bound < len(r.ts) && !has(placing, r.ts[bound].text) && !r.ts[bound].mark; bound++ {
		}
	}
	e.of = append(r.specific(i+1, off), r.endsOnlyFor(bound)...)
	for _, t := range r.specific(from, end) {
		if !has(wrapping, t) {
			e.what = append(e.what, t)
		}
	}
	for _, t := range r.ts[from:end] {
		if startsDigit(t.text) {
			e.nth = append(e.nth, t.text)
		}
	}
	return e
}

// endsOnlyFor returns the terms of the place or purpose at ts[i:] for which alone
// something has ended: for the reports, in the back office.
func (r *reading) endsOnlyFor(i int) []string {
	if !has(placing, at(r.ts, i)) || i+1 >= len(r.ts) || startsDigit(r.ts[i+1].text) || namesDay(r.ts[i+1].text) {
		return nil
	}
	return r.specific(i+1, r.clauseEnd(i+1))
}

// endsAt returns where the words for what has ended begin behind the verb ts[i], -1
// where the verb ends nothing; where those for what is no more a part of it end; and
// whether there must be a name.
func (r *reading) endsAt(i int) (from, off int, named bool) {
	w, next := at(r.ts, i), at(r.ts, i+1)
	switch {
	case (w == "gave" || w == "given") && next == "up":
		if at(r.ts, i+2) == "on" {
			i++
		}
		return i + 2, i + 1, false
	case phrase(r.ts, i, "got", "rid", "of"):
		return i + 3, i + 1, true
	case has(castingOff, w), has(castOff, w) && isSubject(at(r.ts, i-1)), has(trading, w) && next != "with" && next != "by":
		return i + 1, i + 1, true
	case has(enders, w) || w == "left":
		return i + 1, i + 1, false
	case w == "off" && i > 0 && i+1 < len(r.ts) && (hasTail(r.ts[i-1].text, "'m") || hasTail(r.ts[i-1].text, "'re") || has(bePresent, r.ts[i-1].text)) && !namesDay(next):
		return i + 1, i + 1, true // we're off Travis
	case w == "switched" && next == "from":
		return i + 2, i + 1, false
	case has(throwing, w):
		if has(throwingWhere, next) {
			return i + 2, i + 1, true
		}
		for k := i + 2; k < len(r.ts) && k < i+8 && !r.endsClause(k); k++ {
			if has(throwingWhere, r.ts[k].text) {
				return i + 1, i + 1, true
			}
		}
	}
	if !has(shifting, w) && !has(parting, w) {
		return -1, 0, false
	}
	for k := i + 1; k < len(r.ts) && k < i+longestSubject && !r.endsClause(k); k++ {
		switch {
		case r.ts[k].text == "off" && at(r.ts, k+1) != "of":
			return k + 1, k, true
		case r.ts[k].text == "off", phrase(r.ts, k, "away", "from"):
			return k + 2, k, true
		}
	}
	return -1, 0, false
}

// doerAt returns who does what the clause that begins at ts[i] tells: the speaker, as
// [reading.speakerAt] has it, or a name.
func (r *reading) doerAt(i int) string {
	if who := r.speakerAt(i); who != "" {
		return who
	}
	if w := at(r.ts, i); i < len(r.ts) && r.ts[i].cap && !has(openers, w) && isPast(at(r.ts, skip(r.ts, i+1, haveForms))) {
		return w
	}
	return ""
}

// leftOutAt reports whether the clause that begins at ts[i] opens with a verb of ending in the past,
// and leaves out that the speakers did it: sold the Skoda; gave up on Duolingo.
func (r *reading) leftOutAt(i int) bool {
	if k := skip(r.ts, i, beforeVerb); k < len(r.ts) && (i == r.begin || r.ts[i-1].mark) {
		w, next := r.ts[k].text, at(r.ts, k+1)
		return isPast(w) && !isBase(w) && (has(enders, w) || has(castingOff, w) || has(trading, w) || has(parting, w) || has(shifting, w) ||
			w == "gave" && next == "up" || w == "got" && next == "rid" || w == "left" && k+1 < len(r.ts) && r.ts[k+1].cap)
	}
	return false
}

// speakerAt returns i or we where ts[i] is the speaker.
func (r *reading) speakerAt(i int) string {
	if w := cutContraction(at(r.ts, i)); w == "i" || w == "we" {
		return w
	}
	if w := at(r.ts, i); (w == "our" || w == "my") && has(leavable, at(r.ts, i+1)) {
		return "we" // our team stopped …
	}
	return ""
}

// holdsOn reports whether o tells of something that who does or has all the time, which
// has ended since.
func (o *reading) holdsOn(e ending) bool {
	if len(e.what) == 0 || o.asks() || !within(e.of, o.specific(0, len(o.ts))) {
		return false
	}
	if slices.ContainsFunc(o.states(), func(s state) bool { return s.named && e.ends(s) }) {
		return true
	}
	if e.who == "we" && o.listsAs(e.what) {
		return true
	}
	if who := o.doerOf(); who != e.who && !(e.any && who == "i") {
		return false
	}
	v := o.begin + 1
	for v < len(o.ts) && v < o.begin+4 && !has(lastingly, at(o.ts, v)) && !linksThird(at(o.ts, v)) && !o.doingAt(v) {
		v++
	}
	if v >= len(o.ts) || v >= o.begin+4 || o.besides(v+1, e.what) {
		return false
	}
	return within(e.what, o.specific(v+1, min(len(o.ts), v+10))) || within(e.what, o.termsBehind(v))
}

// ends reports whether a state names as its value what has ended: my gym is …, the
// tests run on …. What the speaker alone has given up others may have.
func (e ending) ends(s state) bool {
	value := slices.DeleteFunc(slices.Clone(s.value), startsDigit)
	if e.who != "i" && e.who != "we" || len(value) == 0 || !within(e.what, value) || e.what[len(e.what)-1] != value[len(value)-1] || s.link == called {
		return false
	}
	if len(value) < len(s.value) && !within(e.nth, s.value) {
		return false // another one of the series
	}
	if s.link == "be" {
		return s.who == "my" || s.who == "our"
	}
	return e.who == "we" && s.who != "my" && s.who != "i"
}

// doerOf returns who a sentence begins with, the speaker or a name.
func (o *reading) doerOf() string {
	if who := o.speakerAt(o.begin); who != "" {
		return who
	}
	if o.begin < len(o.ts) && o.ts[o.begin].cap {
		return at(o.ts, o.begin)
	}
	return ""
}

// doingAt reports whether ts[v] is the participle of what somebody does all the time,
// behind "am" or "are": I'm learning Dutch.
func (o *reading) doingAt(v int) bool {
	return isGerund(at(o.ts, v)) && has(bePresent, at(o.ts, v-1)) && has(lastinglyStems, stem(at(o.ts, v)))
}

// termsBehind returns the terms from ts[v] on, stop words and words of any talk
// included where they have a stem.
func (r *reading) termsBehind(v int) []string { return valueTerms(r.ts, v, min(len(r.ts), v+10)) }

func linksThird(w string) bool { return len(w) > 3 && hasTail(w, "s") && has(lastingly, w[:len(w)-1]) }

// listsAs reports whether a text is a line of a list that names what is used for
// something: queue: Kafka 3.
func (o *reading) listsAs(what []string) bool {
	colon := o.begin + 1
	if at(o.ts, colon) != ":" {
		colon++
	}
	return at(o.ts, colon) == ":" && len(o.ts)-colon <= longestLabelled && o.namedIn(colon+1, len(o.ts)) && within(what, o.specific(colon+1, len(o.ts)))
}

// longestLabelled is the number of tokens from the colon on of a line that names one
// thing.
const longestLabelled = 6

// besides reports whether ts[v:] names something else with what: we use Jira and
// Trello. That goes on when the one ends.
func (o *reading) besides(v int, what []string) bool {
	for k := v + 1; k+1 < len(o.ts) && k < v+6; k++ {
		if w := o.ts[k].text; (w == "and" || w == ",") && o.ts[k-1].cap && o.ts[k+1].cap {
			return !within(o.specific(k+1, k+2), what) || !within(o.specific(k-1, k), what)
		}
	}
	return false
}

var (
	// throwing are verbs by which something is done away with where a word behind says so:
	// threw the old heater out.
	throwing      = set(`threw thrown kicked ripped put set pulled tore`)
	throwingWhere = set(`out away aside`)
	trading       = set(`traded swapped replaced exchanged`) // give one thing for another
	// parting are verbs of leaving with "off" or "away from" behind: got off Heroku.
	parting    = set(`got came took taken pulled walked stepped`)
	endingEnds = set(`and to because or aside out away last yesterday today over during in on at for with by since when after before while entirely completely altogether`)
)

// nameOfItsOwn reports whether a word written small can only be the name of something: the
// language has no such word. Several of them would be kids and tables.
func nameOfItsOwn(w string) bool {
	return lettered(w) && !hasTail(w, "s") && !StopWord(w) && !isPast(w) && !has(commonStems, stem(w)) && !has(knownVerbs().all, w) && !isNumber(w) && !has(calendarWords, w) && !has(quantifiers, w)
}
