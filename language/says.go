package language

// Says reports whether a sentence says something of something: it has a subject and
// behind it a verb that tells, or a name and what that is ("backups: every night"). A
// heading, a value alone, and an order in a verb that is not known for one do not.
func Says(s string) bool { return newTokens(s).says() }

// says is [Says] of a sentence that has been read.
func (r *reading) says() bool {
	for from, to := range r.clauses() {
		if r.finiteIn(from, to) >= 0 {
			return true
		}
	}
	for i := r.begin; i < len(r.ts); i++ {
		w, next := r.ts[i].text, at(r.ts, i+1)
		switch {
		case isPronoun(w) && i+1 < len(r.ts) && (w != cutContraction(w) || !r.ts[i+1].mark):
			return true
		case i == r.begin:
		case w == ":" || w == "-" && !glued(r.ts, i-1, i):
			return next != ""
		case r.tellsAt(i):
			return true
		}
	}
	return false
}

// tellsAt reports whether the word at ts[i] is a verb in a form that tells, behind
// what may be its subject.
func (r *reading) tellsAt(i int) bool {
	w, before, next := r.ts[i].text, at(r.ts, i-1), at(r.ts, i+1)
	if isHelper(w) || isPast(w) && before != "(" && !has(determiners, before) && !has(prepositions, before) {
		return true
	}
	if r.ts[i].mark || r.ts[i].cap || r.ts[i-1].mark && before != `"` || has(determiners, before) || has(prepositions, before) {
		return false
	}
	if hasTail(w, "s") && !isNumber(before) && (startsDigit(next) || coins[next] != "" || has(prepositions, next) && startsDigit(at(r.ts, i+2))) {
		return true // peaks at 14, costs $12
	}
	known := knownVerbs()
	leads := i+1 < len(r.ts) && r.ts[i+1].cap || has(determiners, next) || numeral(next) || next != "of" && has(prepositions, next)
	if known.verb(w, false) != "" && (r.ts[i-1].cap || isPlural(before)) && leads {
		return true // Ida and Bo live in Lisbon
	}
	base := known.verb(w, true)
	return base != "" && (!has(known.noun, base) || leads)
}

// Names reports whether a text is nothing but a name: a title, all content words of
// which are written large.
func Names(s string) bool {
	r := newTokens(s)
	named := false
	for _, t := range r.ts {
		switch {
		case t.mark, startsDigit(t.text), StopWord(t.text):
		case t.cap:
			named = true
		default:
			return false
		}
	}
	return named
}

// TellsOfThings reports whether a sentence says plainly how something is that it names or counts, and
// nothing of who speaks or hears, of what happened, of what is otherwise by now or is to be
// done: such is what an agent finds out, and not what it has just changed.
func TellsOfThings(s string) bool {
	c := handCues(s)
	if c.Event || c.Correction || c.Plan || c.Wanted || c.Decision || c.Status || c.Opinion || c.Preference || c.Hypothetical || c.Comparison || c.Directs || c.Personal {
		return false
	}
	r := newTokens(s)
	if w := at(r.ts, r.begin); cutContraction(w) == "there" {
		return false // there are three ways: the rest of the text tells them
	}
	return r.says() && r.named() && !r.somewhere(0, func(i int) bool {
		w := cutContraction(r.ts[i].text)
		return has(firstPerson, w) || has(secondPerson, w) || w == "let's"
	})
}
