package language

// ratherOnce reports whether what the speaker would rather have at ts[i], a "rather", is
// chosen for the matter at hand: I'd rather use a cron job than a queue, I'd rather drop the
// column. How a kind is to be, how they are spoken to and what they like in life holds.
func (r *reading) ratherOnce(i int) bool {
	if before := at(r.ts, i-1); before != "i'd" && before != "much" && !(before == "would" && at(r.ts, i-2) == "i") {
		return false
	}
	if w := at(r.ts, i+1); w == "you" || w == "we" || w == "they" || w == "be" || at(r.ts, i+2) == "you" || has(inLife, w) || r.has(standing|constant|recurring) {
		return false
	}
	if r.atHand() || r.follows("for", "the") {
		return true
	}
	if anyOf(r.ts[i:min(len(r.ts), i+longestStyle+1)], replies) {
		return false
	}
	k := i + 1
	gets := has(receiving, at(r.ts, k))
	if gets && r.eitherTold(k+1) {
		return false
	}
	if isBase(at(r.ts, k)) && at(r.ts, k+1) != "over" && !isPlural(at(r.ts, k)) {
		k++
	}
	if w := at(r.ts, k); has(determiners, w) && !has(quantifiers, w) || numeral(w) || countsMany(w) {
		return true
	}
	for to := k; to < len(r.ts) && !r.ts[to].mark && !has(prepositions, r.ts[to].text); to++ {
		s := stem(r.ts[to].text)
		if has(ways, s) || has(crafts, r.ts[to].text) || isPlural(r.ts[to].text) && (gets || has(workPieces, s)) {
			return false
		}
	}
	return true
}

// choosesHere reports whether the speaker says what they would rather have for the matter at
// hand.
func (r *reading) choosesHere() bool {
	return r.somewhere(r.begin, func(i int) bool { return r.ts[i].text == "rather" && r.ratherOnce(i) })
}

// eitherTold reports whether ts[k:] sets something that the speaker is told above something
// else, both of any such: one question than a wrong guess, a failing test over a skipped one.
func (r *reading) eitherTold(k int) bool {
	than := k
	for than < len(r.ts) && !r.ts[than].mark && r.ts[than].text != "than" && r.ts[than].text != "over" {
		if has(prepositions, r.ts[than].text) {
			return false // an answer from Ruth
		}
		than++
	}
	any := func(i int) bool {
		w := at(r.ts, i)
		return w == "a" || w == "an" || w == "no" || w == "one" || w == "any" || !has(determiners, w) && !numeral(w)
	}
	if at(r.ts, than) != "than" && at(r.ts, than) != "over" || !any(k) || !any(than+1) || r.anyOf(dayWords) || r.anyOf(calendarWords) || r.anyOf(moments) || anyOf(r.ts[k+1:than], choices) {
		return false
	}
	return r.somewhere(k, func(i int) bool { return i < than && has(toldOne, stem(r.ts[i].text)) })
}

var (
	// toldOne is what comes to the speaker from who works for them.
	toldOne = stemsOf(`question guess answer reply warning error failure explanation diff surprise test`)
	moments = set(`today tonight tomorrow now later soon sooner first`)
	// receiving are verbs of what comes to the speaker, and is not done for one thing.
	receiving = set(`have see get read hear`)
	// inLife are verbs of what people do whatever they work on.
	inLife = set(`live eat drink sleep travel fly drive walk cycle cook wear watch listen play sit die`)
)
