package language

import "slices"

// Clash says what a statement does to an earlier one that says plainly the opposite
// of the same: "guests may park behind the barn", "guests may not park behind the
// barn". It is [Updates] where a word says that things have changed, [Denies] where
// nobody has said which of the two holds, and else [Unrelated].
func Clash(newer, older Statement) Relation {
	if way := clashesInWay(newer, older); way != Unrelated {
		return way
	}
	if newer.onOtherDaysNow(older) {
		return Updates
	}
	if newer.bornOtherwise(older) {
		return Denies
	}
	if one := clashesAsOne(newer, older); one != Unrelated {
		return one
	}
	if newer.OtherToolFor(older) {
		if newer.cues().turnsOver() {
			return Updates
		}
		return Denies
	}
	a, ok := newer.plainly()
	if !ok {
		return Unrelated
	}
	b, ok := older.plainly()
	if !ok || !a.opposes(b) && !(a.verb == "be" && b.verb == "be" && a.definite && sameOwner(a.who, b.who) && len(a.of) > 0 && sameSet(a.of, b.of) && newer.onOtherDate(older)) {
		return Unrelated
	}
	if newer.r.renews(a) {
		return Updates
	}
	return Denies
}

// onOtherDate reports whether two statements end with two dates, give nothing else, and the older one
// is not over: my birthday is May 4, my birthday is May 14. One of the two is wrong.
func (s Statement) onOtherDate(o Statement) bool {
	if len(s.given) != 1 || len(o.given) != 1 {
		return false
	}
	q, p := s.given[0], o.given[0]
	if q.measure != ofDate || p.measure != ofDate || q.unit != "" || p.unit != "" || q.same(p) || !s.r.closesAt(q.to) || !o.r.closesAt(p.to) {
		return false
	}
	o.values()
	until := o.quantities[0].until
	return until.IsZero() || s.at.IsZero() || !until.Before(s.at)
}

func (s Statement) plainly() (plain, bool) {
	if s.r.asked() {
		return plain{}, false
	}
	return s.r.plainly()
}

// renews reports whether words say that a plain clause was otherwise before.
func (r *reading) renews(p plain) bool {
	return r.ofLate(p.verbAt, p.end) < p.end || slices.ContainsFunc(r.ts[p.from:p.end], func(t token) bool { return has(renewing, t.text) || t.text == "anymore" || t.text == "longer" })
}

// opposes reports whether two plain clauses cannot both hold.
func (p plain) opposes(o plain) bool {
	if !sameOwner(p.who, o.who) {
		return false
	}
	others := p.excludes(o) || o.excludes(p)
	if !others && !p.sameAs(o) {
		return false
	}
	denied, was := p.denies(), o.denies()
	switch {
	case others:
		return !denied && !was && p.verb == o.verb && len(p.rest) > 0 && sameSet(p.rest, o.rest)
	case denied != was:
		if was {
			p, o = o, p
		}
		return p.verb == o.verb && (len(p.rest) > 0 || p.verb != "be") && within(p.rest, o.rest) && (!o.bounded || sameSet(p.rest, o.rest))
	case p.verb == o.verb:
		return len(p.rest) > 1 && p.contrary(o)
	}
	return len(p.rest) > 0 && slices.Contains(contraries[p.verb], o.verb) && sameSet(p.rest, o.rest)
}

// denies reports whether a clause says that something is not so.
func (p plain) denies() bool { return p.denied != (p.reach == ofNone) }

// sameAs reports whether two clauses speak of the same, or one of them of nobody.
func (p plain) sameAs(o plain) bool {
	nobody := func(a plain) bool { return a.reach == ofNone && len(a.of) == 0 }
	return nobody(p) != nobody(o) || sameSet(p.of, o.of) && (p.reach == ofOthers) == (o.reach == ofOthers)
}

// excludes reports whether a clause says that only some do what the other says of
// others: only the treasurer signs refunds, anyone in finance signs refunds.
func (p plain) excludes(o plain) bool {
	return p.reach == ofOthers && o.reach != ofOthers && o.reach != ofNone && !within(p.of, o.of) && len(p.of) > 0
}

// contrary reports whether what two clauses of one verb say differs by two words
// alone that exclude each other.
func (p plain) contrary(o plain) bool {
	if len(p.rest) != len(o.rest) {
		return false
	}
	var mine, theirs string
	for _, w := range p.rest {
		if !slices.Contains(o.rest, w) {
			if mine != "" {
				return false
			}
			mine = w
		}
	}
	for _, w := range o.rest {
		if !slices.Contains(p.rest, w) {
			theirs = w
		}
	}
	return slices.Contains(contraries[mine], theirs) || slices.Contains(opposites[mine], theirs) && (byRule(p.rest) || p.verb == "prefer")
}

// byRule reports whether terms of what a thing is said to be say that it is so by
// rule or on certain days, and not in which state it is at the moment.
func byRule(terms []string) bool {
	return slices.ContainsFunc(terms, func(t string) bool { return has(ruling, t) || weekdays.has(t) })
}

var ruling = stemsOf(`default design law policy rule weekends weekdays night holidays mondays tuesdays wednesdays thursdays fridays saturdays sundays summer winter`)

// contraries are verbs of which a thing does only one to another, and words that
// exclude each other behind a verb; those of states are [opposites].
var contraries = stemmedToo(oppositesOf(`accept reject`, `accept refuse`, `allow forbid`, `allow prohibit`, `permit forbid`, `permit prohibit`, `include exclude`, `include omit`,
	`keep drop`, `keep discard`, `keep delete`, `keep remove`, `preserve lose`, `preserve drop`, `preserve discard`, `enable disable`, `encrypt expose`,
	`ignore honour`, `ignore honor`, `ignore respect`, `follow ignore`, `require waive`, `love hate`, `like dislike`,
	`ascending descending`, `before after`, `stateful stateless`, `synchronously asynchronously`, `inside outside`, `above below`,
	`forward backward`, `locally remotely`, `included excluded`, `always never`))

// stemmedToo adds the stems of what a map of words holds.
func stemmedToo(m map[string][]string) map[string][]string {
	out := map[string][]string{}
	for w, others := range m {
		for _, key := range []string{w, stem(w)} {
			for _, x := range others {
				if out[key] = append(out[key], x); stem(x) != x {
					out[key] = append(out[key], stem(x))
				}
			}
		}
	}
	return out
}
