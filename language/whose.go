package language

import "strings"

// bindsOthers reports whether a duty is one of people who are not spoken to, or of how
// many something takes, and so says how things are and not how the listener shall act:
// guests must be 12 to dive, nobody may enter the hall, courses need at least four. What
// nobody may do with the work at hand the listener may not do either.
func (r *reading) bindsOthers() bool {
	work := r.ofWork()
	for i, t := range r.ts {
		if !has(duties, t.text) && !has(modals, t.text) {
			continue
		}
		if (t.text == "need" || t.text == "needs") && r.countsAt(i+1) && !work {
			return true
		}
		for k := r.clauseStart(i); k < i && !has(prepositions, r.ts[k].text); k++ {
			w := r.ts[k].text
			if has(anyBody, w) && !work || has(partakers, w) || has(oddMany, w) || isPlural(w) && has(humans, strings.TrimSuffix(w, "s")) {
				return true
			}
		}
	}
	return false
}

// countsAt reports whether ts[i:] says how many there are at least or at most.
func (r *reading) countsAt(i int) bool {
	if at(r.ts, i) == "at" && (at(r.ts, i+1) == "least" || at(r.ts, i+1) == "most") {
		i += 2
	}
	return numeral(at(r.ts, i)) || countsMany(at(r.ts, i))
}

// dueBy reports whether a sentence says by when, or by whom, something must be done: by
// March, before the end of the week, by the guest.
func (r *reading) dueBy() bool {
	for i, t := range r.ts {
		if t.text == "by" && has(determiners, at(r.ts, i+1)) && has(humans, at(r.ts, i+2)) {
			return true // by the guest: it is theirs
		}
		if t.text != "by" && t.text != "before" && t.text != "until" || has(quantifiers, at(r.ts, i+1)) {
			continue
		}
		for k := i + 1; k < len(r.ts) && k <= i+longestTime && !r.ts[k].mark; k++ {
			if w := r.ts[k].text; namesDay(w) || has(periods, w) || has(dayWords, w) || r.ordinalDay(k) && !r.hasAny("each", "every", "month") {
				return true
			}
		}
	}
	return false
}

// ordinalDay reports whether ts[i] is the day of a month, and not the number of a thing: the 22nd.
func (r *reading) ordinalDay(i int) bool {
	w, next := r.ts[i].text, at(r.ts, i+1)
	if i+1 < len(r.ts) && !r.ts[i+1].mark && next != "of" && next != "please" && !monthNames.has(next) {
		return false
	}
	return startsDigit(w) && len(w) <= 4 && (hasTail(w, "st") || hasTail(w, "nd") || hasTail(w, "rd") || hasTail(w, "th"))
}

// ceased reports whether a sentence says what is no longer done: we don't hire out boats
// any more.
func (r *reading) ceased() bool { return r.hasAny("anymore", "longer") || r.follows("any", "more") }

// ofWork reports whether a sentence speaks of what is written, worked on or done there.
func (r *reading) ofWork() bool { return r.ofWorkFrom(0) }

// ofWorkFrom is ofWork of ts[from:].
func (r *reading) ofWorkFrom(from int) bool {
	for i := min(from, len(r.ts)); i < len(r.ts); i++ {
		w := r.ts[i].text
		if s := stem(w); has(crafts, w) || has(boundNouns, w) || has(parts, s) || has(piecesOfWork, s) && w != "new" || r.fileAt(i) ||
			isPlural(w) && has(workPieces, s) {
			return true
		}
	}
	return false
}

// longestTime is how many words of a time are read behind what leads to it.
const longestTime = 5

var anyBody = set(`nobody anybody anyone everybody everyone somebody someone`)
