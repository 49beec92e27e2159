package language

// statesManner reports whether a sentence says how all of a kind that is written or worked
// on is done, as if it were so already: commit messages follow that style, our branches are
// named after the ticket, errors get wrapped, never swallowed. Who says so wants the next
// one done like it. How a certain one is, who does it, and what was done tells a fact.
func (r *reading) statesManner() bool {
	if w := at(r.ts, r.begin); w == "nothing" || w == "anything" || w == "everything" {
		return r.ofEverything()
	}
	if r.waysHere() {
		return true
	}
	v := r.verbOfKind()
	if v < 0 || r.past >= 0 && r.past < v || r.tellsTime(r.begin, v) {
		return false
	}
	w, next := at(r.ts, v), at(r.ts, v+1)
	shapes := has(bePresent, w) || w == "get" || w == "gets"
	if shapes {
		k := skip(r.ts, v+1, beforeVerb)
		if at(r.ts, k+1) == "by" && at(r.ts, k+2) != "hand" {
			return false
		}
		if has(shaped, at(r.ts, k)) && (at(r.ts, k) == "named" || r.workIn(r.begin, v)) && r.mannerAt(k+1) {
			return true
		}
		if b := at(r.ts, v+1); (b == "always" || b == "never") && isPast(at(r.ts, k)) && r.workIn(r.begin, v) {
			return true
		}
	}
	if (w == "follow" || w == "follows") && r.workIn(r.begin, v) {
		return !has(determiners, next) && !has(prepositions, next)
	}
	tail, k := r.tailAt(), skip(r.ts, v+1, beforeVerb)
	if tail <= v+1 || has(momentary, at(r.ts, skip(r.ts, r.begin, determiners))) {
		return false
	}
	if has(staying, w) {
		return !has(determiners, next) && !has(prepositions, next) && !has(particles, next)
	}
	return shapes && (r.workIn(r.begin, v) && isPast(at(r.ts, k)) && !has(lost, at(r.ts, k)) || has(shaped, at(r.ts, k)) || has(keeping, at(r.ts, k))) ||
		has(belongs, w) && (has(placing, next) || next == "into") && at(r.ts, tail) == "not" ||
		r.subjectIs("we") && r.workIn(tail, len(r.ts))
}

// waysHere reports whether a sentence says how we work with code where it is said, and nothing of a
// certain piece: we squash-merge here, we don't amend pushed commits here. What code does it does
// in some place, too: we return errors here.
func (r *reading) waysHere() bool {
	end := r.wordsEnd()
	if at(r.ts, end-1) == "btw" {
		end--
	}
	if at(r.ts, r.begin) != "we" || at(r.ts, end-1) != "here" || end-r.begin > mostPointing+2 || r.past >= 0 || r.asked() || r.will || r.hasAny("now", "today", "next") {
		return false
	}
	v := skip(r.ts, r.begin+1, beforeVerb)
	work, not := false, at(r.ts, v) == "don't"
	if not {
		v++
	}
	if !not && !isBase(at(r.ts, v)) || has(having, at(r.ts, v)) {
		return false
	}
	for i := v; i < end-1; i++ {
		w := r.ts[i].text
		if has(determiners, w) && !has(quantifiers, w) || r.ts[i].mark && w != "-" || isPronoun(w) || startsDigit(w) {
			return false
		}
		work = work || (has(handingOn, w) || not && has(piecesOfWork, stem(w))) && (i == v || not || at(r.ts, i-1) == "-")
	}
	return work
}

// ofEverything reports whether a sentence says what everything that is worked on gets, or
// what is done with nothing of it: anything public gets a doc comment, nothing gets thrown
// away, only stored.
func (r *reading) ofEverything() bool {
	for i := r.begin + 1; i+1 < len(r.ts) && i <= r.begin+longestSubject && !r.ts[i].mark; i++ {
		w := r.ts[i].text
		if w != "gets" && w != "is" && w != "goes" && w != "needs" {
			continue
		}
		if at(r.ts, r.begin) == "nothing" {
			return w != "needs" && (isPast(at(r.ts, i+1)) || participles[at(r.ts, i+1)] != "") && at(r.ts, r.tailAt()) == "only"
		}
		return w != "is" && i > r.begin+1 && (r.ofWork() || has(written, stem(r.ts[r.wordsEnd()-1].text)))
	}
	return false
}

// mannerAt reports whether ts[i:] says in what way, and not where or how badly: in past
// tense, after the ticket, with two spaces.
func (r *reading) mannerAt(i int) bool {
	next := at(r.ts, i+1)
	switch at(r.ts, i) {
	case "after", "like", "as":
		return true
	case "by":
		return next == "hand"
	case "in", "with":
		return next != "" && !has(determiners, next) && !r.anyOf(inDisorder)
	}
	return false
}

// explainsKind reports whether the listener is told how they shall explain whatever they
// explain: explain things simply, please explain everything to me in short sentences.
func (r *reading) explainsKind() bool {
	i := skip(r.ts, r.begin, orderAdverbs)
	if at(r.ts, i) != "explain" {
		return false
	}
	if i++; at(r.ts, i) == "me" || at(r.ts, i) == "us" {
		i++
	} else if toSpeaker(r.ts, i) {
		i += 2
	}
	if !has(anyTopic, at(r.ts, i)) {
		return false
	}
	if i++; toSpeaker(r.ts, i) {
		i += 2
	}
	end := r.wordsEnd()
	if r.ts[end-1].text == "always" {
		end--
	}
	w, last := at(r.ts, i), r.ts[end-1].text
	switch {
	case i >= end || end-i > longestManner || anyOf(r.ts[i:end], deictic) || anyOf(r.ts[i:end], determiners):
		return false
	case w == "in" || w == "with" || w == "without":
		return end-i > 1 && (isPlural(last) || has(tongues, last) || last == "language" || last == "detail")
	}
	return i+1 == end && (hasTail(w, "ly") || w == "slowly" || w == "short") || phrase(r.ts, i, "step", "by", "step") && i+3 == end
}

// toSpeaker reports whether "to me" stands at ts[i].
func toSpeaker(ts []token, i int) bool { return phrase(ts, i, "to", "me") || phrase(ts, i, "to", "us") }

// longestManner is how many words say in what way something is explained.
const longestManner = 5

// verbOfKind returns the index of the verb behind a subject that is all of a kind, or "we",
// -1 for none.
func (r *reading) verbOfKind() int {
	first := at(r.ts, r.begin)
	if first == "we" {
		return r.begin + 1
	}
	if has(determiners, first) && !has(quantifiers, first) && first != "our" && first != "the" || isPronoun(first) || has(prepositions, first) || has(clauseOpeners, first) || has(interrogatives, first) {
		return -1
	}
	if (first == "the" || first == "our") && !(isPlural(at(r.ts, r.begin+1)) || isPlural(at(r.ts, r.begin+2)) || has(staying, at(r.ts, r.begin+2)) || has(staying, at(r.ts, r.begin+3))) {
		return -1
	}
	for i := r.begin + 1; i < len(r.ts) && i <= r.begin+longestSubject && !r.ts[i].mark; i++ {
		w := r.ts[i].text
		switch {
		case has(modals, w), isPronoun(w):
			return -1
		case has(bePresent, w), w == "get", w == "gets", has(staying, w), has(belongs, w), w == "follow", w == "follows":
			return i
		}
	}
	return -1
}

// tailAt returns the index of the word behind a comma with which a sentence says, without
// a verb, what is not to be: never swallowed, no carets, not floats, only additions. It is 0
// where there is none.
func (r *reading) tailAt() int {
	for i := r.begin + 2; i+2 < len(r.ts); i++ {
		k := i + 1
		if at(r.ts, i) != "," {
			continue
		}
		if at(r.ts, k) == "and" {
			k++
		}
		if has(limiting, at(r.ts, k)) && r.bareFrom(k) {
			return k
		}
	}
	return 0
}

// bareFrom reports whether ts[k:], up to its reason, names what is not to be, or is alone to
// be, as a kind: no certain one, no number of them, nothing that is done.
func (r *reading) bareFrom(k int) bool {
	n := 0
	for i := k + 1; i < len(r.ts) && r.ts[i].text != "," && r.ts[i].text != "." && r.ts[i].text != "because" && r.ts[i].text != "please"; i++ {
		w := r.ts[i].text
		if has(determiners, w) || has(deictic, w) || w == "there" || w == "like" || isPronoun(w) || isHelper(w) || has(momentary, w) && !has(prepositions, at(r.ts, i-1)) || has(foundOut, stem(w)) ||
			startsDigit(w) || namesDay(w) || w == "?" || isPast(w) && i > k+1 && at(r.ts, i-1) != "-" || has(interrogatives, w) {
			return false
		}
		n++
	}
	return n > 0 && n <= longestTail
}

// workIn reports whether ts[from:to] names what is written, worked on or done there, of
// which there are several.
func (r *reading) workIn(from, to int) bool {
	for i := from; i < to && i < len(r.ts); i++ {
		w := r.ts[i].text
		if s := stem(w); has(crafts, w) || isPlural(w) && (has(workPieces, s) || has(piecesOfWork, s) || has(ways, s)) {
			return true
		}
	}
	return false
}

// keepsKind reports whether what is to be kept at ts[i:] is what is written or worked on, and how
// it is to be kept is nothing of the moment: the imports sorted, all names in English.
func (r *reading) keepsKind(i int) bool {
	end := r.wordsEnd()
	if w := at(r.ts, i); w == "the" || w == "our" || w == "all" {
		i++
	}
	for k := i; k < end && k < i+longestStyle; k++ {
		w := r.ts[k].text
		if r.ts[k].mark || has(prepositions, w) || has(determiners, w) || has(momentary, w) {
			return false
		}
		n := k + 1
		if !(isPlural(w) || has(crafts, w) || has(interfaces, w)) || !(has(crafts, w) || has(interfaces, w) || oneHas([]*wordSet{workPieces, piecesOfWork, parts, keptPieces}, stem(w))) {
			continue
		}
		for at(r.ts, n) == "strictly" || at(r.ts, n) == "backwards" || at(r.ts, n) == "backward" || at(r.ts, n) == "-" || at(r.ts, n) == "alphabetically" {
			n++
		}
		return has(lastingStates, at(r.ts, n)) && (n+1 == end || n+2 == end && hasTail(at(r.ts, n+1), "ly")) || n+2 == end && at(r.ts, n) == "in" && (has(tongues, at(r.ts, n+1)) || at(r.ts, n+1) == "sync") || phrase(r.ts, n, "up", "to", "date") && n+3 == end
	}
	return false
}

// longestTail is how many words such an ending has at most.
const longestTail = 7

var (
	anyTopic = set(`everything things stuff anything concepts terms ideas code`)
	limiting = set(`no never not only nothing`)
	// shaped says in what form something is written.
	shaped = set(`named written formatted prefixed suffixed spelled spelt capitalised capitalized indented quoted wrapped abbreviated phrased worded numbered`)
	// staying says that something is not to change, keeping in what form it is held.
	staying = set(`stay stays remain remains`)
	keeping = set(`kept stored saved pinned`)
	// lastingStates are those in which something is kept for good, interfaces what has them alone.
	lastingStates = set(`sorted ordered alphabetical compatible pinned short small thin flat consistent stable clean readable simple minimal private immutable pure deterministic stateless idempotent typed documented lowercase`)
	// handingOn is what is done with a piece of work that is done.
	handingOn  = set(`commit merge squash rebase push branch release deploy ship review tag version lint test`)
	interfaces = set(`api apis abi schema changelog interface cli`)
	keptPieces = stemsOf(`module import dependency handler file controller header line readme config`)
)
