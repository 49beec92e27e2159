package language

// saidBeside reports whether a sentence may be a rule that is put in passing, beside what somebody
// wants done: it is nothing that the speaker tells of themselves or somebody else, points at nothing
// that lies before both, passes on nobody's words and asks for nothing. Orders and duties have been
// judged by their cues. Whether it is a rule, its form as a whole says.
func (r *reading) saidBeside(c Cues) bool {
	if len(r.ts) < 3 || r.tellsHow() || c.Instruction >= 0.7 || r.asked() || c.Decision || c.Status || c.Hedged || c.Personal && !c.ProjectBound || r.subjectIs("i") || r.byOthers() {
		return false
	}
	if r.anyOf(pointsHere) || r.anyOf(ofSomeone) || r.quotesOthers() || r.anyOf(asksOrBegs) || at(r.ts, 0) == "no" && (at(r.ts, 1) == "don't" || isPronoun(at(r.ts, 1))) {
		return false
	}
	return !r.somewhere(0, func(i int) bool { return r.ts[i].text == "this" && !has(boundNouns, at(r.ts, i+1)) }) &&
		!(r.hasAny("or") && !r.hasVerb(len(r.ts))) // pnpm or yarn here
}

// tellsHow reports whether a sentence tells what is done with something that there is: the readings
// are stored in Parquet files.
func (r *reading) tellsHow() bool {
	if at(r.ts, r.begin) != "the" {
		return false
	}
	for k := r.begin + 1; k < len(r.ts) && k <= r.begin+longestSubject && !r.ts[k].mark; k++ {
		if has(bePresent, r.ts[k].text) {
			done := at(r.ts, k+1)
			return isPast(done) || participles[done] != ""
		}
	}
	return false
}

// quotesOthers reports whether a sentence passes on what others say or want: the docs say, she asked for.
func (r *reading) quotesOthers() bool {
	return r.somewhere(0, func(i int) bool {
		return (has(sayings, r.ts[i].text) || has(othersWant, r.ts[i].text)) && at(r.ts, i-1) != "we"
	})
}

// tellsOfKind reports whether a sentence tells with a verb what is so of all of a kind, or what we do:
// generated files aren't committed, every endpoint has a test, nothing in the suite touches the network.
func (r *reading) tellsOfKind() bool {
	i, first := r.begin, at(r.ts, r.begin)
	switch {
	case has(allOfKind, first):
	case first == "we":
		return at(r.ts, i+1) == "don't" || isBase(at(r.ts, skip(r.ts, i+1, beforeVerb)))
	case has(openers, first), isBase(first) && !has(nounlike, first), startsDigit(first):
		return false
	}
	for k := i + 1; k < len(r.ts) && k <= i+longestSubject; k++ {
		w, before := r.ts[k].text, at(r.ts, k-1)
		switch {
		case r.ts[k].mark && w != "-" && w != "/":
			return false
		case isHelper(w):
			return true
		case isBase(w) && isPlural(before), isThird(w) && (has(allOfKind, first) || !isPlural(before)) && !isPlural(at(r.ts, k+1)):
			return true
		}
	}
	return false
}

// byOthers reports whether a sentence says by whom something is done: migrations are run by the
// DBA team. So it is no matter of who hears it. By hand, by name and by the hour is by nobody.
func (r *reading) byOthers() bool {
	return r.somewhere(r.begin+2, func(i int) bool {
		if r.ts[i].text != "by" || i+1 >= len(r.ts) {
			return false
		}
		for k := i + 1; k < len(r.ts) && k < i+5 && !r.ts[k].mark; k++ {
			if t := r.ts[k]; isSomebody(t) || has(teams, t.text) || has(jobs, t.text) || t.cap {
				return true
			}
		}
		return false
	})
}

var (
	allOfKind = set(`every all any each no nothing nobody anything everything whatever whoever everyone everybody`)
	// pointsHere are words of what lies before both, or of the moment.
	pointsHere = set(`that these those it them now today currently moment again yesterday tomorrow tonight just still yet already above below following`)
	// ofSomeone are words of somebody, or of something, that was named before.
	ofSomeone = set(`he him his she her hers that's it's there's`)
	// asksOrBegs are words of a question without its mark, and of what is wanted once.
	asksOrBegs = set(`what which why how whether please`)
	othersWant = set(`wrote writes suggests suggest recommends asked asks wants`)
)
