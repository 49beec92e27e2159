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
	left    []string // terms of where it was, where that is named
	changed bool     // words say that it was otherwise before
}

// states returns what the clauses of a sentence say to be so.
func (r *reading) states() []state {
	if r.asks() || len(r.ts) > longestState {
		return nil
	}
	var out []state
	for from := r.begin; from < len(r.ts); {
		to := from
		for to < len(r.ts) && !r.endsClause(to) {
			to++
		}
		if s, ok := r.stateIn(from, to); ok {
			out = append(out, s)
		}
		from = max(to, from) + 1
	}
	return out
}

// longestState is the number of tokens of a sentence that says plainly what is so.
const longestState = 40

// stateIn reads the clause ts[from:to].
func (r *reading) stateIn(from, to int) (s state, ok bool) {
	for from < to && (has(fillers, at(r.ts, from)) || has(beforeVerb, at(r.ts, from))) {
		from++
	}
	if s, ok := r.carried(from, to); ok {
		return s, true
	}
	if s, ok := r.hired(from, to); ok {
		return s, true
	}
	v := from
	for v < to && v-from <= longestSubject && linkVerbs[r.ts[v].text] == "" && r.ts[v].text != "i'm" && r.ts[v].text != "we're" {
		if r.ts[v].mark && r.ts[v].text != "-" || has(auxiliaries, r.ts[v].text) || has(modals, r.ts[v].text) {
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
	}
	if !ok {
		return s, false
	}
	return s.says(r, v+1, to)
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
		s.changed = s.changed || t.text == "now" || t.text == "new"
	}
	switch {
	case first == "i" || first == "we":
		s.who = first
		return j == i+1 || j == i+2 && has(beforeVerb, r.ts[i+1].text)
	case first == "my" || first == "our":
		s.who = first
	case first != "the" && !r.ts[i].cap || isSubject(first):
		return false
	}
	for _, t := range r.ts[i:j] {
		if has(bygone, t.text) || startsDigit(t.text) || t.text == "longer" {
			return false
		}
	}
	s.subject = slices.DeleteFunc(r.specific(i, j), func(t string) bool { return t == "current" })
	return len(s.subject) > 0
}

// says reads what stands behind the verb, in ts[i:to].
func (s state) says(r *reading, i, to int) (state, bool) {
	part := false // of a passive
	for ; i < to; i++ {
		w := r.ts[i].text
		switch {
		case w == "now":
			s.changed = true
		case w == "not" || w == "no" || w == "never" || has(adding, w):
			return s, false
		case has(beforeVerb, w) || w == "currently":
		case s.link == "be" && !part && participles[w] != "":
			s.link, part = "be "+participles[w], true
		default:
			goto value
		}
	}
value:
	if i < to && has(prepositions, r.ts[i].text) && !(opposites[r.ts[i].text] != nil && (i+1 == to || has(prepositions, r.ts[i+1].text))) {
		s.link += " " + r.ts[i].text
		i++
	}
	end := i
	for end < to && !has(stateEnds, r.ts[end].text) && !phrase(r.ts, end, "these", "days") && !phrase(r.ts, end, "from", "now") {
		if has(adding, r.ts[end].text) {
			return s, false
		}
		end++
	}
	for k := end; k < to; k++ {
		w := r.ts[k].text
		s.changed = s.changed || w == "now" || w == "since" || w == "again" || w == "instead" || phrase(r.ts, k, "these", "days")
		if has(adding, w) {
			return s, false
		}
	}
	for k := i; k < end; k++ {
		id := startsDigit(r.ts[k].text) && (glued(r.ts, k-1, k) || glued(r.ts, k, k+1))
		if startsDigit(r.ts[k].text) && !id {
			return s, false // a quantity, which is read elsewhere
		}
		s.named = s.named || r.ts[k].cap || id
	}
	s.value = valueTerms(r.ts, i, end)
	return s, len(s.value) > 0 && end-i <= 8
}

// valueTerms returns the terms of ts[i:j]; small words of a state count, too: on,
// off.
func valueTerms(ts []token, i, j int) []string {
	var out []string
	for _, t := range ts[i:j] {
		w := cutPossessive(t.text)
		if t.mark || has(determiners, w) && w != "no" {
			continue
		}
		if _, ok := opposites[w]; !ok {
			if w = stems.term(w); w == "" {
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
	k := v + 1
	for k < to && (has(auxiliaries, r.ts[k].text) || has(beforeVerb, r.ts[k].text)) {
		k++
	}
	if k+1 >= to || !s.of(r, from, v) {
		return s, false
	}
	s.changed = true
	switch w, next := r.ts[k].text, r.ts[k+1].text; {
	case w == "renamed" && next == "to":
		s.link, k = "be call", k+1
	case w == "moved" && next == "to":
		s.link, k = placed, k+1
	case strings.HasPrefix(w, "re") && participles[w[2:]] != "" && has(prepositions, next):
		s.link, k = "be "+participles[w[2:]]+" "+next, k+1
	default:
		return s, false
	}
	s.value = valueTerms(r.ts, k+1, min(to, k+5))
	return s, len(s.value) > 0 && !(s.link == placed && r.tellsTime(k+1, min(to, k+5)))
}

// placed is the link of what was put elsewhere: it is that of all places.
const placed = "be *"

// replaces reports whether s, said later, says of the same thing that it is
// otherwise than o: by a word of change, or by the one of two states of which
// the other is no more.
func (s state) replaces(o state) bool {
	if s.who != o.who || !sameSet(s.subject, o.subject) || within(s.value, o.value) || within(o.value, s.value) {
		return false
	}
	if s.link == placed {
		return o.sited() && within(s.left, o.value)
	}
	if s.link == employed {
		return o.link == "work at" || o.link == "work for"
	}
	if s.link != o.link {
		return false
	}
	if s.opposite(o) {
		return true
	}
	return s.changed && len(s.subject) > 0 && (s.link != "be" || s.named && o.named) || s.changed && oneOfEach[s.link]
}

// sited reports whether a state says where a thing is, and not in what it is written.
func (s state) sited() bool {
	words := strings.Fields(s.link)
	n := len(words)
	return n >= 2 && words[0] == "be" && has(siting, words[n-1]) && (n == 2 || has(placedAs, words[1]))
}

// restates reports whether a state may take the place of another: it says itself
// that it was another one before, or is one of two.
func (s state) restates() bool {
	return s.changed || slices.ContainsFunc(s.value, func(t string) bool { return opposites[t] != nil })
}

// opposite reports whether two values differ by two states alone that exclude
// each other.
func (s state) opposite(o state) bool {
	for _, a := range s.value {
		for _, b := range opposites[a] {
			if !slices.Contains(o.value, b) {
				continue
			}
			rest := func(ts []string, not string) []string {
				return slices.DeleteFunc(slices.Clone(ts), func(t string) bool { return t == not })
			}
			return sameSet(rest(s.value, a), rest(o.value, b))
		}
	}
	return false
}

func sameSet(a, b []string) bool { return within(a, b) && within(b, a) }
