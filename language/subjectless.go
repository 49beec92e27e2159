package language

// Subjectless reports whether a sentence leaves out what it is about: "should be
// case-insensitive", "needs to run on Windows". Alone it tells nothing. What must
// always be done, and what is left out of "I can't come", is told of who speaks and
// hears; "must be great" says what is thought of all that was said before.
func Subjectless(s string) bool {
	r := newTokens(s).withCues()
	i := r.begin
	w := at(r.ts, i)
	if i+1 >= len(r.ts) || r.ts[i+1].mark || r.asked() {
		return false
	}
	k := skip(r.ts, i+1, beforeVerb, justNot)
	next := at(r.ts, k)
	if isSubject(next) || next == "there" || k >= len(r.ts) || r.ts[k].mark {
		return false
	}
	be := next == "be" || next == "have"
	if r.foresees() || next == "have" && (isPast(at(r.ts, k+1)) || participles[at(r.ts, k+1)] != "") || be && !startsDigit(at(r.ts, k+1)) && (has(degrees, at(r.ts, k+1)) || r.judges(k+1)) {
		return false
	}
	switch w {
	case "should", "shouldn't", "must", "mustn't":
		return be || isBase(next) && !r.has(standing|constant)
	case "can't", "cannot":
		return be
	case "is", "isn't", "are", "aren't":
		return !has(determiners, next) && !r.ts[k].cap && !startsDigit(next)
	case "has", "needs", "doesn't":
		return true
	case "due":
		return has(datesBefore, next) || r.tellsTime(k, min(k+2, len(r.ts)))
	case "expires", "happens", "lives", "belongs", "comes", "arrives", "starts", "leaves":
		return has(prepositions, next) || r.tellsTime(k, min(k+2, len(r.ts)))
	case "costs":
		return numeral(next)
	}
	return false
}

// datesBefore stand between "due" and its day.
var datesBefore = set(`on by in at before until tomorrow today tonight next this end`)
