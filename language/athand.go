package language

import (
	"slices"
	"strings"
)

// atHand reports whether the sentence points at a thing that lies before both who say
// and hear it: these labels, not this one. The project at hand is none.
func (r *reading) atHand() bool {
	for i, t := range r.ts {
		if has(demonstratives, t.text) && t.text != "that" && !has(boundNouns, at(r.ts, i+1)) && !has(boundNouns, strings.TrimSuffix(at(r.ts, i+1), "s")) {
			return true
		}
	}
	return r.follows("right", "now")
}

// OpensPointing reports whether a sentence begins with what only points at something
// before it: this, these failing checks, it. Alone nobody knows what it speaks of.
func OpensPointing(s string) bool {
	r := newTokens(s)
	w := cutContraction(at(r.ts, r.begin))
	if w == "that" && r.begin > 0 && groundLen(r.ts, r.begin-1) > 0 {
		return false // now that we are nine
	}
	return w == "it" || w == "they" || has(demonstratives, w) && !has(boundNouns, at(r.ts, r.begin+1)) && !r.tellsWhole()
}

// Points reports whether a sentence points somewhere at what only the talk around it names: I
// want to use that model, we will need it later.
func Points(s string) bool {
	return newTokens(cutSentence(s)).hasAny("this", "that", "these", "those", "it", "them")
}

// PointsOut reports whether a sentence is about things that are only pointed at: I'd like
// those hulls to be painted by hand. Which ones they are is known where it is said.
func PointsOut(s string) bool {
	ts := newTokens(cutSentence(s))
	return ts.somewhere(0, func(i int) bool {
		w, next := ts.ts[i].text, at(ts.ts, i+1)
		return (w == "this" || w == "these" || w == "those") && (plainNoun(next) || isPlural(next)) && !has(ofRule, next) && !has(writtenRules, next) && !has(rulesMade, next)
	})
}

// ofRule are words for the rule itself: please keep this habit.
var ofRule = set(`way style kind sort manner tone format order case cases`)

// hereOfKind reports whether ts[i] is a "here" that ends what is said of a kind, and so
// means the project: use double quotes in kelp here.
func (r *reading) hereOfKind(i int) bool {
	kind := at(r.ts, i-1)
	return r.ts[i].text == "here" && (at(r.ts, i-2) == "in" || at(r.ts, i-2) == "for") && plainNoun(kind) && !has(deictic, kind) && (i+1 == len(r.ts) || r.ts[i+1].mark)
}

// hereOfWays reports whether ts[i] is a "here" that ends how things are done, and so means
// the project: we never use enums here.
func (r *reading) hereOfWays(i int) bool {
	what := at(r.ts, i-1)
	return r.ts[i].text == "here" && (i+1 == len(r.ts) || r.ts[i+1].mark) && at(r.ts, r.begin) == "we" && (plainNoun(what) || isPlural(what))
}

// boundHere reports whether a sentence means the project by a "here".
func (r *reading) boundHere() bool {
	return r.somewhere(0, func(i int) bool { return r.hereOfKind(i) || r.hereOfWays(i) })
}

// dealsHere reports whether a sentence says what the speaker has to do with those whom the
// work at hand is for, and does not name them: my rate for them is 85, my contact at the
// client is Vera, my hourly rate here is 90. In another project that is somebody else's.
func (r *reading) dealsHere() bool {
	if at(r.ts, r.begin) != "my" {
		return false
	}
	for i := r.begin + 1; i < r.begin+4 && !has(prepositions, at(r.ts, i)); i++ {
		if !has(dealings, at(r.ts, i)) {
			continue
		}
		next, whom := at(r.ts, i+1), at(r.ts, i+2)
		return next == "here" || has(prepositions, next) && (whom == "them" || (whom == "this" || whom == "the") && has(payers, at(r.ts, i+3)))
	}
	return false
}

var (
	dealings = set(`rate rates fee fees price prices quote quotes estimate estimates budget budgets retainer contract contracts contact contacts invoice invoices`)
	payers   = set(`client clients customer customers project job gig engagement`)
)

// heldHere returns the cues of a sentence that says by a "here" that it holds in the project:
// here I prefer tabs, use tar here please, not zip. It is read without that word, which else
// points at something at hand. What is said of a certain thing is done there and then: use
// the big loop here.
func (r *reading) heldHere(c Cues) Cues {
	k := r.placeHere()
	if k < 0 || r.asked() || c.ProjectBound || k > r.begin && at(r.ts, r.begin) == "we" {
		return c
	}
	for i := r.begin; i < len(r.ts); i++ {
		if w := r.ts[i].text; has(articles, w) || has(demonstratives, w) || w == "it" && i < k {
			return c
		}
	}
	if c.Directs {
		c.ProjectBound = true
		return c
	}
	rest := strings.TrimLeft(r.text[r.ts[k].end:], ", ")
	if k > r.begin {
		rest = strings.TrimRight(r.text[:r.ts[k].start], " ") + r.text[r.ts[k].end:]
	}
	h := handCues(rest)
	if h.Directs && (h.Preference || h.Negation || r.hasAny("please", "instead")) {
		h.ProjectBound = true
		return h
	}
	return c
}

// placeHere returns the index of a "here" that begins or ends what is said, and may be the
// place where it holds, -1 for none.
func (r *reading) placeHere() int {
	for i := r.begin; i < len(r.ts); i++ {
		if r.ts[i].text != "here" {
			continue
		}
		next := at(r.ts, i+1)
		if i == r.begin && (next == "i" || next == "we" || next == ",") || i > r.begin+1 && !has(prepositions, at(r.ts, i-1)) && !isHelper(at(r.ts, i-1)) && (i+1 == len(r.ts) || r.ts[i+1].mark || next == "please" || next == "and" || next == "not") {
			return i
		}
	}
	return -1
}

// tellsWhole reports whether a sentence tells what the project at hand is: "this is the
// billing service: it writes the invoices", "this is kelpd: we feed the fish with it". "This
// is the error" points at what lies beside it.
func (r *reading) tellsWhole() bool {
	i := r.begin + 2
	if w := at(r.ts, r.begin); w != "this" && w != "here" {
		return false
	}
	if has(boundNouns, at(r.ts, i-1)) {
		i++ // this repo is the …
	}
	if at(r.ts, i-1) != "is" {
		return false
	}
	named := !has(determiners, at(r.ts, i)) // and not just some of what there is
	if !named {
		i++
	}
	if r.anyOf(troubles) {
		return false
	}
	whole, tail := false, false
	for from := i; i < len(r.ts) && i <= from+longestSubject; i++ {
		w := r.ts[i].text
		switch {
		case w == "," && named && has(determiners, at(r.ts, i+1)):
			i, named, tail = i+1, false, true
		case r.ts[i].mark:
			return whole || i > from && w == ":" && named && at(r.ts, i+1) == "we" && isBase(at(r.ts, i+2))
		case has(prepositions, w), w == "that", w == "which":
			return whole
		case isSubject(w):
			return whole && tail // tallyho, a small app I count birds with
		case isFinite(w), has(interrogatives, w):
			return false
		}
		whole = has(wholes, w) || has(boundNouns, w) || has(projectWords, w)
	}
	return whole
}

// LikesCertain reports whether a sentence says how the speaker likes a certain thing:
// I don't like the border, I love these colours.
func LikesCertain(s string) bool {
	r := newTokens(s)
	i := r.begin
	if at(r.ts, i) != "i" {
		return false
	}
	for i++; i < len(r.ts) && i < r.begin+6 && !r.ts[i].mark; i++ {
		if has(liking, r.ts[i].text) {
			w := at(r.ts, i+1)
			return w == "the" || w == "it" || has(demonstratives, w)
		}
	}
	return false
}

// answersItself reports whether the sentence depends on the answer to a question that
// has just been asked, or on the end of the work at hand: if so, go ahead; if not, I
// prefer the old one; when you're done, push.
func (r *reading) answersItself() bool {
	w := at(r.ts, r.begin+1)
	return at(r.ts, r.begin) == "if" && (w == "so" || w == "not" || w == "yes" || w == "no") || r.whenDone()
}

// doneSoFar reports whether the sentence speaks of what has been done in the talk:
// everything we've added.
func (r *reading) doneSoFar() bool {
	for i, t := range r.ts {
		have := has(haveForms, t.text) && isPronoun(t.text) && t.text != cutContraction(t.text) ||
			t.text == "have" && (at(r.ts, i-1) == "we" || at(r.ts, i-1) == "you")
		k := skip(r.ts, i+1, beforeVerb)
		if have && isPast(at(r.ts, k)) {
			return !r.has(negation) // what is forbidden may well be of it
		}
	}
	return false
}

// sendsListener reports whether the listener is told to do one thing, and not when or
// how such a thing is done: you need to read the manual.
func (r *reading) sendsListener() bool {
	i := r.begin
	w, next := at(r.ts, i+1), at(r.ts, i+2)
	if at(r.ts, i) != "you" || r.has(negation|condition|recurring|constant) || r.hasAny("before", "after", "only", "every", "all", "instead") {
		return false
	}
	switch w {
	case "need", "have":
		return next == "to"
	case "should", "must":
		return isBase(next) && next != "be"
	}
	return false
}

// picksUp reports whether "picked up" is all that could be read as a decision.
func (r *reading) picksUp() bool {
	return r.follows("picked", "up") && !r.hasAny("decided", "chose", "chosen", "agreed", "approved", "settled", "opted")
}

var (
	shaping        = set(`keep make take spell call leave give`) // verbs with which an "it" means the answers or no thing
	byMeans        = set(`with using via`)
	repeating      = set(`again ever everywhere too anymore by`)
	demonstratives = set(`this that these those`)
	liking         = set(`like love hate dislike enjoy`) // verbs of what somebody likes
)

// wholes are what somebody works on as a whole, and what a folder may hold all of.
var wholes = set(`website webshop site shop server firmware tool toolkit game plugin extension daemon bot client cli compiler parser driver blog thesis paper exporter
	importer scraper framework engine backend frontend infrastructure terraform`)

// boundIt reports whether the "it" at ts[i] stands in a second order for what the first one
// does with everything: seed all runs with 7 and log it.
func (r *reading) boundIt(i int) bool {
	before := r.ts[:i]
	return i > 3 && has(mannerVerbs, at(r.ts, i-1)) && at(r.ts, i-2) == "and" &&
		slices.ContainsFunc(before, func(t token) bool { return t.text == "everything" || has(quantifiers, t.text) })
}

// thereAt reports whether ts[i] is a "there" that points at a place: use a map there.
func (r *reading) thereAt(i int) bool {
	return r.ts[i].text == "there" && i > r.begin+1 && !has(bePresent, at(r.ts, i+1)) && !has(conditionals, at(r.ts, i-1)) && !has(modals, at(r.ts, i+1))
}

// untilLater reports whether what is ordered or forbidden is so for the time being, or is
// all that is left out of the task at hand: don't write code yet, don't change other parts.
func (r *reading) untilLater() bool {
	return r.hasAny("yet") || r.follows("anything", "else") || r.follows("for", "now") ||
		r.follows("the", "moment") || r.dontAt(r.begin) && r.hasAny("other")
}

// OfThem reports whether an order is of several that were named before it, and of nothing
// else: close them politely.
func OfThem(s string) bool {
	r := newTokens(s)
	return at(r.ts, r.begin+1) == "them" && orderAt(r.ts, r.begin)
}

// OrdersPointed reports whether an order only points at what it is of: exclude those always,
// never touch them, always run it twice. Alone nobody knows what is meant. What is pointed at
// as the work at hand, or the answers to the speaker, is known: never merge it without a review,
// keep it short. By what it is done with one knows it, too: run them with ninja.
func OrdersPointed(s string) bool {
	r := newTokens(cutSentence(s))
	i := skip(r.ts, r.begin, orderAdverbs)
	if !orderAt(r.ts, i) || i+1 >= len(r.ts) || has(byMeans, at(r.ts, i+2)) {
		return false
	}
	switch w, end := at(r.ts, i+1), r.wordsEnd(); {
	case w == "them":
		return true
	case w == "it":
		return end-i <= 4 && !has(shaping, at(r.ts, i)) && !(i+2 < end && has(prepositions, at(r.ts, i+2)))
	case has(demonstratives, w) && at(r.ts, end) != ":":
		next := at(r.ts, i+2)
		return i+2 >= end || r.ts[i+2].mark || has(prepositions, next) || has(orderAdverbs, next) || has(repeating, next) || has(occasions, next)
	}
	return false
}

// TellsPointed reports whether a sentence says what somebody has done, or does, to what it only
// points at, and nothing beside that: Bogdan set it up, Ruth broke them yesterday. Alone
// nobody knows what is meant.
func TellsPointed(s string) bool {
	r := newTokens(cutSentence(s))
	i := r.begin
	if len(r.ts)-i > longestPointed || has(interrogatives, at(r.ts, i)) || isPronoun(at(r.ts, i)) {
		return false
	}
	for i++; i < len(r.ts) && r.ts[i].text != "it" && r.ts[i].text != "them"; i++ {
		if w := r.ts[i].text; r.ts[i].mark || has(prepositions, w) {
			return false
		}
	}
	if v := at(r.ts, i-1); i >= len(r.ts) || i < r.begin+2 || !isPast(v) && !isThird(v) && !isBase(v) && participles[v] == "" && !has(perfects, v) || isGerund(v) {
		return false
	}
	for _, t := range r.ts[i+1:] {
		if !t.mark && !has(particles, t.text) && !has(calendarWords, t.text) && !has(timeWords, t.text) && !has(dayWords, t.text) && !has(beforeVerb, t.text) && t.text != "ago" && t.text != "week" && t.text != "month" && t.text != "year" {
			return false
		}
	}
	return true
}

// longestPointed is how many words and marks such a sentence has at most.
const longestPointed = 9

// BreaksOff reports whether somebody thinks aloud, and asks nobody: what was it...
func BreaksOff(s string) bool {
	s = strings.TrimRight(s, " \t\"'")
	return strings.HasSuffix(s, "...") || strings.HasSuffix(s, "…")
}
