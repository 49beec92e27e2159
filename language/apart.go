package language

import (
	"slices"
	"time"
)

// names collects who and what a statement is about by name. The first word has
// its capital from the sentence, too: it counts if it can stand for somebody.
func (s *statement) names(ts []token, qs []quantity) {
	for i, t := range ts {
		w := cutContraction(cutPossessive(t.text))
		if back, ok := daysBack.get(w); ok && !s.at.IsZero() {
			s.occasions[s.at.AddDate(0, 0, -back).Format(time.DateOnly)] = true
		}
		if !t.cap {
			continue
		}
		day := namesDay(w)
		if day {
			s.occasions[w] = true
		}
		inside := slices.ContainsFunc(qs, func(q quantity) bool { return i >= q.from && i < q.to })
		if day || inside || has(openers, w) || has(changeWords, w) || has(talkWords, w) || i == 0 && opensAsCommon(ts) {
			continue
		}
		if term := termOf(w); term != "" {
			s.who[term] = true
		}
	}
}

// opensAsCommon reports whether the capital of the first word is that of any sentence:
// an everyday word that is the subject of no verb. "Quick update: 9 are left".
func opensAsCommon(ts []token) bool {
	w, next := ts[0].text, at(ts, 1)
	return cutPossessive(w) == w && !isFinite(next) && (isCommon(w) || isGerund(w) || hasTail(w, "ly")) && !(len(ts) > 1 && ts[1].cap)
}

// apart reports whether each of two statements names somebody or something
// that the other does not know: what Ann pays says nothing of what Bob pays.
func (s Statement) apart(o Statement) bool {
	return s.namesMore(o) && o.namesMore(s)
}

// apart is [Statement.apart] of the clauses in which two values stand.
func (q valued) apart(p valued, newer, older Statement) bool {
	return q.namesMore(newer, older) && p.namesMore(older, newer)
}

// namesMore reports whether the clause in which a value stands names somebody or
// something that the older statement does not know.
func (q valued) namesMore(s, o Statement) bool {
	return slices.ContainsFunc(q.near, func(t string) bool { return s.who[t] && !o.all[t] && !o.who[t] })
}

func (s Statement) namesMore(o Statement) bool {
	for n := range s.who {
		if !o.all[n] && !o.who[n] {
			return true
		}
	}
	return false
}

// elsewhen reports whether both statements tell of a day or a month, and not of
// the same: what was done in May is no other value of what was done in June.
func (s Statement) elsewhen(o Statement) bool {
	if s.onOtherDay(o) {
		return true
	}
	if len(s.occasions) == 0 || len(o.occasions) == 0 {
		return false
	}
	for w := range s.occasions {
		if o.occasions[w] {
			return false
		}
	}
	return true
}

// inOtherWeek reports whether both statements name a day of the week and were
// made so far apart that their Mondays are two.
func (s Statement) inOtherWeek(o Statement) bool {
	if s.at.IsZero() || o.at.IsZero() || s.at.Sub(o.at).Abs() < week {
		return false
	}
	names := func(s Statement) bool {
		for w := range s.occasions {
			if _, day := weekdays.get(w); day {
				return true
			}
		}
		return false
	}
	return names(s) && names(o)
}

// longAfter reports whether a statement was made an hour after an older one, or later, and names
// no day, which may be that of the older one.
func (s Statement) longAfter(o Statement) bool {
	return len(s.occasions) == 0 && !s.at.IsZero() && !o.at.IsZero() && s.at.Sub(o.at) >= time.Hour
}

// onOtherDay reports whether both statements tell of what is on a day, and not
// on the same.
func (s Statement) onOtherDay(o Statement) bool {
	both := false
	for _, q := range s.quantities {
		for _, p := range o.quantities {
			if q.measure == ofDate && p.measure == ofDate && q.unit == "" && p.unit == "" && q.onDay && p.onDay {
				if q.value == p.value {
					return false
				}
				both = true
			}
		}
	}
	return both
}

// daysBack says how many days before they are said words name a day.
var daysBack = newTable(map[string]int{"today": 0, "tonight": 0, "yesterday": 1})

// saysMore reports whether s gives a value beside p, of the same measure, of
// which o does not speak: 20 for adults and 10 for children. When one of them
// changes the other still holds.
func (s Statement) saysMore(o Statement, p valued) bool {
	for _, q := range s.quantities {
		if q.measure != p.measure || q.unit != p.unit || q.value == p.value || q.was || q.listed || q.aim {
			continue
		}
		if !slices.ContainsFunc(o.quantities, func(n valued) bool { return n.measure == q.measure && n.value == q.value }) {
			return true
		}
	}
	return false
}

// outlives reports whether s gives values of the same measure as p of several things, and
// o speaks of some of them only: 5 to the island and 9 to the fort. Who says that it is 11
// to the fort leaves the 5.
func (s Statement) outlives(o Statement, p valued) bool {
	said, left := false, false
	for _, q := range s.quantities {
		if t := s.r.leadsBehind(q); t != "" && q.measure == p.measure {
			said, left = said || o.all[t], left || !o.all[t]
		}
	}
	return said && left
}

// leadsBehind returns the first term to which a preposition right behind a value leads, ""
// where there is none.
func (r *reading) leadsBehind(q valued) string {
	if !has(prepositions, at(r.ts, q.to)) {
		return ""
	}
	for k := q.to + 1; k < len(r.ts) && k < q.to+4 && !r.ts[k].mark; k++ {
		if t := specificTerm(r.ts[k]); t != "" {
			return t
		}
	}
	return ""
}

// Outlasts reports whether a statement still says something when the value that
// newer names as old has gone out of it.
func (s Statement) Outlasts(newer Statement) bool {
	if len(s.given) == 0 || len(newer.given) == 0 {
		return false
	}
	s.read()
	newer.read()
	for _, q := range newer.quantities {
		for _, p := range s.quantities {
			if q.old != "" && q.old == p.value && s.saysMore(newer, p) {
				return true
			}
		}
	}
	return false
}

// underOtherLabel reports whether two statements tell each of what a label before it names, and
// neither names the other's: floor: oak, walls: white.
func (s Statement) underOtherLabel(o Statement) bool {
	of, other := s.r.underLabel(), o.r.underLabel()
	if len(of) == 0 || len(other) == 0 {
		return false
	}
	s.read()
	o.read()
	return !slices.ContainsFunc(of, func(t string) bool { return o.all[t] }) && !slices.ContainsFunc(other, func(t string) bool { return s.all[t] })
}

// underLabel returns the terms of the label that a sentence begins with, none where it has none.
func (r *reading) underLabel() []string {
	if k := r.labelEnd(); k > 0 && r.ts[k].text == ":" {
		return r.specific(r.begin, k)
	}
	return nil
}
