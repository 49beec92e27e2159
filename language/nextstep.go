package language

// nextStep reports whether a sentence says only what the speaker wants to turn to first or next: as
// a first step I want to discuss the tables, next I'd like to look at the login; or proposes to
// go on with something: agreed, let's do number two.
func (r *reading) nextStep() bool {
	if r.asked() || r.has(standing|constant|recurring|preference|condition|cause|deontic) || r.tellsTime(r.begin, len(r.ts)) {
		return false
	}
	order := false
	for i, t := range r.ts {
		switch w := t.text; {
		case w == "first", w == "next", w == "then", w == "before" && at(r.ts, i+1) == "that":
			order = order || i < mostBeforeStep
		case w == "let's":
			k := skip(r.ts, i+1, beforeVerb, justNot, stepWords)
			return has(goingOn, at(r.ts, k)) && at(r.ts, k+1) != "with" || at(r.ts, k) == "keep" && isGerund(at(r.ts, k+1))
		case t.mark && w != ",":
			return false
		case w == "i" || w == "i'd":
			return i < mostBeforeStep && r.turnsTo(i+1, order)
		}
	}
	return false
}

// turnsTo reports whether ts[k:], behind an "I", says what is wanted, where an order of steps is
// known or stands in it.
func (r *reading) turnsTo(k int, order bool) bool {
	for ; k < len(r.ts); k++ {
		switch w := r.ts[k].text; {
		case has(stepWords, w):
			order = true
		case w == "to":
			verb := at(r.ts, skip(r.ts, k+1, beforeVerb, stepWords))
			return order && (isBase(verb) || has(knownVerbs().all, verb)) && !has(lastingVerbs, verb)
		case w != "want" && w != "like" && w != "need" && w != "would" && !has(beforeVerb, w):
			return false
		}
	}
	return false
}

// mostBeforeStep is the number of words in which a step is said to be the next one.
const mostBeforeStep = 6

var (
	stepWords = set(`first next now then`)
	// goingOn is what one goes on with the work by.
	goingOn = set(`continue proceed move start begin do finish focus work look check try test discuss talk think`)
)
