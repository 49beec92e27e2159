package language

// general reports whether the sentence says what those of a kind do or may do, or
// what a certain thing does not do or can do, with what: "guests can edit the wiki",
// "the invoices come by post", "our landlord doesn't allow pets". Without what, or
// with a thing at hand, it may be gone in a minute: "the page doesn't load".
func (r *reading) general() bool {
	first := at(r.ts, r.begin)
	bare := !has(determiners, first)
	if !bare && !ownNoun(first) || isSubject(first) || StopWord(first) && bare {
		return false
	}
	head := r.begin // the last word of the noun that the sentence is about
	for v := r.begin + 1; v < len(r.ts) && v <= r.begin+longestSubject && (!r.ts[v].mark || r.ts[v].text == "-"); v++ {
		w, before := r.ts[v].text, at(r.ts, v-1)
		switch {
		case has(prepositions, w):
		case has(prepositions, before) || has(determiners, before):
			if v == r.begin+1 {
				head = v
			}
		case has(capable, w):
			many := isPlural(r.ts[head].text)
			return (many || !bare) && !r.hasAny("you", "your") && r.capableAt(v, bare && many)
		case !bare && w != "like" && isBase(w) && v > head && isPlural(r.ts[head].text):
			return r.complementAt(v + 1)
		case head == v-1:
			head = v
		}
	}
	return false
}

// arranges reports whether the sentence says how the speakers do something as a rule
// (we pin dependencies with a lock file), by what code something is done (tests run
// with `tox`), or what several things need (deploys need a ticket).
func (r *reading) arranges() bool {
	if r.past >= 0 || len(r.ts) > longestState || r.hasAny("today", "tonight", "tomorrow", "currently", "right", "still") {
		return false
	}
	to := r.firstEnd()
	if _, ok := r.arranged(r.begin, to); ok && r.subjectIs("we") {
		return true
	}
	if s, ok := r.stateIn(r.begin, to); ok && (r.hasAny("`") || s.link == "be" && s.ofAttribute()) {
		return true
	}
	return r.requires(to)
}

// requires reports whether ts[begin:to] says what those of a kind need a number of, one
// of or none of: deploys to production need a ticket, code review needs two approvals.
func (r *reading) requires(to int) bool {
	if w := at(r.ts, r.begin); has(determiners, w) || isSubject(w) || StopWord(w) {
		return false
	}
	for v := r.begin + 1; v < to && v-r.begin <= longestSubject; v++ {
		if r.ts[v].mark && r.ts[v].text != "-" {
			return false
		}
		if !has(needing, r.ts[v].text) {
			continue
		}
		w := at(r.ts, v+1)
		return v+2 < len(r.ts) && (w == "a" || w == "an" || w == "no" || countsMany(w) || w == "one" || startsDigit(w))
	}
	return false
}

// headsNeed reports whether what stands before ts[i:] is the first of a few words that
// name what needs so many of something, or one.
func headsNeed(ts []token, i int) bool {
	for k := i; k < i+3 && k+1 < len(ts) && !ts[k].mark && !StopWord(ts[k].text); k++ {
		if w := ts[k+1].text; k > i && (ts[k].text == "needs" || ts[k].text == "requires") {
			return w == "a" || w == "an" || w == "no" || w == "one" || countsMany(w) || startsDigit(w)
		}
	}
	return false
}

// capableAt reports whether a verb with an object stands behind the word of ability
// at ts[v]. Of a kind it must be a certain one that it may or can be done with:
// what it does or does not is a matter of the world at large.
func (r *reading) capableAt(v int, kind bool) bool {
	k := v + 1
	if at(r.ts, k) == "not" {
		k++
	}
	if w := at(r.ts, k); w == "" || r.ts[k].mark || StopWord(w) || has(beforeVerb, w) {
		return false
	}
	next := at(r.ts, k+1)
	if kind {
		return has(modals, at(r.ts, v)) && (has(determiners, next) || has(prepositions, next)) && k+2 < len(r.ts)
	}
	return len(r.specific(k+1, min(k+2, len(r.ts)))) > 0 && !has(particles, next)
}

// complementAt reports whether what a verb is done with or to begins at ts[i]: by
// post, to school, a room.
func (r *reading) complementAt(i int) bool {
	w, next := at(r.ts, i), at(r.ts, i+1)
	switch {
	case has(prepositions, w):
		return next != "" && !r.ts[i+1].mark && !isSubject(next)
	case w == "a" || w == "an" || countsMany(w):
		return next != ""
	}
	return w != "" && !r.ts[i].mark && isPlural(w)
}

var (
	needing   = set(`need needs require requires`)
	capable   = set(`can can't cannot may doesn't don't does do`)
	particles = set(`away up down off out back in on well right good so yet anymore`)
)
