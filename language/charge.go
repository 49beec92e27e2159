package language

import "slices"

// charge is who answers for what: Lena owns billing, Lena is the owner of billing.
type charge struct {
	who   []string // terms
	what  []string
	fresh bool // the words say that it was somebody else before
}

// charges reads who answers for what by the first clause of a sentence.
func (r *reading) charges() (c charge, ok bool) {
	if r.asks() || r.hypothetical() {
		return c, false
	}
	end := r.begin
	for end < len(r.ts) && !r.endsClause(end) {
		end++
	}
	if c, ok := r.answeredFor(end); ok {
		return c, true
	}
	if c, ok := r.handedOver(end); ok {
		return c, true
	}
	for i := r.begin + 1; i < end && i-r.begin <= 4; i++ {
		if n := r.takesOverAt(i); n > 0 {
			c.fresh = true
			return c.of(r, i, i+n, end)
		}
		if n := r.answersAt(i); n > 0 {
			return c.of(r, i, i+n, end)
		}
	}
	return c, false
}

// of reads who stands before the verb at ts[i] and what from ts[j] to ts[end].
func (c charge) of(r *reading, i, j, end int) (charge, bool) {
	for k := r.begin; k < end; k++ {
		c.fresh = c.fresh || r.ts[k].text == "now" || r.ts[k].text == "new" && k < j
	}
	stop := j
	for stop < end && !r.ts[stop].mark && !has(chargeEnds, r.ts[stop].text) {
		stop++
	}
	named := r.ts[r.begin].cap || at(r.ts, r.begin) == "my"
	c.who, c.what = r.specific(r.begin, i), r.specific(j, stop)
	return c, named && r.onlyOne(j, stop) && len(c.who) > 0 && len(c.what) > 0 && !isSubject(at(r.ts, r.begin))
}

// answeredFor reads the passive: billing is owned by Lena, the team is now led by Omar.
func (r *reading) answeredFor(end int) (c charge, ok bool) {
	for i := r.begin + 1; i < end && i-r.begin <= longestSubject; i++ {
		if r.ts[i].text != "is" {
			continue
		}
		k := i + 1
		for has(beforeVerb, at(r.ts, k)) {
			k++
		}
		if !has(answered, at(r.ts, k)) || at(r.ts, k+1) != "by" {
			return c, false
		}
		who := k + 2
		stop := who
		for stop < end && !r.ts[stop].mark && !has(chargeEnds, r.ts[stop].text) {
			stop++
		}
		for j := r.begin; j < end; j++ {
			c.fresh = c.fresh || r.ts[j].text == "now" || r.ts[j].text == "since"
		}
		c.who, c.what = r.specific(who, stop), r.specific(r.begin, i)
		return c, who < end && (r.ts[who].cap || at(r.ts, who) == "my") && r.onlyOne(r.begin, i) && len(c.who) > 0 && len(c.what) > 0
	}
	return c, false
}

// handedOver reads who has been given what somebody answers for: Lena handed billing
// over to Omar.
func (r *reading) handedOver(end int) (c charge, ok bool) {
	for i := r.begin + 1; i < end && i-r.begin <= 4; i++ {
		if w := r.ts[i].text; w != "handed" && w != "passed" {
			continue
		}
		to := r.find("to", i+1, longestSubject)
		if to < 0 || to+1 >= end || !r.ts[to+1].cap {
			return c, false
		}
		from, until := i+1, to
		switch {
		case at(r.ts, from) == "over":
			from++
		case has(handing, at(r.ts, to-1)):
			until--
		default:
			return c, false
		}
		stop := to + 1
		for stop < end && !r.ts[stop].mark && !has(chargeEnds, r.ts[stop].text) {
			stop++
		}
		c = charge{who: r.specific(to+1, stop), what: r.specific(from, until), fresh: true}
		return c, r.ts[r.begin].cap && from < until && r.onlyOne(from, until) && len(c.who) > 0 && len(c.what) > 0
	}
	return c, false
}

// onlyOne reports whether ts[i:j] is a certain thing, and none of which everybody
// may have one: the billing service, sales; not a boat, horses.
func (r *reading) onlyOne(i, j int) bool {
	if i >= j || startsDigit(r.ts[i].text) || isNumber(r.ts[i].text) {
		return false
	}
	w := r.ts[i].text
	if has(determiners, w) {
		return w == "the" || w == "our" || w == "this"
	}
	return r.ts[j-1].cap || !isPlural(r.ts[j-1].text) || has(oneInPlural, r.ts[j-1].text)
}

// takesOverAt returns the number of tokens of "took over" at ts[i:], 0 for none.
func (r *reading) takesOverAt(i int) int {
	if has(taking, r.ts[i].text) && at(r.ts, i+1) == "over" {
		return 2
	}
	return 0
}

// answersAt returns the number of tokens at ts[i:] that say that somebody answers
// for what follows: owns, is the owner of, is in charge of; 0 for none.
func (r *reading) answersAt(i int) int {
	if has(answering, r.ts[i].text) {
		return 1
	}
	if r.ts[i].text != "is" {
		return 0
	}
	k := i + 1
	for has(determiners, at(r.ts, k)) || has(beforeVerb, at(r.ts, k)) || at(r.ts, k) == "now" || at(r.ts, k) == "new" {
		k++
	}
	w, next := at(r.ts, k), at(r.ts, k+1)
	switch {
	case has(holders, w) && next == "of", w == "responsible" && next == "for":
		return k + 2 - i
	case w == "in" && next == "charge" && at(r.ts, k+2) == "of":
		return k + 3 - i
	}
	return 0
}

// succeeds reports whether somebody else answers by r, said later, for what o says
// that somebody answers for.
func (r *reading) succeeds(o *reading) bool {
	n, ok := r.charges()
	if !ok || !n.fresh {
		return false
	}
	b, was := o.charges()
	return was && sameSet(n.what, b.what) && !slices.ContainsFunc(n.who, func(t string) bool { return slices.Contains(b.who, t) })
}

var (
	taking      = set(`took taken takes taking`)
	answering   = set(`owns leads maintains manages heads`)
	answered    = set(`owned led maintained managed headed run`)
	handing     = set(`over on`)
	holders     = set(`owner lead leader head maintainer manager`)
	oneInPlural = set(`sales operations logistics payments`)
	chargeEnds  = set(`from now since as after until at in on because while instead last this next yesterday today`)
)
