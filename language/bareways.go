package language

// wishesKind reports whether a sentence says of all of a kind how it is wanted, without an
// order: type hints everywhere, no popups please, commit messages follow that style.
func (r *reading) wishesKind() bool {
	return r.wishesBare() || r.headWishes() || r.bans(false) || r.ranks() || r.wantsLeave() || r.wantsReplies() || r.statesManner() ||
		r.bareWay() || r.bareTail() || r.dislikesKind() || r.picksTool() || r.bansTool() || r.bansSeveral() || r.bansToAll() ||
		r.bansEver(false) || r.wishesInShort() || r.onlyAt() || r.neverOther() || r.decrees() || r.wishesReplies() || r.wantedByOther() || r.wishesStyle() || r.wantsAlways()
}

// headWishes reports whether the first part of a sentence is such a wish by itself: commit
// subjects in present tense, at most 50 characters; no classes, functions only.
func (r *reading) headWishes() bool {
	to := r.headEnd()
	if at(r.ts, to) != "," || to-r.begin < 2 {
		return false
	}
	if at(r.ts, r.begin) == "no" && r.workIn(r.begin, to) && isPlural(r.ts[to-1].text) {
		end := r.wordsEnd()
		return end-to <= longestStyle && at(r.ts, end-1) == "only" && end-1 > to+1 && isPlural(at(r.ts, end-2))
	}
	return !r.hasVerb(to) && newTokens(r.text[:r.ts[to].start]).wishesBare()
}

// bareWay reports whether a sentence names, without a verb, a kind and the one way in which
// it is wanted: plots always with units, English only in the code, British spelling please,
// figures in pdf not png. What is wanted of a certain one, and when, is none.
func (r *reading) bareWay() bool {
	to := r.headEnd()
	if w := at(r.ts, to); w == "?" || w == "!" || to-r.begin < 2 || to-r.begin > mostPointing {
		return false
	}
	if r.stylePlease(to) {
		return true
	}
	if !r.opensWithKind() {
		return false
	}
	if r.alwaysTail(to) {
		return true
	}
	for i := r.begin + 1; i+1 < to; i++ {
		w, next := r.ts[i].text, at(r.ts, i+1)
		if has(determiners, w) || isFinite(w) && !isPlural(w) || isPronoun(w) || startsDigit(w) {
			return false
		}
		if (w == "always" || w == "only" || w == "never") && has(prepositions, next) {
			return r.wayFrom(i+1, to) && (w == "always" || r.workIn(r.begin, to)) || w == "only" && next == "from" && r.sourceFrom(i+2, to)
		}
		if has(prepositions, w) && isPlural(at(r.ts, i-1)) {
			return r.oneNotOther(i+1, to) || r.hasAny("please") && (w == "with" || w == "without") && r.workIn(r.begin, i) && r.wayFrom(i, to) && !r.anyOf(demonstratives)
		}
	}
	return false
}

// alwaysTail reports whether behind a kind that ends at ts[to] stands, without a verb, how it is
// always to be: plots in colour, always with units; prices in euro and dollars, always both.
func (r *reading) alwaysTail(to int) bool {
	k, end := to+1, r.wordsEnd()
	w := at(r.ts, k+1)
	if at(r.ts, to) != "," || at(r.ts, k) != "always" || end-k < 2 || end-k > longestStyle || !(w == "both" || w == "all" || has(prepositions, w)) {
		return false
	}
	if r.hasVerb(end) || r.tellsTime(r.begin, end) || anyOf(r.ts[r.begin:end], determiners) && w != "both" && w != "all" {
		return false
	}
	return r.somewhere(r.begin, func(i int) bool { return i < min(to, r.begin+3) && isPlural(r.ts[i].text) })
}

// opensWithKind reports whether a sentence may begin with a kind: with no certain thing, no
// day, nobody who does something, and no order.
func (r *reading) opensWithKind() bool {
	first := at(r.ts, r.begin)
	switch {
	case has(determiners, first) && first != "all" && first != "our", has(prepositions, first), has(clauseOpeners, first), isPronoun(first), namesDay(first):
		return false
	}
	return !isBase(first) || has(opensKind, first) || isPlural(at(r.ts, r.begin+1))
}

// bareTail reports whether a sentence without a verb says how a kind is wanted, and behind
// that what is not: answers short please, no long explanations.
func (r *reading) bareTail() bool {
	k := r.tailAt()
	if k == 0 || at(r.ts, k) == "only" || r.hasVerb(k) || r.anyOf(troubles) || !r.workIn(r.begin, k) {
		return false
	}
	first := at(r.ts, r.begin)
	for _, t := range r.ts[r.begin:k] {
		if has(determiners, t.text) || numeral(t.text) || participles[t.text] != "" {
			return false
		}
	}
	return !has(prepositions, first) && !has(refusing, first) && !has(momentary, first) && !isBase(first) && at(r.ts, r.begin+2) != ":" && at(r.ts, r.begin+1) != ":" && !r.anyOf(demonstratives) && !r.tellsTime(r.begin, k)
}

// headEnd returns the index of the first mark that parts or ends a sentence.
func (r *reading) headEnd() int {
	to := r.begin
	for to < len(r.ts) && r.ts[to].text != "," && r.ts[to].text != "." && r.ts[to].text != "?" && r.ts[to].text != "!" {
		to++
	}
	return to
}

// wayFrom reports whether ts[i:to] says with or in what, and not when or for whom.
func (r *reading) wayFrom(i, to int) bool {
	for k := i; k < to; k++ {
		w := r.ts[k].text
		if w == "that" && at(r.ts, k-1) == "so" {
			return true // and to what end
		}
		if isHelper(w) || has(deictic, w) || isSubject(w) || has(possessives, w) || namesDay(w) || has(periods, w) || has(dayWords, w) {
			return false
		}
	}
	return true
}

// sourceFrom reports whether ts[i:to] is, behind several of a kind, the one place that they
// are to come from: images only from our own registry.
func (r *reading) sourceFrom(i, to int) bool {
	for to > i && at(r.ts, to-1) == "please" {
		to--
	}
	if to-i < 1 || to-i > longestStyle+1 || !isPlural(at(r.ts, i-3)) || !has(origins, at(r.ts, to-1)) {
		return false
	}
	for k := i; k < to; k++ {
		if w := r.ts[k].text; has(demonstratives, w) || has(prepositions, w) || isHelper(w) || isPast(w) || isSubject(w) {
			return false
		}
	}
	return true
}

// oneNotOther reports whether ts[i:to] is one word, and another that it is not to be: pdf
// not png.
func (r *reading) oneNotOther(i, to int) bool {
	k := i + 1
	if at(r.ts, k) == "," {
		k++ // the comma ends what was read
	}
	return at(r.ts, k) == "not" && k+1 < len(r.ts) && (k+2 >= to || r.ts[k+2].mark || at(r.ts, k+2) == "please") && !has(determiners, at(r.ts, i)) && !has(determiners, at(r.ts, k+1)) && !isPast(at(r.ts, i))
}

// stylePlease reports whether ts[begin:to] names a way of writing and asks for it: British
// spelling please, actually two-space indentation.
func (r *reading) stylePlease(to int) bool {
	_, ok := r.styleIn(to)
	return ok
}

// styleIn reads such a wish as a state of what is written: of British spelling, spelling is
// what it is said of and British the value.
func (r *reading) styleIn(to int) (s state, ok bool) {
	i, asked := r.begin, false
	for ; to > i && (at(r.ts, to-1) == "please" || at(r.ts, to-1) == "now"); to-- {
		asked, s.changed = true, s.changed || at(r.ts, to-1) == "now"
	}
	if at(r.ts, i) == "actually" {
		asked, s.changed = true, true
		i++
	}
	if !asked || to-i < 2 || to-i > longestStyle || !has(styles, r.ts[to-1].text) {
		return s, false
	}
	for k := i; k < to-1; k++ {
		if w := r.ts[k].text; has(determiners, w) || isBase(w) || has(prepositions, w) || hasTail(w, "er") || has(comparing, w) || has(inDisorder, w) || w == "good" {
			return s, false
		}
	}
	s.link, s.named, s.subject, s.value = "order use", true, valueTerms(r.ts, to-1, to), valueTerms(r.ts, i, to-1)
	return s, len(s.value) > 0
}

// dislikesKind reports whether the speaker says that they do not like a kind of what is
// written or worked on: I don't like abbreviations in names.
func (r *reading) dislikesKind() bool {
	i := r.begin
	if phrase(r.ts, i, "i'm", "not", "a", "fan", "of") {
		return r.ofKind(i+5) && r.ofWriting(i+5)
	}
	if at(r.ts, i) != "i" {
		return false
	}
	switch w := at(r.ts, i+1); {
	case w == "don't" && at(r.ts, i+2) == "like":
		i += 3
	case w == "do" && phrase(r.ts, i+2, "not", "like"):
		i += 4
	case w == "hate" || w == "dislike":
		i += 2
	case (w == "can't" || w == "cannot") && at(r.ts, i+2) == "stand":
		i += 3
	default:
		return false
	}
	return r.ofKind(i) && r.ofWriting(i)
}

// wantsReplies reports whether the speaker says what the answers to them are to be like: I'd
// like short answers, plain replies please.
func (r *reading) wantsReplies() bool {
	i, asked := r.begin, r.hasAny("please")
	if at(r.ts, i) == "i" && has(wanting, at(r.ts, i+1)) || at(r.ts, i) == "i'd" && at(r.ts, i+1) == "like" {
		i, asked = i+2, true
	} else if phrase(r.ts, i, "i", "would", "like") {
		i, asked = i+3, true
	}
	to := i
	for to < len(r.ts) && !r.ts[to].mark && r.ts[to].text != "please" && r.ts[to].text != "and" {
		to++
	}
	if !asked || r.asked() || to-i < 2 || to-i > longestStyle || !has(replies, r.ts[to-1].text) {
		return false
	}
	for k := i; k < to-1; k++ {
		if w := r.ts[k].text; has(determiners, w) || isBase(w) || has(prepositions, w) || has(inDisorder, w) || numeral(w) {
			return false
		}
	}
	return true
}

var (
	// origins are where several of a kind come from.
	origins = set(`registry mirror proxy server repository repo index cdn feed channel vendor supplier store shop catalog catalogue marketplace farm library archive source sources upstream`)
	wanting = set(`want need`)
	replies = set(`answers replies responses explanations`)
)

// longestStyle is how many words name a way of writing at most.
const longestStyle = 4
