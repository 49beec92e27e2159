package language

import "slices"

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
