package language

import (
	"slices"
	"strings"
)

// plain is what a clause says to be so as a rule, of whom or what and in which
// words: the cache survives a restart, guests may park behind the barn, backups
// are encrypted.
type plain struct {
	of       []string // terms of whom or what it is said
	who      string   // whose that is: my, our
	reach    reach
	definite bool   // of a certain one, and not of those of a kind
	verb     string // the base form; "be" of what a thing is
	able     bool   // what may or can be done
	denied   bool
	bounded  bool     // holds under a condition
	given    bool     // … of which it says when that is so, and which is no doing of the speaker's
	rest     []string // terms of what stands behind the verb
	from, at int      // tokens: where it begins, the finite verb
	verbAt   int      // the verb that says what is done: "delete" in "may delete"
	end      int      // behind it
}

// reach says of how many of a kind a clause speaks.
type reach uint8

const (
	ofThese  reach = iota
	ofAll          // everybody, all guests
	ofNone         // nobody, no guest: what is said is denied
	ofOthers       // only guests: of all others it is denied
)

// plainly returns what the first clause of a sentence says to be so; false where it
// does not say so plainly.
func (r *reading) plainly() (plain, bool) {
	p := r.plain.get(func() *plain {
		if p, ok := r.readPlain(); ok {
			return &p
		}
		return nil
	})
	if p == nil {
		return plain{}, false
	}
	return *p, true
}

// readPlain reads the first clause of a sentence that is not too long; false where only the
// talk makes clear what or whom it is about.
func (r *reading) readPlain() (plain, bool) {
	if len(r.ts) > longestState {
		return plain{}, false
	}
	p := plain{from: r.begin, end: r.firstEnd()}
	for p.end > p.from && r.ts[p.end-1].mark {
		p.end--
	}
	if !r.opens(&p) {
		return p, false
	}
	if p.at = r.finiteIn(p.from, p.end); p.at < 0 || !r.predicate(&p) {
		return p, false
	}
	if p.of = r.ofWhom(p); len(p.of) == 0 && p.reach == ofThese && !p.speaker() {
		return p, false
	}
	for k := p.from; k < p.end; k++ {
		w := r.ts[k].text
		if k > p.at && has(demonstratives, w) && (k+1 == p.end || r.ts[k+1].mark || has(prepositions, r.ts[k+1].text)) {
			return p, false // I like that: what, the talk says
		}
		given := p.bounded && (w == "it" || w == "they" || w == "someone" || w == "somebody") // jams when it is humid
		if isSubject(w) && k >= p.at && !has(relatives, w) && !given || has(yours, w) && !r.sinceAt(k) {
			return p, false
		}
		if k > p.at && has(bounding, w) {
			p.bounded, p.given = true, p.given || w == "when" || w == "whenever" || w == "if"
		}
	}
	return p, true
}

// ofWhom returns the terms of whom or what a clause is about, none of nobody and all.
func (r *reading) ofWhom(p plain) []string {
	end := p.at
	for end > p.from && (has(beforeVerb, r.ts[end-1].text) || noLonger(r.ts, end-1)) {
		end--
	}
	from := p.from
	if w := r.ts[from].text; has(nobodies, w) || has(everybodies, w) {
		from++
	}
	return r.specific(min(from, end), end)
}

// opens reads the words before the noun that a clause is about; false where it is
// about what only the talk at hand makes clear.
func (r *reading) opens(p *plain) bool {
	w := at(r.ts, p.from)
	if w == "only" {
		p.reach = ofOthers
		p.from++
		w = at(r.ts, p.from)
	}
	switch {
	case has(nobodies, w), w == "no" && p.from+1 < p.end:
		p.reach = ofNone
		return true
	case has(everybodies, w), w == "all", w == "every", w == "each":
		p.reach = ofAll
		return true
	case ownNoun(w):
		p.definite = true
		if w != "the" {
			p.who = w
		}
		return true
	case isNumber(w): // a and an, too
		return true
	case w == "i" || w == "we":
		p.definite, p.who = true, w
		return true
	case cutPossessive(w) != w && r.ts[p.from].cap:
		p.definite = true // Ana's birthday
	}
	return w != "" && !StopWord(w) && !has(openers, w) && !startsDigit(w) && !r.ts[p.from].mark && !has(interrogatives, w)
}

// finiteIn returns the index of the finite verb of the clause ts[from:to] that
// agrees with the noun before it, -1 for none. A word that is noun and verb is read
// as part of the noun where a surer verb follows: the build logs contain names.
func (r *reading) finiteIn(from, to int) int {
	head, behind, relative := -1, false, false
	for v := from; v < to && v-from <= longestSubject; v++ {
		w, before := r.ts[v].text, at(r.ts, v-1)
		switch {
		case r.ts[v].mark && w != "-":
			return -1
		case noLonger(r.ts, v):
		case has(relatives, w):
			relative = true
		case has(prepositions, w) || has(locating, w):
			behind = true
		case v == from && (has(nobodies, w) || has(everybodies, w) || w == "i" || w == "we"):
			head = v
		case has(determiners, w), has(beforeVerb, w), w == "-" || before == "-", numeral(w):
		case head >= 0 && isHelper(w):
			if !relative {
				return v
			}
			relative = false
		case head >= 0 && !has(prepositions, before) && !has(determiners, before) && !has(locating, before) && !r.ts[v].cap && r.agrees(v, head, to):
			if !relative {
				return v
			}
			relative = false
		case !behind && !relative:
			head = v
		}
	}
	return -1
}

// agrees reports whether ts[v] is the verb of a noun that ends at ts[head].
func (r *reading) agrees(v, head, to int) bool {
	known, w := knownVerbs(), r.ts[v].text
	noun := r.ts[head].text
	many := noun == "i" || noun == "we" || isPlural(noun) && !has(nobodies, noun) && !r.ts[head].cap || has(oddMany, noun) || head == r.begin && isPlural(noun)
	base := known.verb(w, !many)
	if base == "" && head == r.begin && r.ts[head].cap { // a name may end in s
		if base = known.verb(w, many); has(known.noun, base) {
			return false
		}
	}
	if base == "" {
		return false
	}
	if !has(known.noun, base) {
		return true
	}
	next := at(r.ts, v+1)
	if v+1 >= to || r.ts[v+1].mark || isHelper(next) {
		return false
	}
	if has(determiners, next) || has(prepositions, next) || has(locating, next) || numeral(next) || r.ts[v+1].cap || has(beforeVerb, next) || hasTail(next, "ly") {
		return next != "of"
	}
	return v+2 >= to || !r.finiteAfter(v+1, to, isPlural(w)) // of two words that may be the verb the later one is: guest logins expire daily
}

// finiteAfter reports whether ts[i:to] has a verb that the word before it may be the
// subject of; many says that this is a plural.
func (r *reading) finiteAfter(i, to int, many bool) bool {
	known := knownVerbs()
	if known.verb(at(r.ts, i), !many) != "" {
		return true
	}
	for k := i; k < to && k < i+longestSubject; k++ {
		if w := r.ts[k].text; has(relatives, w) || has(prepositions, w) {
			return false
		} else if isHelper(w) {
			return true
		}
	}
	return false
}

// aboutNoThing reports whether a sentence is about who speaks, or about what only the
// sentence before it says: that is no plain fact of a thing.
func (r *reading) aboutNoThing() bool {
	w := at(r.ts, r.begin)
	return isSubject(w) && !has(nobodies, w) && !has(everybodies, w)
}

// speaker reports whether a clause is about who speaks.
func (p plain) speaker() bool { return p.who == "i" || p.who == "we" }

// predicate reads the verb at ts[p.at] and what stands behind it; false for what
// happens just now, has happened or is to happen.
func (r *reading) predicate(p *plain) bool {
	w, k := at(r.ts, p.at), p.at+1
	p.denied = hasTail(w, "n't") || w == "cannot"
	for ; k < p.end; k++ {
		if n := r.ts[k].text; n == "not" || n == "never" {
			p.denied = true
		} else if phrase(r.ts, k, "no", "longer") {
			p.denied = true
			k++
		} else if !has(beforeVerb, n) {
			break
		}
	}
	switch base := modalOf(w); base {
	case "be":
		k = r.beIn(p, k)
	case "have":
		if isPast(at(r.ts, k)) || at(r.ts, k) == "been" || at(r.ts, k) == "to" || k == p.at+1 && p.denied {
			return false
		}
		p.verb = "have"
	case "do":
		p.verb = at(r.ts, k)
		k++
	case "can", "may", "must":
		p.able, p.verb = true, at(r.ts, k)
		k++
	case "":
		p.verb = knownVerbs().verb(w, true)
		if p.verb == "" {
			p.verb = w
		}
		for b := p.at - 1; b > p.from && (has(beforeVerb, r.ts[b].text) || noLonger(r.ts, b)); b-- {
			p.denied = p.denied || r.ts[b].text == "never" || noLonger(r.ts, b)
		}
	default:
		return false
	}
	if k > p.end || p.verb == "" || StopWord(p.verb) && p.verb != "be" && p.verb != "have" && p.verb != "do" {
		return false
	}
	if p.verbAt = p.at; p.verb != "be" && p.verb != "have" && k > p.at+1 {
		p.verbAt = k - 1
	}
	if at(r.ts, k) == "no" {
		p.denied = !p.denied
		k++
	}
	p.rest = slices.DeleteFunc(valueTerms(r.ts, min(k, p.end), r.ofLate(min(k, p.end), p.end)), func(t string) bool { return has(sinceThen, t) })
	return true
}

// ofLate returns where the words in ts[i:to] begin that say since when something is so: these
// days, since June, or that it is no more: any more; to where there are none.
func (r *reading) ofLate(i, to int) int {
	for ; i < to; i++ {
		if r.ts[i].text == "any" && (at(r.ts, i+1) == "more" || at(r.ts, i+1) == "longer") && (i+2 == to || r.ts[i+2].mark) {
			return i
		}
		if r.sinceAt(i) || r.ts[i].text == "since" && (r.momentAt(i+1) || monthNames.has(at(r.ts, i+1))) {
			return i
		}
	}
	return to
}

// beIn reads what stands behind a form of "be" in ts[k:p.end], and returns where
// what is said of the subject begins.
func (r *reading) beIn(p *plain, k int) int {
	w := at(r.ts, k)
	p.verb = "be"
	switch {
	case r.hasIn("again", k, p.end) && baseOfGerund(w) != "":
		p.verb = baseOfGerund(w) // is eating fish again: as a rule
		return k + 1
	case isGerund(w) || w == "about" || w == "to":
		p.verb = ""
	case has(allowing, w) && at(r.ts, k+1) == "to":
		p.able, p.verb = true, at(r.ts, k+2)
		p.denied = p.denied != (w == "forbidden" || w == "prohibited")
		return k + 3
	}
	return k
}

// noLonger reports whether ts[i] is one of the two words of "no longer", which stands before a
// verb as "never" does.
func noLonger(ts []token, i int) bool {
	return phrase(ts, i, "no", "longer") || phrase(ts, i-1, "no", "longer")
}

// baseOfGerund returns the verb of which a word is the gerund, "" for none: eat, make, run.
func baseOfGerund(w string) string {
	g, ok := strings.CutSuffix(w, "ing")
	if n := len(g); ok && n > 2 {
		for _, base := range []string{g, g + "e", g[:n-1]} {
			if isBase(base) && (base != g[:n-1] || g[n-1] == g[n-2]) {
				return base
			}
		}
	}
	return ""
}

// modalOf returns the base form of an auxiliary or a modal, without its "not", and
// "" for any other word.
func modalOf(w string) string {
	switch w {
	case "is", "are", "isn't", "aren't":
		return "be"
	case "has", "have", "hasn't", "haven't":
		return "have"
	case "does", "do", "doesn't", "don't":
		return "do"
	case "can", "can't", "cannot":
		return "can"
	case "may":
		return "may"
	case "must", "mustn't":
		return "must"
	}
	if isHelper(w) {
		return w
	}
	return ""
}

var (
	nobodies    = set(`nobody none`)
	everybodies = set(`everybody everyone anybody anyone`)
	oddMany     = set(`people children men women staff police`)
	yours       = set(`you your yours you're this these those me`)
	relatives   = set(`that which who whose whom where`)
	locating    = set(`behind beside near outside inside against before after until above below across along around off out up down`)
	bounding    = set(`if when whenever unless except only without while during until outside`)
	allowing    = set(`allowed permitted entitled able forbidden prohibited banned required obliged supposed admitted accepted`)
	sinceThen   = stemsOf(`now anymore longer nowadays again still`)
)
