package language

// behindHand returns the cues with what those by hand do not say, read in this order. The learnt
// weights are fitted beside those by hand alone.
func (r *reading) behindHand(c Cues) Cues {
	for _, read := range [...]func(*reading, Cues) Cues{
		(*reading).bound, (*reading).outlawed, (*reading).wantedAlways, (*reading).wayOnly, (*reading).limited, (*reading).withReason,
		(*reading).namedOnly, (*reading).ofBefore, (*reading).attributed, (*reading).ofFault,
	} {
		c = read(r, c)
	}
	return c
}

// wantedAlways returns the cues of a sentence in which the speaker says what they always want:
// in summaries I always want one line on the tide, never amend commits.
func (r *reading) wantedAlways(c Cues) Cues {
	if !c.Standing && !r.asked() && (r.alwaysWants() || r.ordersRarely() || r.endsForGood() || r.ordersFromNow() || r.wantsFromNow() || r.bindsReplies()) {
		c.Directs, c.Standing, c.Instruction, c.Errand = true, true, max(c.Instruction, 0.7), false
	}
	return c
}

// alwaysWants reports whether the speaker names what they always want: I always expect two tests.
func (r *reading) alwaysWants() bool {
	return r.somewhere(r.begin, func(i int) bool {
		w, next := at(r.ts, i+2), at(r.ts, i+3)
		return (r.ts[i].text == "i" || r.ts[i].text == "we") && at(r.ts, i+1) == "always" && (w == "want" || w == "expect") && next != "" && next != "to" && !r.ts[i+3].mark
	})
}

// ordersRarely reports whether always or never is followed by a verb that few orders have and by
// what is to be treated so: never amend commits, always annotate tags.
func (r *reading) ordersRarely() bool {
	i := r.begin
	if at(r.ts, i) == "please" {
		i++
	}
	if w := at(r.ts, i); w != "always" && w != "never" || anyOf(r.ts, loudMarks) {
		return false
	}
	verb, what := at(r.ts, i+1), skip(r.ts, i+2, determiners)
	return has(knownVerbs().all, verb) && !isBase(verb) && !isHelper(verb) && what < len(r.ts) && !r.ts[what].mark && (isPlural(r.ts[what].text) || what > i+2)
}

// endsForGood reports whether somebody is told not to do something any more, and what that is: don't
// add a changelog entry anymore, stop explaining your reasoning, don't leave the yawl alone ever.
func (r *reading) endsForGood() bool {
	i := r.begin
	if at(r.ts, i) == "please" {
		i++
	}
	if n := stopLen(r.ts, i); n > 0 && isGerund(at(r.ts, i+n)) && at(r.ts, i+n+1) == "your" {
		return i+n+2 < len(r.ts) && !r.ts[i+n+2].mark
	}
	switch {
	case at(r.ts, i) == "don't":
		i++
	case phrase(r.ts, i, "do", "not"):
		i += 2
	default:
		return false
	}
	next := at(r.ts, i+1)
	if !isBase(at(r.ts, i)) || has(deictic, next) || isPronoun(next) || has(demonstratives, next) {
		return false
	}
	for end := i + 4; end <= len(r.ts); end++ { // of the clause: don't leave the yawl alone ever, wait for me
		if end < r.wordsEnd() && r.ts[end].text != "," && r.ts[end].text != ";" {
			continue
		}
		if w := r.ts[end-1].text; w == "anymore" || w == "ever" || phrase(r.ts, end-2, "any", "more") || phrase(r.ts, end-2, "ever", "again") {
			return true
		}
	}
	return false
}

// ordersFromNow reports whether somebody is told what to do, or not to do, from now on: show dates
// as DD/MM/YYYY from now on.
func (r *reading) ordersFromNow() bool {
	i, end := r.begin, r.wordsEnd()
	if !anyOf(r.ts, loudMarks) && phrase(r.ts, end-3, "from", "now", "on") && end-i > 5 {
		for i < end && (at(r.ts, i) == "please" || at(r.ts, i) == "don't" || at(r.ts, i) == "just") {
			i++
		}
		next := at(r.ts, i+1)
		return isBase(at(r.ts, i)) && !has(deictic, next) && !isPronoun(next) && !isHelper(next) && !isPast(next)
	}
	return false
}

// wantsFromNow reports whether the speaker says what they want from now on: from now on I'd like
// thorough replies.
func (r *reading) wantsFromNow() bool {
	i, end := r.begin, r.wordsEnd()
	switch {
	case phrase(r.ts, i, "from", "now", "on"):
		if i += 3; at(r.ts, i) == "," {
			i++
		}
	case !phrase(r.ts, end-3, "from", "now", "on"):
		return false
	}
	i++
	w, next := at(r.ts, i), at(r.ts, i+1)
	wants := at(r.ts, i-1) == "i'd" && (w == "like" || w == "prefer" || w == "love") || at(r.ts, i-1) == "i" && (w == "want" || w == "expect" || w == "prefer")
	return wants && next != "" && next != "to" && !has(deictic, next) && !isPronoun(next) && !anyOf(r.ts, loudMarks)
}

// bindsReplies reports whether the answers to the speaker have to be in some way: your replies
// should be in Portuguese.
func (r *reading) bindsReplies() bool {
	i := r.begin
	w, next := at(r.ts, i+2), at(r.ts, i+3)
	return at(r.ts, i) == "your" && has(yourWords, at(r.ts, i+1)) && isPlural(at(r.ts, i+1)) && (w == "should" || w == "must" || w == "shouldn't" || w == "mustn't") && next != "have" && next != "" && !anyOf(r.ts, loudMarks)
}
