package language

import "strings"

// OpensWithGround reports whether a question opens with a clause that says why it is asked.
func OpensWithGround(sentence string) bool {
	_, comma := newReading(sentence).groundBefore()
	return comma > 0
}

// groundBefore returns where the clause begins, without its conjunction, by which a question opens, and the
// comma at which it ends: "since my contract ends in June, when do I give notice?". Of "now that we are nine"
// the word says that it was otherwise, and stays.
func (r *reading) groundBefore() (from, comma int) {
	if !r.asked() {
		return 0, 0
	}
	i := skip(r.ts, r.begin, softeners)
	if i > 0 && at(r.ts, i) == "that" && at(r.ts, i-1) == "now" {
		i-- // which leads over where nothing follows
	}
	n := groundLen(r.ts, i)
	if w := at(r.ts, i+1); at(r.ts, i) == "as" && (isSubject(cutContraction(w)) || ownNoun(w)) {
		n = 1
	}
	if who := at(r.ts, i+n); n == 0 || who == "you" || who == "it's" || who == "it" {
		return 0, 0
	}
	verb := false
	for k := i + n; k < len(r.ts); k++ {
		w := r.ts[k].text
		verb = verb || isHelper(w) || isPlainlyFinite(w) || isPast(w) || k > i+n && isSubject(r.ts[k-1].text) || strings.Contains(w, "'")
		if w != "," {
			continue
		}
		if !verb && r.finiteIn(i+n, k) < 0 || k+2 >= len(r.ts) {
			return 0, 0
		}
		if at(r.ts, i) == "now" {
			return i, k
		}
		return i + n, k
	}
	return 0, 0
}

// groundLen returns the number of tokens at ts[i:] that lead from a question to
// what it is asked for: considering that, given, now that. A subject must
// follow, or what it has.
func groundLen(ts []token, i int) int {
	n := 0
	switch at(ts, i) {
	case "considering", "given", "knowing", "seeing":
		n = 1
		if at(ts, i+1) == "that" {
			n = 2
		}
	case "since", "because":
		n = 1
	case "now":
		if at(ts, i+1) == "that" {
			n = 2
		}
	}
	if n == 0 {
		return 0
	}
	w := cutContraction(at(ts, i+n))
	if isSubject(w) || has(determiners, w) || i+n < len(ts) && ts[i+n].cap {
		return n
	}
	return 0
}
