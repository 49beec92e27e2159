package language

import (
	"slices"
	"strings"
)

// keepsClause reports whether newer says of one clause of a statement alone that it is
// otherwise, and another clause tells of something else, by a name or a number: "my tax
// adviser is Mrs Keller, she wants the list as csv by the 3rd", when the adviser is another
// one. A reason, and how somebody finds it, go with what they are told of.
func (s Statement) keepsClause(newer Statement, reverses func(older Statement) bool) bool {
	if s.r.asked() || s.cues().asks() {
		return false // what leads to a question
	}
	newer.read()
	known := func(t string) bool { return newer.all[t] }
	changed, kept, before := false, false, s.r.begin
	for from, to := range s.r.clauses() {
		reason := anyOf(s.r.ts[max(before-1, 0):from], reasons)
		before = to
		c := NewStatement(s.r.text[s.r.ts[from].start:s.r.ts[to-1].end], s.at)
		if newer.changes(c, reverses) {
			if slices.ContainsFunc(c.given, func(q quantity) bool { return q.measure == ofDate }) {
				return false // what is put off takes all that was planned with it
			}
			changed = true
		} else if !reason && c.tellsByName() && (c.tellsWhere(newer) || !slices.ContainsFunc(c.Topics(), known)) {
			kept = true
		}
	}
	return changed && kept
}

// changes reports whether a statement would take the place of a clause that stood alone, or
// names what the clause has as old.
func (s Statement) changes(clause Statement, reverses func(older Statement) bool) bool {
	if reverses != nil && reverses(clause) || Relate(s, clause, nil) == Updates {
		return true
	}
	return slices.ContainsFunc(s.cues().changes(), func(c Change) bool {
		old := Terms(c.Old)
		return len(old) > 0 && within(old, clause.Topics())
	})
}

// tellsByName reports whether a clause states something by a name or a number, and
// neither what happened nor how somebody finds it: Ida hates the old lids.
func (s Statement) tellsByName() bool {
	r := s.cues()
	first := cutContraction(at(r.ts, r.begin))
	if first == "i" || has(prepositions, first) || r.has(opinion|hedged) || r.likesSomething() {
		return false
	}
	if i := happening(r.ts); i > r.begin || i == r.begin && !has(prepositions, at(r.ts, i+1)) {
		return false // built at the pier is no happening
	}
	for k := r.begin; k < len(r.ts); k++ {
		w := r.ts[k].text
		if startsDigit(w) || r.ts[k].cap && k > r.begin && !has(openers, w) || r.identAt(k) || !r.ts[k].cap && nameOfItsOwn(w) && !commonShape(w) && !has(unnamed, w) {
			return len(r.ts) > 2
		}
	}
	return false
}

// tellsWhere reports whether a clause says by a path, an address or a name where something is
// or goes, and newer names no such place: how many there may be leaves that alone.
func (s Statement) tellsWhere(newer Statement) bool {
	return s.r.placeNamed() && !newer.r.placeNamed()
}

// placeNamed reports whether a sentence has a path or an address in it, or says by a name where
// something goes or lives.
func (r *reading) placeNamed() bool {
	for f := range strings.FieldsSeq(r.text) {
		f = strings.Trim(f, ".,;:()`\"")
		if kind, _ := kindOf(f, ""); kind == MentionPath || strings.Contains(f, "://") {
			return true
		}
	}
	for k := r.begin + 2; k < len(r.ts); k++ {
		before := at(r.ts, k-1)
		if r.ts[k].cap && (has(placing, before) || before == "to" || before == "into") && has(belongs, at(r.ts, k-2)) && !namesDay(r.ts[k].text) {
			return true
		}
	}
	return false
}

// likesSomething reports whether a clause tells what somebody likes: Ida Berg hates the old lids.
func (r *reading) likesSomething() bool {
	for k := r.begin + 1; k < len(r.ts) && k <= r.begin+3 && !r.ts[k].mark; k++ {
		if has(liking, strings.TrimSuffix(r.ts[k].text, "s")) {
			return true
		}
	}
	return false
}

// reasons join what is told to why it is so.
var reasons = set(`because since as cause so therefore that's why hence given`)
