package language

// leavesFor reads at ts[i] what is left, where the clause behind it says what there is in its place: "drop
// mailgun, newsletters go through brevo", "we're leaving linode, the new server is at vultr", "no more csv,
// the export is json".
func (r *reading) leavesFor(i int) (int, Change) {
	from := r.leftAt(i)
	to := from
	for to < len(r.ts) && to-from < mostLeft && !r.ts[to].mark && mayBeThing(r.ts[to].text) {
		to++
	}
	if from == 0 || to == from || to+2 >= len(r.ts) || !has(betweenPieces, r.ts[to].text) || glued(r.ts, to-1, to+1) {
		return 0, Change{}
	}
	end := r.clauseEnd(to + 1)
	v := r.finiteIn(to+1, end)
	if v < 0 || v+1 >= end || isSubject(at(r.ts, to+1)) || has(clauseOpeners, at(r.ts, to+1)) || isPast(r.ts[v].text) || r.ts[i].text != "no" && isGerund(r.ts[i].text) && !r.tellsNew(to+1, end) {
		return 0, Change{}
	}
	c := Change{Old: r.textOf(from, to)}
	if !r.bearsName(from) && !IsTool(c.Old) {
		return 0, Change{} // the office, errors
	}
	for k := v + 1; k < end; k++ {
		if has(negating, r.ts[k].text) {
			return 0, Change{}
		}
		if has(prepositions, r.ts[k].text) || has(bePresent, r.ts[v].text) && k == v+1 {
			if has(sufficing, at(r.ts, v+1)) {
				c.New = r.textOf(to+1, v) // html is enough
				break
			}
			c.New = r.textOf(skip(r.ts[:end], k, prepositions, articles), end)
		}
	}
	return to - i, c
}

// LeavesFor reports whether a sentence says what is left, and what there is in its place, though it may begin as an
// order: drop mailgun, newsletters go through brevo.
func LeavesFor(s string) bool { return newReading(cutSentence(s)).leavesForOther() }

// leavesForOther reports whether a sentence says what is left, and what there is in its place.
func (r *reading) leavesForOther() bool {
	return r.somewhere(r.begin, func(i int) bool { n, _ := r.leavesFor(i); return n > 0 })
}

// leftAt returns where what is left begins behind the words for leaving it that begin a clause at ts[i], 0 for
// none.
func (r *reading) leftAt(i int) int {
	if i > r.begin && !r.ts[i-1].mark && !isSubject(cutContraction(at(r.ts, i-1))) && !has(bePresent, at(r.ts, i-1)) {
		return 0
	}
	switch w := r.ts[i].text; {
	case i > 0 && has(leavingOne, w) && isGerund(w) && r.usBefore(i):
		return i + 1
	case (w == "moving" || w == "getting" || w == "coming" || w == "going") && r.usBefore(i):
		if at(r.ts, i+1) == "off" {
			return i + 2
		}
		if phrase(r.ts, i+1, "away", "from") {
			return i + 3
		}
	case i == r.begin && (has(leavingOne, w) && isBase(w) || w == "goodbye" || w == "bye"):
		return i + 1
	case i == r.begin && w == "no" && at(r.ts, i+1) == "more":
		return i + 2
	}
	return 0
}

// usBefore reports whether the speakers are who does what the gerund ts[i] says.
func (r *reading) usBefore(i int) bool {
	if w := cutContraction(at(r.ts, i-1)); w == "we" || w == "i" {
		return true
	}
	return has(bePresent, at(r.ts, i-1)) && (at(r.ts, i-2) == "we" || at(r.ts, i-2) == "i")
}

// tellsNew reports whether the clause ts[from:to] says that what it tells is new.
func (r *reading) tellsNew(from, to int) bool {
	for k := from; k < to; k++ {
		if w := r.ts[k].text; w == "new" || has(otherwiseNow, w) {
			return true
		}
	}
	return phrase(r.ts, to-3, "from", "now", "on")
}

const mostLeft = 3 // tokens that name what is left

var (
	leavingOne = set(`drop ditch scrap dump retire leave dropping ditching scrapping dumping retiring leaving quitting`)
	sufficing  = set(`enough fine plenty sufficient ok okay`)
)
