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
	for i := range s.given {
		if told, ok := s.asideFor(i); ok {
			return o.givesOnly(s.given[i]) && within(told, o.Topics())
		}
	}
	return false
}

// asideFor reports whether the value s.given[i] is set aside, or found wanting, and another one
// given for it, and returns the terms for what it is said to be a value of.
func (s Statement) asideFor(i int) (told []string, ok bool) {
	q, wanting := s.given[i], false
	if !s.r.setAsideAt(q) {
		if told, wanting = s.r.foundWanting(q); !wanting {
			return nil, false
		}
	}
	return told, slices.ContainsFunc(s.given[i+1:], func(n quantity) bool {
		return !n.same(q) && (n.measures(q) || n.measure == ofCount && n.unit == "") && (!wanting || s.r.insteadAt(n))
	})
}

// foundWanting reports whether a clause begins with the value q and finds it too much or too
// little (80 px/s feels sluggish, the 5 s are not enough), and returns the terms for what it
// calls that (200 ms debounce is too long).
func (r *reading) foundWanting(q quantity) (told []string, ok bool) {
	i := q.from
	if w := at(r.ts, i-1); has(demonstratives, w) || ownNoun(w) {
		i--
	}
	if i > r.begin && !r.ts[i-1].mark {
		return nil, false
	}
	verb := -1
	for k := q.to; k < len(r.ts); k++ {
		w, next := r.ts[k].text, at(r.ts, k+1)
		switch {
		case r.ts[k].mark && glued(r.ts, k-1, k+1):
			k++ // px/s
		case r.ts[k].mark:
			return nil, false
		case w == "too" && next != "" && !r.ts[k+1].mark, w == "not" && next == "enough", has(tooMuch, w), has(scales, w) && has(striking, at(r.ts, skipBack(r.ts, k, degrees, dampers)-1)):
			if verb < 0 {
				verb = k
			}
			return r.specific(min(verb, q.to+r.gluedTo(q.to)), verb), true
		case has(negating, w) || hasTail(w, "n't"):
			return nil, false
		case verb < 0 && (has(bePresent, w) || w == "was" || w == "were" || has(striking, w) || isThird(w)):
			verb = k
		}
	}
	return nil, false
}

// gluedTo returns the number of tokens at ts[i:] that are written on to what stands before: /s.
func (r *reading) gluedTo(i int) (n int) {
	for i+n < len(r.ts) && glued(r.ts, i+n-1, i+n) {
		n++
	}
	return n
}

// insteadAt reports whether hardly more than the value q makes up its clause: 95; make it 95.
func (r *reading) insteadAt(q quantity) bool {
	i := q.from
	for i > r.begin && !r.ts[i-1].mark {
		i--
	}
	return i > r.begin && len(r.specific(i, q.from)) == 0 && q.from-i <= 4 && r.hardlyMore(q.to)
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
	tooMuch         = set(`overkill sluggish laggy choppy jerky jumpy stingy excessive insufficient cramped unusable`)
	scales          = set(`slow fast long short big small large high low loud quiet tight loose heavy light dark bright wide narrow thin thick`)
	dampers         = set(`bit little rather kinda way still`)
	striking        = set(`feels feel felt seems seem seemed looks look looked sounds sound sounded`)
	asideEnds       = set(clauseStarts, `as for from`)
	setsAsideBehind = set(`please we i can just so to let's they now and`)
)
