package language

import "strings"

// offInterface returns the cues of a sentence without those of a rule that holds from now
// on, where it is of what is built and not of how that is done.
func (r *reading) offInterface(c Cues) Cues {
	if (c.Standing || c.Directs) && (r.ofInterface() || r.proposesShown() || r.showsThen()) {
		c.Standing, c.Directs = false, false
	}
	return c
}

// ofInterface reports whether the sentence says how a program that is worked at is to
// behave towards who uses it: when a user clicks the button, the sidebar always keeps the
// order. It binds nobody who hears it but for that one thing.
func (r *reading) ofInterface() bool {
	for i, t := range r.ts {
		if (t.text == "user" || t.text == "users") && has(operating, at(r.ts, i+1)) {
			return true
		}
		if i > r.begin && has(faces, t.text) && has(faceVerbs, at(r.ts, i+1)) && anyOf(r.ts[max(r.begin, i-longestFace):i], theOnly) {
			return true
		}
		if has(binds, t.text) && r.shownBefore(i) && !r.madeLike(i) {
			return true
		}
	}
	return false
}

// shownBefore reports whether the subject of the word of duty, of always or of never at
// ts[i] is what a program shows, and certain ones of it: search results, the "save" button
// (in red). What all buttons, or buttons, should be is a rule for whoever makes one.
func (r *reading) shownBefore(i int) bool {
	k := skipBack(r.ts, i, modals, beforeVerb, bePresent) - 1
	if at(r.ts, k) == ")" {
		for k > r.begin && r.ts[k].text != "(" {
			k--
		}
		k--
	}
	if k < r.begin || r.ts[k].mark {
		return false
	}
	from := r.clauseStart(k)
	for n := from + 1; n < k; n++ {
		if has(prepositions, r.ts[n].text) {
			k = n - 1 // the links in the footer
		}
	}
	for n := from; n < k; n++ {
		if has(quantifiers, r.ts[n].text) {
			return false
		}
	}
	w := r.ts[k].text
	return has(faces, w) || k > from && isPlural(w) && has(faces, strings.TrimSuffix(w, "s"))
}

// madeLike reports whether behind ts[i] it is said how something is made or with what:
// buttons must be built from the shared one, pages need tests.
func (r *reading) madeLike(i int) bool {
	return r.somewhere(i+1, func(k int) bool {
		return has(madeWithin, r.ts[k].text) || has(bePresent, at(r.ts, k-1)) && has(makingParticiples, r.ts[k].text) || at(r.ts, k-1) == "be" && has(makingParticiples, r.ts[k].text)
	}) || r.ofWorkFrom(i+1)
}

// proposesShown reports whether the speaker proposes what a program that both work at is to
// show or to let somebody do: we should show all rows.
func (r *reading) proposesShown() bool {
	return r.somewhere(r.begin, func(i int) bool {
		if w := at(r.ts, i); w != "should" && w != "shouldn't" || at(r.ts, i-1) != "we" {
			return false
		}
		return has(showing, at(r.ts, skip(r.ts, i+1, beforeVerb)))
	})
}

// showsThen reports whether the sentence orders what a program is to show in some case: when
// the switch is on, show only open orders. What somebody is to be shown is another thing.
func (r *reading) showsThen() bool {
	if w := at(r.ts, r.begin); w != "when" && w != "for" && w != "if" || r.hasAny("you", "your", "me", "us", "i", "we", "always", "never") || r.ofWork() {
		return false
	}
	return r.somewhere(r.begin+2, func(i int) bool { return r.ts[i].text == "," && has(showing, at(r.ts, i+1)) })
}

// pointsBefore reports whether the sentence begins with a word for what was named before
// it: they must stay, each one should have a title. Alone nobody knows what that is.
func (r *reading) pointsBefore() bool {
	w, next := at(r.ts, r.begin), at(r.ts, r.begin+1)
	if last := at(r.ts, r.wordsEnd()-1); w == "only" && (last == "it" || last == "them" || has(demonstratives, last)) {
		return true // only the captain may do that
	}
	return w == "they" || has(demonstratives, w) && w != "that" && !has(boundNouns, next) || (w == "each" || w == "every") && next == "one"
}

// ofPointed reports whether the sentence says of a thing that is only pointed at how it
// should be: that message should not be sent each time.
func (r *reading) ofPointed() bool {
	if w := at(r.ts, r.begin); !has(demonstratives, w) || has(boundNouns, at(r.ts, r.begin+1)) || has(writtenRules, at(r.ts, r.begin+1)) {
		return false
	}
	for i := r.begin + 2; i < len(r.ts) && i < r.begin+4; i++ {
		if has(modals, r.ts[i].text) {
			return plainNoun(at(r.ts, i-1))
		}
	}
	return false
}

// ofPhase reports whether the sentence speaks of a numbered part of what is being done:
// before you go on to phase 3, check the pump.
func (r *reading) ofPhase() bool {
	w := at(r.ts, r.begin)
	return (w == "before" || w == "after" || w == "once" || w == "when") && r.somewhere(r.begin+1, func(i int) bool {
		return has(phases, r.ts[i].text) && startsDigit(at(r.ts, i+1))
	})
}

// doneOnce reports whether what must be done with one thing is done when it has been
// done: the field must also be added to the schema.
func (r *reading) doneOnce() bool {
	if r.ofAny() {
		return false
	}
	return r.somewhere(r.begin+1, func(i int) bool {
		if !has(duties, r.ts[i].text) {
			return false
		}
		k := skip(r.ts, i+1, beforeVerb)
		if at(r.ts, k) == "to" {
			k = skip(r.ts, k+1, beforeVerb)
		}
		return at(r.ts, k) == "be" && has(onceDone, at(r.ts, skip(r.ts, k+1, beforeVerb))) && r.ofOneThing(r.clauseStart(i), i)
	})
}

// onlySeeming returns the cues of always and of each time that the sentence has only in words
// that say something else: what can never happen, a word on each other, all of these.
func (r *reading) onlySeeming() (none cue) {
	had, real := cue(0), cue(0)
	for i := range r.ts {
		for _, c := range []cue{constant, recurring} {
			if !cuePhrases.findIn(r.ts, i, c) {
				continue
			}
			if had |= c; !(c == constant && r.onlyAble(i) || c == recurring && r.eachHere(i)) {
				real |= c
			}
		}
	}
	return had &^ real
}

// eachHere reports whether the "each" or "all" of the phrase at ts[i:] is of one another or
// of certain things: on each other, for all of these changes.
func (r *reading) eachHere(i int) bool {
	k := i + 2
	switch at(r.ts, i+1) {
	case "each":
		return at(r.ts, k) == "other" || at(r.ts, k) == "of" && (at(r.ts, k+1) == "the" || has(demonstratives, at(r.ts, k+1)))
	case "all":
		w := at(r.ts, k)
		if w == "of" {
			w = at(r.ts, k+1)
			return w == "the" || w == "it" || w == "them" || w == "my" || has(demonstratives, w)
		}
		return has(demonstratives, w)
	}
	return false
}

// onlyAble reports whether always or never at ts[i] says what can or cannot happen, and not
// what shall: the queue can never grow, it would always fail. What you or we never can is
// forbidden.
func (r *reading) onlyAble(i int) bool {
	if w := at(r.ts, i-1); w != "can" && w != "could" && w != "would" {
		return false
	}
	w := at(r.ts, i-2)
	return w != "you" && w != "we" && w != "nobody"
}

// longestFace is how many tokens before its noun "the" may stand: the top left button.
const longestFace = 4

var (
	operating = set(`click clicks press presses tap taps select selects type types enter enters hover hovers drag drags scroll scrolls hit hits submit submits paste pastes upload uploads drops resizes toggles`)
	faces     = set(`button sidebar header footer icon dialog modal dropdown menu tooltip row column tab cursor arrow popup banner label placeholder results spinner checkbox toolbar panel
		screen page card badge avatar thumbnail slider toast navbar widget chart homepage statistics stats users`)
	faceVerbs  = set(`always never should must can shows show keeps stays opens closes`)
	theOnly    = set(`the`)
	binds      = set(`must mustn't should shouldn't shall needs need always never cannot can't`)
	madeWithin = set(`use uses using extend extends import imports inherit`)
	// makingParticiples say how a thing is made, kept or looked after.
	makingParticiples = set(`built written made tested documented named styled implemented composed generated rendered split kept stored placed reviewed covered escaped`)
	showing           = set(`show display render hide highlight let allow support offer list present`)
	phases            = set(`phase step milestone task`)
	onceDone          = set(`added removed renamed moved fixed changed replaced extended dropped reverted merged deleted threaded wired adapted adjusted`)
)
