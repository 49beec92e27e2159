package language

import "slices"

// SetsAside reports whether a statement says that a value no longer counts, gives another
// one for it, and an older statement gives just that value: "disregard the 14 days, audit
// wants 90". Of what the value is only the older one tells, so that who asks must see to it
// that no other one has the same value.
func (s Statement) SetsAside(o Statement) bool {
	if len(s.given) < 2 || len(o.given) == 0 || s.r.asked() || o.r.asked() {
		return false
	}
	for i, q := range s.given {
		if !s.r.setAsideAt(q) {
			continue
		}
		instead := slices.ContainsFunc(s.given[i+1:], func(n quantity) bool {
			return !n.same(q) && (n.measures(q) || n.measure == ofCount && n.unit == "")
		})
		return instead && o.givesOnly(q)
	}
	return false
}

// givesOnly reports whether a statement gives a value and no other one of its measure, and
// does not itself set it aside.
func (s Statement) givesOnly(q quantity) bool {
	found := false
	for _, p := range s.given {
		switch {
		case p.was || p.listed || s.r.setAsideAt(p):
			return false
		case p.same(q):
			found = true
		case p.measures(q):
			return false
		}
	}
	return found
}

// setAsideAt reports whether a sentence sets the value q aside, by an order or as what has
// been done (disregard the 14 days, we scrapped the 14 days), or says that it is no more (the
// 14 days are off).
func (r *reading) setAsideAt(q quantity) bool {
	i := q.from
	if at(r.ts, i-1) == "$" || at(r.ts, i-1) == "€" || at(r.ts, i-1) == "£" {
		i--
	}
	if w := at(r.ts, i-1); !has(demonstratives, w) && !ownNoun(w) {
		return false
	}
	i -= 2
	if at(r.ts, i) == "about" {
		i--
	}
	end := skip(r.ts, q.to, asNamed)
	if k := skip(r.ts, end+1, beforeVerb); has(bePresent, at(r.ts, end)) && has(voided, at(r.ts, k)) {
		return i < r.begin || r.ts[i].mark
	}
	if end < len(r.ts) && !r.ts[end].mark && !has(asideEnds, at(r.ts, end)) {
		return false // the 14 days warning
	}
	w, before := at(r.ts, i), at(r.ts, i-1)
	if w == "mind" {
		return before == "never"
	}
	return (has(settingAside, w) || has(castingOff, w)) && (i <= r.begin || r.ts[i-1].mark || has(setsAsideBehind, before))
}

var (
	settingAside = set(`disregard forget ignore scratch scrap drop strike ditch cancel nevermind disregarded scrapped ditched cancelled canceled`)
	// asNamed may stand behind a value that is spoken of as a thing.
	asNamed         = set(`rule limit figure number thing deadline default target`)
	voided          = set(`off gone void obsolete history outdated moot dead over wrong`)
	asideEnds       = set(clauseStarts, `as for from`)
	setsAsideBehind = set(`please we i can just so to let's they now and`)
)
