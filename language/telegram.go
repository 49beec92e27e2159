package language

import (
	"regexp"
	"slices"
	"strings"
)

// wishesInShort reports whether a few words without a verb, as one writes them in haste, say how
// all of a kind is wanted: weights in grams always, half-open ranges everywhere, hooks not
// classes, plots with plotly, no jquery please. What happens always or is found everywhere,
// and what is wanted of one thing, is no such wish.
func (r *reading) wishesInShort() bool {
	if r.asked() || r.past >= 0 || anyOf(r.ts[r.wordsEnd():], loudMarks) {
		return false
	}
	return r.endsConstant() || r.noneOfThese() || r.codesSo() || r.doneWithTool() || r.listsConventions()
}

// endsConstant reports whether such words end with "always", "never" or "everywhere".
func (r *reading) endsConstant() bool {
	end := r.wordsEnd()
	for i := end - 3; i > r.begin && i >= end-4; i-- {
		if r.ts[i].text == "everywhere" && at(r.ts, i+1) == "in" {
			end = i + 1 // in the code
		}
	}
	if end-r.begin < 3 || end-r.begin > mostPointing+1 {
		return false
	}
	if !r.opensWithKind() || isBase(at(r.ts, r.begin)) && !has(opensKind, at(r.ts, r.begin)) || startsDigit(at(r.ts, r.begin)) || r.hasVerb(end) || r.anyOf(troubles) || r.anyOf(inDisorder) {
		return false
	}
	last, w := end-1, r.ts[end-1].text
	if w != "always" && w != "never" && w != "everywhere" || has(asEver, at(r.ts, last-1)) {
		return false
	}
	way := false // whether several are named, and in what way they are to be
	for i := r.begin; i < last; i++ {
		t := r.ts[i]
		switch {
		case t.mark && t.text != "-" && t.text != "/" && t.text != "`", i > r.begin && has(determiners, t.text), namesDay(t.text), t.text == "same", has(momentary, t.text) && i == r.begin, t.cap && way && !has(tongues, t.text):
			return false
		case has(prepositions, t.text) && !has(wayLeads, t.text):
			return false // dinner at eight always
		}
		way = way || i > r.begin && i+1 < last && isPlural(r.ts[i-1].text) && (has(wayLeads, t.text) || has(inclusive, t.text))
	}
	if has(styles, r.ts[last-1].text) || way && w != "everywhere" {
		return true
	}
	return r.somewhere(r.begin, func(i int) bool {
		s := stem(r.ts[i].text)
		return i < last && (has(crafts, r.ts[i].text) || has(ways, s) || has(notations, s) || w == "always" && has(written, s))
	})
}

// ofWritingWish reports whether what is wanted so is what anybody writes anywhere, and not what
// the project at hand is about.
func (r *reading) ofWritingWish() bool {
	return r.somewhere(r.begin, func(i int) bool {
		w := r.ts[i].text
		return has(styles, w) || has(crafts, w) || has(workPieces, stem(w)) || has(piecesOfWork, stem(w)) || has(tongues, w)
	})
}

// noneOfThese reports whether one thing that no everyday word names is asked not to be used: no
// jquery please.
func (r *reading) noneOfThese() bool {
	end := r.wordsEnd()
	w := at(r.ts, r.begin+1)
	if at(r.ts, r.begin) != "no" || end-r.begin != 2 || !r.hasAny("please") {
		return false
	}
	return !isCommon(w) && !commonShape(w) && !StopWord(w) && !has(foundOut, stem(w)) && !has(comparing, w) && !has(openers, w) && !has(smallFillers, w) && !isPast(w) && !isGerund(w) && !startsDigit(w)
}

// codesSo reports whether such words name two kinds of what code is made of, or two notations,
// of which one is wanted and the other not: hooks not classes. A day or a number in the place
// of another is a correction.
func (r *reading) codesSo() bool {
	end := r.beforePlace(r.wordsEnd())
	if end-r.begin > mostRanked || r.hasVerb(end) {
		return false
	}
	for i := r.begin + 1; i+1 < end; i++ {
		if r.ts[i].text != "not" {
			continue
		}
		to := i
		if at(r.ts, i-1) == "," {
			to--
		}
		if to-r.begin < 1 || to-r.begin > 2 || end-i > 3 || anyOf(r.ts[r.begin:end], determiners) || anyOf(r.ts[r.begin:end], prepositions) || isBase(at(r.ts, r.begin)) && to-r.begin > 1 {
			return false
		}
		this, that := r.ts[to-1], r.ts[end-1]
		if that.cap && !has(tongues, that.text) {
			return false
		}
		for _, kinds := range []*wordSet{tongues, fileFormats, unitNames} {
			if has(kinds, this.text) && has(kinds, that.text) {
				return true
			}
		}
		return isPlural(this.text) && isPlural(that.text) && (has(codeKinds, stem(this.text)) || has(codeKinds, stem(that.text)))
	}
	return false
}

// beforePlace returns where the words begin that end at ts[end] and say in what code something
// holds, and end where there are none: in react code, in the tests.
func (r *reading) beforePlace(end int) int {
	for i := end - 2; i > r.begin+2 && i >= end-longestStyle; i-- {
		if r.ts[i].text == "in" && (has(crafts, r.ts[end-1].text) || has(pieces, stem(r.ts[end-1].text)) || has(parts, stem(r.ts[end-1].text))) {
			return i
		}
	}
	return end
}

// listsConventions reports whether such words are a list of how things of a kind are written:
// snake_case for columns, plural table names, no enums; error messages lowercase; branches
// feat/<ticket>. One of them at least says so by a way of writing, or by a pattern.
func (r *reading) listsConventions() bool {
	if r.patternOfKind() {
		return true
	}
	end := r.wordsEnd()
	if r.hasVerb(end) || r.anyOf(dayWords) {
		return false
	}
	certain := false
	for from := r.begin; from < end; {
		to := from
		for to < end && !partsClauses(r.ts[to]) {
			to++
		}
		if to == from || to-from > mostOfItem {
			return false
		}
		written := r.writesKind(from, to)
		if !written && !r.namesConvention(from, to) {
			return false
		}
		certain = certain || written
		from = to + 1
	}
	return certain
}

// writesKind reports whether ts[from:to] says in what way a kind is written: snake_case for
// columns, log lines json.
func (r *reading) writesKind(from, to int) bool {
	if n := wayOfWriting(r.ts[from:to], 0); n > 0 {
		k := from + n
		return (at(r.ts, k) == "for" || at(r.ts, k) == "in") && k+1 < to && r.kindIn(k+1, to)
	}
	for k := from + 1; k < to; k++ {
		if n := wayOfWriting(r.ts[from:to], k-from); n > 0 && k+n == to {
			return r.kindIn(from, k) && (has(written, stem(r.ts[k-1].text)) || has(pieces, stem(r.ts[k-1].text)) || has(lines, r.ts[k-1].text))
		}
	}
	return false
}

// wayOfWriting returns the number of tokens at ts[i:] that name a way of writing: kebab-case,
// lower case, json.
func wayOfWriting(ts []token, i int) int {
	w, next := at(ts, i), at(ts, i+1)
	switch {
	case hasTail(w, "_case"), has(casings, w):
		return 1
	case has(casingWords, w) && next == "case":
		return 2
	case has(casingWords, w) && next == "-" && at(ts, i+2) == "case":
		return 3
	case has(fileFormats, w) && w != "txt", has(tongues, w):
		return 1
	}
	return 0
}

// kindIn reports whether ts[from:to] names several of a kind, and no certain ones nor somebody.
func (r *reading) kindIn(from, to int) bool {
	for k := from; k < to; k++ {
		if w := r.ts[k]; has(determiners, w.text) && w.text != "all" || has(prepositions, w.text) || startsDigit(w.text) || w.mark && w.text != "-" && w.text != "/" || isPronoun(w.text) || w.cap && k > r.begin {
			return false
		}
	}
	last := r.ts[to-1].text
	return isPlural(last) || has(crafts, last)
}

// namesConvention reports whether ts[from:to] names without a verb what there is to be, or not
// to be, of a kind: plural table names, no enums, one class per file.
func (r *reading) namesConvention(from, to int) bool {
	first, last := at(r.ts, from), r.ts[to-1].text
	if first == "no" || first == "never" {
		return to-from > 1 && !has(comparing, at(r.ts, from+1)) && !has(foundOut, stem(at(r.ts, from+1)))
	}
	if first == "one" {
		return r.somewhere(from+1, func(i int) bool { return i < to && (r.ts[i].text == "per" || r.ts[i].text == "each") })
	}
	return last == "only" && to-from > 1 || !isBase(first) && !isPast(first) && r.kindIn(from, to) && !has(momentary, first) && !has(inDisorder, first)
}

// patternOfKind reports whether such words name a kind and the pattern that its names follow:
// branches feat/<ticket>-<slug>, commit messages type(scope): summary.
func (r *reading) patternOfKind() bool {
	k := r.begin
	for k < len(r.ts) && k < r.begin+longestStyle-1 && !r.ts[k].mark && !has(determiners, r.ts[k].text) && !isHelper(r.ts[k].text) {
		k++
		before := stem(r.ts[k-1].text)
		if !isPlural(r.ts[k-1].text) || !oneHas([]*wordSet{workPieces, piecesOfWork, written, parts, labelled}, before) {
			continue
		}
		rest := strings.TrimLeft(r.text[r.ts[k-1].end:], ": =`")
		for _, lead := range []string{"like ", "as ", "named "} {
			rest = strings.TrimPrefix(rest, lead)
		}
		pattern, more, _ := strings.Cut(strings.TrimSpace(rest), " ")
		if placeholders.MatchString(pattern) && !strings.Contains(pattern, "</") && (more == "" || strings.HasSuffix(pattern, ":") || has(patternEnds, strings.TrimRight(more, "."))) {
			return true
		}
	}
	return false
}

// placeholders are what stands in a pattern for what differs: <ticket>, {id}, type(scope):.
var placeholders = regexp.MustCompile(`<[\pL_-]+>|\{[\pL_-]+\}|^\pL+\(\pL+\):?$`)

// mostOfItem is how many tokens one convention of a list has at most.
const mostOfItem = 7

// doneWithTool reports whether the first part of a sentence names several of a kind and the tool
// that they are made with, and that is what the tool is for: plots with plotly, e2e tests with
// playwright.
func (r *reading) doneWithTool() bool {
	to := r.headEnd()
	for to > r.begin && (at(r.ts, to-1) == "please" || at(r.ts, to-1) == "always" || at(r.ts, to-1) == "only") {
		to--
	}
	if anyOf(r.ts[r.begin:to], determiners) || r.anyOf(troubles) || !r.opensWithKind() {
		return false
	}
	for i := r.begin + 1; i+1 < to && i <= r.begin+3; i++ {
		if w := r.ts[i].text; w != "with" && w != "via" {
			continue
		}
		q := newToolQuery(r.text[r.ts[i+1].start:r.ts[to-1].end]).read()
		n, rows := q.rowsAt(0, false)
		if n == 0 || n != len(q.words) || !isPlural(r.ts[i-1].text) {
			return false
		}
		for k := r.begin; k < i; k++ {
			uses := newToolQuery(r.text[r.ts[k].start:r.ts[i-1].end]).read()
			found, n := uses.kindsAt(0)
			if n == len(uses.words) && slices.ContainsFunc(found, func(t tradeName) bool { return slices.Contains(rows, t.row) }) {
				return true
			}
		}
		return false
	}
	return false
}

var (
	// asEver are words before "always" and "never" that make another phrase of them.
	asEver    = set(`as like than or almost nearly if not why so`)
	wayLeads  = set(`in with without as via by through per of`)
	inclusive = set(`incl excl including excluding inclusive exclusive`)
	// notations are what may be written in one way throughout.
	notations   = stemsOf(`interval range timestamp timezone unit decimal encoding currency precision rounding typing type hint quote path`)
	fileFormats = set(`pdf png svg jpg jpeg webp gif json yaml yml toml csv tsv xml html markdown md txt parquet ogg mp3 wav flac mp4 webm woff2 ttf epub docx xlsx`)
	unitNames   = set(`celsius fahrenheit kelvin metric imperial grams ounces pounds kilos kilometers kilometres miles meters metres feet litres liters gallons cents euros dollars utc gmt`)
	// casings are ways of writing by themselves, casingWords those that "case" stands behind.
	casings     = set(`camelcase pascalcase lowercase uppercase titlecase kebabcase snakecase`)
	casingWords = set(`snake kebab camel pascal upper lower title sentence`)
	lines       = set(`lines keys ids msgs messages headers labels values`)
	patternEnds = set(`please always only ofc`)
	labelled    = stemsOf(`tag file route key title url id version topic bucket`)
	// codeKinds are what code is made of, several of each kind.
	codeKinds = stemsOf(`hook class function component signal goroutine thread enum string interface union literal promise callback generator iterator slice dict record struct mixin trait template
		macro getter setter global singleton constant fixture mock stub snapshot procedure trigger subquery tuple protocol lambda loop comprehension decorator annotation pointer reference exception event
		composable prop slot store reducer selector query coroutine return if clause dataclass channel mutex semaphore test comment tab space import export migration transaction`)
)
