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
	found := r.charge.get(func() *charge {
		if c, ok := r.readCharge(); ok {
			return &c
		}
		return nil
	})
	if found == nil {
		return c, false
	}
	return *found, true
}

func (r *reading) readCharge() (c charge, ok bool) {
	if r.asks() || r.hypothetical() {
		return c, false
	}
	for from, end := range r.clauses() {
		if c, ok := r.chargeIn(from, end); ok {
			return c, true
		}
	}
	return c, false
}

// chargeIn reads the clause ts[from:end].
func (r *reading) chargeIn(from, end int) (c charge, ok bool) {
	start := r.behindTime(from, end)
	c.fresh, from = start > from, start
	if c, ok := r.answeredFor(from, end); ok {
		return c, true
	}
	if c, ok := r.postHeld(from, end); ok {
		return c, true
	}
	if c, ok := r.handedOver(from, end); ok {
		return c, true
	}
	if c, ok := r.contactIn(from, end); ok {
		return c, true
	}
	if c, ok := r.fallsTo(from, end); ok {
		return c, true
	}
	for i := from + 1; i < end && i-from <= 4; i++ {
		if r.goesToName(from, i, end) {
			c.who, c.what, c.fresh = r.specific(i+2, i+3), r.specific(from, i), true
			return c, r.onlyOne(from, i) && len(c.who) > 0 && len(c.what) > 0
		}
		if n := r.takesOverAt(i); n > 0 {
			c.fresh = true
			if k := r.onDutyAt(i+n, end); k > 0 {
				return c.of(r, from, i, k, end)
			}
			return c.of(r, from, i, r.behindPost(i+n, end), end)
		}
		if k := r.onDutyAt(skip(r.ts, i+1, beforeVerb), end); k > 0 && r.ts[i].text == "is" {
			c.fresh = c.fresh || r.renewedIn(k, end)
			return c.of(r, from, i, k, end)
		}
		if n := r.answersAt(i); n > 0 {
			return c.of(r, from, i, i+n, end)
		}
		if has(inHand, r.ts[i].text) && r.anew(i+1, end) {
			stop := r.chargeEnd(i+1, end)
			c.who, c.what, c.fresh = r.specific(from, i), r.specific(i+1, stop), true
			return c, (r.bearsName(from) || at(r.ts, from) == "my") && len(c.who) > 0 && len(c.what) > 0
		}
	}
	return c, false
}

// behindTime returns where the clause ts[from:end] goes on behind the time from which
// on it holds: starting in May, as of this week.
func (r *reading) behindTime(from, end int) int {
	if from >= end || !has(fromThen, r.ts[from].text) {
		return from
	}
	for k := from + 1; k < end && k < from+5; k++ {
		if w := r.ts[k].text; r.ts[k].cap && !namesDay(w) || k > from+1 && (ownNoun(w) || w == "i" || w == "we" || isPlural(w) && has(daysNear, at(r.ts, k-1))) || w == "my" {
			return k
		}
	}
	return from
}

// of reads who stands between ts[from] and the verb at ts[i], and what from ts[j] to
// ts[end].
func (c charge) of(r *reading, from, i, j, end int) (charge, bool) {
	for k := from; k < end; k++ {
		c.fresh = c.fresh || r.ts[k].text == "now" || r.ts[k].text == "new" && k < j
	}
	stop := r.chargeEnd(j, end)
	named := r.bearsName(from) || at(r.ts, from) == "my"
	c.who, c.what = r.specific(from, i), r.specific(j, stop)
	return c, named && r.onlyOne(j, stop) && len(c.who) > 0 && len(c.what) > 0 && !isSubject(at(r.ts, from))
}

// answeredFor reads the passive: billing is owned by Lena, the team is now led by Omar.
func (r *reading) answeredFor(from, end int) (c charge, ok bool) {
	for i := from + 1; i < end && i-from <= longestSubject; i++ {
		if r.ts[i].text != "is" {
			continue
		}
		k := skip(r.ts, i+1, beforeVerb)
		if !has(answered, at(r.ts, k)) || at(r.ts, k+1) != "by" {
			return c, false
		}
		who := k + 2
		stop := r.chargeEnd(who, end)
		for j := from; j < end; j++ {
			c.fresh = c.fresh || r.ts[j].text == "now" || r.ts[j].text == "since"
		}
		c.who, c.what = r.specific(who, stop), r.specific(from, i)
		return c, who < end && (r.bearsName(who) || at(r.ts, who) == "my") && r.onlyOne(from, i) && len(c.who) > 0 && len(c.what) > 0
	}
	return c, false
}

// chargeEnd returns where the words that begin at ts[i] for who or what is meant end.
func (r *reading) chargeEnd(i, end int) int {
	for i < end && !r.ts[i].mark && !has(chargeEnds, r.ts[i].text) {
		i++
	}
	return i
}

// bearsName reports whether ts[i] may be the name of somebody, also as who types in haste writes
// it: Sven, sven.
func (r *reading) bearsName(i int) bool {
	if i < 0 || i >= len(r.ts) {
		return false
	}
	w := r.ts[i].text
	return r.ts[i].cap || nameOfItsOwn(w) && !commonShape(w) && !has(unnamed, w)
}

// anew reports whether the words behind a verb, in ts[i:end], or those before its clause, say that
// it was somebody else before: Sven does deployments now; Priya left, Sven does them until May.
func (r *reading) anew(i, end int) bool {
	if r.renewedIn(i, end) {
		return true
	}
	for k := i; k < end; k++ {
		if w := r.ts[k].text; w == "now" || w == "until" {
			return true
		}
	}
	return r.begin < i && r.somewhere(r.begin+1, func(k int) bool { return k < i && has(goneFrom, r.ts[k].text) && r.bearsName(k-1) })
}

// postHeld reads who has a post that stands first: the maintainer of the wiki is Omar.
func (r *reading) postHeld(from, end int) (c charge, ok bool) {
	if from >= end || !ownNoun(r.ts[from].text) || r.ts[from].text == "my" {
		return c, false
	}
	is := from + 1
	for is < end && is-from <= longestSubject && r.ts[is].text != "is" {
		is++
	}
	of := r.find("of", from+1, 4)
	if is >= end || at(r.ts, is) != "is" || of < 0 || of > is || !r.postBefore(of) {
		return c, false
	}
	c.fresh = has(renewing, at(r.ts, is+1)) || at(r.ts, from+1) == "new"
	who := skip(r.ts[:end], is+1, beforeVerb)
	stop := r.chargeEnd(who, end)
	c.who, c.what = r.specific(who, stop), r.specific(r.behindPost(from+1, end), is)
	return c, who < end && r.bearsName(who) && len(c.who) > 0 && len(c.what) > 0
}

// postBefore reports whether the noun before the "of" at ts[i] is a post.
func (r *reading) postBefore(i int) bool {
	w := at(r.ts, i-1)
	return has(roleNouns, w) || has(posted, w) || has(holders, w) || has(workers, w)
}

// behindPost returns where the words for what somebody answers for begin behind "as" and
// a word that only says that they do: as maintainer of the wiki, as lead developer of it.
func (r *reading) behindPost(i, end int) int {
	if at(r.ts, i) == "from" {
		if as := r.find("as", i+1, 4); as >= 0 && as < end {
			i = as
		}
	}
	for i < end && (r.ts[i].text == "as" || has(determiners, r.ts[i].text) && has(holders, at(r.ts, i+1))) {
		i++
	}
	if has(holders, at(r.ts, i)) && at(r.ts, i+1) == "of" {
		return i + 2
	}
	return i
}

// handedOver reads who has been given what somebody answers for: Lena handed billing
// over to Omar.
func (r *reading) handedOver(begin, end int) (c charge, ok bool) {
	for i := begin + 1; i < end && i-begin <= 4; i++ {
		if w := r.ts[i].text; w != "handed" && w != "passed" {
			continue
		}
		to := r.find("to", i+1, longestSubject)
		if to < 0 || to+1 >= end || !r.bearsName(to+1) {
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
		stop := r.chargeEnd(to+1, end)
		c = charge{who: r.specific(to+1, stop), what: r.specific(from, until), fresh: true}
		return c, r.bearsName(begin) && from < until && r.onlyOne(from, until) && len(c.who) > 0 && len(c.what) > 0
	}
	return c, false
}

// onlyOne reports whether ts[i:j] is a certain thing, and none of which everybody
// may have one: the billing service, sales; not a boat, horses.
func (r *reading) onlyOne(i, j int) bool {
	if i >= j || numeral(r.ts[i].text) {
		return false
	}
	w := r.ts[i].text
	if has(determiners, w) {
		return w == "the" || w == "our" || w == "this"
	}
	return r.ts[j-1].cap || !isPlural(r.ts[j-1].text) || has(oneInPlural, r.ts[j-1].text)
}

// onDutyAt returns where the words for a duty that one has at a time begin at ts[i:], "on" and
// what stands before it left out, -1 for none: on call, the on-call duty. A duty of a place or of
// certain times is another one.
func (r *reading) onDutyAt(i, end int) int {
	for has(determiners, at(r.ts, i)) {
		i++
	}
	if at(r.ts, i) != "on" {
		return -1
	}
	if i++; at(r.ts, i) == "-" {
		i++
	}
	stop := i
	for stop < end && has(turnsOfDuty, r.ts[stop].text) {
		stop++
	}
	if stop == i || slices.ContainsFunc(r.ts, func(t token) bool { return has(adding, t.text) }) || stop < end && !r.ts[stop].mark && !has(dutyUntil, r.ts[stop].text) && !r.sinceAt(stop) {
		return -1
	}
	return i
}

// goesToName reports whether ts[from:i] is a thing of which ts[i:] says that it has gone to
// somebody: payroll went to Sven.
func (r *reading) goesToName(from, i, end int) bool {
	if w := r.ts[i].text; w != "went" && w != "passed" || at(r.ts, i+1) != "to" || i+2 >= end {
		return false
	}
	return !r.ts[from].cap && !isSubject(r.ts[from].text) && r.bearsName(i+2) && (i+3 >= end || r.ts[i+3].mark || has(chargeEnds, r.ts[i+3].text))
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
	w := r.ts[i].text
	if has(answering, w) || phrase(r.ts, i, "takes", "the", "minutes") {
		return 1
	}
	if w == "will" && has(answering, at(r.ts, i+1)+"s") || (w == "is" || w == "will") && has(answeringNow, at(r.ts, i+1)) {
		return 2
	}
	k := i + 1
	if w == "will" && at(r.ts, k) == "be" {
		k++
	} else if w != "is" {
		return 0
	}
	if r.postAt(k) {
		return k - i
	}
	for has(determiners, at(r.ts, k)) || has(beforeVerb, at(r.ts, k)) || at(r.ts, k) == "new" {
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

// postAt reports whether ts[i:] names a post of which there is one, with whose or what
// it is: the treasurer of the club. The post is part of what is answered for.
func (r *reading) postAt(i int) bool {
	if w := at(r.ts, i); w != "the" && w != "our" {
		return false
	}
	for i++; at(r.ts, i) == "new" || at(r.ts, i) == "current"; i++ {
	}
	for k := i; k < len(r.ts) && k < i+3 && !r.ts[k].mark; k++ {
		if w := r.ts[k].text; has(roleNouns, w) || has(posted, w) {
			if k == i && has(holders, w) {
				return false
			}
			if next := at(r.ts, k+1); next == "of" || next == "for" {
				return true
			}
		}
	}
	return false
}

// succeeds reports whether somebody else answers by r, said later, for what o says
// that somebody answers for.
func (r *reading) succeeds(o *reading) bool {
	n, ok := r.charges()
	if !ok {
		return false
	}
	b, was := o.charges()
	if !was && n.fresh {
		return o.doneBy(n)
	}
	if was && !n.fresh && !within(b.who, r.specific(0, len(r.ts))) {
		return false // who names the one before says that it is another one
	}
	return was && sameSet(n.what, b.what) && !sharesTerm(n.who, b.who)
}

// doneBy reports whether a sentence tells that somebody else does as a rule what c says that
// somebody has taken over: Lars writes the minutes.
func (o *reading) doneBy(c charge) bool {
	v := o.begin + 1
	if w := at(o.ts, v); at(o.ts, o.begin) == "my" || v < len(o.ts) && o.ts[v].cap && !isThird(w) {
		v++
	}
	if o.asks() || v >= len(o.ts) || !o.bearsName(o.begin) && at(o.ts, o.begin) != "my" || !has(tasked, o.ts[v].text) {
		return false
	}
	return sameSet(o.specific(v+1, o.chargeEnd(v+1, len(o.ts))), c.what) && !sharesTerm(o.specific(o.begin, v), c.who)
}

var (
	// inHand are verbs of what somebody has in hand for all.
	inHand   = set(`does handles manages runs`)
	goneFrom = set(`left quit retired resigned`)
	// tasked are verbs of what somebody does as their part, and not for themselves.
	tasked    = set(`does writes handles prepares makes organises compiles sends publishes runs`)
	taking    = set(`took taken takes taking`)
	answering = set(`owns leads maintains manages heads coaches teaches chairs moderates organizes coordinates oversees hosts edits`)
	// answeringNow are those of what somebody is doing.
	answeringNow = set(`leading maintaining managing heading coaching teaching chairing moderating organizing coordinating overseeing hosting editing running`)
	answered     = set(`owned led maintained managed headed run coached taught chaired moderated organized hosted edited`)
	posted       = set(`treasurer captain secretary chair chairwoman host organizer moderator leader speaker guardian`)
	fromThen     = set(`starting from since as beginning this next`)
	handing      = set(`over on`)
	workers      = set(`developer engineer designer editor author contact reviewer`)
	holders      = set(`owner lead leader head maintainer manager`)
	daysNear     = set(`today yesterday now monday tuesday wednesday thursday friday saturday sunday`)
	turnsOfDuty  = set(`call duty pager`)
	dutyUntil    = set(`from now these since as instead`)
	oneInPlural  = set(`sales operations logistics payments`)
	chargeEnds   = set(`for from now when these since as after until at in on because while instead last this next yesterday today`)
)
