package language

import (
	"slices"
	"strings"
)

// swaps reports whether two clauses say of one verb that the speaker does it to
// somebody and that somebody does it to the speaker: I owe Ann, Ann owes me.
func (c *clauseAbout) swaps(o *clauseAbout) bool {
	mine, does := c.r.ownPart(c.from, c.i)
	theirs, did := o.r.ownPart(o.from, o.i)
	return mine != "" && mine == theirs && does != did
}

// ownPart returns the stem of the verb in ts[from:to] of which the speaker is the
// subject (does) or what it is done to, "" where there is none.
func (r *reading) ownPart(from, to int) (verb string, does bool) {
	for k := from; k < to && k < len(r.ts); k++ {
		switch cutContraction(r.ts[k].text) {
		case "i", "we":
			k = skip(r.ts, k+1, beforeVerb)
			return stem(at(r.ts, k)), true
		case "me", "us":
			if k > from && !r.ts[k-1].mark && !has(prepositions, at(r.ts, k-1)) {
				return stem(r.ts[k-1].text), false
			}
		}
	}
	return "", false
}

// ofOther reports whether two numbers count what is about different things, of which
// one is named behind it and the other before it: 8 exercises on fractions, 15 geometry
// exercises. Two that are named in the same place are told apart by that.
func (q valued) ofOther(p valued, newer, older Statement) bool {
	if q.measure != ofCount || q.unit == "" || q.unit != p.unit {
		return false
	}
	mine, behind := q.subjectsOf(newer)
	theirs, behindTheirs := p.subjectsOf(older)
	if len(mine) == 0 || len(theirs) == 0 || behind == behindTheirs {
		return false
	}
	return !slices.ContainsFunc(mine, func(t string) bool { return older.all[t] }) && !slices.ContainsFunc(theirs, func(t string) bool { return newer.all[t] })
}

// subjectsOf returns what the things are about that a value counts, and whether that
// stands behind them.
func (q valued) subjectsOf(s Statement) (terms []string, behind bool) {
	for _, p := range []string{"on", "about"} {
		if t := q.behind[p]; t != "" {
			return []string{t}, true
		}
	}
	if m := s.modifiers()[q.unit]; m != "" && tells(m) {
		return []string{m}, false
	}
	return nil, false
}

// debt returns who owes, lends or pays whom, each as it is written, false where a sentence tells of none.
func (r *reading) debt() (who, whom string, ok bool) {
	for v := r.begin + 1; v < len(r.ts); v++ {
		if !has(owingVerbs, r.ts[v].text) {
			continue
		}
		end := skipBack(r.ts, v, beforeVerb)
		from := end
		if isSubject(r.ts[end-1].text) {
			from-- // so I owe
		}
		for !isSubject(r.ts[min(from, end-1)].text) && from > r.begin && end-from < 3 && !r.endsClause(from-1) && r.ts[from-1].text != "and" {
			from--
		}
		to := v + 1
		for to < len(r.ts) && to-v <= 3 && !r.ts[to].mark && !startsDigit(r.ts[to].text) && !has(coinSigns, r.ts[to].text) && !has(prepositions, r.ts[to].text) {
			to++
		}
		if from == end || to == v+1 {
			return "", "", false
		}
		return strings.ToLower(r.text[r.ts[from].start:r.ts[end-1].end]), strings.ToLower(r.text[r.ts[v+1].start:r.ts[to-1].end]), true
	}
	return "", "", false
}

// ofOtherDebt reports whether two statements tell what somebody owes, and not the same one to the same. Whom
// the newer one calls "him" the older one has named.
func (s Statement) ofOtherDebt(o Statement) bool {
	who, whom, ok := s.r.debt()
	if !ok {
		return false
	}
	other, to, ok := o.r.debt()
	return ok && (who != other && !isPronoun(who) || whom != to && !has(himOrHer, whom) && !has(himOrHer, to))
}

var (
	owingVerbs = set(`owe owes owed lend lends lent`)
	himOrHer   = set(`him her them`)
	coinSigns  = set(`$ € £`)
)
