package language

import (
	"slices"
	"strings"
)

// state is what a simple clause says to be so of a thing: our builds run on
// Jenkins, my manager is Petra, the shop is closed on Fridays.
type state struct {
	subject []string // terms of what it is said of
	who     string   // whose that is, or who: my, our, i, we
	link    string   // the verb with its preposition: "be", "be in", "run on"
	value   []string // terms of what it is said to be
	named   bool     // the value is a name
	the     bool     // with an article or an owner: the EU, Clara's place, and not Redis
	one     bool     // one of a kind: in a modal, and not in red
	timed   bool     // the value is a day or an hour
	held    bool     // the value is what there is one of: the team lead, our cache
	often   bool     // the value is how often: weekly
	all     bool     // said of everything
	left    []string // terms of where it was, where that is named
	changed bool     // words say that it was otherwise before
	fresh   bool     // what it is said of is new
}

// states returns what the clauses of a sentence say to be so. The list is not to
// be changed: a sentence is held against many.
func (r *reading) states() []state {
	return r.told.get(r.readStates)
}

// readStates reads clause by clause; of an order it reads how a thing is to be done.
func (r *reading) readStates() []state {
	if r.asks() || len(r.ts) > longestState {
		return nil
	}
	var out []state
	if s, ok := r.styleIn(r.headEnd()); ok {
		return []state{s}
	}
	var before state // what the clause before is about
	for from, to := range r.clauses() {
		s, ok := state{}, false
		if r.imperative() {
			s, ok = r.ordered(from, to)
		}
		if !ok {
			s, ok = r.stateOf(from, to, before)
		}
		s.changed = s.changed || len(out) == 0 && r.takesBackFirst()
		if ok {
			out = append(out, s)
		}
		if before = s; !ok || len(s.subject) == 0 {
			before = r.aboutIn(from, to)
		}
	}
	return out
}

// longestState is the number of tokens of a sentence that says plainly what is so.
const longestState = 40

// stateIn reads the clause ts[from:to].
func (r *reading) stateIn(from, to int) (s state, ok bool) {
	from = skip(r.ts[:to], from, fillers, beforeVerb)
	if start := r.behindTime(from, to); start > from {
		s, ok = r.stateIn(start, to)
		s.changed = true
		return s, ok
	}
	readers := ofThing
	if w := at(r.ts, from); w == "we" || w == "i" {
		readers = ofSpeakers
	}
	for _, read := range readers {
		if s, ok := read(r, from, to); ok {
			return s, true
		}
	}
	return s, false
}

// The forms in which a clause says what is so of a thing, and of or by the speakers: the
// first that fits is read.
var (
	ofThing    = []stateReader{(*reading).carried, (*reading).acquired, (*reading).hired, (*reading).shifted, (*reading).toggled, (*reading).answers, (*reading).comesRound, (*reading).linked, (*reading).arranged}
	ofSpeakers = []stateReader{(*reading).carried, (*reading).acquired, (*reading).hired, (*reading).shifted, (*reading).toggled, (*reading).reportsTo, (*reading).arranged, (*reading).linked}
)

// stateReader reads the clause ts[from:to], ok is false where it has another form.
type stateReader func(r *reading, from, to int) (s state, ok bool)

// linked reads a clause whose verb says of a thing how or where it is.
func (r *reading) linked(from, to int) (s state, ok bool) {
	v := from
	for v < to && v-from <= longestSubject && (linkVerbs[r.ts[v].text] == "" || has(determiners, at(r.ts, v-1)) && v > from) && r.ts[v].text != "i'm" && r.ts[v].text != "we're" {
		if r.ts[v].mark && r.ts[v].text != "-" || isHelper(r.ts[v].text) {
			break
		}
		v++
	}
	if v >= to {
		return s, false
	}
	switch w := r.ts[v].text; {
	case w == "i'm" || w == "we're":
		s.who, s.link = cutContraction(w), "be"
		ok = v == from
	case linkVerbs[w] != "":
		s.link = linkVerbs[w]
		ok = s.of(r, from, v)
	case w == "has" || w == "was" || w == "were" || w == "have":
		return r.redone(from, v, to)
	case (w == "must" || w == "should") && v+2 < to && r.ts[v+1].text == "be":
		s.link, ok = "be", s.of(r, from, v)
		v++
	}
	if !ok {
		return s, false
	}
	s, ok = s.says(r, v+1, to)
	if w := at(r.ts, v+1); s.link == "be" && (w == "my" || w == "our" || w == "the") && at(r.ts, v+2) == "new" && s.oneHolds() {
		s.changed, s.value = true, slices.DeleteFunc(s.value, func(t string) bool { return t == "new" }) // Mia is our new landlady
	}
	if ok && s.link == "be" && s.changed && r.ts[from].cap && !has(determiners, r.ts[from].text) {
		return s.swapped(r, v+1, to), true
	}
	return s, ok
}

// swapped turns a state that begins with the new value around: of "Elena is our
// product manager now" it makes that our product manager is Elena.
func (s state) swapped(r *reading, i, to int) state {
	i = skip(r.ts[:to], i, beforeVerb)
	if w := at(r.ts, i); w == "my" || w == "our" {
		s.who, s.subject, s.value, s.named = w, s.value, s.subject, true
	}
	return s
}

// longestSubject is the number of tokens that a subject may have.
const longestSubject = 9

// of reads the subject in ts[i:j], false where it is none that is known to be
// the same when it comes again.
func (s *state) of(r *reading, i, j int) bool {
	if i >= j {
		return false
	}
	first := r.ts[i].text
	for _, t := range r.ts[i:j] {
		if has(adding, t.text) {
			return false
		}
		s.fresh = s.fresh || t.text == "new"
		s.changed = s.changed || t.text == "now" || s.fresh
	}
	switch {
	case first == "i" || first == "we":
		s.who = first
		return j == i+1 || j == i+2 && has(beforeVerb, r.ts[i+1].text)
	case first == "my" || first == "our":
		if s.who = first; i+1 < j && cutPossessive(r.ts[i+1].text) != r.ts[i+1].text {
			s.who += " " + r.ts[i+1].text // my brother's car
		}
	case first != "the" && !r.ts[i].cap && !mayName(first) || isSubject(first):
		return false
	}
	for _, t := range r.ts[i:j] {
		if has(bygone, t.text) || startsDigit(t.text) && !has(generations, t.text) || t.text == "longer" {
			return false
		}
	}
	s.subject = slices.DeleteFunc(r.specific(i, j), func(t string) bool { return t == "current" })
	return len(s.subject) > 0
}

// says reads what stands behind the verb, in ts[i:to].
func (s state) says(r *reading, i, to int) (state, bool) {
	i, ok := s.passive(r, i, to)
	if !ok || anyOf(r.ts[min(i, to):to], adding) {
		return s, false
	}
	if i < to && has(prepositions, r.ts[i].text) && !(opposites[r.ts[i].text] != nil && (i+1 == to || r.ts[i+1].mark || has(prepositions, r.ts[i+1].text) || has(renewing, r.ts[i+1].text))) {
		s.link += " " + r.ts[i].text
		i++
	}
	end := r.stateEnd(i, to)
	for k := end; k < to; k++ {
		if phrase(r.ts, k, "instead", "of") {
			s.left = valueTerms(r.ts, k+2, to)
		}
		s.changed = s.changed || has(renewing, r.ts[k].text) || r.sinceAt(k)
	}
	ok = s.gives(r, i, end)
	return s, ok
}

// passive reads the words at ts[i:to] before the value, the participle of a passive among
// them, and returns where they end; false where they deny or add something.
func (s *state) passive(r *reading, i, to int) (end int, ok bool) {
	for ; i < to; i++ {
		w := r.ts[i].text
		switch {
		case w == "now":
			s.changed = true
		case w == "not" || w == "no" || w == "never" || has(adding, w):
			return i, false
		case has(beforeVerb, w) || w == "currently" || w == "locally" || s.link == "live" && (w == "alone" || w == "together"):
		case s.link == "be" && participles[w] != "":
			s.link = "be " + participles[w]
		case s.link == "be" && isPast(w) && w != "closed" && (has(prepositions, at(r.ts, i+1)) || has(rhythmic, at(r.ts, i+1))):
			s.link = "be " + stems.term(w)
		default:
			return i, true
		}
	}
	return i, true
}

// gives reads the value in ts[i:end], false where it is none that another can take the
// place of.
func (s *state) gives(r *reading, i, end int) bool {
	if phrase(r.ts, i, "a", "bit") || phrase(r.ts, i, "a", "little") {
		return false // how it strikes somebody: the colour is a bit off
	}
	for k := i; k < end; k++ {
		id := startsDigit(r.ts[k].text) && (r.labelled(i, k, end) || end == i+1 && r.portAt(k, s.link))
		if startsDigit(r.ts[k].text) && !id {
			return false // a quantity, which is read elsewhere
		}
		s.named = s.named || r.ts[k].cap || id || r.identAt(k)
	}
	if w := at(r.ts, end); (w == "and" || w == "or") && startsDigit(at(r.ts, end+1)) && startsDigit(at(r.ts, end-1)) {
		return false // port 8080 and 8081
	}
	s.held = i < end && ownNoun(r.ts[i].text)
	s.one = i < end && (r.ts[i].text == "a" || r.ts[i].text == "an")
	s.the, s.timed = s.named && i < end && (r.ts[i].text == "the" || cutPossessive(r.ts[i].text) != r.ts[i].text), i < end && r.tellsTime(i, i+1) && !(s.named && startsDigit(r.ts[i].text))
	s.value = valueTerms(r.ts, i, end)
	if end == i+1 && r.portAt(i, s.link) {
		s.value = append(s.value, "port")
	}
	if s.often = i < end && has(rhythmic, r.ts[i].text); s.often && s.link != "be" {
		s.link += " often"
	}
	return len(s.value) > 0 && r.wordsIn(i, end) <= 8
}

// wordsIn returns how many words ts[i:j] has; a path has many marks.
func (r *reading) wordsIn(i, j int) (n int) {
	for _, t := range r.ts[i:j] {
		if !t.mark {
			n++
		}
	}
	return n
}

// endsState reports whether ts[k] begins what stands behind the value of a state.
func (r *reading) endsState(k int) bool {
	return has(stateEnds, r.ts[k].text) || r.sinceAt(k) || phrase(r.ts, k, "by", "the", "way")
}

// stateEnd returns where the value of a state ends that begins at ts[i].
func (r *reading) stateEnd(i, to int) int {
	for i < to && !r.endsState(i) {
		i++
	}
	return i
}

// sinceAt reports whether ts[k:] says that something is so of late or from now on.
func (r *reading) sinceAt(k int) bool {
	return phrase(r.ts, k, "these", "days") || phrase(r.ts, k, "from", "now") || phrase(r.ts, k, "as", "of") || r.ts[k].text == "from" && (at(r.ts, k+2) == "on" || at(r.ts, k+3) == "on")
}

// momentAt reports whether ts[k:] names a moment: last week, Monday, the last release.
func (r *reading) momentAt(k int) bool {
	if at(r.ts, k) == "the" {
		k++
	}
	w := cutPossessive(at(r.ts, k))
	return namesDay(w) || w == "this" || w == "last" || w == "yesterday" || w == "today"
}

// valueTerms returns the terms of ts[i:j]; small words of a state count, too: on,
// off.
func valueTerms(ts []token, i, j int) []string {
	var out []string
	for _, t := range ts[i:min(j, len(ts))] {
		w := cutPossessive(t.text)
		if t.mark || has(determiners, w) && w != "no" {
			continue
		}
		if _, ok := opposites[w]; !ok {
			if w = termOf(w); w == "" {
				continue
			}
		}
		out = append(out, w)
	}
	return out
}

// redone reads what was made anew (has been rewritten in Go), called otherwise
// (was renamed to trunk) or put elsewhere (was moved to the first floor).
func (r *reading) redone(from, v, to int) (s state, ok bool) {
	k := skip(r.ts[:to], v+1, auxiliaries, beforeVerb)
	if k+1 >= to || !s.of(r, from, v) {
		return s, false
	}
	s.changed = true
	switch w, next := r.ts[k].text, r.ts[k+1].text; {
	case w == "renamed" && next == "to":
		s.link, k = called, k+1
	case carrying[w] == "be" && next == "to":
		s.link, k = "be", k+1
		s.named = r.namedIn(k+1, min(to, k+5))
	case carrying[w] == remade && (next == "to" || next == "in"):
		s.link, k = remade, k+1
	case w == "moved" && next == "to":
		s.link, k = placed, k+1
	case strings.HasPrefix(w, "re") && participles[w[2:]] != "" && has(prepositions, next):
		s.link, k = "be "+participles[w[2:]]+" "+next, k+1
	default:
		return s, false
	}
	if port := r.portIn(k+1, r.valueEnd(k+1, to)); port != nil && s.link == placed {
		s.value, s.named = port, true
		return s, true
	}
	s.value = valueTerms(r.ts, k+1, min(to, k+5))
	return s, len(s.value) > 0 && !((s.link == placed || s.link == "be") && r.tellsTime(k+1, min(to, k+5)))
}

// namedIn reports whether ts[i:j] holds a name.
func (r *reading) namedIn(i, j int) bool {
	j = min(j, len(r.ts))
	return i < j && slices.ContainsFunc(r.ts[i:j], func(t token) bool { return t.cap })
}

// replaces reports whether s, said later, says of the same thing that it is
// otherwise than o: by a word of change, or by the one of two states of which
// the other is no more.
func (s state) replaces(o state) bool {
	if s.takesPost(o) || s.adoptedFor(o) {
		return true
	}
	if !sameOwner(s.who, o.who) || within(s.value, o.value) || within(o.value, s.value) || !within(s.left, o.value) {
		return false
	}
	if s.renames(o) {
		return true
	}
	if !s.ofThe(o) && !(s.all && o.hosted()) {
		return false
	}
	if s.link == placed {
		return (o.sited() || o.runs() || o.hosted()) && sameSort(s.value, o.value) || o.link == "be" && sameForm(s.value, o.value)
	}
	if s.link == remade {
		return has(making, strings.ReplaceAll(strings.TrimPrefix(o.link, "be "), " ", "_"))
	}
	if s.link == employed {
		return o.link == "work at" || o.link == "work for"
	}
	if !sameLink(s.link, o.link) && !(s.changed && (s.located(o) || s.weekly() && o.weekly())) || !s.comparable(o) {
		return false
	}
	if s.opposite(o) {
		return s.changed || !byRule(s.value) // two rules contradict each other: open on Sundays, closed on Sundays
	}
	return s.changed && len(s.subject) > 0 && (s.link != "be" || s.named && o.named || s.often && o.often || s.ofAttribute() && len(o.value) <= 2) || s.changed && oneOfEach[s.link]
}

// comparable reports whether the values of two states of one link are of one sort: of
// what is stored in Redis another store can take the place, and no country, form or day.
func (s state) comparable(o state) bool {
	if s.timed != o.timed || !sameSort(s.value, o.value) || s.the != o.the && s.named && o.named && s.link != "be in" {
		return false
	}
	if strings.HasSuffix(s.link, " in") && s.link != "be in" && !s.named && s.one != o.one {
		return false
	}
	return s.named == o.named || s.link == "be in" || !strings.HasSuffix(s.link, " in")
}

// ofAttribute reports whether a state gives in a word or two what a thing has one of
// at a time: the colour of the header.
func (s state) ofAttribute() bool {
	if len(s.value) == 1 && has(colours, s.value[0]) {
		return !slices.ContainsFunc(s.subject, func(t string) bool { return has(runs, t) }) // a red build is broken, for now
	}
	return len(s.value) <= 2 && slices.ContainsFunc(s.subject, func(t string) bool { return has(attributes, t) })
}
