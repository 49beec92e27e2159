package language

import "slices"

// condemns reports whether a statement says of a value that older gives that it is no good: eight hours
// is too long, the 14th won't work, 48 was a mistake. A day of which nothing else is said tells itself
// which one is meant; of any other value both must speak of the same.
func (s Statement) condemns(o Statement) bool {
	for _, q := range s.given {
		if !s.r.condemnedAt(q.to) {
			continue
		}
		if slices.ContainsFunc(o.given, func(p quantity) bool {
			return !p.was && (q.same(p) || q.measure == ofCount && q.unit == "" && sameNumber(q, p)) && (q.measure == ofDate && s.r.onlyCondemns(q) || s.sharesOther(o, q.unit))
		}) {
			return true
		}
	}
	return false
}

// onlyCondemns reports whether a sentence speaks of nothing beside a value that is no good, but of people:
// 14 dec won't work for Jan, and not for the dentist.
func (r *reading) onlyCondemns(q quantity) bool {
	for i, t := range r.ts {
		if i >= q.to && t.mark {
			break // a reason
		}
		if i >= q.from && i < q.to || i < r.begin || t.mark || t.cap && i > r.begin {
			continue
		}
		before := at(r.ts, i-1)
		if isNoun := has(determiners, before) || has(possessives, before) || has(prepositions, before) && before != "to"; isNoun && !isSubject(t.text) && !has(determiners, t.text) && len(r.specific(i, i+1)) > 0 {
			return false
		}
	}
	return len(r.specific(r.begin, max(q.from, r.begin))) == 0
}

// sharesOther reports whether two statements have a term in common that is no unit of the value.
func (s Statement) sharesOther(o Statement, unit string) bool {
	s.read()
	o.read()
	for t := range s.all {
		if t != unit && !startsDigit(t) && o.all[t] {
			return true
		}
	}
	return false
}

// sameNumber reports whether two quantities are of one number, whatever the unit.
func sameNumber(q, p quantity) bool {
	a, okA := q.number()
	b, okB := p.number()
	return okA && okB && a == b
}

// condemnedAt reports whether what ts[i:] says of a value before it is that it is no good, behind at most
// three words that still belong to it: 300 per merchant was too much.
func (r *reading) condemnedAt(i int) bool {
	for k := i; k < len(r.ts) && k <= i+3 && !r.ts[k].mark; k++ {
		w, next := r.ts[k].text, at(r.ts, k+1)
		switch {
		case has(bePresent, w) || w == "was" || w == "were" || has(lookingSo, w):
			if v := skip(r.ts, k+1, beforeVerb); at(r.ts, v) == "too" || at(r.ts, v) == "wrong" || (at(r.ts, v) == "not" || at(r.ts, v) == "never") && at(r.ts, v+1) == "enough" || at(r.ts, v) == "a" && has(blunders, at(r.ts, v+1)) {
				return true
			}
			return next == "way" && at(r.ts, k+2) == "too"
		case w == "isn't" || w == "wasn't":
			return next == "enough"
		case has(failing, w):
			return has(fitting, next)
		}
	}
	return false
}

var (
	lookingSo = set(`seems seemed looks looked feels felt`)
	blunders  = set(`mistake joke dream typo disaster`)
	failing   = set(`won't doesn't didn't can't`)
	fitting   = set(`work fit do suffice hold`)
)
