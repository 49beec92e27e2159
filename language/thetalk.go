package language

// ofTheTalk reports whether the sentence only speaks of the talk itself: what its
// speaker meant, what they see before them, whether the last answer was right.
func (r *reading) ofTheTalk() bool {
	i := r.begin
	if n := verdictLen(r.ts, i); n > 0 && (i+n == len(r.ts) || r.ts[len(r.ts)-1].mark && i+n == len(r.ts)-1) {
		return true
	}
	return r.explainsAsking() || r.seesNow() || r.passesGreeting() || r.closesTalk() || r.worksHere()
}

// verdictLen returns the number of tokens at ts[i:] that judge what was said or done
// last, with the mark behind them: "that's not right,", "this still isn't correct"; 0
// for none.
func verdictLen(ts []token, i int) int {
	k := i
	switch w := at(ts, k); {
	case w == "that's" || w == "it's":
	case (w == "that" || w == "this" || w == "it") && k+1 < len(ts):
		k = skip(ts, k+1, beforeVerb)
		if w := at(ts, k); w != "is" && w != "was" && w != "isn't" && w != "wasn't" {
			return 0
		}
	default:
		return 0
	}
	k = skip(ts, k+1, justNot, beforeVerb, degrees, slightly)
	switch {
	case !has(verdicts, at(ts, k)):
		return 0
	case k+1 == len(ts):
		return k + 1 - i
	case ts[k+1].mark:
		return k + 2 - i
	}
	return 0
}

// listenersDoing reports whether the sentence tells the listener what the listener
// has done or is doing: you forgot a comma, I think you're in the wrong folder. What
// the listener has said may be what counts.
func (r *reading) listenersDoing() bool {
	i := r.behindSeeming()
	w := at(r.ts, i)
	if w == "your" && has(madeHere, at(r.ts, i+1)) {
		return isPast(at(r.ts, i+2)) // your change broke the build
	}
	if cutContraction(w) != "you" {
		return false
	}
	k := skip(r.ts, i+1, beforeVerb)
	next := at(r.ts, k)
	switch {
	case w == "you're":
		return isGerund(next)
	case next == "are", next == "were", next == "keep", next == "kept":
		return isGerund(at(r.ts, k+1))
	case next == "did", next == "didn't":
		return true
	case w == "you've", has(haveForms, next):
		next = at(r.ts, skip(r.ts, k, haveForms, beforeVerb))
	}
	return isPast(next) && !has(saying, stem(next))
}

// behindSeeming returns where the sentence begins behind words that say only that
// something seems so: I think, I see that, it looks like.
func (r *reading) behindSeeming() int {
	i := r.begin
	k := i + 1
	switch {
	case at(r.ts, i) == "i" && (has(supposing, at(r.ts, k)) || at(r.ts, k) == "see" || at(r.ts, k) == "noticed"):
		k++
	case at(r.ts, i) == "it" && has(seeming, at(r.ts, k)) && at(r.ts, k+1) == "like":
		k += 2
	default:
		return i
	}
	if at(r.ts, k) == "that" {
		k++
	}
	return k
}

// explainsAsking reports whether the speaker says what they have asked for or meant:
// I asked you to test it, I meant the first one, I'm referring to the label.
func (r *reading) explainsAsking() bool {
	i := r.begin
	w := at(r.ts, i)
	if w != "i" && w != "i'm" {
		return false
	}
	for i++; has(beforeVerb, at(r.ts, i)) || hasTail(at(r.ts, i), "ly") || has(bePresent, at(r.ts, i)) || at(r.ts, i) == "was"; i++ {
	}
	next := at(r.ts, i+1)
	switch at(r.ts, i) {
	case "asked", "wanted":
		return next == "you" || next == "about"
	case "meant", "mean":
		return next != "a" && next != "nothing" && next != "everything"
	case "referring":
		return next == "to"
	case "talking", "asking":
		return next == "about"
	}
	return false
}

// seesNow reports whether the speaker says what is on the screen: I see no lines, I
// don't see the lamp, I'm getting an error.
func (r *reading) seesNow() bool {
	i := r.begin
	if w := at(r.ts, i); w != "i" && w != "i'm" {
		return false
	}
	for i++; has(beforeVerb, at(r.ts, i)) || at(r.ts, i) == "don't" || at(r.ts, i) == "am" || at(r.ts, i) == "can" || at(r.ts, i) == "can't"; i++ {
	}
	next := at(r.ts, i+1)
	switch at(r.ts, i) {
	case "see", "noticing", "seeing":
		return next == "no" || next == "the" || next == "that" || next == "these" || next == `"` || isNumber(next) && !has(determiners, next) || isPlural(next) && !has(determiners, next)
	case "get", "getting", "got":
		for k := i + 1; k < len(r.ts) && k < i+6 && !r.ts[k].mark; k++ {
			if has(complaints, r.ts[k].text) {
				return true
			}
		}
	}
	return false
}

// passesGreeting reports whether the sentence only hands on what somebody else wishes the
// listener: Ole says hello, my boss sends her regards, greetings from Ole.
func (r *reading) passesGreeting() bool {
	end := r.wordsEnd()
	if at(r.ts, r.begin) == "greetings" || at(r.ts, r.begin) == "regards" {
		return at(r.ts, r.begin+1) == "from"
	}
	if end-r.begin > longestStyle+2 {
		return false
	}
	return r.somewhere(r.begin+1, func(i int) bool {
		w, k := r.ts[i].text, i+1
		if w != "says" && w != "say" && w != "said" && w != "sends" && w != "send" {
			return false
		}
		if w == "sends" || w == "send" {
			k = skip(r.ts, k, determiners)
			return has(wishedTo, at(r.ts, k)) && k+1 >= end
		}
		return has(greetingWords, at(r.ts, k)) && (k+1 >= end || at(r.ts, k+1) == "to")
	})
}

// closesTalk reports whether the sentence says only that nothing more will be said of a matter,
// or that the speaker is away for a moment: that is our final offer; long story, don't ask; the
// doorbell just rang, brb.
func (r *reading) closesTalk() bool {
	end := r.wordsEnd()
	i := r.begin
	switch at(r.ts, i) {
	case "that's":
		i++
	case "that", "this":
		if i++; at(r.ts, i) != "is" {
			i = end
		} else {
			i++
		}
	default:
		i = end
	}
	if has(determiners, at(r.ts, i)) && (at(r.ts, i+1) == "last" || at(r.ts, i+1) == "final") && has(finalWords, at(r.ts, i+2)) {
		return true
	}
	if r.backSoon(end) || r.changesMind(end) {
		return true
	}
	if r.named() || r.tellsTime(0, end) || end-r.begin > mostAtHand+3 {
		return false
	}
	if has(awayWords, at(r.ts, end-1)) {
		return r.hasAny("just") || end-r.begin <= longestStyle
	}
	return at(r.ts, end-1) == "ask" && at(r.ts, end-2) == "don't" && at(r.ts, end-3) == "," && end-r.begin <= mostAtHand
}

// backSoon reports whether the sentence says only that the speaker is back within hours: lunch
// time, back in an hour.
func (r *reading) backSoon(end int) bool {
	k := end - 1
	if u := units[at(r.ts, k)]; u == minutes || u == hours {
		for k > r.begin && at(r.ts, k) != "in" {
			k--
		}
	} else if at(r.ts, k) != "soon" && at(r.ts, k) != "later" {
		return false
	}
	w, before := at(r.ts, k-1), skipBack(r.ts, k-1, beforeVerb)
	who := cutContraction(at(r.ts, before-1))
	return w == "back" && end-r.begin <= mostAtHand+3 && (before <= r.begin || r.ts[before-1].mark || who == "i" || who == "be" || at(r.ts, before-1) == "i'm")
}

// changesMind reports whether the sentence says only of what the speaker thinks otherwise now,
// and not how: changed my mind on the lids.
func (r *reading) changesMind(end int) bool {
	i := r.begin
	if w := at(r.ts, i); cutContraction(w) == "i" || cutContraction(w) == "we" {
		i++
	}
	i = skip(r.ts, i, beforeVerb, haveForms)
	if at(r.ts, i) != "changed" || !has(possessives, at(r.ts, i+1)) || at(r.ts, i+2) != "mind" && at(r.ts, i+2) != "minds" {
		return false
	}
	i += 3
	return r.stop(i) >= end && !anyOf(r.ts[i:end], clauseLinks) && !anyOf(r.ts[i:end], setOnto)
}

// worksHere reports whether the sentence says only that what is at hand works, or does not, where
// the speaker tries it: works on my machine, runs fine on my end.
func (r *reading) worksHere() bool {
	i := r.begin
	if w := at(r.ts, i); w == "it" || w == "that" || w == "this" {
		i++
	}
	end := r.wordsEnd()
	return has(triesOut, at(r.ts, i)) && end-i <= longestStyle+2 && (at(r.ts, end-3) == "on" && at(r.ts, end-2) == "my" && has(ownPlaces, at(r.ts, end-1)) || phrase(r.ts, end-2, "for", "me"))
}

// callsToTalk reports whether the speaker only opens a matter with the listener: we need to
// discuss the pump. When, and with whom else, makes it a plan.
func (r *reading) callsToTalk() bool {
	i := r.begin
	if w := at(r.ts, i); w != "we" && w != "i" && w != "let's" || r.tellsTime(0, len(r.ts)) || r.anyOf(dayWords) {
		return false
	}
	v := r.find("talk", i, longestStyle)
	if v <= 0 {
		v = r.find("discuss", i, longestStyle)
	}
	if v <= 0 || v > i+1 && at(r.ts, v-1) != "to" && !has(modals, at(r.ts, v-1)) {
		return false
	}
	for k := i + 1; k < v; k++ {
		if w := r.ts[k].text; w != "to" && !has(havingTo, w) && !has(modals, w) && !has(beforeVerb, w) && w != "want" && w != "need" {
			return false
		}
	}
	for k := v + 1; k < len(r.ts); k++ {
		if w := r.ts[k].text; (w == "with" || w == "to") && at(r.ts, k+1) != "you" || r.ts[k].mark && k+1 < len(r.ts) {
			return false
		}
	}
	return at(r.ts, v) == "discuss" || at(r.ts, v+1) == "about" || at(r.ts, v+1) == "through" || at(r.ts, v+1) == "over"
}

var (
	setOnto       = set(`to use want prefer instead from`)
	greetingWords = set(`hi hello hey thanks bye goodbye cheers congrats congratulations hallo`)
	wishedTo      = set(`regards greetings love best wishes hugs kisses thanks apologies congratulations`)
	finalWords    = set(`word words offer answer say`)
	awayWords     = set(`brb bbl afk gtg g2g ttyl bbs`)
	triesOut      = set(`works worked work runs ran builds built compiles passes passed fails failed loads`)
	ownPlaces     = set(`machine box laptop computer pc mac end side phone desktop workstation setup screen`)
	madeHere      = set(`change changes edit edits patch fix commit refactoring rewrite answer suggestion`)
	verdicts      = set(`right wrong correct incorrect true false good bad better worse fine perfect ok okay it enough`)
	complaints    = set(`error errors warning warnings exception exceptions failure failures message messages output outputs`)
)
