package language

import "slices"

// picksTool reports whether a sentence says which of two things of one kind is used, and
// which not, without an order: I use polars, not pandas; biblatex with biber, not bibtex;
// I like tabs not spaces. What somebody else uses, and what was used, is told and not wished.
func (r *reading) picksTool() bool {
	i := r.begin
	if at(r.ts, i) == "i" {
		if !has(usingOwn, at(r.ts, i+1)) {
			return false
		}
		i += 2
	} else if isPronoun(at(r.ts, i)) || has(determiners, at(r.ts, i)) || isBase(at(r.ts, i)) && !has(nounlike, at(r.ts, i)) {
		return false
	}
	if r.asked() || r.past >= 0 {
		return false
	}
	for k := i + 1; k < len(r.ts) && k <= i+mostBeforeNot; k++ {
		w := cutContraction(r.ts[k].text)
		switch {
		case w == "not", w == "instead" && at(r.ts, k+1) == "of", w == "over" && i > r.begin:
		case w != r.ts[k].text, isHelper(w), isSubject(w), has(interrogatives, w), has(deictic, w), isPast(w) && !has(toolStarts(), w):
			return false
		default:
			continue
		}
		from, to := k+1, k+1
		for to < len(r.ts) && !r.ts[to].mark && r.ts[to].text != "please" && r.ts[to].text != "and" && r.ts[to].text != "for" && to < from+mostToolWords+1 {
			to++
		}
		if i > r.begin && to > from && newTokens(r.text[r.ts[i].start:r.ts[to-1].end]).ranks() {
			return true
		}
		return to > from && sameTools(r.text[r.ts[i].start:r.ts[k].start], r.text[r.ts[from].start:r.ts[to-1].end])
	}
	return false
}

// sameTools reports whether a text names a tool of a kind of which another text names one, too.
func sameTools(a, b string) bool {
	have, other := toolsNamed(a), toolsNamed(b)
	return slices.ContainsFunc(have, func(row int) bool { return slices.Contains(other, row) })
}

// toolsNamed returns the rows of the kinds of the tools that a text names.
func toolsNamed(text string) (rows []int) {
	q := newToolQuery(text)
	for i := 0; i < len(q.words); i++ {
		n, of := q.rowsAt(i, false)
		rows = append(rows, of...)
		i += max(n-1, 0)
	}
	return rows
}

// bansTool reports whether a sentence, or a list of what is used at its end, asks for a kind
// of tool, or for one, not to be used: no orm please; Go 1.25, sqlc for the queries, no orm
// please. Behind an order it is of that one task.
func (r *reading) bansTool() bool {
	if !r.hasAny("please", "ever") || r.asked() {
		return false
	}
	k := r.begin
	for i := r.begin; i < len(r.ts); i++ {
		if (r.ts[i].text == "," || r.ts[i].text == ";") && at(r.ts, i+1) == "no" {
			k = i + 1
		}
	}
	end := r.wordsEnd()
	if at(r.ts, end-1) == "ever" {
		end--
	}
	for end > k && r.ts[end-1].mark {
		end--
	}
	if k > r.begin && !anyOf(r.ts[k:], bidding) {
		return false // tests for the wheel please, no mocks
	}
	if at(r.ts, k) != "no" || end-k < 2 || end-k > mostToolWords+2 || k > r.begin && (r.hasVerb(k) || orderAt(r.ts, r.begin) && !startsDigit(at(r.ts, r.begin+1))) {
		return false
	}
	q := newToolQuery(r.text[r.ts[k+1].start:r.ts[end-1].end]).read()
	if n, _ := q.rowsAt(0, false); n > 0 && n == len(q.words) {
		return true
	}
	_, n := q.kindsAt(0)
	return n > 0 && n == len(q.words)
}

// mostBeforeNot is how many words name what is used before what is not.
const mostBeforeNot = 8

var bidding = set(`please ever`)

var usingOwn = set(`use like want take love`)
