package language

import "slices"

// lift is what a sentence says to be allowed from now on, or not to be needed any more.
type lift struct {
	terms []string // of what that is; none where the sentence says neither
	ban   bool     // it was forbidden, and not demanded
	leave bool     // nobody need be asked for it: you can merge those yourself now
}

// lifted reads the first clause that lifts a rule: you may push again, emojis are fine after
// all, plots don't need a title any more, figures can be png now.
func (r *reading) lifted() lift { return r.lifts.get(r.readLifted) }

func (r *reading) readLifted() lift {
	for from := range r.clauses() {
		end, ok := r.anewAt(from)
		if !ok {
			continue
		}
		w, next := at(r.ts, from), at(r.ts, from+1)
		us := w == "you" || w == "we"
		switch {
		case us && (next == "may" || next == "can"):
			return r.liftOf(from+2, end, true)
		case us && next == "don't" && (at(r.ts, from+2) == "have" || at(r.ts, from+2) == "need") && at(r.ts, from+3) == "to":
			return r.liftOf(from+4, end, false)
		case phrase(r.ts, from, "no", "need", "to"):
			return r.liftOf(from+3, end, false)
		case w == "no" && next != "more" && (at(r.ts, end) == "anymore" || phrase(r.ts, end, "any", "more")) && !r.hasVerb(end):
			l := r.liftOf(from+1, end, false) // no initials on letters anymore
			l.terms = slices.DeleteFunc(l.terms, func(t string) bool { return has(prepositions, t) })
			return l
		case phrase(r.ts, end, "no", "more") && (end+2 == len(r.ts) || r.ts[end+2].mark) && !r.hasVerb(end):
			return r.liftOf(from, end, false) // squash no more
		case w == "it's" && has(agreeable, next) && at(r.ts, from+2) == "to":
			return r.liftOf(from+3, end, true)
		}
		for k := from + 1; k+1 < end; k++ {
			w, next := r.ts[k].text, r.ts[k+1].text
			switch {
			case has(bePresent, w) && has(agreeable, next):
				return r.liftOf(from, k, true)
			case (w == "can" || w == "may") && next == "be" && !us:
				l := r.liftOf(k+2, end, true)
				l.terms = append(valueTerms(r.ts, from, k), l.terms...)
				return l
			case (w == "don't" || w == "doesn't") && (next == "need" || next == "have" && at(r.ts, k+2) == "to") && !us && !(isSubject(r.ts[k-1].text) && phrase(r.ts, k+2, "to", "be")):
				l := r.liftOf(k+2, end, false)
				l.terms = append(valueTerms(r.ts, from, k), l.terms...)
				return l
			}
		}
	}
	return lift{}
}

// anewAt returns where what the clause at ts[from:] lifts ends, before the words that say
// that it was otherwise: now, again, any more, after all. ok is false where none say so.
func (r *reading) anewAt(from int) (end int, ok bool) {
	for k := from; k < len(r.ts) && !partsClauses(r.ts[k]); k++ {
		w, next := r.ts[k].text, at(r.ts, k+1)
		anew := has(renewing, w) || w == "anymore" || (w == "any" || w == "no") && next == "more" || w == "after" && next == "all" || r.sinceAt(k)
		if end == 0 && (anew || has(stateEnds, w) && w != "before" && w != "after") {
			end = k
		}
		if anew {
			return end, true
		}
		if w == "but" || w == "so" {
			break
		}
	}
	return 0, false
}

// liftOf returns what ts[i:j] says to be done, without a verb that says only that it is, and
// without who does it.
func (r *reading) liftOf(i, j int, ban bool) (l lift) {
	l.ban = ban
	for k := i; k < j; k++ {
		if r.ts[k].text == "without" && r.leaveAt(k+1) || has(alone, r.ts[k].text) {
			j, l.leave = k, true
		}
	}
	if j > i+1 && has(doing, at(r.ts, i)) {
		i++
	}
	l.terms = valueTerms(r.ts, i, j)
	return l
}

// Lifts reports whether a sentence says what is allowed now, or needed no more. It ends what
// forbade or demanded just that, and nothing that is only like it.
func Lifts(s string) bool { return len(newReading(cutSentence(s)).lifted().terms) > 0 }

// Permits reports whether a sentence that seems to order something says what may be done
// again.
func Permits(s string) bool { return newReading(cutSentence(s)).permits() }

// permits reports whether a sentence that seems to order something says what may be done
// again, of a kind, of a certain thing or somewhere: you can use nails again, you can paint the
// east door again. In two words it is to be done now: you can run the tests again.
func (r *reading) permits() bool {
	if at(r.ts, r.begin) != "you" || !r.hasAny("may", "can") {
		return false
	}
	l := r.lifted()
	return l.ban && (len(l.terms) > 2 || l.leave || has(prepositions, at(r.ts, r.begin+3)) || has(doing, at(r.ts, r.begin+2)) && !has(determiners, at(r.ts, r.begin+3)))
}

// ruledOut reports whether a rule bans, or demands, what a later one lifts: all that is
// lifted is spoken of in it. Of a rule that says how a kind is done it must be that kind.
func (o *reading) ruledOut(l lift) bool {
	l = l.turned(o)
	if len(l.terms) == 0 || o.asks() || !within(l.terms, valueTerms(o.ts, 0, len(o.ts))) {
		return false
	}
	byLeave := o.byLeave() || o.asksSpeaker()
	if l.leave && (byLeave || len(l.terms) == 1) {
		return byLeave
	}
	if v := o.verbOfKind(); v > 0 && o.statesManner() {
		return sharesTerm(l.terms, valueTerms(o.ts, o.begin, v))
	}
	if bans := o.anyOf(forbidding) || at(o.ts, o.begin) == "avoid"; bans || l.ban {
		return bans && l.ban
	}
	return o.imperative() || o.duty() || o.has(standing|constant) || o.wishesKind()
}

// turned returns what a lift is of a rule that demands the other one of two ways: who may use
// long answers again need not keep them short.
func (l lift) turned(o *reading) lift {
	for i, t := range l.terms {
		for _, other := range valueTerms(o.ts, 0, len(o.ts)) {
			if l.ban && otherWay(t, other) {
				l.terms = slices.Clone(l.terms)
				l.terms[i], l.ban = other, false
				return l
			}
		}
	}
	return l
}

// asksSpeaker reports whether a rule has the speaker asked or told.
func (r *reading) asksSpeaker() bool {
	return r.follows("ask", "me") || r.follows("tell", "me") || r.follows("ask", "us") || r.follows("tell", "us") || r.follows("asking", "me")
}

var (
	agreeable = set(`fine ok okay allowed welcome`)
	alone     = set(`yourself alone`)
	// doing are verbs that say no more than that something is there or done.
	doing = set(`use have add do make put include be`)
)
