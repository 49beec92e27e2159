package language

import (
	"strings"
	"time"
)

// Fault is how surely a sentence of a prompt says that something does not do what it
// should. Most of what says so reads like any other statement of what a thing does.
type Fault int

// From none to certain.
const (
	NoFault     Fault = iota
	MaybeFault        // may say how it should be: "the api is under /v2", "logs go to stderr, not stdout"
	LikelyFault       // tells what a thing does: "the export drops the last row"
	SureFault         // shows it by itself, or asks why: "why does the login loop", "pages render twice?"
)

// FaultOf returns what a sentence says to go wrong.
func FaultOf(sentence string) Fault {
	sentence = cutSentence(sentence)
	if act := ActOf(sentence); looksLikeCode(sentence) || act.Machine || act.Thanks || act.Slash {
		return NoFault
	}
	r := newReading(sentence)
	switch {
	case r.thanksLen() > 0:
		return NoFault
	case r.backAgain():
		return SureFault
	}
	told, beside := r.faultAsTold(sentence), r.faultBeside()
	if told != beside && handCues(strings.TrimRight(sentence, "!")).Directs { // node 20, pnpm not npm!!
		return beside // the cues are asked last: they cost most, and a prompt waits
	}
	return told
}

// faultAsTold is [FaultOf] of a sentence that is no instruction.
func (r *reading) faultAsTold(sentence string) Fault {
	if r.wondersWhy() {
		return SureFault
	}
	asked := r.asked() || r.toLookInto()
	if part := Told(sentence); part.Start < part.End && part.End < len(sentence) {
		sentence = sentence[part.Start:part.End]
		r, asked = newReading(sentence), asked && r.toLookInto()
	}
	return r.faultTold(asked, func() bool { return NewStatement(sentence, time.Time{}).Comparable() })
}

// backAgain reports whether a sentence begins, without a verb, with trouble that is back: build error
// again, the timeout again on staging, pump E18 again. What may be an order, too, is none before the name of
// trouble, unless that is what it is done to: log errors again.
func (r *reading) backAgain() bool {
	i := r.begin
	if has(determiners, at(r.ts, i)) || at(r.ts, i) == "same" {
		i++
	}
	if has(handlesTrouble, at(r.ts, i)) {
		return false
	}
	for k := i; k+1 < len(r.ts) && k < i+mostOfTrouble; k++ {
		w := r.ts[k].text
		if r.ts[k].mark || StopWord(w) && !has(troubles, w) {
			return false
		}
		if r.ts[k+1].text == "again" {
			return has(troubles, w) && !has(inOrder, w) || k > i && lettered(w) && hasDigit(w) && !isBase(r.ts[i].text)
		}
	}
	return false
}

// mostOfTrouble is the number of words that name what goes wrong.
const mostOfTrouble = 4

// toLookInto reports whether behind what the sentence tells the listener is asked to find
// out about it: "the lamp blinks, can you check".
func (r *reading) toLookInto() bool {
	for i := r.begin + 3; i < len(r.ts); i++ {
		if !has(inspecting, r.ts[i].text) {
			continue
		}
		for _, t := range r.ts[i-3 : i] {
			if t.text == "you" || t.text == "please" || t.text == "," {
				return true
			}
		}
	}
	return false
}

// faultTold is [FaultOf] of a statement. asked says whether something is asked of it, and
// valued whether it gives a value.
func (r *reading) faultTold(asked bool, valued func() bool) Fault {
	w := at(r.ts, r.begin)
	troubled := asked || r.troubled() || r.keepsFailing() || r.anyOf(odd)
	shows := troubled || r.has(negation)
	switch {
	case r.dontAt(r.begin), w == "never", w == "always", inverted(r.ts, r.begin), has(interrogatives, w), has(clauseOpeners, w) && asked, cutContraction(w) == "you", r.anyOf(owed):
		return NoFault
	case w == "without" && !troubled:
		return MaybeFault // without a flag all pages are read: under which condition it is so
	case cutContraction(w) == "i", cutContraction(w) == "we":
		if r.meetsTrouble() {
			return SureFault
		}
		return NoFault
	case r.imperative() || r.politeOrder():
		switch told := has(repairing, w) || r.tellsEarly(); {
		case told && shows:
			return SureFault
		case told:
			return LikelyFault
		}
		return NoFault
	case !troubled && (r.picksOne() || r.wantsNoneOf()):
		return MaybeFault
	case shows:
		return SureFault
	case w == "its" && r.begin+1 < len(r.ts) && newToolQuery(r.text[r.ts[r.begin+1].start:]).namesToolAt(0) && !r.somewhere(r.begin+1, func(i int) bool { return isHelper(r.ts[i].text) || isThird(r.ts[i].text) }):
		return NoFault // it's rails 7, sidekiq behind
	case !r.says() || r.corrects() || w == "it's" || w == "that's" || w == "here's" || isSubject(w) && has(bePresent, at(r.ts, r.begin+1)):
		return NoFault // what is thought of something: it's nice to have it
	case len(r.states()) > 0 || valued():
		return MaybeFault
	}
	return LikelyFault
}

// troubled reports whether a word says that something goes wrong, and does not only name what
// keeps account of that: crash reports, the error log.
func (r *reading) troubled() bool {
	return r.somewhere(0, func(i int) bool { return has(troubles, r.ts[i].text) && !has(accounts, at(r.ts, i+1)) })
}

// picksOne reports whether a sentence names one thing, and another that it is not, as who
// chooses does: colours from viridis never jet, logs go to stderr, not stdout. What is not so is
// no choice: images not loading, port 80 not reachable.
func (r *reading) picksOne() bool {
	return r.somewhere(r.begin+1, func(i int) bool {
		w, before, next := r.ts[i].text, at(r.ts, i-1), at(r.ts, i+1)
		switch {
		case w != "not" && w != "never", w == "never" && (r.hasVerb(len(r.ts)) || isBase(next) || isThird(next) && !isPlural(before)), isHelper(before), isSubject(before), hasTail(before, "n't"):
			return false
		case next == "", r.ts[i+1].mark, isVerbForm(next), participles[next] != "", hasTail(next, "able"), hasTail(next, "ible"), hasTail(next, "ly"), has(deictic, next), has(beforeVerb, next), has(notThings, next):
			return false
		}
		return before == "," || !has(prepositions, next)
	})
}

// wantsNoneOf reports whether a sentence begins, without a verb, with what there is none of,
// which may be a wish: no lock files in the repo, commits without emojis. What is found to be
// missing has other words, too: no result, no mails since Monday.
func (r *reading) wantsNoneOf() bool {
	end := 0
	if !r.somewhere(r.begin, func(i int) bool {
		w := r.ts[i].text
		for end = i + 1; end < len(r.ts) && !r.ts[end].mark; end++ {
			if t := r.ts[end].text; has(foundOut, stem(t)) || has(comparing, t) || has(deictic, t) || has(notWanted, t) {
				return false
			}
		}
		return end > i+1 && (w == "without" && i > r.begin || (w == "no" || w == "nothing") && (i == r.begin || r.ts[i-1].mark))
	}) {
		return false
	}
	return !r.hasVerb(end)
}

// notThings are words behind a "not" that are no choice, beside the forms of verbs.
var notThings = set(`even only just yet sure able too there here all much many enough so`)

// notWanted are words by which something is missing that there was.
var notWanted = set(`since such yet anymore`)

// wondersWhy reports whether the sentence asks, or wants to have found out, why a thing
// does something: who asks why somebody does it asks for reasons.
func (r *reading) wondersWhy() bool {
	for i, t := range r.ts {
		switch w := t.text; {
		case w == "why", w == "how" && at(r.ts, i+1) == "come":
			k := i + 1
			for isHelper(at(r.ts, k)) || at(r.ts, k) == "come" {
				k++
			}
			who := cutContraction(at(r.ts, k))
			return who != "i" && who != "we" && who != "you" && who != "people" && !has(everybodies, who) || has(struck, at(r.ts, k+1)) || has(struck, at(r.ts, k+2))
		case (w == "what's" || w == "what" && at(r.ts, i+1) == "is") && r.hasAny("wrong", "going"):
			return true
		case (w == "any" || w == "no") && (at(r.ts, i+1) == "idea" || at(r.ts, i+1) == "clue") && i > r.begin:
			return true
		}
	}
	return false
}

// faultBeside returns what a clause of a sentence that is an instruction as a whole says to go
// wrong: the export fails again, always write it in UTC.
func (r *reading) faultBeside() Fault {
	if !r.anyOf(troubles) {
		return NoFault
	}
	for from, to := range r.clauses() {
		if part := newReading(r.text[r.ts[from].start:r.ts[to-1].end]); to-from < len(r.ts)-1 && r.finiteIn(from, to) > from+1 && part.anyOf(troubles) && !part.cues().Directs {
			return part.faultTold(false, func() bool { return false })
		}
	}
	return NoFault
}

// goesWithout reports whether the speakers tell what never reaches them: we never get the
// mails. What they never have or keep may be a rule.
func (r *reading) goesWithout() bool {
	k := skip(r.ts, r.begin+1, beforeVerb)
	return r.subjectIs("i", "we") && r.hasAny("never") && has(struck, at(r.ts, k)) && !has(prepositions, at(r.ts, k+1))
}

// meetsTrouble reports whether the speaker tells what happens to them: I can't log in, we
// get deadlocks.
func (r *reading) meetsTrouble() bool {
	k := r.begin + 1
	for has(beforeVerb, at(r.ts, k)) || at(r.ts, k) == "am" || at(r.ts, k) == "are" {
		k++
	}
	w := at(r.ts, k)
	if has(struck, w) && isPast(at(r.ts, k+1)) {
		return true // I get logged out
	}
	return has(losing, w) || w == "can't" || w == "cannot" || w == "couldn't" || has(meeting, w) && (r.anyOf(troubles) || r.anyOf(odd) || r.has(negation))
}

// tellsEarly reports whether what begins like an order tells what something does: go vet
// complains, search for "x" doesn't find it.
func (r *reading) tellsEarly() bool {
	for k := r.begin + 1; k < len(r.ts) && k <= r.begin+shortSubject; k++ {
		w, before := r.ts[k].text, r.ts[k-1].text
		third := isPlainlyFinite(w) && !isPast(w) || knownVerbs().verb(w, true) != "" && has(prepositions, at(r.ts, k+1))
		if (third || hasTail(w, "n't")) && !has(relatives, before) && !has(conditionals, before) && r.tellsAt(k) {
			return true
		}
	}
	return false
}

// outOfOrder reports whether a sentence says that a thing does not do what it is there for:
// the build doesn't work anymore, the scanner doesn't find any files. What it does in another
// way or place now, and what somebody no longer does, is no fault.
func (r *reading) outOfOrder() bool {
	if w := cutContraction(at(r.ts, r.begin)); isSubject(w) || has(anyBody, w) || has(clauseOpeners, w) || !r.has(negation) || r.asked() || r.notBut() || r.hasAny("instead", "but") {
		return false
	}
	for i := r.begin + 1; i < len(r.ts) && i <= r.begin+shortSubject && !r.ts[i].mark; i++ {
		w, v := r.ts[i].text, i+1
		longer := w == "no" && at(r.ts, v) == "longer"
		if longer {
			v++
		} else if w != "doesn't" && w != "don't" && w != "won't" && w != "can't" && w != "cannot" {
			continue
		}
		verb := at(r.ts, v)
		if !has(functioning, verb) && !(longer && has(functioning, knownVerbs().verb(verb, true))) {
			return false
		}
		next := at(r.ts, v+1)
		if next == "any" && at(r.ts, v+2) != "more" || next == "anything" {
			return true
		}
		ends := v+1 >= len(r.ts) || r.ts[v+1].mark || next == "anymore" || next == "longer" || has(determiners, next) || next == "through" || next == "up"
		return ends && (longer || r.ceased())
	}
	return false
}

// ofFault returns the cues of a sentence by which something goes wrong every so often: the pump stops
// every night, the box keeps dropping off the net every three days. That is how nothing is done.
func (r *reading) ofFault(c Cues) Cues {
	if !c.Directs && !c.Standing && c.Instruction == habitOfAll && c.Habit && (r.troubled() || r.keepsFailing()) {
		c.Instruction = 0.4
	}
	return c
}

// habitOfAll is what a habit of all or every counts as an instruction ([Cues.Instruction]).
const habitOfAll = 0.5

// keepsFailing reports whether a thing is said to keep doing what it does when it does not work.
func (r *reading) keepsFailing() bool {
	return r.somewhere(r.begin+1, func(i int) bool {
		return (r.ts[i].text == "keeps" || r.ts[i].text == "keep") && has(failingAgain, at(r.ts, i+1))
	})
}

// shortSubject is the number of tokens of a thing by its name.
const shortSubject = 5

var (
	// odd are words by which something is not as it should be, beside [troubles].
	odd = set(`still twice forever weird weirdly strange strangely suddenly randomly suspiciously`)
	// meeting are verbs of who meets with something.
	meeting = set(`get gets got getting see seeing saw have had keep keeps`)
	struck  = set(`get getting see seeing`) // without choosing to
	losing  = set(`lose loses losing miss misses missing`)
	// inspecting are orders to find out what goes wrong.
	inspecting = set(`check look find investigate debug`)
	// repairing are orders to end what goes wrong.
	repairing = set(`fix repair debug`)
	// functioning are verbs of what a thing does that works.
	functioning = set(`work run start boot load open compile build connect sync find see show print send receive respond react return update refresh play scan detect
		recognize recognise consume finish complete fire go come render download upload import record wake charge trigger list display move turn spin`)
	// handlesTrouble are verbs of what is done with trouble or its account.
	handlesTrouble = set(`fix handle log print show hide ignore catch report reproduce trigger raise throw return check see find suppress debug explain get simulate test produce
		force count rerun run try retry list mark`)
	// failingAgain is what a thing does over and over that does not work.
	failingAgain = set(`falling dropping losing crashing dying hanging freezing failing stopping breaking disconnecting rebooting restarting disappearing vanishing resetting
		flapping stalling leaking stuttering blocking`)
	inOrder = set(`break stop stops times red slow`) // troubles that are more often something else
	owed    = set(`should must shall ought`)
	// accounts are what is kept of faults.
	accounts = set(`report reports reporting reporter log logs tracker trackers tracking budget budgets rate rates handler handlers page pages dashboard`)
)

// OrdersInCase reports whether a sentence begins with what is to be done where something is so: log when
// a request takes more than 500 ms.
func OrdersInCase(s string) bool {
	r := newTokens(cutSentence(s))
	return isBase(at(r.ts, r.begin)) && r.hasAny("when", "if", "whenever")
}
