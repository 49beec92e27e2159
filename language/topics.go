package language

import (
	"slices"
	"strings"
)

// ofTopic returns the cues of a sentence that names before a colon what its order is
// about, or since when it holds: "Tests: put them next to the code", "Since 2024: use
// tabs". The order is read by itself, with the topic in the place of its pronoun.
// Under anything else it is to be done now ("Footer: make it grey"), and so is all
// under the number or the day of a run or a ticket: "Night 41: go through the list".
func (r *reading) ofTopic(c Cues) Cues {
	k := r.labelEnd()
	if k == 0 || strings.Count(r.text, ": ") > mostLabels {
		return c
	}
	if rest := r.text[r.ts[k].end:]; r.numbered(k) && (handCues(rest).Errand || asksOnly(rest)) {
		c.Instruction, c.Standing, c.Directs, c.Errand = 0, false, false, true
		return c
	}
	if r.newWork(k) {
		c.Instruction, c.Standing, c.Directs = 0, false, false
		c.Status = !slices.ContainsFunc(r.ts[k:], func(t token) bool { return isPronoun(t.text) && t.text != "you" || has(possessives, t.text) })
		return c
	}
	if c.Directs || r.asked() {
		return c
	}
	since, topic := r.sinceThen(k), r.topic(k) || r.onceMaking(k)
	if !since && !topic {
		o := newReading(r.text[r.ts[k].end:])
		if h := o.cues(); h.Directs && o.ruleUnder(r.text[r.ts[r.begin].start:r.ts[k].start], h) && r.topicEnd(k)-r.begin <= mostTopic {
			c.Instruction, c.Standing, c.Directs, c.Errand, c.Hypothetical, c.Plan = h.Instruction, h.Standing, true, false, false, h.Plan
			return c
		}
		if h := handCues(strings.TrimRight(o.text, ".! ") + " please"); h.Directs && r.toldAgain(k) && !o.atHand() && (o.forbids() || o.stopsKind() || !o.imperative()) {
			c.Instruction, c.Standing, c.Directs, c.Errand, c.Event, c.Status = max(h.Instruction, 0.7), h.Standing, true, false, false, false
			return c
		}
		c.Errand = c.Errand || k-r.begin <= mostTopic && !c.Decision && o.worksOnOne() && o.cues().Errand
		return c
	}
	o := newReading(r.orderOn(k))
	h := o.cues()
	switch {
	case r.onceMaking(k):
		if !o.bans(true) && !o.bansEver(true) && !o.only() {
			return c
		}
		h.Standing = h.Standing || r.hasAny("ever", "whenever")
	case h.Standing && h.Instruction >= 0.5 && !h.Hypothetical:
	case since && (o.imperative() || o.duty()) && !o.anyOf(deictic):
		h.Standing = true
	case topic && (o.ofManner() || o.bans(true) || o.bansEver(true) || o.only() || o.namedPlease()):
	default:
		return c
	}
	c.Instruction, c.Standing, c.Directs, c.Errand = max(h.Instruction, 0.7), h.Standing, true, false
	c.Preference, c.Hypothetical, c.Status, c.Truism = h.Preference, false, false, false
	return c
}

// mostLabels is the number of labels in a sentence of which any names what it is about: each is
// read with all behind it, and what has more is data.
const mostLabels = 4

// newWork reports whether ts[begin:k] announces something that can be read or heard, and what
// follows is its title: new paper: never trust a benchmark.
func (r *reading) newWork(k int) bool {
	w := at(r.ts, r.begin)
	return k-r.begin > 1 && k-r.begin <= mostTopic && (w == "new" || w == "another" || w == "interesting") && has(readOrHeard, at(r.ts, k-1))
}

var readOrHeard = set(`paper preprint article post book novel talk lecture video episode podcast film movie song album poem essay newsletter thread`)

// numbered reports whether ts[begin:k] names a run or a ticket by its number or its
// day. A step or a rule has a number, too, and is none.
func (r *reading) numbered(k int) bool {
	number := false
	for _, t := range r.ts[r.begin:k] {
		if has(numberedRules, t.text) {
			return false
		}
		number = number || startsDigit(t.text)
	}
	return number
}

// asksOnly reports whether a text asks, and neither tells nor orders anything.
func asksOnly(s string) bool {
	act := ActOf(s)
	return act.Ask && !act.Tell && !act.Command
}

// labelEnd returns the index of the colon behind a label, or of the comma behind a
// time, 0 for none.
func (r *reading) labelEnd() int {
	for i := r.begin + 1; i+2 < len(r.ts) && i <= r.begin+mostHead; i++ {
		switch m := r.ts[i].text; {
		case m == ":" && !glued(r.ts, i, i+1), m == "," && (r.sinceThen(i) || r.onceMaking(i)):
			return i
		case r.ts[i].mark && m != "-" && m != "/":
			return 0
		}
	}
	return 0
}

// sinceThen reports whether ts[begin:k] is a time since which something holds: since
// 2024, from March on.
func (r *reading) sinceThen(k int) bool {
	i := r.begin
	if phrase(r.ts, i, "as", "of") || phrase(r.ts, i, "starting", "from") {
		i++
	} else if w := at(r.ts, i); w != "since" && w != "from" {
		return false
	}
	last := at(r.ts, k-1)
	if r.ts[i].text == "from" && last != "on" && last != "onwards" && last != "onward" {
		return false
	}
	return k > i+1 && r.tellsTime(i+1, k) && !r.ts[k-1].mark
}

// onceMaking reports whether ts[begin:k] says that what follows holds for all that the
// listener makes of a kind: if you ever plan a trip, when you write tests.
func (r *reading) onceMaking(k int) bool {
	i := r.begin
	w, who := at(r.ts, i), at(r.ts, i+1)
	if w != "if" && w != "when" && w != "whenever" || who != "you" && who != "we" {
		return false
	}
	ever := w == "whenever" || at(r.ts, i+2) == "ever"
	if i += 2; at(r.ts, i) == "ever" {
		i++
	}
	return i+1 < k && isBase(at(r.ts, i)) && (ever || has(bringsForth, at(r.ts, i))) && !anyOf(r.ts[i:k], deictic) && !r.follows(at(r.ts, i), "the")
}

// topicEnd returns the index behind what a label that ends at ts[k] names, before the reason
// that it gives: house rules because the landlord reads along.
func (r *reading) topicEnd(k int) int {
	for i := r.begin + 1; i < k; i++ {
		if r.ts[i].text == "because" || r.ts[i].text == "since" {
			return i
		}
	}
	return k
}

// ruleUnder reports whether an order under a label is a rule by its own words: it says that
// it always holds, or is of how a tool that the label names is used for all of a kind. An
// order for all there is on a page is to be done now.
func (r *reading) ruleUnder(label string, c Cues) bool {
	if newTokens(label).anyOf(headings) || r.anyOf(momentary) || r.hasAny("now") {
		return false
	}
	return c.Standing && r.has(standing|constant) || r.hasAny("all", "every", "each", "any") && namesTool(label)
}

// toldAgain reports whether ts[begin:k] says that the listener has been told, or has done, what
// follows before: you did it again, as I said, I told you twice.
func (r *reading) toldAgain(k int) bool {
	told := phraseLen(r.ts, r.begin, saidAlready) > 0
	for i := r.begin; i < k && !told; i++ {
		told = r.ts[i].text == "again" && anyOf(r.ts[max(0, r.begin-1):k], listening)
	}
	return told
}

// namesTool reports whether a label is a tool, or a way in which machines talk.
func namesTool(label string) bool {
	return has(protocols, strings.ToLower(label)) || len(toolsNamed(label)) > 0
}

// topic reports whether ts[begin:k] names what is written or done in any project, and
// no certain piece of it: commit messages, error handling, naming.
func (r *reading) topic(k int) bool {
	n := k - r.begin
	if n > mostTopic {
		return false
	}
	for i := r.begin; i < k; i++ {
		w := r.ts[i].text
		if has(determiners, w) || has(prepositions, w) || isSubject(w) || startsDigit(w) || r.ts[i].mark && w != "-" && w != "/" || has(momentary, w) {
			return false
		}
	}
	w := at(r.ts, k-1)
	return has(crafts, w) || (n > 1 || isPlural(w)) && (has(pieces, stem(w)) || has(pieces, clipped[stem(w)]))
}

// orderOn returns the text behind ts[k], with the label before it in the place of
// "them" or "it".
func (r *reading) orderOn(k int) string {
	rest := r.text[r.ts[k].end:]
	for i := k + 1; i < len(r.ts); i++ {
		if w := r.ts[i].text; w == "them" || w == "it" || w == "they" {
			label := strings.ToLower(r.text[r.ts[r.begin].start:r.ts[k-1].end])
			return r.text[r.ts[k].end:r.ts[i].start] + label + r.text[r.ts[i].end:]
		}
	}
	return rest
}

// namedPlease reports whether a text names a kind, before its first comma, and asks for it:
// conventional commits please, with the ticket at the end.
func (r *reading) namedPlease() bool {
	to := r.headEnd()
	if !r.hasAny("please") || r.asked() || r.hasVerb(to) {
		return false
	}
	if at(r.ts, to-1) == "please" {
		to--
	}
	for _, t := range r.ts[r.begin:to] {
		if t.mark && t.text != "-" || has(determiners, t.text) || numeral(t.text) || has(momentary, t.text) || has(inDisorder, t.text) {
			return false
		}
	}
	last := at(r.ts, to-1)
	return to-r.begin >= 2 && to-r.begin <= mostPointing && !isBase(at(r.ts, r.begin)) && (isPlural(last) || has(styles, last) || has(tongues, last))
}

// ofManner reports whether an order says how something is done, and speaks of nothing
// at hand: follow the style guide, don't merge.
func (r *reading) ofManner() bool {
	if r.anyOf(deictic) || r.doneSoFar() || len(r.ts) < 2 {
		return false
	}
	i := skip(r.ts, r.begin, orderAdverbs)
	w, next := at(r.ts, i), at(r.ts, i+1)
	switch {
	case r.follows("don't", w) && i > r.begin && isBase(w), w == "do" && next == "not":
		return true
	case next == "the" && has(anyHas, at(r.ts, i+2)), has(makingVerbs, w) && (next == "a" || next == "an"), next == "of":
		return false
	case w == "make" || w == "be":
		return next == "sure"
	}
	return has(mannerVerbs, w) || has(placingOrder, w) || r.follows(",", "don't")
}

// namedRule reports whether the sentence says by its label that it is a rule: "Rule 3:
// …", "Convention: …", "Principle 2 - …".
func (r *reading) namedRule() bool {
	i := r.begin
	if !has(namesOfRules, at(r.ts, i)) {
		return false
	}
	if i++; startsDigit(at(r.ts, i)) {
		i++
	}
	m := at(r.ts, i)
	return i+2 < len(r.ts) && !glued(r.ts, i, i+1) && (m == ":" || m == "-" && !glued(r.ts, i-1, i) && i > r.begin+1)
}

// ruleNames are what somebody calls a rule.
const ruleNames = `rule rules convention conventions principle principles policy policies guideline guidelines`

var namesOfRules = set(ruleNames)

// worksOnOne reports whether an order names right behind its verb what it works on:
// make it grey, add a box.
func (r *reading) worksOnOne() bool {
	return orderAt(r.ts, r.begin) && (has(determiners, at(r.ts, r.begin+1)) || has(deictic, at(r.ts, r.begin+1)))
}

// only reports whether the sentence names nothing but the one way there is: "ISO dates
// only".
func (r *reading) only() bool {
	end := r.wordsEnd()
	return end-r.begin > 1 && at(r.ts, end-1) == "only" && !r.hasVerb(end) && !r.imperative()
}

const (
	mostTopic = 3  // words of a topic
	mostHead  = 12 // words and marks of a label: a day has five
)

var (
	// crafts are topics by themselves.
	crafts = set(`indentation naming spelling formatting casing punctuation logging testing typing versioning branching styling handling style styles language
		documentation docs git sql css html code state coverage length imports secrets`)
	// craftPieces are topics where several of a kind are spoken of.
	craftPieces = stemsOf(`error exception secret dependency package release review pr request branch variable constant function method class type interface migration commit
		endpoint merge deploy deployment`)
	// pieces are what is written, or worked on, one of many; workPieces those in code, too.
	pieces     = union(written, craftPieces)
	workPieces = union(pieces, piecesInCode)
	// momentary are words of what is at hand.
	momentary   = set(`task tasks todo todos goal goals bug bugs fix fixes next issue issues step steps context question questions update updates failing failed open new old current latest existing main today tonight tomorrow`)
	headings    = set(`title titles headline subject caption quote song motto slogan error warning output result log todo todos task`) // labels of what is written, found or to be done
	protocols   = set(`ssh sftp scp ftp rsync vpn http https smtp imap dns tls ssl ldap cron systemd`)
	bringsForth = set(`plan cook prepare suggest recommend propose book order choose pick send write make build create design draft document generate test name`)
	// saidAlready opens what the listener has heard before, listening is the listener.
	saidAlready  = phrasesOf(`as i said, like i said, as said, i said, i told you, i already told you, i've told you, how often, how many times, once more, once again`)
	listening    = set(`you you're you've`)
	placingOrder = set(`start begin end go`)
)
