package language

// ofAny reports whether a sentence speaks of all of a kind, or says when something is so.
func (r *reading) ofAny() bool {
	return r.has(standing|constant|recurring) || r.hasAny("when", "whenever", "before", "after", "unless", "every", "each", "any", "only", "instead") ||
		r.somewhere(0, func(i int) bool { return r.ts[i].text == "all" && !r.eachHere(i-1) })
}

// whenDone reports whether what is ordered is to be done when the work at hand is: when
// you're done, once you have finished.
func (r *reading) whenDone() bool {
	i := r.begin
	if w := at(r.ts, i); w != "when" && w != "once" && w != "after" && w != "if" {
		return false
	}
	i++
	w := at(r.ts, i)
	if who := cutContraction(w); who != "you" && who != "we" && who != "i" && who != "all" && who != "that" && who != "this" {
		return false
	}
	return has(overWith, at(r.ts, skip(r.ts, i+1, auxiliaries, beforeVerb)))
}

// inOrder reports whether a cue stands in the order that a sentence begins with, and
// not in what is told behind it: "see why it always fails", "fix 4, we need it for
// every page".
func (r *reading) inOrder(c cue) bool {
	for i := r.begin + 1; i < len(r.ts); i++ {
		if w := r.ts[i].text; w == "why" || w == "because" || r.apart(i) && r.ts[i].text == "," && !has(clauseOpeners, at(r.ts, r.begin)) {
			return cuePhrases.find(r.ts[:i], r.begin)&c != 0
		}
		if r.ts[i].text == "always" && (at(r.ts, i-1) == "not" || at(r.ts, i-1) == "don't" || at(r.ts, i-1) == "doesn't") {
			return false
		}
		if w := at(r.ts, i-1); (r.ts[i].text == "always" || r.ts[i].text == "never") && (w == "i" || cutContraction(w) == "i") {
			return false // know that I'm always here
		}
	}
	return !(c == recurring && r.atLeisure())
}

// atLeisure reports whether "when" leaves the moment of one thing to the listener: show me
// when you get back, whenever you're ready.
func (r *reading) atLeisure() bool {
	for i := range r.ts {
		if w := r.ts[i].text; w != "when" && w != "whenever" {
			continue
		}
		k := i + 2
		switch you := at(r.ts, i+1); {
		case you == "you" && at(r.ts, k) == "are":
			k++
		case you != "you" && you != "you're":
			continue
		}
		switch w, next := at(r.ts, k), at(r.ts, k+1); {
		case has(leisurely, w) && (k+1 == len(r.ts) || r.ts[k+1].mark):
			return true
		case w == "get" || w == "have" || w == "find":
			if has(leisurely, next) || next == "a" && has(leisurely, at(r.ts, k+2)) || next == "the" && has(leisurely, at(r.ts, k+2)) {
				return true
			}
		}
	}
	return false
}

var leisurely = set(`ready free done back home there here around can like want time chance minute moment second arrive`)

// asksForOne reports whether what is asked for with "please" is one certain thing, or
// one that is to be made: please use the attached file, please write a letter. One that
// names a time takes something for granted, which may count: the outage in 2020.
func (r *reading) asksForOne() bool {
	one := r.follows("for", "the")
	for i, t := range r.ts {
		one = one || t.text == "for" && startsDigit(at(r.ts, i+2)) || // for figure 3
			t.text == "for" && (has(demonstratives, at(r.ts, i+1)) || at(r.ts, i+1) == "my" || at(r.ts, i+1) == "all") ||
			t.text == "please" && r.changesFile(i+1)
	}
	if r.ofAny() || r.has(negation) || r.tellsTime(0, len(r.ts)) && !one || r.hasAny("for", "stop") && !one && !r.follows("for", "now") {
		return false
	}
	for i, t := range r.ts {
		if t.text != "please" || !isBase(at(r.ts, i+1)) {
			continue
		}
		w := at(r.ts, i+2)
		if r.changesFile(i + 1) {
			return true
		}
		if has(makingVerbs, at(r.ts, i+1)) && (w == "a" || w == "an" || has(aside, w)) {
			return true
		}
		return w == "the" && !r.ofWriting(i+3) || w == "my" || has(demonstratives, w) || w == "it"
	}
	return false
}

// changesFile reports whether ts[i:] is an order to do something to one file, and not to
// hold on to it: format crane.md.
func (r *reading) changesFile(i int) bool {
	return !has(leavesIt, at(r.ts, i)) && r.fileAt(i+1) && !r.ts[i+1].mark
}

// ofWriting reports whether ts[i:] speaks of a kind of what is written or worked on.
func (r *reading) ofWriting(i int) bool {
	for ; i < len(r.ts); i++ {
		w := r.ts[i].text
		if has(crafts, w) || has(boundNouns, w) || isPlural(w) && has(pieces, stem(w)) {
			return true
		}
	}
	return false
}

// forOne reports whether the order whose verb is ts[i] is of one certain thing: quote the
// name in line 12, answer my question, use the log to find the cause.
func (r *reading) forOne(i int) bool {
	if r.ofAny() || r.ofWriting(i+1) || r.hasAny("over", "not") {
		return false
	}
	next := at(r.ts, i+1)
	if next == "to" && has(addressing, at(r.ts, i)) {
		next = at(r.ts, i+2) // reply to the letter
	}
	switch {
	case next == "my":
		return true
	case next == "the":
		return !r.hasAny("for") || r.follows("for", "the") || r.follows("for", "this")
	}
	for k := i + 2; k+2 < len(r.ts) && at(r.ts, i) == "use"; k++ {
		if r.ts[k].text == "to" && isBase(r.ts[k+1].text) && (at(r.ts, k+2) == "the" || has(aside, at(r.ts, k+2))) {
			return true
		}
	}
	return false
}

// atLine reports whether a sentence speaks of a line by its number.
func (r *reading) atLine() bool {
	return r.somewhere(0, func(i int) bool {
		w, before := r.ts[i].text, at(r.ts, i-1)
		return (w == "line" || w == "lines") && startsDigit(at(r.ts, i+1)) && (before == "in" || before == "on" || before == "at")
	})
}

// ofOwnMind reports whether "we don't" or "we only" says what the speakers know, have or
// need: we don't know why.
func (r *reading) ofOwnMind() bool {
	i := r.begin
	if at(r.ts, i) != "we" {
		return false
	}
	for i++; at(r.ts, i) == "do" || at(r.ts, i) == "don't" || at(r.ts, i) == "not" || has(beforeVerb, at(r.ts, i)); i++ {
	}
	return i > r.begin+1 && (has(ofMind, at(r.ts, i)) && at(r.ts, i) != "prefer" || has(having, at(r.ts, i))) && at(r.ts, i) != "want"
}

var (
	leavesIt   = set(`use keep follow avoid prefer treat leave consult not don't never`)
	addressing = set(`reply respond answer write speak`)
	aside      = set(`up out down back`)
	overWith   = set(`done finished ready through complete`)
	someOne    = set(`a an some something somebody someone`)
)

// perfects are participles that are no past by themselves: never seen that.
var perfects = set(`been seen gone eaten driven flown ridden spoken known grown thrown worn torn broken chosen forgotten hidden drunk sung swum begun`)
