package language

import "slices"

// alteration is what a statement says to be otherwise than it was.
type alteration struct {
	topics []string // the terms for the things of which it says so
	names  []string // the addresses and paths that it names there
	value  bool     // what has changed is a quantity
	object bool     // somebody changed it: in which file is no part of that
}

// alteration reads the clause that says so, and what the next one begins with: "we're on
// zola now, zine had no search".
func (s Statement) alteration() (c alteration) {
	r := s.r
	i := slices.IndexFunc(r.ts, func(t token) bool { return has(changeMarks, t.text) || has(changing, t.text) })
	for ; i >= 0 && i < len(r.ts) && !r.changesAt(i); i++ {
	}
	if i < 0 || i == len(r.ts) || s.cues().imperative() || s.cues().has(hedged) || r.saysToo() {
		return c
	}
	from, to := r.clauseAround(i, i+1)
	from, to = r.unlessBut(from, i, to)
	if anyOf(r.ts[from:to], staying) {
		return c
	}
	c.value = slices.ContainsFunc(s.given, func(q quantity) bool { return q.from >= from && q.to <= to })
	if has(changing, r.ts[i].text) && isPast(r.ts[i].text) && has(determiners, at(r.ts, i+1)) {
		from, c.object = i, true // who changed the lock is as before
	}
	c.add(r, max(from, r.newRule()), to)
	if next := min(to+1+longestSubject, len(r.ts)); at(r.ts, to) == "," && at(r.ts, to+1) != "but" && !anyOf(r.ts[to:next], staying) {
		c.add(r, to+1, next)
	}
	return c
}

// unlessBut narrows the clause ts[from:to] around ts[i] to what no "but" sets against it: the
// pier is 9 m now but the quay stays as it is.
func (r *reading) unlessBut(from, i, to int) (int, int) {
	for k := from; k < to; k++ {
		if r.ts[k].text == "but" && k < i {
			from = k + 1
		} else if r.ts[k].text == "but" && k > i {
			to = k
		}
	}
	return from, to
}

// add takes in the things of which ts[i:j] tells. Where something has moved to is what is new,
// and nothing that was otherwise.
func (c *alteration) add(r *reading, i, j int) {
	for k := i; k < j; k++ {
		if r.ts[k].text == "to" && r.movesBefore(i, k) {
			for k++; k < j && !r.ts[k].mark && !has(changeMarks, r.ts[k].text) && !has(prepositions, r.ts[k].text); k++ {
			}
			if k == j {
				return
			}
		}
		if r.identAt(k) && !startsDigit(r.ts[k].text) {
			name, to := r.identFrom(k)
			if !c.object || at(r.ts, k-1) != "in" {
				c.names = append(c.names, name)
			}
			k = to - 1
			continue
		}
		if k > i && (has(prepositions, r.ts[k-1].text) || has(articles, r.ts[k-1].text) && has(prepositions, at(r.ts, k-2))) && cutPossessive(r.ts[k].text) != r.ts[k].text {
			continue // it's in the harbour's shed now: nothing is said of the harbour
		}
		c.topics = append(c.topics, r.nounTerms(k, k+1)...)
	}
}

// movesBefore reports whether a verb of moving, and nothing that ends a clause, stands in ts[i:k].
func (r *reading) movesBefore(i, k int) bool {
	for k--; k >= i && !r.ts[k].mark; k-- {
		if w := r.ts[k].text; has(moves, w) || has(movingOff, w) {
			return true
		}
	}
	return false
}

// inPassing reports whether ts[k] is named only to say something of something else: what a rate
// is reckoned by (three per guest), or who does what in a clause that tells which one is meant
// (the sails that the ferry needs).
func (r *reading) inPassing(k int) bool {
	switch before := at(r.ts, k-1); {
	case before == "per":
		return true
	case before == "/":
		return startsDigit(at(r.ts, k-2)) && !(k+1 < len(r.ts) && r.ts[k+1].text == "/")
	}
	b := k - 1
	if w := at(r.ts, b); has(determiners, w) && w != "that" {
		b--
	}
	w := at(r.ts, b)
	return (w == "that" || w == "which") && b > r.begin && plainNoun(at(r.ts, b-1)) && !r.ts[b-1].mark && isThird(at(r.ts, k+1))
}

// asWell reports whether ts[i:] says that something holds beside another: as well, but not as well as.
func (r *reading) asWell(i int) bool {
	return r.ts[i].text == "as" && at(r.ts, i+1) == "well" && at(r.ts, i+2) != "as"
}

// ofTime reports whether ts[k] only says when or how often: every night, at night, day and night.
func (r *reading) ofTime(k int) bool {
	if !has(partsOfTime, r.ts[k].text) {
		return false
	}
	before, next := at(r.ts, k-1), at(r.ts, k+1)
	return has(rhythmic, before) || before == "at" || before == "by" || before == "per" || before == "and" && has(partsOfTime, at(r.ts, k-2)) || next == "and" && has(partsOfTime, at(r.ts, k+2))
}

// partsOfTime are parts of time, by which it is said when something is so.
var partsOfTime = set(`day night morning evening afternoon noon midnight week weekend month quarter year hour minute second`)

// onlyInPassing reports whether a sentence names a term, and only in passing.
func (r *reading) onlyInPassing(term string) bool {
	named := false
	for k, t := range r.ts {
		if specificTerm(t) == term {
			if named = true; !r.inPassing(k) {
				return false
			}
		}
	}
	return named
}

// movingOff are past and lasting forms of [moves].
var movingOff = set(`moved moving switched switching migrated migrating relocated`)

// changesAt reports whether the word of a change stands at ts[i].
func (r *reading) changesAt(i int) bool {
	w, before, next := r.ts[i].text, at(r.ts, i-1), at(r.ts, i+1)
	if has(changeMarks, w) && (r.tellsWhichAt(i) || has(goesOn, next)) {
		return false
	}
	switch w {
	case "now":
		return r.nowAt(i)
	case "since":
		return r.momentAt(i+1) && linkVerbs[at(r.ts, i+2)] == "" && !r.perfect(i)
	case "from", "these", "as":
		return r.sinceAt(i)
	case "after":
		return next == "all"
	case "left":
		return !r.leavesSo(i) && i > r.begin && !r.ts[i-1].mark && !has(prepositions, before) && !has(determiners, before) && !(isSubject(before) && (has(determiners, next) || r.identAt(i+1)) && next != "us" && !has(possessives, next))
	}
	return has(changeMarks, w) || has(changing, w) && isPast(w) && !has(going, w) || has(moves, w) && isSubject(before) && next == "to"
}

// leavesSo reports whether the "left" at ts[i] tells in which state somebody let something be, and
// nothing that has gone: had left the valve open.
func (r *reading) leavesSo(i int) bool {
	for k := i + 2; k < len(r.ts) && k <= i+longestSubject && !r.ts[k].mark; k++ {
		if has(letBe, r.ts[k].text) {
			return true
		}
	}
	return false
}

// letBe are words for the state in which something is left.
var letBe = set(`off out open closed empty blank loose unlocked unplugged running`)

// tellsWhichAt reports whether ts[i] stands in a clause that tells which things are meant: hide
// the boats that are no longer for sale.
func (r *reading) tellsWhichAt(i int) bool {
	for k := i - 1; k > r.begin && k >= i-3; k-- {
		if (at(r.ts, k) == "that" || at(r.ts, k) == "which") && !r.ts[k-1].mark && plainNoun(at(r.ts, k-1)) {
			return k+1 == i || has(helpers, at(r.ts, k+1))
		}
	}
	return false
}

// nowAt reports whether the "now" at ts[i] says that something is otherwise. What is to be done
// next, and what holds for the moment, begins with one, too: now I need a list; and now will test.
func (r *reading) nowAt(i int) bool {
	before, next := at(r.ts, i-1), at(r.ts, i+1)
	switch {
	case has(beforeNow, before), next == "and" && has(prepositions, at(r.ts, i+2)), r.graspsBefore(i):
		return false
	case i > r.begin && !r.ts[i-1].mark && before != "and" && before != "so" && before != "because":
		return true
	case i+1 < len(r.ts) && r.ts[i+1].mark, has(modals, next):
		return false
	}
	then := at(r.ts, i+2)
	return i > r.begin && !isPronoun(next) || isSubject(next) && !has(modals, then) && !has(atWork, then)
}

// perfect reports whether a sentence tells before ts[i] what somebody has done or been doing.
func (r *reading) perfect(i int) bool {
	for k := range i {
		if has(haveForms, r.ts[k].text) || hasTail(r.ts[k].text, "'ve") {
			if w := at(r.ts, skip(r.ts, k+1, beforeVerb)); w == "been" || isPast(w) {
				return true
			}
		}
	}
	return false
}

var (
	beforeNow = set(`right for just`)                                                                              // before a now that tells of the moment
	goesOn    = set(`seeing getting hitting facing dealing testing trying appearing showing failing passing back`) // behind a now, what goes on at work
	atWork    = set(`need want get see`)                                                                           // what somebody does who works on something
)

// changeMarks are words that say that something is otherwise, or begin what says so.
var changeMarks = set(`now since instead anymore nowadays longer after left slips these from as`)

// graspsBefore reports whether a clause that ends at ts[i] says that the speaker has understood
// or found something: I've got it now: the lock was frozen.
func (r *reading) graspsBefore(i int) bool {
	if at(r.ts, i-1) == "it" || at(r.ts, i-1) == "that" || at(r.ts, i-1) == "this" {
		i--
	}
	w, who := at(r.ts, i-1), at(r.ts, i-2)
	return w == "got" && (has(gotBy, who) || i-2 == r.begin) || has(grasps, w) && (has(gotBy, who) || who == "i" || who == "we")
}

var (
	gotBy  = set(`i've we've have`)
	grasps = set(`get see understand found understood`)
)
