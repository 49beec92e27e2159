package language

// errand reports whether the sentence orders something that is to be done now, and
// tells nothing beside it. What was, or will be, in such an order belongs to it:
// "list all that we changed", "note it so that Ida can go on tomorrow".
func (r *reading) errand(order bool, c Cues) bool {
	if c.Instruction >= 0.5 || c.Standing || c.Preference || c.Decision || c.Personal && !c.ProjectBound {
		return false
	}
	if r.remindsToAct() || r.permits() || len(r.retracted()) > 0 || len(r.forgotten()) > 0 || len(r.abolished().terms) > 0 {
		return false
	}
	return (order || r.politeOrder() || r.wantsToLook() || r.casts() || c.Judges && r.sendsBack()) && !r.tellsApart()
}

// sendsBack reports whether a word about what is at hand leads to an order to do that
// again: "ugly, try again", "bad idea, drop that".
func (r *reading) sendsBack() bool {
	k := r.headEnd()
	if at(r.ts, k) != "," || k == r.begin || len(r.ts)-k > longestStyle+1 || !orderAt(r.ts, k+1) || r.hasVerb(k) {
		return false
	}
	return anyOf(r.ts[k+1:], deictic)
}

// casts reports whether the listener is given a part to play: "you are a release
// manager".
func (r *reading) casts() bool {
	i := r.begin
	switch at(r.ts, i) {
	case "you":
		if i++; at(r.ts, i) != "are" {
			return false
		}
	case "you're":
	default:
		return false
	}
	w := at(r.ts, i+1)
	return w == "a" || w == "an" || w == "my" || w == "our"
}

// tellsApart reports whether a clause of its own says something beside the order:
// "fix the gauge, we moved the tank". What it, this or you do is part of the order, as
// is what the speaker thinks of it.
func (r *reading) tellsApart() bool { return r.somewhere(r.begin+1, r.apart) }

// TellsApart reports whether behind the beginning of a sentence a clause of its own says
// something: "they raised the price, so we pay 345".
func TellsApart(s string) bool { return newTokens(s).tellsApart() }

// apart reports whether the mark or the word of cause at ts[i] stands before a clause
// of its own that tells something.
func (r *reading) apart(i int) bool {
	why := r.ts[i].text == "because" || r.ts[i].text == "since"
	if !why && !r.ts[i].mark || r.ts[i].text == "`" || r.ts[i].text == `"` || r.ts[i].text == "/" {
		return false
	}
	k := skip(r.ts, i+1, fillers)
	w := cutContraction(at(r.ts, k))
	own := isSubject(w) && !has(deictic, w) && w != "you" && w != "which" && w != "who" || ownNoun(w) || k < len(r.ts) && r.ts[k].cap
	if !own && !(why && isSubject(w)) || w == "i" && has(supposing, at(r.ts, k+1)) {
		return false
	}
	return r.finiteFrom(k)
}

// finiteFrom reports whether the clause that begins at ts[k] has a verb that tells.
func (r *reading) finiteFrom(k int) bool {
	if w := at(r.ts, k); w != cutContraction(w) {
		return true // we're, I've
	}
	for i := k + 1; i < len(r.ts) && !r.ts[i].mark; i++ {
		w := r.ts[i].text
		if isHelper(w) || isThird(w) || isPast(w) || isSubject(at(r.ts, i-1)) && (isBase(w) || has(liking, w)) {
			return true
		}
	}
	return false
}

// wantsToLook reports whether the speaker says that they want to have a look at what
// is at hand: I want to verify that it ran, I need to understand why.
func (r *reading) wantsToLook() bool {
	i := r.begin
	if w := at(r.ts, i); w != "i" && w != "we" && w != "i'd" {
		return false
	}
	for i++; has(beforeVerb, at(r.ts, i)) || at(r.ts, i) == "would" || hasTail(at(r.ts, i), "ly"); i++ {
	}
	if w := at(r.ts, i); w != "want" && w != "need" && w != "like" || at(r.ts, i+1) != "to" {
		return false
	}
	w, next := at(r.ts, i+2), at(r.ts, i+3)
	return has(lookingInto, w) && next != "out" || w == "make" && next == "sure"
}

// ofProduct reports whether what must always or never be so is so of something that
// is to be made: "write a filter that never drops a line". A rule that is to be
// written down is meant as one.
func (r *reading) ofProduct() bool {
	i := r.begin
	for has(orderAdverbs, at(r.ts, i)) || at(r.ts, i) == "let's" || at(r.ts, i) == "go" || at(r.ts, i) == "ahead" || at(r.ts, i) == "and" {
		i++
	}
	if !has(creating, at(r.ts, i)) {
		return false
	}
	if w := at(r.ts, i+1); w != "a" && w != "an" && w != "another" && w != "some" && w != "new" {
		return false
	}
	for k := i + 2; k < len(r.ts) && k < i+10; k++ {
		w := r.ts[k].text
		if has(writtenRules, w) {
			return false
		}
		if w == "that" || w == "which" || w == "to" || w == "where" {
			rest := r.ts[:k]
			return cuePhrases.find(rest, r.begin)&(standing|constant|recurring) == 0
		}
	}
	return false
}

var (
	numberedRules = set(`step steps point phase part level version lesson`, ruleNames)
	lookingInto   = set(`know understand verify confirm check review compare inspect investigate clarify`)
	creating      = set(newWork, `introduce develop design generate draft`)
	writtenRules  = set(`rule rules note notes reminder memory convention policy guideline guidelines instruction instructions`)
)

// madeOnce reports whether the thing at ts[i:] is made for another, and nothing says
// how or when it always is: "write the plan for the pier: two pages".
func (r *reading) madeOnce(i int) bool {
	one := false
	for ; i < len(r.ts) && r.ts[i].text != ":"; i++ {
		if has(eachTime, r.ts[i].text) {
			return false
		}
		one = one || phrase(r.ts, i, "for", "the") || r.ts[i].text == "for" && at(r.ts, i+2) == "-" && startsDigit(at(r.ts, i+3)) // for TICK-61
	}
	return one && !r.has(constant|recurring)
}

// writesOnce reports whether things are to be written for the one that is named, and not in
// some way: write tests for the limiter.
func (r *reading) writesOnce(i int) bool {
	return r.ts[i].text == "write" && r.madeOnce(i+1) && !r.hasAny("in", "with", "without", "as", "like", "using", "first")
}

// ofOneCase reports whether a "when" inside a sentence describes the case of what is spoken of,
// and does not say at what times: a check for when the list is empty, when she is away. When
// the listener does something, or something of a kind happens, is a time.
func (r *reading) ofOneCase() bool {
	return r.somewhere(r.begin+1, func(i int) bool {
		who := at(r.ts, i+1)
		if r.ts[i].text != "when" || who != "the" && who != "he" && who != "she" && who != "it" && who != "they" {
			return false
		}
		for k := i + 2; k < len(r.ts) && k < i+5 && !r.ts[k].mark; k++ {
			if has(bePresent, r.ts[k].text) || has(haveForms, r.ts[k].text) {
				return true
			}
		}
		return false
	})
}

// inOneFile reports whether an order whose verb is ts[i] is of something in a file that it
// names: wrap the calls in pump.go, use a map instead of the list in tide.py. What is to be used
// as it stands in the file, and what is done again and again, is no such thing.
func (r *reading) inOneFile(i int) bool {
	if r.has(standing|constant|recurring|negation) || r.hasAny("any", "all", "every", "each", "when", "whenever", "before", "after", "unless", "until") {
		return false
	}
	w, next := at(r.ts, i), at(r.ts, i+1)
	swaps := w == "use" && has(articles, next) && r.follows("instead", "of")
	if has(leavesIt, w) && !swaps || !has(articles, next) && !has(demonstratives, next) {
		return false
	}
	return r.somewhere(i+2, func(k int) bool {
		if w := r.ts[k].text; w != "in" && w != "of" && w != "from" && w != "inside" && w != "at" {
			return false
		}
		n := k + 1
		for n+1 < len(r.ts) && glued(r.ts, n, n+1) {
			n++
		}
		for n > k && n < len(r.ts) && r.ts[n].mark {
			n--
		}
		return n >= k+3 && n < len(r.ts) && r.ts[n-1].text == "." && (n+1 == len(r.ts) || r.ts[n+1].mark || has(fileEnds, r.ts[n+1].text))
	})
}

// fileEnds are words that may stand behind the name of a file.
var fileEnds = set(`and please to so with by for now first`)

// asksSomebody reports whether behind "ask" somebody is named who shall be asked
// something once: "ask Nora about the rope", and not "ask me" or "ask Nora before …".
func (r *reading) asksSomebody(i int) bool {
	w := at(r.ts, i)
	if i >= len(r.ts) || r.ts[i].mark || w == "me" || w == "us" || w == "before" || w == "for" || w == "first" || w == "when" || w == "if" {
		return false
	}
	return !r.has(constant|recurring) && !r.anyOf(eachTime)
}

// eachTime says when or how something is done whenever it is.
var eachTime = set(`before when whenever unless until first every each in after instead`)
