package language

// wishesBare reports whether a sentence without a verb says how all that is written of
// a kind is wanted: "type hints everywhere", "British spelling in all docs", "error
// messages in sentence case". What is wanted of one thing, and what is found
// everywhere, is no such wish.
func (r *reading) wishesBare() bool {
	end := r.wordsEnd()
	if anyOf(r.ts[end:], loudMarks) {
		return false
	}
	if n := end - r.begin; n < 2 || n > mostPointing {
		return false
	}
	reach := r.reachOfWish(end)
	return reach > r.begin && r.kindOfWriting(reach) && !r.hasVerb(end)
}

// reachOfWish returns where the words begin that say of how much a wish is, up to
// ts[end], and r.begin for none: everywhere, in every module, in such a style.
func (r *reading) reachOfWish(end int) int {
	for i := r.begin + 1; i < end; i++ {
		w, next := r.ts[i].text, at(r.ts, i+1)
		switch {
		case w == "everywhere", w == "throughout", w == "in" && next == "general":
			return i
		case (w == "always" || w == "ever") && i == end-1 && (at(r.ts, i-1) == "," || at(r.ts, i-1) == "."):
			return i
		case !has(prepositions, w):
		case w == "in" && has(tongues, next):
			return i
		case has(quantifiers, next) && oneHas([]*wordSet{piecesOfWork, parts, written}, stem(at(r.ts, i+2))):
			return i
		case w == "in" && i+2 < end && !has(determiners, next) && has(styles, r.ts[end-1].text):
			return i
		}
	}
	return r.begin
}

// kindOfWriting reports whether ts[begin:to] names a kind of what is written, and no
// certain one, and not what is wrong with it. What there is none of may be missed as
// well as unwanted.
func (r *reading) kindOfWriting(to int) bool {
	first := at(r.ts, r.begin)
	if has(determiners, first) && first != "all" && first != "every" && !(first == "no" && (r.hasAny("please", "ever"))) || first == "same" || isBase(first) && !(has(nounlike, first) && isPlural(at(r.ts, r.begin+1))) {
		return false
	}
	found := false
	for i := r.begin; i < to; i++ {
		w := r.ts[i].text
		if has(inDisorder, w) || has(quantifiers, w) && w != "no" && w != "only" && !(i == r.begin && (w == "all" || w == "every") && (has(tongues, at(r.ts, to+1)) || has(styles, at(r.ts, r.wordsEnd()-1)))) || i > r.begin && has(determiners, w) {
			return false
		}
		found = found || has(written, stem(w)) || hasTail(w, "_case")
	}
	return found && !r.anyOf(troubles)
}

// ranks reports whether a sentence without a verb puts one way of working before another:
// "composition over inheritance", "tests before code", "tabs, not spaces".
func (r *reading) ranks() bool {
	_, ok := r.ranked()
	return ok
}

// ranked returns what such a sentence sets over what.
func (r *reading) ranked() (p preferred, ok bool) {
	end := r.wordsEnd()
	if phrase(r.ts, end-3, "from", "now", "on") {
		end -= 3
	}
	if end-r.begin > mostRanked || r.hasVerb(end) || anyOf(r.ts[end:], loudMarks) {
		return p, false
	}
	way := func(from, to int) bool {
		if to-from > 1 && isBase(at(r.ts, from)) && !has(opensKind, at(r.ts, from)) {
			return false // run tests
		}
		found := false
		for i := from; i < to; i++ {
			w := r.ts[i].text
			if r.ts[i].mark || has(determiners, w) || has(prepositions, w) || has(quantifiers, w) {
				return false
			}
			found = has(ways, stem(w)) || has(workPieces, stem(w))
		}
		return found
	}
	for i := r.begin + 1; i < end; i++ {
		behind := i + preferringLen(r.ts, i)
		if r.ts[i].text == "before" {
			behind = i + 1
		} else if behind == i {
			continue
		}
		p.this, p.that = valueTerms(r.ts, r.begin, i), valueTerms(r.ts, behind, end)
		return p, way(r.begin, i) && way(behind, end) || behind > i && r.ts[i].text != "before" && r.ranksCode(i, behind, end)
	}
	return p, false
}

// ranksCode reports whether ts[begin:i] and ts[behind:end] are two things that code is made of or
// with, of which one at least is nothing else: pathlib over os.path, early returns over nested
// ifs. What lies over something, as a lamp over tables, is none.
func (r *reading) ranksCode(i, behind, end int) bool {
	code := false
	for _, part := range [][2]int{{r.begin, i}, {behind, end}} {
		from, to := part[0], part[1]
		if from >= to || to-from > longestStyle+1 || isBase(at(r.ts, from)) && to-from > 1 && !has(opensKind, at(r.ts, from)) {
			return false
		}
		name := true // of one piece: os.path
		for k := from; k < to; k++ {
			w := r.ts[k]
			if StopWord(w.text) || has(prepositions, w.text) || startsDigit(w.text) || w.cap && k > r.begin || w.mark && (k == from || k+1 == to || !glued(r.ts, k-1, k+1)) {
				return false
			}
			name = name && (k == from || glued(r.ts, k-1, k))
		}
		code = code || has(codeKinds, stem(at(r.ts, to-1))) || to-from > 2 && name && at(r.ts, from+1) != "-"
	}
	return code
}

// preferringLen returns the number of tokens at ts[i:] that set what stands before them above
// what stands behind: over, not, rather than.
func preferringLen(ts []token, i int) int {
	switch w := at(ts, i); {
	case w == "over", w == "not":
		return 1
	case phrase(ts, i, ",", "not"), phrase(ts, i, "rather", "than"), phrase(ts, i, "instead", "of"):
		return 2
	}
	return 0
}

// mostRanked is how many words such a sentence has at most, its comma counted.
const mostRanked = 8

// hasVerb reports whether ts[begin:end] has a verb that states something, or a word
// that points at something at hand.
func (r *reading) hasVerb(end int) bool {
	for i := r.begin; i < end; i++ {
		w := cutContraction(r.ts[i].text)
		switch {
		case w != r.ts[i].text, isSubject(w), isHelper(w), has(interrogatives, w), has(deictic, w) && w != "here", has(possessives, w):
			return true
		case (isPast(w) || i > r.begin && isPlural(at(r.ts, i-1)) && has(knownVerbs().all, w)) && at(r.ts, i-1) != "-" && at(r.ts, i+1) != "-":
			return true
		}
	}
	return false
}

// placesKind reports whether the sentence says where all of a kind always belong, or
// never do: "validation always goes into the domain package".
func (r *reading) placesKind() bool {
	if w := at(r.ts, r.begin); has(determiners, w) && !has(quantifiers, w) || isPronoun(w) {
		return false
	}
	for i := r.begin + 1; i+2 < len(r.ts) && i < r.begin+longestSubject && !r.ts[i].mark; i++ {
		if w := r.ts[i].text; (w == "always" || w == "never") && has(belongs, at(r.ts, i+1)) && (has(placing, at(r.ts, i+2)) || at(r.ts, i+2) == "into") {
			for k := i + 3; k < len(r.ts) && !r.ts[k].mark; k++ {
				if s := stem(r.ts[k].text); has(parts, s) || has(placesInText, s) {
					return true
				}
			}
		}
	}
	return false
}

var (
	// written is what may be wanted in one way wherever something is written.
	written = stemsOf(`hint docstring comment spelling formatting casing naming quotes indentation units commas semicolons annotation assertion test import name message answer reply
		date commit identifier abbreviation log docs`)
	styles = set(`style format tense notation case casing spelling punctuation indentation wording`)
	// opensKind are verbs that are as well the first part of a kind: type hints.
	opensKind = set(`type commit branch function line code`)
	// ways are ways of working and what they aim at, of which one may come before another.
	ways = stemsOf(`composition inheritance readability clarity simplicity cleverness performance speed correctness safety convention configuration tab space
		test code type promise callback hook function loop recursion explicitness async tuple struct enum boolean id slug quote`)
	// tongues are what people write in.
	tongues    = set(`english german french spanish italian portuguese dutch polish romanian czech swedish norwegian danish finnish russian ukrainian greek turkish arabic hindi chinese japanese korean`)
	inDisorder = set(`different inconsistent mixed duplicate duplicated unused stray odd weird bad ugly`)

	loudMarks    = set(`? !`)
	belongs      = set(`go goes belong belongs live lives`)
	placesInText = stemsOf(`file top bottom end beginning header footer root docs readme changelog config`)
)

// ranksBetter reports whether a sentence sets one thing above another: tea is better than
// coffee. That somebody does better than the speaker is no wish.
func (r *reading) ranksBetter() bool {
	for i := range r.ts {
		if r.ts[i].text == "better" && at(r.ts, i+1) == "than" && !has(outdone, at(r.ts, i+2)) {
			return true
		}
	}
	return false
}

var outdone = set(`me us him her them i we he she they anyone anybody everyone everybody most ever before yesterday expected nothing last`)
