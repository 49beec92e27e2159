package language

import "slices"

// departure is who or what a sentence says to be no more, or no more there.
type departure struct {
	who    string   // whose it is: my or our; "" of the one that is known
	terms  []string // of what, none left out: a bike helmet is no bike
	faint  bool     // it is not to be found, and may come back: the link is dead
	leaves bool     // somebody has gone elsewhere: what they do there ends, and they go on
}

// departures returns who or what a statement says to be gone, nothing of one that says it of some
// hours only, or under a condition.
func (s *statement) departures() []departure {
	return s.departs.get(func() (all []departure) {
		r := s.r
		if !r.anyOf(departing) || s.cues().has(hedged) || r.imperative() || r.asked() || r.onlyForNow() {
			return nil
		}
		for from, to := range r.clauses() {
			if has(conditional, at(r.ts, from)) {
				continue
			}
			if d, ok := r.departureIn(from, to); ok {
				all = append(all, d)
			}
		}
		return all
	})
}

// departureIn reads the clause ts[from:to].
func (r *reading) departureIn(from, to int) (departure, bool) {
	if v, end, ok := r.gaveUpAt(from, to); ok {
		return r.departureOf(v, end)
	}
	for k := from + 1; k < to; k++ {
		leaves := r.leftFor(k)
		if !leaves && !r.goneFor(k) {
			continue
		}
		end := r.beforeGone(k)
		if end <= from {
			return departure{}, false
		}
		d, ok := r.departureOf(from, end)
		d.leaves = leaves
		d.faint = d.who == "" && has(notFound, r.ts[k].text) && has(determiners, r.ts[from].text)
		return d, ok
	}
	return departure{}, false
}

// departureOf reads the noun ts[from:to]: of one that anybody may have nothing is known.
func (r *reading) departureOf(from, to int) (d departure, ok bool) {
	if from >= to || to-from > longestSubject {
		return d, false
	}
	switch w := r.ts[from].text; {
	case w == "my" || w == "our":
		d.who = w
		from++
	case has(determiners, w) && w != "the", isSubject(w), r.ts[from].cap && cutPossessive(w) != w:
		return d, false
	case w == "the":
		from++
	case !r.ts[from].cap && !nameOfItsOwn(w) && !IsTool(w):
		return d, false
	}
	if to-from > 1 && (has(wrapping, stem(r.ts[to-1].text)) || r.ts[to-1].text == "account") {
		to-- // my Twitter account
	}
	d.terms = valueTerms(r.ts, from, to)
	return d, len(d.terms) > 0
}

// gaveUpAt returns where the words for what was done away with stand in the clause ts[from:to], from v on:
// we shut down the site, they tore the tower down, I broke up with Lena.
func (r *reading) gaveUpAt(from, to int) (v, end int, ok bool) {
	k := skip(r.ts, from, fillers, beforeVerb)
	if w := cutContraction(at(r.ts, k)); w == "i" || w == "we" || w == "they" {
		k = skip(r.ts, k+1, beforeVerb, haveForms)
	} else if !isPast(at(r.ts, k)) {
		return 0, 0, false
	}
	if k >= to || isNegator(at(r.ts, k-1)) || has(hardly, at(r.ts, k-1)) {
		return 0, 0, false
	}
	w, next := r.ts[k].text, at(r.ts, k+1)
	away, stop := awayWith[w], r.goneEnd(k+1, to)
	behind := at(r.ts, stop)
	switch {
	case has(doingAway, w):
		return k + 1, stop, true
	case phrase(r.ts, k, "got", "rid", "of"), phrase(r.ts, k, "split", "up", "with"), phrase(r.ts, k, "broke", "up", "with"), phrase(r.ts, k, "parted", "ways", "with"):
		return k + 3, r.goneEnd(k+3, to), true
	case w == "laid" && next == "off":
		return k + 2, stop, true
	case away != nil && has(away, next):
		stop = r.goneEnd(k+2, to)
		return k + 2, stop, stop > k+2
	case away != nil && has(away, behind):
		return k + 1, stop, r.goneSince(stop + 1)
	}
	for j := k + 2; j < stop; j++ {
		if last := r.ts[j].text; w == "let" && last == "go" || away != nil && has(away, last) {
			return k + 1, j, r.goneSince(j + 1)
		}
	}
	return 0, 0, false
}

// goneEnd returns where the words for what is gone end that begin at ts[i].
func (r *reading) goneEnd(i, to int) int {
	for i < to && !r.ts[i].mark && !has(endingEnds, r.ts[i].text) && at(r.ts, i+2) != "ago" {
		i++
	}
	return i
}

// goneSince reports whether nothing but since when it is so stands at ts[i:].
func (r *reading) goneSince(i int) bool {
	w, next := at(r.ts, i), at(r.ts, i+1)
	switch {
	case r.closesAt(i), has(passed, w):
		return true
	case w == "in":
		return monthNames.has(next) || has(seasons, next) || startsDigit(next) || r.momentAt(i+1)
	case w == "on":
		return namesDay(next)
	case w == "for":
		return next == "good"
	}
	return at(r.ts, i+2) == "ago" || w == "this" && next == "week"
}

// goneFor reports whether ts[k:] says of what stands before it that it is no more.
func (r *reading) goneFor(k int) bool {
	w, next, before := r.ts[k].text, at(r.ts, k+1), at(r.ts, k-1)
	is := has(bePresent, before) || before == "been" || before == "was" || before == "were" || before == "got"
	switch {
	case w == "died", w == "passed" && next == "away", w == "went" && (next == "bankrupt" || next == "under"), phrase(r.ts, k, "went", "out", "of", "business"):
		return true
	case w == "closed" && before == "been":
		return r.goneSince(k + 1)
	case w == "closed" || w == "shut" || w == "burnt" || w == "burned" || w == "torn":
		return next == "down" && r.goneSince(k+2) || next == "for" && at(r.ts, k+2) == "good"
	case w == "switched" || w == "turned":
		return next == "off" && is && r.goneSince(k+2)
	case w == "thrown" || w == "given":
		return (next == "away" || next == "out") && is && r.goneSince(k+2)
	case w == "over" || w == "history" || w == "dead":
		return is && r.closesAt(k+1) && !has(heldAgain, subjectBefore(r.ts, k))
	case has(doneAway, w):
		return is && r.goneSince(k+1)
	}
	return false
}

// leftFor reports whether ts[k:] says of somebody that they are no more there.
func (r *reading) leftFor(k int) bool {
	w, next := r.ts[k].text, at(r.ts, k+1)
	of := func(i int) bool {
		return (at(r.ts, i) == "the" || at(r.ts, i) == "our" || at(r.ts, i) == "my") && has(leavable, at(r.ts, i+1)) && r.goneSince(i+2)
	}
	switch {
	case w == "left":
		return r.goneSince(k+1) && next != "today" && next != "yesterday" || of(k+1) || next == "us" && r.closesAt(k+2)
	case w == "resigned", w == "retired", w == "quit":
		return r.goneSince(k+1) || of(k+1)
	case w == "off":
		return has(bePresent, at(r.ts, k-1)) && of(k+1)
	case (w == "went" || w == "gone" || w == "moved") && next == "back" && at(r.ts, k+2) == "to":
		return has(leavable, at(r.ts, k+3)) || k+3 < len(r.ts) && r.ts[k+3].cap
	case w == "moved":
		return (next == "away" || next == "out") && r.goneSince(k+2)
	case w == "got" || w == "found":
		return at(r.ts, k+1) == "a" && (phrase(r.ts, k+2, "job", "elsewhere") || phrase(r.ts, k+2, "new", "job", "elsewhere"))
	}
	return false
}

// subjectBefore returns the last word of what ts[k] is said of, behind its verb.
func subjectBefore(ts []token, k int) string {
	return at(ts, skipBack(ts, k, bePresent, auxiliaries)-1)
}

// beforeGone returns where the noun ends of which ts[k:] tells, 0 where it is denied or only may be.
func (r *reading) beforeGone(k int) int {
	end := k
	for ; end > 0; end-- {
		switch w := r.ts[end-1].text; {
		case isNegator(w), has(modals, w), has(hardly, w):
			return 0
		case has(auxiliaries, w), has(haveForms, w), has(beforeVerb, w), w == "got":
			continue
		}
		break
	}
	return end
}

// onlyForNow reports whether a sentence says that something is so for some time only: for ten minutes,
// overnight.
func (r *reading) onlyForNow() bool {
	return r.anyOf(brief) || r.somewhere(r.begin, r.spanAt)
}

// spanAt reports whether ts[k:] says for how long: for an hour, for the weekend.
func (r *reading) spanAt(k int) bool {
	if at(r.ts, k) != "for" {
		return false
	}
	i := skip(r.ts, k+1, determiners, approximate)
	w := at(r.ts, i)
	return startsDigit(w) || isNumber(w) || w == "few" || w == "couple" || has(spans, cutPlural(w))
}

// TellsEnd reports whether a statement says that somebody or something is gone, or that somebody has
// given up what they did.
func (s Statement) TellsEnd() bool {
	_, habit := s.givenUp()
	return habit || slices.ContainsFunc(s.departures(), func(d departure) bool { return !d.faint })
}

// bereft reports whether older tells how that is, or what it does, of which a statement says that it is no
// more, or what is done with it.
func (s Statement) bereft(older Statement) bool {
	gone := s.departures()
	if len(gone) == 0 || older.Negated() {
		return false
	}
	p, ok := older.r.plainly()
	return ok && !older.r.asked() && slices.ContainsFunc(gone, func(d departure) bool { return d.takes(p, older.r) })
}

// takes reports whether what a clause says so plainly ends with who or what is gone. Where somebody has
// gone to they live, and love what they loved.
func (d departure) takes(p plain, o *reading) bool {
	if d.leaves && o.ofLife() {
		return false
	}
	if subject := valueTerms(o.ts, p.from, p.at); sameOwner(d.who, p.owner()) && (sameSet(d.terms, subject) || len(subject) == len(d.terms)+1 && within(d.terms, subject) && has(numbersOf, subject[len(subject)-1])) {
		return true
	}
	return !d.leaves && (p.speaker() && d.ledTo(o, p) || p.verb == "be" && !p.able && sameSet(d.terms, p.rest))
}

// ofLife reports whether a sentence tells of somebody what they take along wherever they go.
func (r *reading) ofLife() bool {
	return r.anyOf(ofPersons) || r.somewhere(r.begin, func(k int) bool { return has(goesAlong, r.ts[k].text) || has(goesAlong, cutPlural(r.ts[k].text)) })
}

// leavesBehind reports whether a statement says of somebody that they have gone elsewhere, and older what
// they take along.
func (s Statement) leavesBehind(older Statement) bool {
	return slices.ContainsFunc(s.departures(), func(d departure) bool { return d.leaves }) && older.r.ofLife()
}

// owner returns whose the subject of a clause is.
func (p plain) owner() string {
	if p.who == "the" {
		return ""
	}
	return p.who
}

// ledTo reports whether a clause leads to what is gone: we buy bread at the bakery on the corner, I ride my
// bike to work.
func (d departure) ledTo(o *reading, p plain) bool {
	for k := p.verbAt + 1; k < p.end; k++ {
		if !ownNoun(o.ts[k].text) {
			continue
		}
		end := k + 1
		for end < p.end && !o.ts[end].mark && !has(prepositions, o.ts[end].text) && !namesDay(o.ts[end].text) {
			end++
		}
		who := o.ts[k].text
		if who == "the" {
			who = ""
		}
		if sameOwner(d.who, who) && sameSet(d.terms, valueTerms(o.ts, k+1, end)) {
			return true
		}
	}
	return false
}

var (
	// departing are the words of which one stands in each sentence that says that something is gone.
	departing = set(`sold rid left quit resigned retired died passed away closed shut switched turned over history dead gone scrapped decommissioned dissolved disbanded fired divorced demolished
		broke split parted let went thrown threw given gave burnt burned torn tore off moved discontinued removed dismantled abolished cancelled canceled laid stolen totalled wrecked deleted terminated elsewhere`)
	doingAway = set(`sold scrapped retired decommissioned dissolved disbanded fired divorced demolished dismantled deleted terminated totalled wrecked`)
	doneAway  = set(`sold scrapped retired decommissioned dissolved disbanded demolished gone discontinued removed dismantled abolished cancelled canceled stolen totalled wrecked deleted terminated`)
	// awayWith are verbs by which something is done away with where one of some words stands behind.
	awayWith = map[string]*wordSet{"shut": set(`down`), "closed": set(`down`), "tore": set(`down`), "gave": set(`away back`), "threw": set(`out away`), "took": set(`down`),
		"switched": set(`off`), "turned": set(`off`)}
	notFound  = set(`gone dead`)
	hardly    = set(`almost nearly`)
	brief     = set(`temporarily briefly overnight tonight meanwhile momentarily early`)
	spans     = set(`second minute hour day night week weekend month year while moment bit lunch`)
	heldAgain = set(`build run test job deploy sprint match game round meeting session lunch dinner breakfast break call class lesson shift day week weekend`) // over, and there is a next one
	goesAlong = set(`live love like hate enjoy speak eat drink play own prefer`)
	ofPersons = set(`birthday born allergic married vegetarian vegan brother sister son daughter wife husband mother father cousin`)
	numbersOf = stemsOf(`number address extension email line handle`)
)
