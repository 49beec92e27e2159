package language

import "slices"

// ruled reports whether a plain clause says what is so as a rule, and not how
// things stand at the moment: "the output looks odd", "the server is up again".
func (r *reading) ruled(p plain) bool {
	if r.hasAny("now") && !r.follows("from", "now") || r.hasAny("again", "still", "already", "today", "tonight", "tomorrow", "currently", "right", "just", "yet", "anymore", "here", "there") {
		return false
	}
	if w := at(r.ts, p.at); p.definite && (w == "can't" || w == "cannot") && has(determiners, at(r.ts, p.at+2)) {
		return false // the script can't find the file
	}
	if p.verb == "be" && !p.able {
		return r.abides(p)
	}
	if !p.definite && p.reach == ofThese && !r.anchored(p) {
		return false
	}
	return (len(p.rest) > 0 || p.denied && r.hasAny("never")) && (p.given || !r.passes(p.verbAt, p.verb)) && !r.exhibits(p.at)
}

// anchored reports whether what those of a kind do is said with something that is
// certain: exercise reduces stress, which anybody knows, students get a discount.
func (r *reading) anchored(p plain) bool {
	if p.denied && r.hasAny("never") || r.ofPeople(p) {
		return true
	}
	for k := p.verbAt + 1; k < p.end; k++ {
		w := r.ts[k].text
		if has(determiners, w) || has(prepositions, w) || has(locating, w) || numeral(w) || r.ts[k].cap || w == "once" || w == "twice" {
			return true
		}
	}
	return false
}

// ofPeople reports whether a clause is about those who have a part in something:
// admins, line managers, visitors.
func (r *reading) ofPeople(p plain) bool {
	w := r.ts[max(p.at-1, p.from)].text
	if has(partakers, w) || has(oddMany, w) {
		return true
	}
	return len(w) > 5 && (hasTail(w, "ers") || hasTail(w, "ors") || hasTail(w, "ees") || hasTail(w, "ists") || hasTail(w, "ians"))
}

// abides reports whether what a thing is said to be lasts.
func (r *reading) abides(p plain) bool {
	k := skip(r.ts[:p.end], p.at+1, justNot, beforeVerb)
	w := at(r.ts, k)
	switch {
	case k >= p.end || r.ts[k].mark:
		return false
	case has(allowing, w):
		return true
	case disposes(w), has(madeSo, w):
		return true
	case has(keptSo, w):
		return !has(linesOfCode, at(r.ts, p.at-1)) && !has(membersOfCode, at(r.ts, p.at-1))
	case w == "open" && at(r.ts, skip(r.ts, k+1, hyphen)) == "source":
		return true
	case at(r.ts, k+1) == "-":
		return has(madeWith, at(r.ts, k+2))
	case isPast(w) || participles[w] != "":
		return (!p.definite || p.reach != ofThese || k+1 < p.end && has(prepositions, at(r.ts, k+1))) && !has(lost, w)
	}
	return false
}

// disposes reports whether an adjective says what can be done with a thing or what
// it never has: refundable, stateless.
func disposes(w string) bool {
	if has(passingAble, w) {
		return false
	}
	if n := len(w); hasTail(w, "able") && n > 6 {
		v := knownVerbs().all
		return has(v, w[:n-4]) || has(v, w[:n-4]+"e") || w[n-5] == w[n-6] && has(v, w[:n-5])
	}
	return hasTail(w, "less") && len(w) > 7
}

// passes reports whether a verb at ts[i] and the word behind it say how something
// goes at the moment: makes no sense, takes ages, gets stuck.
func (r *reading) passes(i int, verb string) bool {
	if has(ofMoment, verb) && !(verb == "work" && has(workingWith, at(r.ts, i+1))) && !r.bindsTo(i, verb) {
		return true
	}
	for k := i + 1; k < len(r.ts) && k < i+3 && !r.ts[k].mark; k++ {
		if w := r.ts[k].text; has(idling, w) || verb == "keep" && isGerund(w) {
			return true
		}
	}
	w := at(r.ts, i+1)
	return w == "that" || w == "how" || w == "why" || w == "a" && has(spells, at(r.ts, i+2))
}

// bindsTo reports whether a verb at ts[i] that mostly says how something goes says by the
// word behind it how a thing is made: depends on the core module, asks for two spaces,
// sits in the hallway.
func (r *reading) bindsTo(i int, verb string) bool {
	k := i + 1
	leads, ok := binding[verb]
	if !ok || !has(leads, at(r.ts, k)) || verb == "ask" && has(codeNouns, at(r.ts, i-1)) {
		return false
	}
	w := at(r.ts, k+1)
	if !ownNoun(at(r.ts, r.begin)) || has(weighed, at(r.ts, i-1)) || anyOf(r.ts[r.begin:i], ofPart) {
		return false // the choice depends on your needs
	}
	return k+1 < len(r.ts) && !r.ts[k+1].mark && !has(interrogatives, w) && !has(pointing, w) && !isPronoun(w) && !startsDigit(w) && !r.anyOf(troubles)
}

// exhibits reports whether what is said of a thing by the verb at ts[i] describes
// what the speakers look at, and not what is so as a rule: the screenshot shows
// two buttons, the loop runs ten times and then stops.
func (r *reading) exhibits(i int) bool {
	if at(r.ts, r.begin) != "the" || i != r.begin+2 || !has(shown, at(r.ts, r.begin+1)) || r.hasAny("always", "never", "only", "must", "every", "each", "all", "any") {
		return false
	}
	for _, t := range r.ts[i+1:] {
		if startsDigit(t.text) || t.cap {
			return false
		}
	}
	return true
}

// plainFact reports whether the sentence says plainly what is so as a rule.
func (r *reading) plainFact() bool {
	if r.aboutNoThing() {
		return false
	}
	p, ok := r.plainly()
	return ok && r.ruled(p) && (r.past < 0 || r.past > p.at) && !r.asked()
}

// describes reports whether the past form at ts[i] only tells which things are meant
// that a plain clause speaks of: retries failed jobs, skips jobs whose worker left.
func (r *reading) describes(i int) bool {
	if r.aboutNoThing() {
		return false
	}
	p, ok := r.plainly()
	if !ok || i < p.verbAt || i >= p.end || p.verb == "be" {
		return false
	}
	if i == p.verbAt {
		return false
	}
	between := r.ts[p.verbAt+1 : i]
	if slices.ContainsFunc(between, func(t token) bool { return t.text == "whose" || t.text == "which" }) {
		return true
	}
	for _, t := range between {
		if !has(determiners, t.text) && !has(beforeVerb, t.text) {
			return false
		}
	}
	return i+1 < p.end && !has(prepositions, at(r.ts, i+1))
}

// settles reports whether the speaker proposes a value to hold from now on, "let's cap
// uploads at 25 MB", or says which of several it is to be: "tin it is".
func (r *reading) settles() bool {
	if r.electsAt(r.begin) {
		return true
	}
	i := r.begin + 1
	if at(r.ts, r.begin) != "let's" || !has(settling, at(r.ts, i)) {
		return false
	}
	for k := i + 2; k < len(r.ts) && !r.ts[k].mark; k++ {
		if before := at(r.ts, k-1); numeral(r.ts[k].text) && (before == "to" || before == "at" || before == "for") {
			return k+1 < len(r.ts) && !r.ts[k+1].mark || before != "for"
		}
	}
	return false
}

var (
	// partakers have a part in something; most others are told by their ending.
	partakers   = set(`admins guests members interns kids pupils students clients staff tenants residents accountants assistants applicants participants agents minors adults friends colleagues bots`)
	passingAble = set(`available unavailable unable able possible acceptable reasonable understandable comfortable uncomfortable
		presentable passable tolerable laughable questionable unless useless regardless nonetheless nevertheless harmless hopeless speechless pointless`)
	// ofMoment are verbs that say how something looks or goes just now.
	ofMoment = set(`look seem appear sound feel fail pass compile hang crash load say print throw complain break work freeze stall spin loop finish
		happen help matter mean depend succeed apply smell taste turn come suggest indicate tell ask think know guess wonder hope sit flicker blink rock suck stink`)
	// workingWith stand behind "work" where it says what a thing is made for.
	workingWith = set(`offline without only`)
	// madeSo says what a thing is for as long as it is made so.
	madeSo = set(`stateful optional mandatory compulsory idempotent deterministic asynchronous synchronous immutable mutable waterproof nullable anonymous confidential
		deprecated vegetarian vegan toxic flammable fireproof bilingual deaf`)
	// keptSo says for whom a thing is, where it is not a part of code.
	keptSo        = set(`private public internal proprietary`)
	membersOfCode = set(`method field property member constructor class struct module attribute`)
	// madeWith ends what says in two words how a thing is made: read-only, thread-safe.
	madeWith = set(`only safe sensitive insensitive threaded free based hosted agnostic aware tolerant`)
	// binding are verbs of ofMoment that say with these words behind them how a thing is made.
	binding = map[string]*wordSet{"depend": set(`on upon`), "ask": set(`for`), "sit": set(`on in behind under between`), "come": set(`with as`), "apply": set(`to`)}
	hyphen  = set(`-`)
	ofPart  = set(`of`)
	// weighed is what hangs on how things are in each case.
	weighed = set(`choice decision answer result outcome price cost amount number time speed duration effect effectiveness probability chance likelihood value ultimately`)
	// idling are words behind a verb that say how something goes at the moment.
	idling = set(`sense ages forever long sick stuck worse better fine nothing weird odd wrong strange funny away wild crazy slow slowly fast cleanly well nicely badly
		properly correctly smoothly great good bad ok okay much lot trouble`)
	// spells end "takes a …".
	spells = set(`while moment minute second bit lot`)
	// shown is what is looked at while one works.
	shown = set(`screenshot screen diff patch trace traceback stacktrace snippet error warning exception message popup dialog spinner cursor loop user output log page button
		label header footer icon dropdown modal sidebar tooltip placeholder scrollbar textbox request response tab list`)
	settling = set(`set cap limit raise lower bump increase reduce decrease extend shorten cut keep fix hold make put`)
)

// staysSo reports whether "from now on" says of a value or of what somebody named does that
// it is so, and nothing of how the listener shall act: "the fare is 5 from now on", "Ole
// steers the ferry from now on". What is so of all, or only, is a rule.
func (r *reading) staysSo() bool {
	for i := range r.ts {
		n := phraseLen(r.ts, i, fromNow)
		if n == 0 {
			continue
		}
		for k := r.begin; k+1 < i; k++ {
			if r.ts[k].text == "so" && r.ts[k+1].text == "that" {
				return true // clean it up so that from now on it is small
			}
		}
		from, to := stretchAround(r.ts, i)
		from = max(from, min(i, r.begin))
		if from == i && i+n < len(r.ts) {
			from = i + n // from now on the fare is 5
			if at(r.ts, from) == "," {
				from++
				_, to = stretchAround(r.ts, from)
			}
			if r.tellsOfOne(from, to) {
				return true
			}
		}
		if r.ofAll(from, to) {
			return r.figureOnly(from, to)
		}
		if from < to && r.ts[from].cap && !StopWord(r.ts[from].text) && (isThird(at(r.ts, from+1)) || knownVerbs().verb(at(r.ts, from+1), true) != "") && !has(bePresent, at(r.ts, from+1)) && at(r.ts, from+2) != "to" {
			return true
		}
		for k := from + 1; k < min(to, from+longestSubject); k++ {
			if w := r.ts[k].text; w == "is" || w == "are" || w == "cost" || w == "costs" {
				return r.figureAt(k+1) && !isPronoun(r.ts[from].text)
			} else if isThird(w) && r.hourAt(k+1) && (k > from+1 || r.ts[from].cap) && !isPronoun(r.ts[from].text) {
				return true // the ferry leaves at 9
			}
		}
	}
	return false
}

// figureAt reports whether ts[i:] is a figure, an hour, or one of several places: 5, at 16:00, in
// room 5. Answers in 2 parts are no figure.
func (r *reading) figureAt(i int) bool {
	w, next := at(r.ts, i), at(r.ts, i+1)
	if startsDigit(w) || w == "at" && startsDigit(next) {
		return true
	}
	return (w == "in" || w == "on" || w == "at") && has(numberedPlaces, termOf(next)) && i+2 < len(r.ts) && (startsDigit(r.ts[i+2].text) || r.ts[i+2].cap)
}

// hourAt reports whether ts[i:] says at what hour something is, or from or until when: at 9, only
// until five.
func (r *reading) hourAt(i int) bool {
	i = skip(r.ts, i, beforeVerb, orderAdverbs)
	w, next := at(r.ts, i), at(r.ts, i+1)
	if (w == "at" || w == "from" || w == "until" || w == "till") && (startsDigit(next) || numeral(next) || next == "noon" || next == "midnight") {
		return true
	}
	return has(particles, w) && i+1 < len(r.ts) && r.hourAt(i+1) // goes up at 9
}

// tellsOfOne reports whether ts[from:to] tells how the speaker or somebody else is, or what
// they do: I am on holiday, it's just Ben and me. What they want is no such thing.
func (r *reading) tellsOfOne(from, to int) bool {
	who := cutContraction(at(r.ts, from))
	if r.ofAll(from, to) && (who == "he" || who == "she") || r.has(wish|preference|deontic|manner) || anyOf(r.ts[from:to], wanting) {
		return false
	}
	switch who {
	case "i", "he", "she":
		return true
	case "it":
		return at(r.ts, from) == "it's" || at(r.ts, from+1) == "is"
	}
	return false
}

// figureOnly reports whether ts[i:j] gives without a verb the figure from or up to which
// something is so, which "only" makes no rule: "free rides only from 10 tickets".
func (r *reading) figureOnly(i, j int) bool {
	figure := false
	for k := i; k < j; k++ {
		w := r.ts[k].text
		if has(quantifiers, w) && w != "only" || isHelper(w) || isPronoun(w) || w == "never" || w == "always" {
			return false
		}
		figure = figure || startsDigit(w) && has(prepositions, at(r.ts, k-1))
	}
	return figure && (!isBase(at(r.ts, i)) || isGerund(at(r.ts, i+1))) && !r.ofWork()
}

// ofAll reports whether ts[i:j] speaks of all or none of a kind, or of nothing else.
func (r *reading) ofAll(i, j int) bool {
	return anyOf(r.ts[min(i, j):j], ofEvery)
}

// fromNow says since when something is so.
var fromNow = phrasesOf(`from now on, from here on, going forward, henceforth`)

var ofEvery = union(quantifiers, set(`always never must everything nothing nobody everybody`))

// Elects reports whether a sentence says no more than which of several it is to be: "tin it
// is". An agent that says so repeats what it was told.
func Elects(s string) bool {
	r := newTokens(cutSentence(s))
	return r.electsAt(r.begin)
}

// electsAt reports whether ts[i:] says in two words behind a name which of several it is
// to be: tin it is then.
func (r *reading) electsAt(i int) bool {
	for k := i; k < len(r.ts) && k < i+longestSubject && !r.ts[k].mark; k++ {
		switch w := r.ts[k].text; {
		case w == "it" && k > i && at(r.ts, k+1) == "is":
			rest := k + 2
			if at(r.ts, rest) == "then" {
				rest++
			}
			return rest == len(r.ts) || r.ts[rest].mark && r.ts[rest].text != "?" && rest+1 == len(r.ts)
		case isSubject(w), has(deictic, w), has(interrogatives, w), has(prepositions, w), has(clauseOpeners, w), isFinite(w), has(electless, w):
			return false
		}
	}
	return false
}

// electless stand before "it is" that elects nothing: so it is, well it is.
var electless = set(`so well yes yeah no sure indeed as like than whatever whether if because though although how that's`)
