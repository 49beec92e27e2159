package language

// tense says to which side of the clock a date without a year lies.
type tense int

const (
	nearest tense = iota
	before
	after
)

// tenseOf tells to which side of the clock the verbs of ts say that something lies, and
// whether there is a verb that says so.
func tenseOf(ts []token) (t tense, verb bool) {
	for i := range ts {
		switch w := ts[i].text; {
		case isPast(w) && tellsPast(ts, i), w == "was", w == "were", w == "did", w == "had", w == "since":
			return before, true
		case w == "will", w == "due", w == "deadline", w == "by", w == "scheduled", w == "upcoming", w == "until", w == "starting",
			w == "going", w == "planned", w == "plan", w == "planning", hasTail(w, "'ll"):
			t, verb = after, true
		case isPlainlyFinite(w) && !isPast(w), hasTail(w, "'s") && isPronoun(w), i > 0 && isBase(w) && isSubject(ts[i-1].text):
			verb = true
		}
	}
	return t, verb
}

// tenseAt is the tense of the clause in which ts[i] stands, or that of the sentence where
// the clause has no verb of its own: what is due on the 6th is not past because somebody
// promised it.
func (p *clockReader) tenseAt(i int) tense {
	from, to := stretchAround(p.ts, i)
	if from == 0 && to == len(p.ts) {
		return p.tense
	}
	if t, verb := tenseOf(p.ts[from:to]); verb && (t != nearest || p.tense == before) {
		return t
	}
	return p.tense
}

// stretchAround returns the tokens around ts[i] up to the next mark between two clauses on
// either side.
func stretchAround(ts []token, i int) (from, to int) {
	from, to = i, i
	for from > 0 && !partsClauses(ts[from-1]) {
		from--
	}
	for to < len(ts) && !partsClauses(ts[to]) {
		to++
	}
	return from, to
}

// partsClauses reports whether a mark stands between two clauses.
func partsClauses(t token) bool {
	return t.mark && (t.text == "," || t.text == ";" || t.text == "(" || t.text == ")")
}
