package language

// symptom reports whether a sentence says only what what is being worked at does wrong on the
// screen at the moment: when I open the ledger, no rows are drawn; the badge is still not
// updated; the map moves, but no boats are loaded. Once it is mended nobody asks for it again.
// What is to be so, or has a reason, and whom something is shown to, is more than that.
func (r *reading) symptom() bool {
	if r.asked() || r.has(standing|constant|recurring|cause) || r.hasAny("please") {
		return false
	}
	if r.breaksOwn() || r.runsInto() || r.seemsHere() {
		return true
	}
	if !r.ofScreen() && !r.tries() || r.has(decision|preference|wish|deontic) || r.anyOf(owed) || r.shownTo() {
		return false
	}
	i := r.begin
	if has(complaintHeads, at(r.ts, i)) && at(r.ts, i+1) == ":" {
		return r.failsIn(i+2, len(r.ts), true)
	}
	switch from, to := r.trial(); {
	case to == 0:
	case from < i+beforeTrial:
		return r.failsIn(to, len(r.ts), true)
	default:
		return r.failsIn(i, from, true)
	}
	if r.somewhere(i, func(k int) bool { return has(personsAtWork, cutContraction(r.ts[k].text)) }) || r.tellsTime(r.begin, len(r.ts)) {
		return false
	}
	for k := i + 2; k < len(r.ts); k++ {
		if w := r.ts[k].text; (w == "but" || w == "although" || w == "though") && r.worksUntil(k) && r.failsIn(k+1, len(r.ts), false) {
			return true
		}
	}
	return r.ofThisMinute() && r.failsIn(i, len(r.ts), false)
}

// offBy reports whether ts[i] says that something is drawn beside its place: off by one.
func (r *reading) offBy(i int) bool { return r.ts[i].text == "off" && at(r.ts, i+1) == "by" }

// trial returns the bounds of what the speaker did to see it: when I open the ledger, opening
// the ledger; nothing for none.
func (r *reading) trial() (from, to int) {
	for i := r.begin; i < len(r.ts); i++ {
		k := i
		if has(trialOpeners, r.ts[i].text) {
			k = skip(r.ts, i+1, beforeVerb)
			own := at(r.ts, k) == "i" || at(r.ts, k) == "we"
			if own {
				k = skip(r.ts, k+1, beforeVerb)
			}
			if !has(triedOut, stem(at(r.ts, k))) || !own && !isGerund(at(r.ts, k)) {
				continue
			}
		} else if i > r.begin && (i > r.begin+1 || at(r.ts, r.begin) != "only") || i+1 >= len(r.ts) || r.ts[i+1].cap || !isGerund(r.ts[i].text) || !has(triedOut, stem(r.ts[i].text)) {
			continue
		}
		return i, k + 1
	}
	return 0, 0
}

// ofScreen reports whether a sentence speaks of what screens do.
func (r *reading) ofScreen() bool {
	return r.somewhere(r.begin, func(i int) bool {
		return has(amissOnScreen, r.ts[i].text) || has(onScreens, stem(r.ts[i].text)) || r.offBy(i)
	})
}

// tries reports whether a sentence has such a trial.
func (r *reading) tries() bool {
	_, to := r.trial()
	return to > 0
}

// failsIn reports whether in ts[from:to] something is said not to be, or to be shown wrongly,
// in the present. After a trial any verb may say so, else one of what screens do.
func (r *reading) failsIn(from, to int, trial bool) bool {
	none, screen, other := false, trial, false
	for i := from; i < to; i++ {
		w := r.ts[i].text
		switch {
		case isBase(w) && i > from && r.ts[i-1].mark && has(determiners, at(r.ts, i+1)), has(modals, w) && w != "can't" && w != "cannot", (w == "don't" || w == "do" || w == "never" || w == "please") && (i == from || r.ts[i-1].mark), isSubject(w) && w != "it" && w != "they" && !trial:
			return false
		case w == "no", w == "not", w == "nothing", w == "none", w == "never", hasTail(w, "n't"), w == "only" && !trial, w == "seems", w == "seem":
			none = true
		case has(amissOnScreen, w), r.offBy(i):
			none, screen = true, true
		}
		screen = screen || has(onScreens, stem(w))
		other = other || i > from
	}
	return none && screen && other
}

// worksUntil reports whether what stands before ts[k] is said to do what it should.
func (r *reading) worksUntil(k int) bool {
	for i := r.begin; i < k; i++ {
		if w := r.ts[i].text; has(goesWell, w) || has(onScreens, stem(w)) {
			return true
		}
	}
	return false
}

// ofThisMinute reports whether a sentence says by a word that it is so as yet or once more.
func (r *reading) ofThisMinute() bool {
	return r.hasAny("still", "anymore", "again", "now", "currently") || r.follows("at", "moment") || r.follows("no", "longer")
}

// breaksOwn reports whether a sentence says that what is at hand was broken by those who talk.
func (r *reading) breaksOwn() bool {
	for i := r.begin + 1; i < len(r.ts); i++ {
		if w := at(r.ts, i-1); (w == "we" || w == "you" || w == "that" || w == "this") && has(breakings, r.ts[i].text) && has(determiners, at(r.ts, skip(r.ts, i+1, breakingUp))) {
			return true
		}
	}
	return false
}

// runsInto reports whether a sentence says what the speaker ran into, or has the feeling of: I get
// an exception in the parser, I got the feeling that this loop is slow.
func (r *reading) runsInto() bool {
	if w := at(r.ts, r.begin); w != "i" && w != "we" {
		return false
	}
	k := skip(r.ts, r.begin+1, beforeVerb)
	if !has(meetingIt, at(r.ts, k)) || r.tellsTime(r.begin, len(r.ts)) {
		return false
	}
	if at(r.ts, k+1) == "into" {
		k++
	}
	if !has(determiners, at(r.ts, k+1)) {
		return false
	}
	for i := k + 2; i < len(r.ts) && i < k+mostToTrouble; i++ {
		switch w := r.ts[i].text; {
		case (w == "issue" || w == "problem") && at(r.ts, i+1) == "in", has(metByUser, w):
			return true
		case w == "feeling" || w == "impression":
			return at(r.ts, i-1) == "the"
		}
	}
	return false
}

// mostToTrouble is the number of words within which a trouble is named that somebody gets.
const mostToTrouble = 5

// seemsHere reports whether a sentence begins with what something at hand seems to be: it seems this
// loop runs twice, this seems to break the plan.
func (r *reading) seemsHere() bool {
	i := r.begin
	w, next, then := at(r.ts, i), at(r.ts, i+1), at(r.ts, i+2)
	if next != "seems" && next != "looks" {
		return false
	}
	if w == "it" && then == "like" {
		then = at(r.ts, i+3)
	}
	return w == "it" && (then == "you" || has(demonstratives, then)) || (w == "this" || w == "that") && then == "to"
}

// shownTo reports whether a sentence says whom or what something is shown to: not shown to guests.
func (r *reading) shownTo() bool {
	return r.somewhere(r.begin+1, func(i int) bool {
		next := at(r.ts, i+1)
		return has(onScreens, stem(r.ts[i].text)) && (next == "to" || next == "for" || next == "until" || next == "unless") && i+2 < len(r.ts)
	})
}

// beforeTrial is the number of words within which what the speaker tries comes first.
const beforeTrial = 4

var (
	trialOpeners = set(`when if after once whenever`)
	// triedOut are what one does to a program to see what it does.
	triedOut = stemsOf(`open close click press hit tap select choose pick switch enter type scroll hover drag drop reload refresh restart browse navigate zoom resize toggle change load save submit
		upload download log login go run try test call replay kill play start`)
	// onScreens are what screens and programs do, and is done to them, when they work.
	onScreens = stemsOf(`show display draw render trigger update populate load fill open close appear refresh fire highlight select visible clickable scroll move change respond happen save restore hide stick print shown drawn hidden anything`)
	// amissOnScreen are states of what is shown that nobody wants.
	amissOnScreen  = set(`empty blank transparent invisible greyed grayed squashed misaligned upside flickers flicker flickering jumps vanishes disappears overlaps overlapping undefined nan lost missing`)
	goesWell       = set(`works work worked fine ok okay good better correct correctly right gone there`)
	complaintHeads = set(`problem issue bug error`)
	personsAtWork  = set(`i we you he she everybody nobody people somebody`)
	meetingIt      = set(`get got run ran see saw`)
	metByUser      = set(`error errors exception exceptions warning warnings traceback crash`)
	breakings      = set(`broke messed screwed`)
	breakingUp     = set(`up over`)
)
