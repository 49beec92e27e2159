package language

import "slices"

// Lists reports whether a sentence names several things under what all are: "scents: fig,
// cedar and pear". What is listed under a word for the work at hand is of the moment, as is
// what is found or wrong.
func Lists(s string) bool {
	r := newTokens(s)
	colon := r.begin
	for colon < len(r.ts) && colon-r.begin <= longestHead && !r.ts[colon].mark {
		w := r.ts[colon].text
		if isPronoun(w) && !has(demonstratives, w) || isHelper(w) || has(demonstratives, w) && colon == r.begin || has(troubles, w) || has(headsOfNow, w) || isPast(w) && at(r.ts, colon+1) == ":" || hasTail(w, "ing") {
			return false
		}
		colon++
	}
	if colon == r.begin || at(r.ts, colon) != ":" || colon+1 >= len(r.ts) || glued(r.ts, colon, colon+1) {
		return false
	}
	if first := at(r.ts, r.begin); isBase(first) && !has(nounlike, first) || len(r.specific(r.begin, colon)) == 0 {
		return false // add: a lamp, a bench
	}
	end := r.wordsEnd()
	items := 0
	for from := colon + 1; from < end; items++ {
		to := from
		for to < end && !r.joinsRow(to) {
			if !r.listable(to) {
				return false
			}
			to++
		}
		if to == from && at(r.ts, to) == "and" {
			to, items = to+1, items-1 // fig, cedar, and pear
			from = to
			continue
		}
		if to == from || to-from > longestItem {
			return false
		}
		from = to + 1
	}
	return items > 1
}

// listable reports whether ts[i] may be a part of the name of a thing in a list.
func (r *reading) listable(i int) bool {
	w := r.ts[i].text
	switch {
	case r.ts[i].mark:
		return w == "-" || w == "."
	case isSubject(w), isPronoun(w), isHelper(w), has(deictic, w), has(interrogatives, w), r.identAt(i):
		return false
	}
	return has(knownVerbs().noun, w) || isPast(w) || !has(knownVerbs().all, w) && !isPlainlyFinite(w) // burnt orange
}

const (
	longestHead = 4 // words for what the things of a list are
	longestItem = 3
)

// namesInRow reports whether a sentence names a thing as one of several: between two commas,
// or behind the last "and". What all are called, before the first of them, may stand with it:
// the weather workshop, of "workshops: knots, sails and weather".
func (o *reading) namesInRow(terms []string) bool {
	terms = slices.Clone(terms)
	for from := o.begin; from < len(o.ts); {
		to := from
		for to < len(o.ts) && !o.joinsRow(to) && !o.endsRow(to) {
			to++
		}
		joined, joins := from > o.begin && o.joinsRow(from-1), to < len(o.ts) && o.joinsRow(to)
		item := o.specific(from, to)
		if !joined && !joins {
			terms = slices.DeleteFunc(terms, func(t string) bool { return slices.Contains(item, t) })
		}
		if n := len(terms); (joined || joins) && n > 0 && n <= len(item) {
			switch {
			case slices.Equal(item, terms), !joined && slices.Equal(item[len(item)-n:], terms), !joins && slices.Equal(item[:n], terms):
				return true
			}
		}
		from = to + 1
	}
	return false
}

func (o *reading) joinsRow(i int) bool {
	w := o.ts[i].text
	return w == "and" || w == "," || w == "plus"
}

// endsRow reports whether ts[i] ends a row, or begins one.
func (o *reading) endsRow(i int) bool {
	w := o.ts[i].text
	return w == ":" || w == ";" || w == "(" || w == ")" || o.endsClause(i)
}

// headsOfNow are the words under which stands what is to be done, is done or is found now.
var headsOfNow = set(`todo todos task tasks step steps next now today tomorrow yesterday left remaining missing open note notes fyi ps edit update re question questions
	option options choice choices idea ideas example examples file files output input result results log logs summary status diff change changes point points thing things
	finding findings reason reasons hint please also first second third then plan agenda context here test tests`)
