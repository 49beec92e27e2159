package language

import "slices"

// Concerns reports whether a statement that names was as what holds no longer, as
// [Change.Old] has it, speaks of the same as an older one, which has the words of was, too.
// It does not where the older one tells what somebody thinks or likes, where that is what it
// sets something above, or where the ending is of one place or purpose that the older one
// does not name: "we no longer use the kiln at the pier" ends nothing that is said of a kiln.
func (s Statement) Concerns(older Statement, was string) bool {
	n, o := s.cues(), older.cues()
	if len(o.ts) == 0 {
		return true // code has what it names, and says nothing about it
	}
	s.read()
	older.read()
	gone := Terms(was)
	if n.doesElsewise(o) || o.setsAbove(gone) || !s.takesPlace(older, was) {
		return false
	}
	subject, verb := o.subjectOf()
	known := slices.ContainsFunc(subject, func(t string) bool { return s.all[t] || slices.Contains(gone, t) })
	if !known && (has(ofMind, verb) || linksMind(verb)) && !(o.subjectIs("i") && n.subjectIs("i")) {
		return false
	}
	return !slices.ContainsFunc(n.endsWhere(gone), func(t string) bool { return !older.all[t] })
}

// doesElsewise reports whether two sentences tell of two things that somebody does somewhere, of which the
// one ends without the other: who works no longer in Leeds may live there.
func (r *reading) doesElsewise(o *reading) bool {
	mine, theirs := r.doneThere(), o.doneThere()
	return mine != "" && theirs != "" && mine != theirs
}

// doneThere returns what a sentence says first that somebody does somewhere, "" for nothing of that sort.
func (r *reading) doneThere() string {
	for _, t := range r.ts {
		if s := stem(t.text); has(doneSomewhere, s) {
			return s
		}
	}
	return ""
}

// setsAbove reports whether a sentence sets something above what has all the terms:
// over the kiln, rather than the kiln.
func (r *reading) setsAbove(terms []string) bool {
	if !r.has(preference|comparison|opinion) && !r.leans() {
		return false
	}
	for i, t := range r.ts {
		if (t.text == "over" || t.text == "than" || t.text == "instead" || i > 0 && t.text == "to" && r.prefersAt(i)) && within(terms, r.specific(i+1, r.clauseEnd(i+1))) {
			return true
		}
	}
	return false
}

// prefersAt reports whether a form of "prefer" stands before ts[i] in its clause.
func (r *reading) prefersAt(i int) bool {
	for k := i - 1; k >= 0 && !r.ts[k].mark; k-- {
		if stems.term(r.ts[k].text) == "prefer" {
			return true
		}
	}
	return false
}

// subjectOf returns the terms of what stands before the first verb, and the verb.
func (r *reading) subjectOf() (terms []string, verb string) {
	s := r.subject.get(r.readSubject)
	return s.terms, s.verb
}

type subjectOf struct {
	terms []string
	verb  string
}

func (r *reading) readSubject() subjectOf {
	for i := r.begin; i < len(r.ts) && i-r.begin <= longestSubject && !r.endsClause(i); i++ {
		if w := r.ts[i].text; i > r.begin && (has(ofMind, w) || linksMind(w) || r.isVerbAt(i, isSubject(at(r.ts, i-1)))) {
			return subjectOf{r.specific(r.begin, i), w}
		}
	}
	return subjectOf{}
}

func linksMind(w string) bool { return len(w) > 3 && hasTail(w, "s") && has(ofMind, w[:len(w)-1]) }

// endsWhere returns the terms that say where or for what something is no longer: in
// "we no longer use the kiln at the pier" that of the pier.
func (r *reading) endsWhere(gone []string) []string {
	for i, t := range r.ts {
		if before := at(r.ts, i-1); t.text != "longer" || before != "no" && before != "any" {
			continue
		}
		for k := i + 1; k < r.clauseEnd(i+1); k++ {
			if has(placing, r.ts[k].text) {
				return without(r.specific(k+1, r.clauseEnd(k+1)), gone)
			}
		}
	}
	return nil
}

var (
	doneSomewhere = stemsOf(`live work study train teach volunteer park shop play stay sleep`)
	placing       = set(`at in on for with inside within under`)
	ofMind        = set(`prefer like love hate enjoy dislike favor favour think believe find feel doubt consider praise recommend miss fear want wish know`)
)
