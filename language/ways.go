package language

import "slices"

// excludes reports whether two aspects cannot both hold: the same is to be in two ways, or in one
// way and not in it.
func (a aspect) excludes(b aspect) bool {
	if a.respect != b.respect || a.denied && b.denied {
		return false
	}
	return (a.value == b.value) == (a.denied != b.denied)
}

// Overrules says what one rule does to an earlier one of the same speaker about the same aspect:
// how the listener is to write to the speaker is what was said last, and that is [Updates]; of
// what else is written it is so where the newer rule says that this is new, and else
// [Denies]. part reports that the older one says more than what is otherwise now.
func (s Statement) Overrules(o Statement) (does Relation, part bool) {
	newer := s.aspects()
	if len(newer) == 0 {
		return s.countermands(o), false
	}
	older := o.aspects()
	for _, a := range newer {
		for _, b := range older {
			if !a.excludes(b) || !sameSet(a.of, b.of) && (len(a.of) == 0 || !within(a.of, b.of)) {
				continue
			}
			if does = Denies; len(a.of) == 0 && has(ofTalk, a.respect) || s.r.turnsOver() {
				does = Updates
			}
			beside := slices.ContainsFunc(older, func(c aspect) bool { return !c.denied && c.respect != b.respect })
			return does, beside || len(a.of) < len(b.of)
		}
	}
	return s.countermands(o), false
}

// Repeats reports whether two rules say nothing but in which way the same is to be, and both the
// same way: answer in Danish, please always reply in Danish.
func (s Statement) Repeats(o Statement) bool {
	newer, older := s.aspects(), o.aspects()
	if len(newer) != 1 || len(older) != 1 || !newer[0].same(older[0]) {
		return false
	}
	return s.cues().saysWayOnly() && o.cues().saysWayOnly()
}

// same reports whether two aspects are one.
func (a aspect) same(b aspect) bool {
	return a.respect == b.respect && a.value == b.value && a.denied == b.denied && sameSet(a.of, b.of)
}

// countermands says what an order does to an earlier one to do just what it forbids, or not to do
// what it demands; and, where it says that this is new, to do the same in another way: name
// branches after the ticket, after the author from now on. What is said behind a clause
// gives the reason, or what is to be done instead.
func (s Statement) countermands(o Statement) Relation {
	now := s.cues().firstOrder()
	if len(now.what) < 2 {
		return Unrelated
	}
	was := o.cues().firstOrder()
	switch {
	case now.forbids == was.forbids && (now.forbids || !s.r.turnsOver() || !now.otherwise(was)):
		return Unrelated
	case now.forbids != was.forbids && !sameSet(now.what, was.what) && !(now.forbids && within(now.what, was.what)):
		return Unrelated
	case s.r.turnsOver():
		return Updates
	}
	return Denies
}

// OtherOrder reports whether two orders have a verb in common and are about two things: add tests,
// don't add comments to tests.
func (s Statement) OtherOrder(o Statement) bool {
	a, b := s.cues().firstOrder().what, o.cues().firstOrder().what
	return len(a) > 1 && len(b) > 1 && a[0] == b[0] && a[1] != b[1]
}

// bidden is what the first clause of a sentence wants done.
type bidden struct {
	forbids bool
	what    []string // the terms of all that is to be done, or not to be done
	of      int      // how many of them stand before the preposition
	prep    string   // the last one that says in what way or where: as, with; "" for none
}

// otherwise reports whether two orders want the same done in two ways.
func (a bidden) otherwise(b bidden) bool {
	if a.prep == "" && b.prep == "" { // name branches feat/<ticket>
		return len(a.what) > 2 && len(b.what) > 2 && a.what[0] == b.what[0] && a.what[1] == b.what[1] && has(namingVerbs, a.what[0]) && !sameSet(a.what, b.what)
	}
	return a.prep != "" && a.prep == b.prep && a.of > 0 && sameSet(a.what[:a.of], b.what[:b.of]) && !sameSet(a.what[a.of:], b.what[b.of:])
}

// firstOrder reads the first clause; nothing where that is no order.
func (r *reading) firstOrder() (o bidden) {
	if r.asked() || r.anyOf(inSomeCase) {
		return bidden{}
	}
	from := r.begin
	if from < len(r.ts) && r.sinceAt(from) {
		for from < len(r.ts) && at(r.ts, from-1) != "on" {
			from++ // from now on
		}
	}
	i := skip(r.ts, from, orderAdverbs)
	often := r.hasIn("never", from, i) || r.hasIn("always", from, i)
	o.forbids = r.hasIn("never", from, i) || r.hasIn("don't", from, i) // which orderAdverbs has, too
	switch n := stopLen(r.ts, from); {
	case phrase(r.ts, i, "do", "not"):
		i, o.forbids = skip(r.ts, i+2, orderAdverbs), true
	case at(r.ts, i) == "avoid" && isGerund(at(r.ts, i+1)):
		i, o.forbids = i+1, true
	case n > 0 && isGerund(at(r.ts, from+n)):
		i, o.forbids = from+n, true
	case !isBase(at(r.ts, i)) && !often:
		return bidden{}
	}
	for ; i < len(r.ts) && !(r.ts[i].mark && !glued(r.ts, i-1, i+1)) && !has(mannerEnds, r.ts[i].text) && !r.sinceAt(i) && r.ts[i].text != "instead"; i++ {
		w := r.ts[i].text
		switch {
		case w == "without" && (at(r.ts, i+1) == "asking" || at(r.ts, i+1) == "confirmation"):
			o.what, o.forbids = append(o.what, "ask"), !o.forbids
			i++
			continue
		case (has(prepositions, w) || w == "after") && len(o.what) > 0:
			o.prep, o.of = w, len(o.what)
		}
		if t := termOf(cutPossessive(w)); t != "" && !has(aroundOrder, w) && !slices.Contains(o.what, t) {
			o.what = append(o.what, t)
		}
	}
	return o
}

// turnsOver reports whether a rule says that it was otherwise before.
func (r *reading) turnsOver() bool {
	return r.settled() || stopLen(r.ts, r.begin) > 0 || r.hasAny("instead", "anymore", "again", "henceforth") || r.follows("no", "longer") || r.follows("no", "more")
}

// clashesInWay is [Clash] of two statements about the way in which something is written here.
func clashesInWay(newer, older Statement) Relation {
	for _, a := range newer.aspects() {
		if !a.used || a.denied {
			continue
		}
		for _, b := range older.aspects() {
			if b.used && !b.denied && a.excludes(b) && (sameSet(a.of, b.of) || len(a.of) > 0 && len(b.of) > 0 && (within(a.of, b.of) || within(b.of, a.of))) {
				if newer.cues().settled() {
					return Updates
				}
				return Denies
			}
		}
	}
	return Unrelated
}

var (
	writingVerbs = set(`use using uses write writes writing prefer`)
	// aroundOrder are words of an order that say nothing of what is to be done.
	aroundOrder = set(`please always never anymore longer again now any no more me us first before about`)
	namingVerbs = set(`name call prefix tag`)
	// ofTalk are the respects in which the listener speaks to the speaker.
	ofTalk = set(ofName, `language length tone markup form spelling units temperature`)
)
