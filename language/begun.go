package language

import "slices"

// begins reports whether r tells that somebody does from now on, can do or has done
// what o says was not so yet: I've started drinking tea, I learned to row, we told the
// vet; and whether r finishes what o was still at. told is what [reading.affirmed] gives.
func (r *reading) begins(o *reading, told []span) bool {
	return slices.ContainsFunc(told, func(c span) bool {
		return r.takesUp(c.from, c.to, o) || r.finishes(c.from, c.to, o) || r.doesAtLast(c.from, c.to, o)
	})
}

// span is some tokens, one after the other: ts[from:to].
type span struct{ from, to int }

// affirmed returns the clauses that deny nothing.
func (r *reading) affirmed() (told []span) {
	for from, end := range r.clauses() {
		if !r.negates(from, end) {
			told = append(told, span{from, end})
		}
	}
	return told
}

// mayBegin reports whether a clause has the form of one by which the speaker takes up
// or finishes something.
func (r *reading) mayBegin() bool {
	for i := r.begin; i+1 < len(r.ts); i++ {
		next := at(r.ts, i+1)
		if w := r.ts[i].text; has(startingTo, w) && (isGerund(next) || has(determiners, next)) || has(learning, w) && (next == "to" || next == "how") || has(finishing, w) {
			return true
		}
	}
	return false
}

// verbIn returns the speaker with whom the clause ts[from:end] begins, i or we, and the index
// of the verb behind; "" and -1 where it is not about the speaker.
func (r *reading) verbIn(from, end int) (who string, v int) {
	from = skip(r.ts[:end], from, fillers)
	who = r.speakerAt(from)
	if from >= end || who == "" {
		return "", -1
	}
	if v = r.behindHave(from+1, end); v >= end {
		return "", -1
	}
	return who, v
}

// takesUp reads "I've started drinking tea", "I learned to row" against "I don't drink
// tea", "I can't row".
func (r *reading) takesUp(from, end int, o *reading) bool {
	who, v := r.verbIn(from, end)
	if v < 0 || v+1 >= end {
		return false
	}
	k, verb := v+1, ""
	switch w := r.ts[v].text; {
	case has(startingTo, w) && isGerund(r.ts[k].text):
		verb = stem(r.ts[k].text)
	case has(learning, w) && (r.ts[k].text == "to" || phrase(r.ts, k, "how", "to")):
		for at(r.ts, k) != "to" {
			k++
		}
		k++
		verb = stem(at(r.ts, k))
	default:
		return false
	}
	p, ok := o.plainly()
	return ok && p.denied && p.who == who && stem(p.verb) == verb && within(p.rest, r.specific(min(k+1, end), end)) && (len(p.rest) > 0 || p.able)
}

// finishes reads "I finished the shed" against "I'm still building the shed".
func (r *reading) finishes(from, end int, o *reading) bool {
	who, v := r.verbIn(from, end)
	if v < 0 || !has(finishing, r.ts[v].text) || o.asks() || isNumber(at(r.ts, v+1)) || has(someOfThem, at(r.ts, v+1)) {
		return false // six rugs are some of those that are being woven
	}
	was, k := o.verbIn(o.begin, len(o.ts))
	if was != who || k < 0 || !isGerund(at(o.ts, k)) && !isGerund(at(o.ts, k+1)) {
		return false
	}
	for !isGerund(o.ts[k].text) {
		k++
	}
	stop := k + 1
	for stop < len(o.ts) && !o.endsClause(stop) && !has(subordinating, o.ts[stop].text) {
		stop++
	}
	what := o.specific(k+1, stop)
	first := v + 1 // a chapter of the thesis is not the thesis
	for first < end && r.ts[first].text != "of" {
		first++
	}
	return len(what) > 0 && within(what, r.specific(v+1, end)) && sharesTerm(what, r.specific(v+1, first))
}

// doesAtLast reads "we told the vet last night" against "we haven't told the vet".
func (r *reading) doesAtLast(from, end int, o *reading) bool {
	i := slices.IndexFunc(o.ts, func(t token) bool { return has(notHaving, t.text) })
	if i < 0 || o.asks() {
		return false
	}
	k := i + 1
	for at(o.ts, k) == "not" || has(beforeVerb, at(o.ts, k)) && at(o.ts, k) != "never" {
		k++
	}
	if !has(notHave, o.ts[i].text) && at(o.ts, i+1) != "not" || !isPast(at(o.ts, k)) && participles[at(o.ts, k)] == "" {
		return false
	}
	v := slices.IndexFunc(r.ts[from:end], func(t token) bool { return t.text == o.ts[k].text })
	if v < 0 {
		return false
	}
	subject := o.specific(o.begin, i)
	if !within(subject, r.specific(from, from+v)) || len(subject) == 0 && o.speakerAt(o.begin) != r.speakerAt(from) {
		return false
	}
	stop := k + 1
	for stop < len(o.ts) && !o.endsClause(stop) && o.ts[stop].text != "yet" {
		stop++
	}
	what := o.specific(k+1, stop)
	return len(what) > 0 && within(what, r.specific(from+v, end)) && (o.hasAny("yet", "still") || r.dated(from, end))
}

// resumesDoing reads "Karla eats fish again" against "Karla stopped eating fish".
func (r *reading) resumesDoing(o *reading) bool {
	p, ok := r.plainly()
	if !ok || p.denied || p.able || !r.hasIn("again", p.verbAt, p.end) || p.verb == "be" {
		return false
	}
	e, verb := o.ended(), stem(p.verb)
	if who := p.who; who == "" && !slices.Equal(p.of, []string{termOf(e.who)}) || who != "" && who != e.who {
		return false
	}
	return len(e.of) == 0 && len(e.nth) == 0 && slices.Contains(e.what, verb) && sameSet(append([]string{verb}, p.rest...), e.what)
}

// dated reports whether a clause says that what it tells was of late.
func (r *reading) dated(from, end int) bool {
	return slices.ContainsFunc(r.ts[from:end], func(t token) bool { return has(ofLate, t.text) || namesDay(t.text) })
}

// negates reports whether a clause denies something.
func (r *reading) negates(from, end int) bool {
	return negations.find(r.ts[from:end], 0) != 0
}

var (
	startingTo = set(`started began begun resumed`)
	learning   = set(`learned learnt`)
	finishing  = set(`finished completed submitted finalized finalised`)
	someOfThem = set(`some most many several few half part another more`)
	notHave    = set(`haven't hasn't`)
	notHaving  = set(`haven't hasn't have has i've we've`)
	ofLate     = set(`finally just yesterday today tonight last this now already`)
)
