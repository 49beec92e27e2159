package language

// wishesStyle reports whether a sentence without a verb says in which style a kind of what is written is wanted:
// "American spelling in the docs, please", "docstrings google style", "short functions please, 30 lines max". What is
// wanted of a certain piece, more of something, or another one, is no style.
func (r *reading) wishesStyle() bool {
	end := r.wordsEnd()
	if r.asked() || anyOf(r.ts[end:], loudMarks) || end-r.begin < 2 || end-r.begin > mostStyled || r.anyOf(troubles) {
		return false
	}
	return r.styleThere(end) || r.kindInStyle(end) || r.mannerPlease()
}

// styleThere reads a style, and behind it in what: American spelling in the docs, please.
func (r *reading) styleThere(end int) bool {
	k := r.begin + 1
	for k < end && !has(styles, r.ts[k].text) {
		k++
	}
	if k >= end || k+2 >= end || r.ts[k+1].text != "in" || end == len(r.ts) || !r.plainWords(r.begin, k) {
		return false
	}
	i := k + 2
	if has(setOfOne, r.ts[i].text) || r.ts[i].text == "all" {
		i++
	}
	return i < end && r.plainWords(i, end) && (isPlural(r.ts[end-1].text) || oneHas([]*wordSet{written}, stem(r.ts[end-1].text)))
}

// kindInStyle reads a kind, and behind it its style: docstrings google style, commit messages conventional format.
func (r *reading) kindInStyle(end int) bool {
	if !has(styles, r.ts[end-1].text) || end-r.begin < 3 || !r.plainWords(r.begin, end-1) {
		return false
	}
	for i := r.begin; i < end-2; i++ {
		if isPlural(r.ts[i].text) && has(written, stem(r.ts[i].text)) {
			return true
		}
	}
	return false
}

// mannerPlease reads of what make a kind is to be: short functions please; descriptive names please, no abbreviations.
func (r *reading) mannerPlease() bool {
	p := r.find("please", r.begin+1, 5)
	if p < r.begin+2 || p > r.begin+4 || p+1 < len(r.ts) && !r.ts[p+1].mark || !has(makes, r.ts[r.begin].text) {
		return false
	}
	return isPlural(r.ts[p-1].text) && has(workPieces, stem(r.ts[p-1].text)) && r.plainWords(r.begin+1, p) && !r.hasVerb(len(r.ts))
}

// plainWords reports whether ts[i:j] are words that may name a kind or a style, and nothing else.
func (r *reading) plainWords(i, j int) bool {
	for k := i; k < j; k++ {
		w := r.ts[k].text
		if r.ts[k].mark && !(w == "-" && glued(r.ts, k-1, k+1)) || has(determiners, w) || has(prepositions, w) || has(quantifiers, w) || startsDigit(w) || isNumber(w) || isSubject(w) || isHelper(w) || hasTail(w, "er") || has(comparing, w) || has(inDisorder, w) || has(notSet, w) && w != "test" && w != "tests" {
			return false
		}
	}
	return i < j
}

const mostStyled = 9 // tokens of such a sentence up to "please"

// makes are words for of what make a piece of work is, and not for which one it is.
var makes = set(`small short tiny simple plain pure descriptive explicit meaningful telling atomic flat early named speaking concise terse focused single`)
