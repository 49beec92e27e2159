package language

// bans reports whether a sentence without a verb says what there is not to be: "no
// default exports", "no TODOs without a ticket". What there is none of just now, what
// is found out, and what nobody writes are none: "no new warnings", "no idea". Under a
// topic the name of a kind is enough: "CSS: no inline styles".
func (r *reading) bans(underTopic bool) bool {
	end := r.wordsEnd()
	ever := at(r.ts, end-1) == "ever" // no globals, ever: what there is none of by now is not told so
	if ever {
		end--
		if at(r.ts, end-1) == "," {
			end--
		}
	}
	if at(r.ts, r.begin) != "no" || end-r.begin < 2 || end-r.begin > mostPointing || r.hasVerb(end) || r.anyOf(troubles) {
		return false
	}
	polite := ever || r.hasAny("please")
	head, ofWork, bound := end, underTopic || ever, false
	for i := r.begin + 1; i < end && !bound; i++ {
		w, next := r.ts[i].text, at(r.ts, i+1)
		switch {
		case has(foundOut, stem(w)), has(inDisorder, w), w == ":", w == "?", hasTail(w, "ing") && i == r.begin+1, hasTail(w, "ed") && i > r.begin+1 && head == end && at(r.ts, i-1) != "-":
			return false // no module named crates
		case w == "without" || w == "unless" || next == "than" && hasTail(w, "er") && startsDigit(at(r.ts, i+2)):
			head, ofWork, bound = min(head, i), true, true
		case has(prepositions, w):
			if has(determiners, next) && !polite {
				return false // no comments on the draft, in any file: so it was found
			}
			ofWork = ofWork || polite && head == end && (isPlural(next) || has(determiners, next) && isPlural(at(r.ts, i+2)))
			head = min(head, i)
		case has(determiners, w) && !has(quantifiers, w) && !has(prepositions, at(r.ts, i-1)):
			return false
		}
		ofWork = ofWork || has(crafts, w) || has(workPieces, stem(w))
	}
	for k := r.begin + 1; k < head; k++ {
		if has(comparing, r.ts[k].text) && head == end {
			return false // no more, no other, no new
		}
	}
	ofWork = ofWork || polite && head == end && isPlural(r.ts[end-1].text) && (end > r.begin+2 || !has(momentary, r.ts[end-1].text))
	return ofWork && head > r.begin+1 && (head > r.begin+2 || head < end || underTopic || polite) && (isPlural(r.ts[head-1].text) || head < end)
}

// bansSeveral reports whether a sentence is a list of what there is not to be, of which one
// is such a wish by itself: no default exports, no any.
func (r *reading) bansSeveral() bool {
	if r.anyOf(troubles) || r.hasVerb(len(r.ts)) || r.anyOf(loudMarks) {
		return false
	}
	parts, banned := 0, false
	for i := r.begin; i < len(r.ts); {
		to := i
		for to < len(r.ts) && r.ts[to].text != "," && !(r.ts[to].text == "and" && at(r.ts, to+1) == "no") {
			to++
		}
		if r.ts[i].text != "no" || to-i < 2 || to-i > longestStyle || has(foundOut, stem(r.ts[i+1].text)) || has(comparing, r.ts[i+1].text) {
			return false
		}
		banned = banned || newTokens(r.text[r.ts[i].start:r.ts[to-1].end]).bans(false)
		parts++
		if i = to + 1; at(r.ts, i) == "and" {
			i++
		}
	}
	return parts > 1 && banned
}

// onlyAt reports whether a sentence says, without a verb, when alone something of the work is
// done: deploys only mon-thu, prod releases only before noon.
func (r *reading) onlyAt() bool {
	for i := r.begin + 1; i < len(r.ts) && i <= r.begin+3 && !r.ts[i].mark; i++ {
		if r.ts[i].text != "only" {
			continue
		}
		w, s, k := r.ts[i-1].text, stem(r.ts[i-1].text), i+1
		if has(timeWords, at(r.ts, k)) {
			k++
		}
		when := namesDay(at(r.ts, k)) || at(r.ts, k) == "weekdays" || at(r.ts, k) == "weekends" || k > i+1 && (startsDigit(at(r.ts, k)) || has(dayWords, at(r.ts, k)))
		return when && hasTail(w, "s") && (has(workPieces, s) || has(piecesOfWork, s)) && !anyOf(r.ts[r.begin:i], determiners) && !r.asked()
	}
	return false
}

// wordsEnd returns the index behind the last word, a closing "please" not counted.
func (r *reading) wordsEnd() int {
	end := len(r.ts)
	for end > r.begin && (r.ts[end-1].mark || r.ts[end-1].text == "please") {
		end--
	}
	return end
}

var (
	// foundOut is what there is none of when something has been looked at.
	foundOut = stemsOf(`idea problem change output result difference conflict regression failure match worry clue reason effect need way doubt luck rush hurry progress feedback`)
	// comparing are words that hold what there is none of against what there was.
	comparing = set(`new more other further open additional longer such real`)
	// piecesInCode are what may be unwanted in code, beside what is written there.
	piecesInCode = stemsOf(`export number string push global loop emoji ticket code production`)
)
