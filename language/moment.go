package language

// momentary reports whether a sentence says only how what is at hand looks or goes
// just now, or what the talk itself is about: "the page looks odd on my phone", "I
// think this pointer is off here", "it says permission denied", "you forgot a
// comma". Once it is dealt with, nobody asks for it again.
func (r *reading) momentary() bool {
	if r.has(standing|constant|recurring|decision|preference|condition|cause|deontic|wish) || r.asked() {
		return false
	}
	return r.impression() || r.readsOut() || r.guessesAt() || r.stalls() || r.listenersDoing() || r.stepsAway() || r.justNow() || r.ofTheTalk() || r.passesOn() || r.runsAgain() || r.underWay()
}

// impression reports whether the sentence says what a thing looks like to who sees
// it: the output looks weird.
func (r *reading) impression() bool {
	w := at(r.ts, r.begin)
	if has(seeming, w) && at(r.ts, r.begin+1) == "like" {
		return true
	}
	for v := r.begin + 1; v < len(r.ts) && v < r.begin+6 && !r.ts[v].mark; v++ {
		if has(turningOut, r.ts[v].text) && !isPronoun(w) && (v+2 == len(r.ts) || v+2 < len(r.ts) && r.ts[v+2].mark) && has(idling, at(r.ts, v+1)) {
			return true // the round trip worked fine
		}
	}
	if w != "it" && !has(determiners, w) && !(r.begin < len(r.ts) && r.ts[r.begin].cap && has(seeming, at(r.ts, r.begin+1))) {
		return false
	}
	for v := r.begin + 1; v < len(r.ts) && v < r.begin+6 && !r.ts[v].mark; v++ {
		if !has(seeming, r.ts[v].text) || v > r.begin+1 && has(determiners, at(r.ts, v-1)) {
			continue
		}
		k := skip(r.ts, v+1, beforeVerb, slightly)
		w := at(r.ts, k)
		return k < len(r.ts) && !r.ts[k].mark && w != "like" && !has(prepositions, w) && !has(determiners, w) && !has(locating, w)
	}
	return false
}

// readsOut reports whether the sentence repeats what is on the screen: the log says
// connection refused.
func (r *reading) readsOut() bool {
	v := r.begin + 1
	if at(r.ts, r.begin) == "the" && (has(shown, at(r.ts, v)) || has(records, at(r.ts, v))) {
		v++
	} else if at(r.ts, r.begin) != "it" {
		return false
	}
	return has(quoting, at(r.ts, v))
}

// guessesAt reports whether the speaker supposes something of the lines at hand:
// "I guess the variable shadows the outer one".
func (r *reading) guessesAt() bool {
	k := r.begin + 2
	if at(r.ts, r.begin) != "i" || !has(supposing, at(r.ts, r.begin+1)) {
		return false
	}
	if at(r.ts, k) == "that" && has(determiners, at(r.ts, k+1)) {
		k++
	}
	rest := r.ts[min(k, len(r.ts)):]
	here := has(determiners, at(r.ts, k)) && (has(linesOfCode, at(r.ts, k+1)) || has(linesOfCode, at(r.ts, k+2)))
	for i, t := range rest {
		if has(modals, t.text) || t.text == "than" || t.text == "too" || t.cap && i > 0 {
			return false
		}
		here = here || t.text == "here" && i > 0 && (i+1 == len(rest) || rest[i+1].mark)
	}
	return here && opinions.find(rest, 0) == 0
}

// stalls reports whether a thing does not do at the moment what it should: the lamp
// is not blinking.
func (r *reading) stalls() bool {
	if w := at(r.ts, r.begin); w != "the" && w != "this" && w != "it" && w != "that" {
		return false
	}
	for v := r.begin + 1; v < len(r.ts) && v < r.begin+6 && !r.ts[v].mark; v++ {
		switch w := r.ts[v].text; {
		case w == "isn't" || w == "aren't":
			return isGerund(at(r.ts, v+1))
		case has(bePresent, w):
			return at(r.ts, v+1) == "not" && isGerund(at(r.ts, v+2))
		}
	}
	return false
}

// mostAtHand is the number of tokens of a sentence that says what keeps the speaker busy.
const mostAtHand = 8

// justNow reports whether a run of something has come to its end this minute, or
// the speaker says what keeps them busy: the build just finished, I'm going through
// the diff right now.
func (r *reading) justNow() bool {
	if w := at(r.ts, r.begin); w == "i'm" || w == "i" && at(r.ts, r.begin+1) == "am" {
		n := len(r.ts)
		for n > 0 && r.ts[n-1].mark {
			n--
		}
		return phrase(r.ts, n-2, "right", "now") || at(r.ts, n-1) == "now" && n <= mostAtHand && (anyOf(r.ts, codeNouns) || anyOf(r.ts, linesOfCode))
	}
	if r.past <= 0 || at(r.ts, r.past-1) != "just" || !has(runEnds, stem(r.ts[r.past].text)) {
		return false
	}
	next := at(r.ts, r.past+1)
	return has(determiners, at(r.ts, r.begin)) && !numeral(next) && !has(determiners, next) && !has(ordinals, next) // and not: just started third grade
}

// underWay reports whether a thing is about to begin, or how far it has come: the call is about to start, the
// download is at 40 percent, the tests are green now.
func (r *reading) underWay() bool {
	if w := at(r.ts, r.begin); w != "the" && w != "it" && w != "my" {
		return false
	}
	for v := r.begin + 1; v < len(r.ts) && v <= r.begin+longestSubject && !r.ts[v].mark; v++ {
		if !has(bePresent, r.ts[v].text) {
			continue
		}
		w, next := at(r.ts, v+1), at(r.ts, v+2)
		switch {
		case w == "about" && next == "to":
			return true
		case w == "at" && startsDigit(next):
			return has(underWays, at(r.ts, v-1)) && (at(r.ts, v+3) == "%" || at(r.ts, v+3) == "percent")
		}
		return (w == "green" || w == "red") && next == "now" && has(runs, termOf(at(r.ts, v-1)))
	}
	return false
}

// passesOn reports whether the sentence only says what somebody wants from the speaker at the
// moment: the customer asks for the pilot date, Ruth is asking about the slides. What they ask
// of all, or time and again, and what a thing asks for, is more than that.
func (r *reading) passesOn() bool {
	k := r.begin
	if has(determiners, at(r.ts, k)) {
		k++
	}
	if k >= len(r.ts) || !has(humans, r.ts[k].text) && !has(roleNouns, r.ts[k].text) && !isNameToken(r.ts[k]) || has(periods, at(r.ts, len(r.ts)-1)) {
		return false
	}
	if k++; at(r.ts, k) == "is" && at(r.ts, k+1) == "asking" {
		k++
	} else if at(r.ts, k) != "asks" {
		return false
	}
	what := at(r.ts, k+2)
	one := has(determiners, what) && !has(quantifiers, what) && what != "a" && what != "an" && !numeral(what)
	return (at(r.ts, k+1) == "for" || at(r.ts, k+1) == "about") && one && !r.ofAny() && !anyOf(r.ts[k:], quantifiers) && !anyOf(r.ts[k:], periodic)
}

// stepsAway reports whether the speaker says that they leave for a moment: gonna grab
// lunch, off to bed. What is planned for a day is none.
func (r *reading) stepsAway() bool {
	if r.tellsTime(0, len(r.ts)) || r.hasAny("tomorrow", "tonight", "with") {
		return false
	}
	leaves := false
	for i, t := range r.ts {
		switch w := cutContraction(t.text); {
		case w == "we", w == "they", w == "he", w == "she", w == "you":
			return false
		case w == "brb", w == "afk", t.text == "gonna", t.text == "going", t.text == "i'll", t.text == "off" && at(r.ts, i+1) == "to", t.text == "let" && at(r.ts, i+1) == "me":
			leaves = true
		case leaves && has(breaks, w):
			next := at(r.ts, i+1)
			return i+1 == len(r.ts) || r.ts[i+1].mark || next == "now" || next == "first" || next == "before"
		}
	}
	return false
}

var (
	underWays   = set(`download upload import export build migration sync backup copy install installation update progress scan job render reindex loading battery`)
	breaks      = set(`lunch coffee tea dinner breakfast break nap snack walk bed sleep`)
	turningOut  = set(`work works worked run runs ran go goes went`)
	seeming     = set(`look looks seem seems appear appears`)
	slightly    = set(`a bit little very so really pretty quite rather kind kinda of somewhat totally completely all`)
	records     = set(`log console terminal prompt compiler linter debugger browser test`)
	quoting     = set(`says reads prints complains`)
	supposing   = set(`think guess suppose believe bet reckon`)
	linesOfCode = set(`variable pointer function loop line bracket brace semicolon comma index condition import argument parameter cast array string integer cursor selector regex query`)
	opinions    = cuePhrases.only(opinion)
	runEnds     = stemsOf(`finish fail pass compile hang crash load start restart stop freeze complete end`)
)

// runsAgain reports whether the sentence says only that something runs once more, after something small was done with it:
// the warden restarted it, works now; plugged it in again, all fine. What was changed for good says more.
func (r *reading) runsAgain() bool {
	if len(r.ts) > mostAgain || r.named() && !r.bearsName(r.begin) || len(r.changes()) > 0 || len(quantities(r.ts)) > 0 {
		return false
	}
	runs, did := false, false
	for from, to := range r.pieces() {
		state := true
		for _, t := range r.ts[from:to] {
			state = state && (has(runningAgain, t.text) || has(fillers, t.text) || has(meaningIt, cutContraction(t.text)) || has(otherwiseNow, t.text) || t.text == "again" || t.text == "all" || t.text == "everything")
		}
		if state && anyOf(r.ts[from:to], runningAgain) {
			runs = true
			continue
		}
		k := from
		for k < to && !has(smallDeeds, r.ts[k].text) && !(has(deedsToIt, r.ts[k].text) && has(meaningIt, at(r.ts, k+1))) {
			k++
		}
		if k >= to || k-from > 2 {
			return false
		}
		did = true
	}
	return runs && did
}

const mostAgain = 12 // tokens of such a sentence

var (
	runningAgain = set(`works working runs running ok okay fine good up online back responds answers reachable alive green`)
	// smallDeeds are what is done with a thing that hangs, and leaves it as it is.
	smallDeeds = set(`restarted rebooted reset kicked replugged plugged unplugged reloaded refreshed reran retried cleaned rinsed woke reconnected`)
	deedsToIt  = set(`fixed turned switched killed bumped cleared`)
)
