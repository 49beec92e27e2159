package language

// onScreen reports whether a question asks about what is on the screen, or was just done:
// "is this loop off by one?", "why does line 40 return nil", "what did your patch change".
// What "this project" does is another matter.
func (r *reading) onScreen() bool {
	ts := r.ts[r.begin:]
	if !r.plainAct().Ask || r.hasAny("we", "our", "us") {
		return false
	}
	if r.pointsAtCode() {
		return true
	}
	if r.hasAny("i", "my") || r.namesSomebody() {
		return false
	}
	if r.atHand() {
		return true
	}
	for i, t := range ts {
		w, next := t.text, at(ts, i+1)
		switch {
		case w == "that" && i > 0 && !has(thatClause, at(ts, i-1)) && !isSubject(next) && !isHelper(next) && !isPlural(next) && !has(determiners, next),
			w == "that" && has(pronounBe, at(ts, i-1)) && !isSubject(next) && next != "the":
			return true
		case w == "your" && next != "", w == "you" && (isPast(next) || at(ts, i-1) == "did"):
			return true
		case w == "the" && (showsAt(ts, i+1) || (next == "last" || has(ordinals, next)) && (showsAt(ts, i+2) || showsAt(ts, i+3))):
			return true
		}
	}
	return false
}

// showsAt reports whether ts[i] is something that is on the screen, and no part of the
// name of another thing: the diff, not the test framework.
func showsAt(ts []token, i int) bool {
	w := at(ts, i+1)
	return has(shownNow, at(ts, i)) && (w == "" || ts[i+1].mark || StopWord(w) || has(prepositions, w) || isFinite(w) || isBase(w))
}

// pointsAtCode reports whether a sentence says where in a text something is: in line 12,
// in this file, in these 12 rows.
func (r *reading) pointsAtCode() bool {
	ts := r.ts[r.begin:]
	for i, t := range ts {
		next := at(ts, i+1)
		switch w := t.text; {
		case (w == "line" || w == "lines") && startsDigit(next):
			return true
		case has(demonstratives, w):
			k := i + 1
			for numeral(at(ts, k)) {
				k++
			}
			if has(partsOfText, at(ts, k)) {
				return true
			}
		}
	}
	return false
}

var (
	thatClause = set(`say says said think know means sure so such is was ensure check see hope believe`)
	pronounBe  = set(`is was does did isn't wasn't doesn't didn't`)
	shownNow   = set(`diff output error errors warning message stacktrace trace change changes patch snippet command result test failure loop function line commits runs lines
		bracket brace semicolon regex query alias block import argument parameter variable`)
	partsOfText = set(`file function method block loop line lines row rows column columns variable variables class struct snippet paragraph sentence statement expression query
		bracket branch import imports argument parameter selection test regex`)
)
