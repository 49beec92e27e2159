package language

import "strings"

// instruction grades the sentence; see [Cues.Instruction].
func (r *reading) instruction(asks, order bool, c Cues) float64 {
	polite := r.has(wish) && !r.asksForOne() && !(asks && (r.follows("we", "should") || r.follows("we", "ought")))
	duty := r.duty()
	switch {
	case asks && (!polite || has(interrogatives, at(r.ts, r.begin))), len(r.ts) < 3, c.Truism && !c.Standing, r.goesWithout():
		return 0
	case r.refuses() && !r.hasVerb(len(r.ts)):
		return 0 // no, in the other file please: of what has just been done
	case r.has(standing) && (order || duty || polite || !c.Event && r.generic() && !r.staysSo()):
		return 1
	case c.Standing && !c.Event && !r.subjectIs("i"):
		return 1
	case r.suggests():
		return 0.4
	case polite && c.Opinion:
		return 0.5
	case polite:
		return 0.6
	case c.Hypothetical:
		return 0
	case duty && !c.Event && !r.sendsListener():
		return 0.9
	case r.namesKind():
		return 0.6
	case r.steps():
		return 0.8
	case order && r.generalOrder():
		return 0.7
	case order:
		return 0
	}
	return r.operative(c)
}

// operative grades a sentence that orders nothing but may say how things are
// done here.
func (r *reading) operative(c Cues) float64 {
	gone := r.notBut() || r.hasAny("anymore", "longer") || phrase(r.ts, r.begin, "we", "stopped") || r.hasAny("away") && r.has(correction)
	switch {
	case r.outOfOrder(), r.caredByNobody():
		return 0
	case r.lacksThing():
		return 0 // we have no lift, so we carry the bikes
	case c.Event || r.narrates():
		switch {
		case c.Correction && !c.Opinion && r.nowChanged() && !r.subjectIs("i") && r.past > r.presentAt():
			return 0.6 // it is 90 days now, they extended it
		case gone && (!c.Opinion || c.Decision) && !r.subjectIs("i"):
			return 0.6
		case c.Correction && !c.Opinion:
			return 0.4
		}
		return 0
	case r.tellsWhole(), gone && r.noMoreThere():
		return 0
	case c.Personal && !c.ProjectBound:
		return 0 // of the speaker's own life, and not how things are done here
	case r.has(practice) && !c.Opinion && !c.Plan && !r.subjectIs("i") && !r.possesses() && !r.ofOwnMind():
		return 0.6
	case c.Correction && !c.Opinion && !c.Plan && !r.subjectIs("i") && !r.saysWhatIs() && r.wrongUntil() == 0 && !r.countsAsOf():
		return 0.6
	case r.generalPlural() && !c.Opinion && !c.Plan:
		return 0.5
	case r.habit() && !c.Opinion && !c.Plan && !r.subjectIs("i"):
		if r.has(recurring) || r.hasAny("every", "each", "any", "anything", "all", "everyone", "nobody", "only") {
			return 0.5
		}
		return 0.4
	}
	return 0
}

// possesses reports whether the sentence says what somebody has or where they
// live, in words that else say how things are done: "Anna owns a red boat"
// against "Anna owns billing".
func (r *reading) possesses() bool {
	if r.subjectIs("we", "our", "this", "the") {
		return false
	}
	for i, t := range r.ts {
		next := at(r.ts, i+1)
		switch t.text {
		case "owns", "uses", "maintains", "handles":
			if next == "a" || next == "an" || next == "his" || next == "her" || next == "some" || next == "many" || countsMany(next) {
				return true
			}
		case "lives", "live":
			if next == "in" && i+2 < len(r.ts) && r.ts[i+2].cap && i > r.begin && r.ts[i-1].cap {
				return true
			}
		}
	}
	return false
}

// presentAt returns the index of the first "is" or "are", the number of tokens
// for none.
func (r *reading) presentAt() int {
	for i, t := range r.ts {
		if t.text == "is" || t.text == "are" {
			return i
		}
	}
	return len(r.ts)
}

// generalPlural reports whether the sentence says of all of a kind what is
// done with them, or what follows from what they do: "Drafts get deleted after
// a month", "Jobs that fail page the crew".
func (r *reading) generalPlural() bool {
	i := r.begin
	for i < len(r.ts) && i < r.begin+3 && !r.ts[i].mark && !(hasTail(r.ts[i].text, "s") && !hasTail(r.ts[i].text, "ss")) {
		if has(determiners, r.ts[i].text) && !has(quantifiers, r.ts[i].text) || isSubject(r.ts[i].text) || has(prepositions, r.ts[i].text) {
			return false
		}
		i++
	}
	if i >= len(r.ts) || !hasTail(r.ts[i].text, "s") || has(auxiliaries, r.ts[i].text) || isPronoun(r.ts[i].text) || i > r.begin && r.ts[i].cap {
		return false
	}
	switch w, next := at(r.ts, i+1), at(r.ts, i+2); w {
	case "are", "get":
		return isPast(next) || has(beforeVerb, next) && isPast(at(r.ts, i+3))
	case "don't", "do":
		return true
	case "that", "which":
		for k := i + 3; k < len(r.ts); k++ {
			if t := r.ts[k].text; (isBase(t) || t == "are") && !has(determiners, at(r.ts, k-1)) && !has(prepositions, at(r.ts, k-1)) {
				return true
			}
		}
	}
	return false
}

// subjectIs reports whether the sentence begins with one of the words, or with
// it contracted with a verb (we've).
func (r *reading) subjectIs(words ...string) bool {
	first, _, _ := strings.Cut(at(r.ts, r.begin), "'")
	for _, w := range words {
		if first == w {
			return true
		}
	}
	return false
}

// duty reports whether someone other than the speaker alone is told what must
// or must not be done.
func (r *reading) duty() bool {
	for i, t := range r.ts {
		if has(duties, t.text) && r.dutyAt(i) {
			return true
		}
	}
	if r.subjectIs("you") && phrase(r.ts, r.begin+1, "may", "not") && isBase(at(r.ts, r.begin+3)) && !has(having, at(r.ts, r.begin+3)) {
		return true
	}
	return r.has(deontic) && !r.takesNone() && r.hasAny("required", "forbidden", "allowed", "prohibited", "permitted", "banned", "limits")
}

// dutyAt reports whether the modal or verb of duty at ts[i] lays a duty on
// someone. A need of one person, and what the speaker has to do, is none.
func (r *reading) dutyAt(i int) bool {
	w, next := r.ts[i].text, at(r.ts, i+1)
	k := skipBack(r.ts, i, beforeVerb, modals) - 1
	not := has(unneeded, at(r.ts, k))
	if not {
		k--
	}
	subject := at(r.ts, k)
	switch {
	case isSubject(next), (w == "must") && has(guessed, next) && (k < r.begin || isSubject(subject)):
		return false // should I …, you must be tired
	case next == "have" && participleAt(r.ts, i+2), subject == "i", hasTail(subject, "'ll"), hasTail(subject, "'d"), has(conditionals, at(r.ts, k-1)) && isSubject(subject):
		return false
	case subject != "i" && (w == "need" || w == "have") && (has(possibly, at(r.ts, i-1)) || at(r.ts, k-1) == "what" || subject == "you" && (at(r.ts, k-1) == "all" || at(r.ts, k-1) == "everything") || subject == "you" && has(determiners, at(r.ts, k-2))):
		return false // you might need to, do what you have to, all you need is, all the data you need to
	case subject == "no" && w == "need", (w == "need" || w == "needs") && i == r.begin, not && (w == "need" || w == "have") && (subject != "you" || !r.ofAny()):
		return false // there is no need to, need to check, so that nobody has to, you don't need to
	case w == "must" && next == "be" && (isGerund(at(r.ts, i+2)) || has(troubles, at(r.ts, i+2)) || at(r.ts, i+2) == "off" || subject == "there" && has(someOne, at(r.ts, i+2))):
		return false // so it seems
	case subject == "it" || subject == "this" || subject == "that" || subject == "there":
		return w == "must"
	}
	switch w {
	case "must", "mustn't", "ought", "shall":
		return true
	case "should", "shouldn't":
		return subject != "we"
	case "need", "needs", "has", "have":
		if next == "to" {
			return subject != "we" && subject != "he" && subject != "she" && subject != "they"
		}
		return w[0] == 'n' && (has(quantifiers, at(r.ts, r.begin)) || k >= 0 && !r.ts[k].cap && hasTail(subject, "s") && !isSubject(subject) && w == "need")
	case "needn't", "require", "requires":
		return !isSubject(subject) && !has(negating, at(r.ts, i-1))
	case "only":
		return has(modals, next) || i == r.begin && r.hasAny("should", "may", "can", "must")
	case "can't":
		return subject == "you" && r.ofAny() && !r.has(condition)
	case "cannot", "nobody":
		return subject == "you" || i == r.begin && r.hasAny("should", "may", "can", "must")
	}
	return false
}

// anyOf reports whether a sentence has a word of a set.
func (r *reading) anyOf(words *wordSet) bool { return anyOf(r.ts, words) }

// hasAny reports whether a sentence has one of the words.
func (r *reading) hasAny(words ...string) bool {
	for _, t := range r.ts {
		for _, w := range words {
			if t.text == w {
				return true
			}
		}
	}
	return false
}

// imperative reports whether the sentence, fillers and adverbs aside, begins
// with the base form of a verb that is not the first part of a subject.
func (r *reading) imperative() bool {
	i := r.begin
	if phrase(r.ts, i, "go", "ahead", "and") || phrase(r.ts, i, "try", "to") || phrase(r.ts, i, "don't", "ever") {
		return true
	}
	i = skip(r.ts, i, orderAdverbs)
	if orderAt(r.ts, i) || i > r.begin && isBase(at(r.ts, i)) || r.alwaysVerb(i) {
		return true
	}
	return r.afterClause() || r.afterPlace()
}

// alwaysVerb reports whether ts[i] is a verb that no list has, behind an
// opening "always" or "never" and before what it is done to: "Always redact the
// names".
func (r *reading) alwaysVerb(i int) bool {
	w, next := at(r.ts, i), at(r.ts, i+1)
	if i == r.begin || at(r.ts, i-1) != "always" && at(r.ts, i-1) != "never" || i+2 >= len(r.ts) {
		return false
	}
	return !r.ts[i].mark && !isSubject(w) && !StopWord(w) && !isGerund(w) && !isPast(w) && !isThird(w) && !has(modals, w) && participles[w] == "" && !has(perfects, w) &&
		!has(prepositions, next) && !r.ts[i+1].mark && !isFinite(next) && !isGerund(next)
}

// afterClause reports whether an order follows an opening clause: "When you
// commit, sign off", "For refunds, check the order first".
func (r *reading) afterClause() bool {
	if !has(clauseOpeners, at(r.ts, r.begin)) {
		return false
	}
	for i := r.begin + 2; i < len(r.ts); i++ {
		if m := r.ts[i].text; m != "," && m != ":" && m != "-" {
			continue
		}
		i++
		i = skip(r.ts, i, orderAdverbs)
		if orderAt(r.ts, i) && !(i+1 >= len(r.ts)-1 && has(prepositions, at(r.ts, r.begin)) && r.hasAny("is", "are")) {
			return true
		}
	}
	return false
}

// orderAt reports whether ts[i:] begins with an order.
func orderAt(ts []token, i int) bool {
	i = verbAt(ts, i)
	w := at(ts, i)
	if at(ts, i+1) == ":" || has(nounlike, w) && (at(ts, i+2) == ":" || at(ts, i+3) == ":") && !has(determiners, at(ts, i+1)) && !has(orderObjects, at(ts, i+1)) {
		return false // the head of what follows: test run: 3 passed
	}
	if w == "don't" || w == "let's" || w == "do" && at(ts, i+1) == "not" {
		return true
	}
	if !isBase(w) {
		return false
	}
	next := at(ts, i+1)
	switch {
	case (has(nounlike, w) || has(knownVerbs().noun, w)) && has(prepositions, next) && (headsClause(ts, i+2) || edgesTime(ts, i)):
		return false // demo for the board is on Friday, paint on the hull is dry, end of May we sail
	case (has(nounlike, w) || has(knownVerbs().noun, w)) && (headsNeed(ts, i+1) || movesToDay(ts, i+1)):
		return false // code review needs two approvals, launch moves to May 9
	case compoundTells(ts, i):
		return false // open orders go to Tomasz, free shipping goes up to 55 euros
	case next == "-" && glued(ts, i, i+2) && has(particles, at(ts, i+2)) && isFinite(at(ts, i+3)):
		return false // stand-up moved to ten
	case has(nounlike, w) && !has(determiners, next) && !has(orderObjects, next):
		// Test coverage must …, Support requests flood …: a noun before a verb
		return i+1 < len(ts) && !hasFinite(ts[i+1:min(len(ts), i+7)]) && !endsPast(ts[i+1:]) && !(hasTail(next, "s") && !ts[i+1].cap && i+3 < len(ts) && !ts[i+2].mark && !StopWord(ts[i+2].text) && has(determiners, ts[i+3].text))
	case has(onlyVerbs, w) && isThird(next):
		return true // keep answers short: no one called keep answers
	case isFinite(next) && !has(determiners, next) && !isPast(next):
		return false
	}
	return true
}

// generalOrder reports whether an order holds beyond the moment: its verb is
// one of manner (use, keep, prefer, avoid) or it is forbidding, and nothing in
// it points at something at hand.
func (r *reading) generalOrder() bool {
	clause := r.afterClause()
	if r.answersItself() || r.doneSoFar() || r.untilLater() {
		return false
	}
	for i, t := range r.ts {
		if clause && (t.text == "it" || t.text == "following") || t.text == "it" && r.boundIt(i) {
			continue // what the clause has named
		}
		if t.text == "that" && has(anyThing, at(r.ts, i-1)) {
			continue // anything that fails
		}
		if (has(deictic, t.text) || r.thereAt(i)) && !(t.text == "this" && has(boundNouns, at(r.ts, i+1))) && !r.hereOfKind(i) {
			return false
		}
	}
	if clause {
		return !(at(r.ts, r.begin) == "once" && (at(r.ts, r.begin+1) == "the" || isPronoun(at(r.ts, r.begin+1))))
	}
	i := skip(r.ts, r.begin, orderAdverbs)
	before := at(r.ts, i-1)
	i = verbAt(r.ts, i)
	w := at(r.ts, i)
	if w == "do" && at(r.ts, i+1) == "not" || i > r.begin && before == "don't" && isBase(w) && !has(soothing, w) {
		return true
	}
	return has(mannerVerbs, w) && r.ordersManner(i)
}

// ordersManner reports whether the order whose verb of manner is ts[i] says how such a thing
// is done whenever it is, and not that one is to be.
func (r *reading) ordersManner(i int) bool {
	w, next := at(r.ts, i), at(r.ts, i+1)
	if has(makingVerbs, w) && (next == "me" || next == "us") {
		next = at(r.ts, i+2) // write me a poem
	}
	switch {
	case w == "keep" && r.keepsKind(i+1):
		return true
	case w == "keep" && has(orderObjects, next), // keep me posted
		w == "put" && has(prepositions, next),      // put into the table
		w == "address" && !has(orderObjects, next), // a remark, and not somebody
		has(aside, next) && w != "leave",           // write up
		w == "ask" && r.asksSomebody(i+1), (w == "make" || w == "be") && next != "sure",
		(next == "another" || numeral(next)) && has(makingVerbs, w) && !r.makesEach(w), // write a poem, name three rivers
		r.inOneFile(i),
		next == "the" && has(makingVerbs, w) && r.madeOnce(i+2), r.writesOnce(i):
		return false
	}
	return next != "the" || r.hasAny("for", "when", "before", "after", "instead", "over", "not", "in")
}

// makesEach reports whether an order to make something is meant for each of many.
func (r *reading) makesEach(verb string) bool {
	if r.has(constant|recurring) || r.hasAny("every", "each") || r.hasAny("when") && !r.ofOneCase() {
		return true
	}
	return verb != "write" && r.hasAny("for", "with") && !r.follows("for", "the") && !r.follows("for", "this")
}

var (
	soothing = set(`worry forget know mind hesitate let get be think have feel stop wait start give ask`)
	unneeded = set(`don't doesn't not won't wouldn't`)
	possibly = set(`might may could`)
	negating = set(`never not doesn't don't`)
	guessed  = set(`be feel have seem love`)
	duties   = set(`must mustn't shall should shouldn't need needs needn't has have ought requires require only nobody cannot can't`)

	orderAdverbs  = set(`please always never just only also then first kindly simply instead , don't`)
	orderObjects  = set(`me us it them him her you up out down off on in to for with from all everything`)
	clauseOpeners = set(`when whenever if for before after in on to once every until while with at by during as unless`)
	nounlike      = set(`access address answer back backup benchmark block book branch bug build bundle cache call change chart check code comment commit control copy count cover credit debug
		deal default delay demo deploy design diff display document double download draft drive drop end estimate exit export feature file filter flag focus format function graph group guide
		hash head help host import index insert interview invoice issue join key label launch lead limit line link list load lock log map mark match measure merge mock model monitor move name note number
		offer order output overlap own package paginate patch pause phrase pick pin plan plot plug point post prefix present price print process produce profile project prompt pull push query question queue quote
		reach record reference refund release report request research reset respect result return reverse review route run sample scale schedule scope score search seed service set shape share ship show sign
		sort sound spec split stage stand start state step stop store stream structure study style subject submit support switch sync tag tail talk target task test thread time touch track train transfer travel
		trigger trim trust try turn type update upgrade upload value version view visit wait walk watch wire word work wrap write yield close complete correct direct open separate clean clear live
		email hold place plays respond contact content contract increase mail land like love need hope`)
	deictic     = set(`this that these those here above below following it now again`)
	boundNouns  = set(`repo repository project codebase monorepo service package app application module library`)
	mannerVerbs = set(`make be ensure remember note use keep prefer avoid stick follow format name write answer respond reply include treat store put document log prefix sign squash rebase address speak
		limit assume default explain ask wrap indent sort group tag label validate sanitize escape encrypt test mock call capitalize capitalise spell cite structure return throw handle quote round seed favor favour leave require`)
	makingVerbs = set(`write name put document log test mock call describe format quote cite sort group tag label make throw`)
	quantifiers = set(`all every each any no new most both only`)
)

// onlyVerbs open orders of manner and are never nouns.
var onlyVerbs = set(`keep avoid prefer include ensure`)
