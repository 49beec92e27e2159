package language

import "slices"

// directs reports whether the sentence tells how the speaker wants things from
// now on. It is stricter than [Cues.Instruction], for what it marks is shown
// without being asked for: how things are done here (we use …), the steps of a
// process, what is wanted this once and what will probably be so are none.
func (r *reading) directs(asks, order bool, c Cues) bool {
	switch {
	case asks || c.Status || c.Truism && !c.Standing || len(r.ts) < 3 || at(r.ts, 0) == "then" || r.ofPointed() || r.ofPhase():
		return false
	case r.answersItself():
		return false
	case c.Preference && !c.Hypothetical && r.prefers() && !r.choosesOnce():
		return true
	case c.Instruction < 0.5:
		return false
	case r.subjectIs("let"), r.hasAny("let's"):
		return r.has(standing|constant) || r.namesKind()
	case c.Standing:
		return (!r.subjectIs("i") || r.wantsNone()) && !r.follows("as", "always") && !r.cheers() && !r.goesWithout()
	case r.subjectIs("we") && r.has(practice) && (r.notBut() || r.weShun()):
		return !c.Event && !c.Plan && (r.ofWork() || !r.ceased()) // we use this, not that
	case r.subjectIs("i", "we") && !r.has(wish), r.cheers():
		return false
	case at(r.ts, r.begin) == "should":
		return false // should be fun
	case r.saysYes() || r.atFile() || r.follows("before", "we"):
		return false
	case r.has(wish) && r.forbids() && !r.ofWorkFrom(r.begin+2) && !r.ofKind(r.begin+2) && !r.ruleOrder() && !r.ofAny():
		return false // please don't paint the lid
	case r.has(wish):
		return !r.asksForOne() && !r.atHand() && !r.choosesOnce() && !r.follows("we", "should") && !r.follows("we", "shouldn't") && !(r.politeOrder() && r.follows("make", "sure"))
	case r.duty():
		return !r.pointsBefore() && !r.doneOnce() && !r.foresees() && !r.atHand() && !r.sendsListener() && !r.required() && !r.bindsOthers() && !r.dueBy()
	}
	return order && r.ruleOrder() && !r.placesOne() && !r.isStep() && !r.ensuresAbility()
}

// follows reports whether b stands behind a anywhere.
func (r *reading) follows(a, b string) bool {
	return r.somewhere(0, func(i int) bool { return r.ts[i].text == a && at(r.ts, i+1) == b })
}

// prefers reports whether the speaker says what they prefer: "I prefer", or
// "I'm new to Go and prefer".
func (r *reading) prefers() bool {
	for i, t := range r.ts {
		if next := at(r.ts, i+1); t.text == "i" && (at(r.ts, i-1) == "if" || at(r.ts, i-1) == "whether") && (next == "prefer" || next == "prioritize" || next == "prioritise") {
			return false
		}
	}
	return r.has(manner) && r.mannerSaid() || r.subjectIs("i") && (r.follows("and", "prefer") || r.follows("but", "prefer") || r.follows("so", "prefer"))
}

// mannerSaid reports whether what is preferred is what the sentence says, and not only
// which things it speaks of: the dishes that we prefer.
func (r *reading) mannerSaid() bool {
	return r.somewhere(0, func(i int) bool {
		return cuePhrases.findIn(r.ts, i, manner) && !anyOf(r.ts[max(r.begin, i-3):max(r.begin, i)], relative)
	})
}

// Preferred returns the clause of a sentence in which the speaker says how they
// prefer things, up to the question or the doubt behind it: "I've never done
// this, and I prefer short answers, so can you …?", "I prefer mornings, but I'm
// not sure if that works". The span is empty where there is none.
func Preferred(sentence string) Span {
	r := newReading(sentence)
	if !r.has(manner) {
		return Span{}
	}
	for i := range r.ts {
		before := at(r.ts, i-1)
		if !cuePhrases.findIn(r.ts, i, manner) || before == "if" || before == "whether" || isHelper(before) {
			continue // should I prioritize …?
		}
		if s := r.preferredAt(sentence, i); s.End > s.Start {
			return s
		}
	}
	return Span{}
}

// preferredAt returns the longest run of clauses from ts[i] on that reads as a
// preference and asks nothing.
func (r *reading) preferredAt(sentence string, i int) Span {
	end := r.questionFrom(i + 1)
	if end < 0 {
		end = len(r.ts)
	}
	for tries := 0; end > i+2 && tries < mostClauses; tries++ {
		s := r.toldSpan(i, end)
		if s.End > s.Start && handCues(sentence[s.Start:s.End]).Directs {
			return s
		}
		for end--; end > i+2 && r.ts[end].text != "," && r.ts[end].text != "but" && r.ts[end].text != "and" && r.ts[end].text != "so"; end-- {
		}
	}
	return Span{}
}

// mostClauses bounds the ends that are tried for one preference.
const mostClauses = 4

// choosesOnce reports whether what is preferred is one of the things at hand,
// "I prefer the second option", or what the speaker is about to do: "I'd rather
// show you".
func (r *reading) choosesOnce() bool {
	for i, t := range r.ts {
		if t.text != "prefer" && t.text != "rather" {
			continue
		}
		if t.text == "rather" && r.ratherOnce(i) {
			return true
		}
		if w := at(r.ts, i+1); t.text == "rather" && (w == "you" || w == "we") {
			i += 2
		}
		if t.text == "rather" && slices.ContainsFunc(quantities(r.ts[i:]), func(q quantity) bool { return q.measure == ofDate }) {
			return true // I'd rather sail on the 28th
		}
		switch at(r.ts, i+1) {
		case "this", "that", "these", "those":
			return !r.overNamed(i + 2)
		case "it", "option", "not", "show", "tell", "go", "stay", "wait":
			return true
		case "the":
			for k := i + 2; k < len(r.ts) && k < i+5 && !r.ts[k].mark; k++ {
				if has(choices, r.ts[k].text) {
					return true
				}
			}
		}
	}
	return false
}

// overNamed reports whether ts[i:] names what something is preferred to: "I
// prefer this design over a global lock".
func (r *reading) overNamed(i int) bool {
	for k := i + 1; k < len(r.ts) && k < i+5 && !r.ts[k].mark; k++ {
		if w := r.ts[k].text; w == "over" || w == "rather" || w == "instead" {
			return k+2 < len(r.ts) && !has(deictic, at(r.ts, k+1)) && !has(deictic, at(r.ts, k+2)) && !has(choices, at(r.ts, k+2))
		}
	}
	return false
}

// cheers reports whether the sentence speaks to the listener as a person:
// "Keep going and you'll do great", "Don't limit yourself".
func (r *reading) cheers() bool {
	return r.speaksToPerson() || r.hasAny("enjoy", "congrats") || r.follows("keep", "going") ||
		r.follows("keep", "up") || r.follows("it", "up") || r.hasAny("must", "should") && r.followsAny(epistemic)
}

// foresees reports whether the modal says what will probably be so: "this
// should help", "that must be fun".
func (r *reading) foresees() bool { return r.followsAny(epistemic) }

// followsAny reports whether a modal is followed, adverbs aside, by one of the
// words, or by one of them behind "be".
func (r *reading) followsAny(list *wordSet) bool {
	for i, t := range r.ts {
		if t.text != "should" && t.text != "must" && t.text != "shouldn't" {
			continue
		}
		k := skip(r.ts, i+1, beforeVerb)
		if has(list, at(r.ts, k)) || at(r.ts, k) == "have" && (isPast(at(r.ts, k+1)) || at(r.ts, k+1) == "been") {
			return true
		}
		if at(r.ts, k) != "be" {
			continue
		}
		k = skip(r.ts, k+1, beforeVerb, degrees)
		if has(list, at(r.ts, k)) || has(likelies, at(r.ts, k)) {
			return true
		}
	}
	return false
}

// ruleOrder reports whether an order without always or never is a rule by its
// own words: of manner and of things in general, or bound to a condition.
func (r *reading) ruleOrder() bool {
	if !r.generalOrder() {
		return false
	}
	i := skip(r.ts, r.begin, orderAdverbs)
	if i > r.begin && at(r.ts, i-1) == "don't" && (r.ofKind(i+1) || r.ofOwnWords(i+1)) {
		return true
	}
	if w := at(r.ts, i); has(mannerVerbs, w) || w == "do" && at(r.ts, i+1) == "not" && !has(calming, at(r.ts, i+2)) {
		next := at(r.ts, i+1)
		return next != "them" && !isGerund(next) && !(i+1 < len(r.ts) && r.ts[i+1].mark && next != "`")
	}
	if w := at(r.ts, r.begin); w != "when" && w != "whenever" && w != "before" && w != "after" && w != "for" && w != "if" {
		return false
	}
	for i := r.begin + 2; i < len(r.ts); i++ {
		if r.ts[i].text == "," {
			i = skip(r.ts, i+1, orderAdverbs)
			return orderAt(r.ts, i) && at(r.ts, i) != "let's"
		}
	}
	return false
}

var (
	relative  = set(`that which what how`)
	choices   = set(`one ones option options first second third last former latter other version alternative above`)
	epistemic = set(`help make work give keep do feel suit fit like bring save improve reduce boost take look`)
	likelies  = set(`helpful easy fun good fine ok okay great enough nice interesting awesome amazing cool hard tough exciting rewarding enjoyable useful able happy proud thrilled tired scared`)
	degrees   = set(`so very really pretty quite super too such a an also`)
)
