package language

import "strings"

// reasoned returns the cues of a sentence. A rule that is given with its reason is
// read without it: "seeds must be fixed in all tests, I've lost days to that", "the big
// pump is loud, so never run it at night".
func (r *reading) reasoned() Cues {
	c := r.cues()
	if c.Instruction >= 0.7 && c.Directs {
		return c
	}
	if k := r.conclusionAt(); k > 0 {
		return c.ruledBy(newReading(r.text[r.ts[k].start:]), false)
	}
	if k := r.fromHereAt(); k > 0 && c.Event {
		return c.ruledBy(newReading(r.text[r.ts[k].start:]), false)
	}
	if k, always := r.reasonAt(); k > 0 {
		return c.ruledBy(newReading(r.text[:r.ts[k].start]), always)
	}
	return c
}

// fromHereAt returns the index of the word with which the last clause begins, behind what is told
// as its reason, that says of something that it is so from now on, 0 for none: Ole weighed the
// sacks, so the limit for each is 40 kg from here on.
func (r *reading) fromHereAt() int {
	end := r.wordsEnd()
	if w := at(r.ts, end-2); at(r.ts, end-3) != "from" || w != "now" && w != "here" || at(r.ts, end-1) != "on" {
		return 0
	}
	for i := end - 4; i > r.begin+2; i-- {
		if w := r.ts[i].text; w == "and" || w == "so" || w == "," || w == ";" {
			k := skip(r.ts, i+1, concluding)
			if has(determiners, at(r.ts, k)) && at(r.ts, k) != "that" && r.finiteFrom(k) {
				return k
			}
			return 0
		}
	}
	return 0
}

// ruledBy returns the cues of a sentence of which a part is read as the rule that it
// gives, where it is one. What is forbidden or bounded because of how things always are
// is a rule, whatever single thing it is said of: "don't touch the weir, Ole sets it by
// hand". Because of how they are just now it is none: "…, the pump is down".
func (c Cues) ruledBy(part *reading, always bool) Cues {
	h := part.cues()
	if always && !h.Hypothetical && (h.Instruction >= 0.7 && part.forbids() || part.bounds()) {
		h.Instruction, h.Directs, h.Errand = max(h.Instruction, 0.7), true, false
	}
	bare := part.wishesKind()
	if h.Instruction < 0.7 && !bare || !h.Directs || h.Errand || h.Hypothetical || !h.Standing && !bare && !part.imperative() {
		return c
	}
	c.Instruction, c.Standing, c.Directs, c.ProjectBound = h.Instruction, h.Standing, h.Directs, h.ProjectBound || c.ProjectBound
	c.Hedged, c.Personal, c.Preference, c.Errand = h.Hedged, h.Personal, h.Preference, false
	return c
}

// forbids reports whether the sentence is an order not to do something.
func (r *reading) forbids() bool {
	i := skip(r.ts, r.begin, fillers)
	return at(r.ts, i) == "never" || r.dontAt(i)
}

// dontAt reports whether ts[i:] begins with "don't" or "do not".
func (r *reading) dontAt(i int) bool {
	return at(r.ts, i) == "don't" || phrase(r.ts, i, "do", "not")
}

// bounds reports whether the sentence orders to keep something within a bound: "keep the
// sacks under 50 kg".
func (r *reading) bounds() bool {
	return at(r.ts, r.begin) == "keep" && r.hasAny("under", "below", "above", "within")
}

// reasonAt returns the index of the first "because" or comma, or behind the first "please", at
// which a clause of its own begins to tell something, 0 for none, and whether that is always so.
func (r *reading) reasonAt() (k int, always bool) {
	for i := r.begin + 2; i < len(r.ts); i++ {
		w := r.ts[i].text
		if w == "because" {
			return i, false
		}
		if w != "," && w != "please" || phraseLen(r.ts, r.begin, fromNow) == i-r.begin {
			continue
		}
		if w == "," && at(r.ts, i+1) == "only" && isBase(at(r.ts, i+2)) && !has(determiners, at(r.ts, i+3)) && !has(deictic, at(r.ts, i+3)) {
			return i, false // don't rename jugs, only add shelves
		}
		switch always := r.habitFrom(i); {
		case w == "," && (always || r.apart(i)):
			return i, always
		case w == "please" && always:
			return i + 1, true
		}
	}
	return 0, false
}

// habitFrom reports whether the clause behind ts[i] says how something or somebody always
// does: the server rejects it, it looks cheap, people mix them up.
func (r *reading) habitFrom(i int) bool {
	k := skip(r.ts, i+1, fillers)
	if w := at(r.ts, k); w == "i" || w == "you" || w == "we" || w == "that" || w == "which" || w == "who" || has(prepositions, w) || has(conditionals, w) {
		return false
	}
	for n := k + 1; n < len(r.ts) && n <= k+longestSubject && !r.ts[n].mark; n++ {
		w := r.ts[n].text
		switch {
		case isHelper(w), has(prepositions, w), isPast(w), isGerund(w), w != cutContraction(w):
			return false
		case isThird(w) && !(has(determiners, at(r.ts, n-1)) || has(nounlike, strings.TrimSuffix(w, "s")) && n+1 < len(r.ts) && isFinite(at(r.ts, n+1))):
			return true
		case isBase(w) && (at(r.ts, n-1) == "they" || isPlural(at(r.ts, n-1))):
			return true
		}
	}
	return false
}

// conclusionAt returns the index of the word with which a rule begins behind a statement
// that is its reason, 0 for none. Behind an order it is a part of that.
func (r *reading) conclusionAt() int {
	for i := r.begin + 3; i < len(r.ts); i++ {
		m := r.ts[i].text
		k := skip(r.ts, i+1, concluding)
		if w := at(r.ts, k); w == "no" && m == "so" {
			return i + 1
		} else if m != "," && m != ";" || w != "never" && w != "always" && w != "no" && !r.dontAt(k) && !r.endsAlways(k) {
			continue
		}
		if newReading(r.text[:r.ts[i].start]).imperative() {
			return 0
		}
		return k
	}
	return 0
}

// endsAlways reports whether ts[k:] is an order that ends with "always": skip those always.
func (r *reading) endsAlways(k int) bool {
	end := r.wordsEnd()
	return at(r.ts, end-1) == "always" && end-k > 1 && end-k <= mostPointing && orderAt(r.ts, k)
}

// elseAt returns the index at which a clause begins that says why what stands before it is so,
// or what will happen else, 0 for none: because they will fine us, or the lock will jam, we
// will be fined otherwise. What will be in it is no plan.
func (r *reading) elseAt() int {
	for i := r.begin + 1; i+1 < len(r.ts); i++ {
		w, next := r.ts[i].text, at(r.ts, i+1)
		switch {
		case w == "because", w == "otherwise" && r.finiteFrom(i+1), w == "or" && next == "else":
			return i
		case w == "or" && (isSubject(next) || has(determiners, next)) && r.foretells(i+2):
			return i
		case w == "," && r.foretells(i+1) && at(r.ts, r.wordsEnd()-1) == "otherwise":
			return i
		}
	}
	return 0
}

// foretells reports whether the clause in which ts[i] stands says from there on what will be.
func (r *reading) foretells(i int) bool {
	for ; i < len(r.ts) && !r.ts[i].mark; i++ {
		if w := r.ts[i].text; w == "will" || w == "won't" || hasTail(w, "'ll") || w == "gonna" {
			return true
		}
	}
	return false
}

// concluding are words that lead from a reason to what follows from it.
var concluding = set(`so then therefore and but please`)
