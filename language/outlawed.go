package language

// outlawed returns the cues of a sentence that says of a kind that it has no place there, or that it
// counts as what has none, which is a rule in whatever tone: root users are a no-go, tu is out of the
// question, warnings count as errors. Of a certain thing it is what was found or decided.
func (r *reading) outlawed(c Cues) Cues {
	if !c.Directs && !r.asked() && !c.Hedged && !c.Decision && !r.anyOf(pointsHere) && !r.quotesOthers() && r.outlaws() {
		c.Instruction, c.Directs, c.Binds, c.Beside, c.Errand = max(c.Instruction, 0.6), true, true, true, false
	}
	return c
}

// outlaws reports whether a clause of the sentence says so of its subject.
func (r *reading) outlaws() bool {
	return r.somewhere(r.begin+1, func(i int) bool {
		w := r.ts[i].text
		switch {
		case w == "is" || w == "are":
			n := phraseLen(r.ts, i+1, outlawing)
			return n > 0 && (i+1+n >= len(r.ts) || r.ts[i+1+n].mark || has(prepositions, r.ts[i+1+n].text) || at(r.ts, i+1+n) == "here") && r.kindBefore(i)
		case w == "don't" || w == "doesn't" || w == "won't":
			return phraseLen(r.ts, i+1, passesReview) > 0 && r.kindBefore(i)
		case w == "count" || w == "counts":
			return phrase(r.ts, i+1, "as") && has(asFaults, at(r.ts, i+2)) && r.kindBefore(i)
		}
		return false
	})
}

// kindBefore reports whether the subject that ends at ts[i] is a kind, and no certain one, no day and
// nobody.
func (r *reading) kindBefore(i int) bool {
	from := r.clauseStart(i)
	for from < i && has(joinsOn, r.ts[from].text) {
		from++
	}
	if from >= i {
		return false
	}
	for k := from; k < i; k++ {
		w := r.ts[k].text
		if has(determiners, w) && !has(quantifiers, w) && !(k > from && has(prepositions, at(r.ts, k-1))) || isPronoun(w) || namesDay(w) || has(possessives, w) || r.ts[k].cap && k > r.begin {
			return false
		}
	}
	return true
}

var (
	outlawing = phrasesOf(`out of the question, off limits, off - limits, a no - go, a no go, no - go, no go, no - gos, not a thing, not an option, not okay, not ok, not acceptable, unacceptable, not welcome,
		taboo, a taboo, verboten`)
	passesReview = phrasesOf(`pass review, pass the review, get through review, get past review, make it through review, make it past review, survive review, get merged, fly here`)
	asFaults     = set(`errors failures bugs defects`)
	joinsOn      = set(`and but so also because`)
)
