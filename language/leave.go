package language

// wantsLeave reports whether a sentence says what is not to be done without the speaker's
// leave or knowledge, when they are to be asked, or on what condition alone something is
// to be done: that holds for the next time, too, whatever single thing it is said of.
func (r *reading) wantsLeave() bool {
	return r.byLeave() || r.asksBefore() || r.onlyIf() || r.wantsBeforeEach() || r.means()
}

// byLeave reports whether something is forbidden without the speaker's leave: don't sell a
// jug without asking me, nothing leaves the yard unless I say so. What is only pointed at
// may be anything.
func (r *reading) byLeave() bool {
	i := skip(r.ts, r.begin, fillers)
	w := at(r.ts, i)
	forbids := r.forbids() && !has(calming, at(r.ts, i+1)) && !has(calming, at(r.ts, i+2))
	if !forbids && !((w == "nothing" || w == "nobody" || w == "no") && !r.hasAny("can", "could", "works") && r.past < 0) {
		return false
	}
	for i++; i+1 < len(r.ts); i++ {
		switch w := r.ts[i].text; {
		case w == "without":
			return r.leaveAt(i + 1)
		case w == "unless":
			next := cutContraction(at(r.ts, i+1))
			return next == "i" || next == "we" || isPast(next)
		case has(deictic, w), w == "them":
			return false
		}
	}
	return false
}

// leaveAt reports whether ts[i:] names the speaker, somebody who is asked, or the leave that
// is given: me looking at it, asking Ole, a review.
func (r *reading) leaveAt(i int) bool {
	w, next := at(r.ts, i), at(r.ts, i+1)
	switch {
	case w == "me", w == "us", w == "my", w == "our", w == "asking", has(leaves, w):
		return true
	case isGerund(w):
		return next == "me" || next == "us" || next == "with" || i+1 < len(r.ts) && r.ts[i+1].cap
	case i < len(r.ts) && r.ts[i].cap:
		return isGerund(next)
	}
	return has(leaves, next) || has(leaves, at(r.ts, i+2))
}

// asksBefore reports whether a clause that says when is followed, without a comma, by the
// order to ask or tell the speaker: before you sell a jug ask me.
func (r *reading) asksBefore() bool {
	if !has(occasions, at(r.ts, r.begin)) || !has(anyOne, cutContraction(at(r.ts, r.begin+1))) || r.answersItself() || r.whenDone() {
		return false
	}
	verb := 0
	if w := at(r.ts, r.begin+1); w != cutContraction(w) {
		verb = r.begin + 1 // you're
	}
	for i := r.begin + 2; i+1 < len(r.ts); i++ {
		w, before, next := r.ts[i].text, at(r.ts, i-1), at(r.ts, i+1)
		if has(deictic, w) || r.ts[i].cap {
			return false
		}
		if verb > 0 && i > verb+1 && isBase(w) && w != "let" && (next == "me" || next == "us") && !isSubject(before) && !has(modals, before) && !has(prepositions, before) && before != "don't" {
			return true
		}
		if verb == 0 && (isBase(w) || isFinite(w)) {
			verb = i
		}
	}
	return false
}

// onlyIf reports whether something of a kind that is worked with is to be done on a
// condition alone: only add a package if there is no other. What a program is to show, and
// when, is no such thing.
func (r *reading) onlyIf() bool {
	i := r.begin
	if at(r.ts, i) != "only" || !isBase(at(r.ts, i+1)) {
		return false
	}
	if w := at(r.ts, i+2); w != "a" && w != "an" && !r.ofKind(i+2) {
		return false
	}
	work, bound := false, false
	for _, t := range r.ts[i+2:] {
		if has(deictic, t.text) || t.text == "the" {
			return false
		}
		s := stem(t.text)
		work = work || !bound && (has(pieces, s) || has(piecesOfWork, s) || has(parts, s))
		bound = bound || has(occasions, t.text) || t.text == "unless"
	}
	return work && bound
}

// wantsBeforeEach reports whether the speaker says what they want done each time: I want
// the jugs counted before every sale.
func (r *reading) wantsBeforeEach() bool {
	i := r.begin
	if w := at(r.ts, i); w != "i" && w != "we" && w != "i'd" || at(r.ts, i+2) == "to" || at(r.ts, i+1) != "want" && at(r.ts, i+1) != "like" {
		return false
	}
	for i += 2; i+1 < len(r.ts) && !has(deictic, r.ts[i].text); i++ {
		w, next := r.ts[i].text, at(r.ts, i+1)
		if at(r.ts, i+2) != "of" && (w == "before" || w == "after") && (next == "every" || next == "each" || next == "any") || (w == "every" || w == "each") && next == "time" {
			return true
		}
	}
	return false
}

// means reports whether the speaker says what they mean by a word whenever they say it.
func (r *reading) means() bool {
	return (at(r.ts, r.begin) == "when" || at(r.ts, r.begin) == "if") && at(r.ts, r.begin+1) == "i" && has(uttering, at(r.ts, r.begin+2)) && r.follows("i", "mean")
}

var (
	calming   = set(`worry hesitate forget mind wait panic`)
	leaves    = set(`permission approval consent leave review confirmation notice ok okay`)
	occasions = set(`before when whenever if`)
	anyOne    = set(`you a an any something anything somebody someone`)
	uttering  = set(`say write type`)
)
