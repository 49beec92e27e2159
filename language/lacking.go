package language

import "slices"

// lack is what a sentence says that there is none of: we have no test lab, I don't own a car, our kiln has no
// door, there is no canteen.
type lack struct {
	who  string   // whose it would be: my or our; "" of anybody
	of   []string // the terms of what has none
	what []string // the terms of what there is none of
	uses bool     // it is not used: what names it in passing has it all the same
	yet  bool     // so far
}

// lack returns what a statement says that there is none of; what is nil for nothing. Of most the cues need not be
// read.
func (s *statement) lack() lack {
	if !s.r.anyOf(lackWords) {
		return lack{}
	}
	return s.cues().lack()
}

// lack is [statement.lack] of a sentence whose cues are read.
func (r *reading) lack() lack { return r.lacks.get(r.readLack) }

func (r *reading) readLack() (l lack) {
	if !r.anyOf(lackWords) || len(r.ts) > longestState || r.asked() || r.imperative() || r.has(hedged|condition|plan) {
		return l
	}
	from, to := r.begin, r.firstEnd()
	v := from
	switch w := at(r.ts, from); {
	case w == "i" || w == "we" || w == "i've" || w == "we've":
		l.who = map[string]string{"i": "my", "we": "our"}[cutContraction(w)]
		v = skip(r.ts[:to], from+1, stillSo)
	case w == "there":
		v = from + 1
		l.who = ""
	case ownNoun(w):
		for v = from + 1; v < to && v-from <= longestSubject && !has(lacksBy, r.ts[v].text); v++ {
			if r.ts[v].mark || has(prepositions, r.ts[v].text) {
				return lack{}
			}
		}
		if l.of = valueTerms(r.ts, from+1, v); len(l.of) == 0 {
			return lack{}
		}
		if l.who = w; w == "the" {
			l.who = ""
		}
	default:
		return l
	}
	i := r.noneFrom(v, to, &l)
	if i < 0 {
		return lack{}
	}
	for has(determiners, at(r.ts, i)) || at(r.ts, i) == "own" || at(r.ts, i) == "single" {
		i++
	}
	end := i
	for end < to && (r.hyphened(end) || !r.ts[end].mark && !has(atAll, r.ts[end].text) && !has(prepositions, r.ts[end].text)) {
		end++
	}
	if has(prepositions, at(r.ts, end)) && !phrase(r.ts, end, "at", "all") && !has(atAll, at(r.ts, end)) {
		if at(r.ts, v-1) != "there" || !ownNoun(at(r.ts, end+1)) {
			return lack{} // no key for the shed, no car here
		}
		l.of = valueTerms(r.ts, end+2, to)
	}
	l.yet = at(r.ts, to-1) == "yet" || at(r.ts, to) == "yet" || r.hasIn("yet", from, to)
	l.what = valueTerms(r.ts, i, end)
	if slices.ContainsFunc(r.ts[i:end], func(t token) bool { return has(demonstratives, t.text) || namesDay(t.text) }) {
		return lack{} // no meeting this week
	}
	if end-i > longestLacked || len(l.what) == 0 || has(noThings, r.ts[end-1].text) || has(noThings, cutPlural(r.ts[end-1].text)) || r.hasAny("anymore", "longer", "now", "today", "currently", "left", "here", "else", "more") {
		return lack{}
	}
	return l
}

// lacksThing reports whether a sentence says that there is none of a thing, and not only that it is not used.
func (r *reading) lacksThing() bool {
	l := r.lack()
	return len(l.what) > 0 && !l.uses
}

// noneFrom returns where the words for what there is none of begin behind the verb at ts[v], -1 where it
// denies nothing of that sort.
func (r *reading) noneFrom(v, to int, l *lack) int {
	w, next := at(r.ts, v), at(r.ts, v+1)
	switch {
	case (w == "have" || w == "has" || w == "is" || w == "are") && next == "no":
		return v + 2
	case w == "don't" || w == "doesn't":
		v = v + 1
	case (w == "do" || w == "does") && next == "not":
		v = v + 2
	case w == "never":
		v = v + 1
		l.uses = true
	case has(haveForms, w) && next == "never":
		l.uses = true
		v = skip(r.ts, v+2, beforeVerb)
	case (w == "isn't" || w == "aren't") && at(r.ts, v-1) == "there":
		return v + 1
	default:
		return -1
	}
	if v >= to {
		return -1
	}
	switch w := r.ts[v].text; {
	case has(possessing, w):
		l.uses = false
		return v + 1
	case has(usingVerbs, w) && l.who != "":
		l.uses = true
		return v + 1
	}
	return -1
}

// TellsLack reports whether a sentence says that there is none of something that the speakers could have.
func TellsLack(s string) bool { return len(newReading(cutSentence(s)).lack().what) > 0 }

// Lacking says what a statement does to an earlier one where one of the two says that there is none of what
// the other has: "we have no test lab" beside "our test lab is in Ghent". What there was not yet may be there
// by now.
func Lacking(newer, older Statement) Relation {
	if l := newer.lack(); len(l.what) > 0 && l.isIn(older) {
		return Denies
	}
	if l := older.lack(); len(l.what) > 0 && l.isIn(newer) {
		if l.yet {
			return Updates
		}
		return Denies
	}
	return Unrelated
}

// isIn reports whether a statement has what there is none of.
func (l lack) isIn(o Statement) bool {
	r := o.cues()
	if len(o.lack().what) > 0 || len(r.ts) > longestState || r.asked() || r.imperative() || o.Negated() || r.has(hedged|wish|plan) || r.will || r.onlyEarlier() || r.anyOf(wanted) {
		return false
	}
	if l.uses {
		return l.usedIn(r)
	}
	for k := r.begin; k+1 < len(r.ts); k++ {
		if w := r.ts[k].text; ownNoun(w) && l.ownedBy(w) && l.isAt(r, k+1) {
			return true
		}
	}
	return false
}

// ownedBy reports whether what has such a word before it would be that of which there is none.
func (l lack) ownedBy(w string) bool {
	if w == "the" {
		return len(l.of) > 0 && l.who != "my"
	}
	return w == l.who || l.who == "" && w == "our"
}

// isAt reports whether a noun at ts[i:] is that of which there is none: our test lab, the door of the kiln.
func (l lack) isAt(r *reading, i int) bool {
	end := i
	for end < len(r.ts) && end-i <= longestSubject && r.hyphened(end) || end < len(r.ts) && end-i <= longestSubject && !r.ts[end].mark && !has(prepositions, r.ts[end].text) && !has(locating, r.ts[end].text) && !isHelper(r.ts[end].text) && !(end > i && specificTerm(r.ts[end]) != l.what[len(l.what)-1] && (isPlainlyFinite(r.ts[end].text) || isPast(r.ts[end].text) || knownVerbs().verb(r.ts[end].text, !isPlural(r.ts[end-1].text)) != "" && end+1 < len(r.ts))) && !namesDay(r.ts[end].text) && !has(passed, r.ts[end].text) {
		if has(bygone, r.ts[end].text) || has(notOurs, r.ts[end].text) || cutPossessive(r.ts[end].text) != r.ts[end].text {
			return false // my brother's car
		}
		end++
	}
	if end == i {
		return false
	}
	last, noun := specificTerm(r.ts[end-1]), valueTerms(r.ts, i, end)
	if last != l.what[len(l.what)-1] || !within(l.what, noun) {
		return false
	}
	if len(l.of) == 0 {
		return true
	}
	return within(l.of, noun) || (at(r.ts, end) == "of" || at(r.ts, end) == "in") && ownNoun(at(r.ts, end+1)) && sameSet(l.of, valueTerms(r.ts, end+2, min(end+2+len(l.of), len(r.ts))))
}

// hyphened reports whether ts[i] is a part of a word with a hyphen: on-call.
func (r *reading) hyphened(i int) bool {
	return at(r.ts, i) == "-" && glued(r.ts, i, i+1) || at(r.ts, i+1) == "-" && glued(r.ts, i, i+1)
}

// usedIn reports whether a sentence tells that those who do not use a thing do: I run all my services in
// Docker, we roll out by flags.
func (l lack) usedIn(r *reading) bool {
	who := map[string]string{"my": "i", "our": "we"}[l.who]
	if cutContraction(at(r.ts, r.begin)) != who {
		return false
	}
	for k := r.begin + 1; k < len(r.ts); k++ {
		before := at(r.ts, skipBack(r.ts, k, determiners)-1)
		if specificTerm(r.ts[k]) != l.what[0] || !has(usingBy, before) && !has(usingVerbs, before) && !has(usingVerbs, stem(before)) {
			continue
		}
		if within(l.what, r.specific(k, min(k+len(l.what), len(r.ts)))) {
			return true
		}
	}
	return false
}

// longestLacked is the number of tokens of a thing that there is none of.
const longestLacked = 4

var (
	lackWords  = set(`no not never don't doesn't isn't aren't`) // one of them stands in each such sentence
	lacksBy    = set(`has have doesn't don't does do`)
	possessing = set(`have own had owned`)
	usingVerbs = set(`use used using write wrote written run deploy drive`)
	usingBy    = set(`in with on via behind by through using`)
	stillSo    = set(`still currently also really actually simply personally`)
	atAll      = set(`at whatsoever yet`)
	notOurs    = set(`new next future own first planned second another dream ideal`)
	wanted     = set(`need needs want wants wish should could would might without lack lacks if unless until once`)
	// noThings are nouns of which somebody has none at the moment, or in the matter at hand.
	noThings = set(`time idea problem issue question clue choice energy doubt plan preference opinion experience objection access money patience luck interest feeling need reason way chance intention
		memory answer news appetite appointment meeting objections thing anything one room space trouble right`)
)
