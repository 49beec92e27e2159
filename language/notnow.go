package language

import "slices"

// notNow reports whether the words before a value, in its clause, say that it was so before, that it is
// not so, that it may be, or that it is to be found out: none of these says what is so now. Of
// what was, that which was later is news.
func (s Statement) notNow(q, p valued) bool {
	r, from := s.r, q.about.from
	for k := from; k < q.from; k++ {
		if r.usedTo(k) || r.notMoved(k) && has(leading, at(r.ts, q.from-1)) {
			return true
		}
	}
	return !q.moved && !q.changed && q.old == "" && (r.onlyAsked(q.from) || p.tense != pastOnce && r.wasSo(from, q.from) || r.notSo(from, q.from))
}

// notMoved reports whether ts[k:] says that something is not to be changed, or was not: don't raise the pace to
// 40, it must not be raised to 40.
func (r *reading) notMoved(k int) bool {
	if !isNegator(r.ts[k].text) {
		return false
	}
	if k++; at(r.ts, k) == "be" {
		k++
	}
	return has(changing, at(r.ts, k))
}

// onlyAsked reports whether what stands at ts[i] is part of what somebody asks or is to find out:
// check whether it is 60, I was asked why it is 60, nobody said it is 60.
func (r *reading) onlyAsked(i int) bool {
	for k := i - 1; k >= r.begin; k-- {
		switch w := r.ts[k].text; {
		case w == ",", w == "and", w == ";":
			return false
		case w == "whether", w == "nobody" && k == r.begin:
			return true
		case w == "why":
			return k > r.begin
		case w == "if":
			return k > r.begin && has(findingOut, at(r.ts, k-1))
		}
	}
	return false
}

// FindsOut reports whether a sentence orders to find something out: look into it, check the branch.
func FindsOut(s string) bool {
	r := newTokens(cutSentence(s))
	w, next := at(r.ts, r.begin), at(r.ts, r.begin+1)
	return has(searchingFor, w) || w == "look" && (next == "into" || next == "up" || next == "it" || next == "for" || next == "at") || w == "find" && next == "out" || w == "see" && (next == "if" || next == "whether")
}

// wasSo reports whether the clause tells how it was: the limit was 10 MB, we used to run 13. What was
// changed then is so since.
func (r *reading) wasSo(from, i int) bool {
	for k := from; k < i; k++ {
		switch w := r.ts[k].text; {
		case has(wereSo, w) && k > from:
			next := skip(r.ts, k+1, beforeVerb)
			return next == i || has(approximate, at(r.ts, next)) || has(determiners, at(r.ts, next))
		case (w == "old" || w == "former" || w == "previous" || w == "legacy") && at(r.ts, k-1) == "the" && has(prepositions, at(r.ts, k-2)):
			return true
		}
	}
	return false
}

// usedTo reports whether ts[k:] says that something was so before: used to be, used to run. What is
// used to do something is so.
func (r *reading) usedTo(k int) bool {
	return r.ts[k].text == "used" && at(r.ts, k+1) == "to" && isBase(at(r.ts, k+2)) && !has(formsOfBe, at(r.ts, k-1)) && k > r.begin
}

// ofBefore returns the cues of a sentence that only tells how something was before: that is no rule.
func (r *reading) ofBefore(c Cues) Cues {
	if !c.Directs && !c.Standing && r.onlyEarlier() {
		c.Instruction = 0
	}
	return c
}

// onlyEarlier reports whether a sentence tells how something was before, and nothing of how it is.
func (r *reading) onlyEarlier() bool {
	return !r.nowChanged() && !r.notBut() && !r.hasAny("anymore", "longer", "now", "but") && r.somewhere(r.begin, r.usedTo)
}

// OtherBefore reports whether a statement only tells how something was before, by values of which the
// other one has none: that ends nothing of it.
func (s Statement) OtherBefore(o Statement) bool {
	return len(s.given) > 0 && s.r.onlyEarlier() && !slices.ContainsFunc(s.given, func(q quantity) bool {
		return slices.ContainsFunc(o.given, func(p quantity) bool { return q.same(p) })
	})
}

// notSo reports whether the clause says that the value is not so, or only may be: it is not 60, it
// could hold 900. What may be no more than a value has it as its limit.
func (r *reading) notSo(from, i int) bool {
	denied := false
	for k := from; k < i; k++ {
		switch w := r.ts[k].text; {
		case isNegator(w):
			denied = true
		case w == "could" || w == "might" || w == "may" && k > from:
			denied = true
		case w == "but" || w == "than" || w == "over" || w == "above" || w == "exceed" || w == "below" || w == "under" || w == "only" || w == "until" || w == "till" || w == "before":
			denied = false
		}
	}
	return denied
}

var (
	findingOut   = set(`check test see ask asks asked decide know wonder wondering sure clear verify confirm find out`)
	searchingFor = set(`check verify investigate confirm research examine`)
	wereSo       = set(`was were had`)
	formsOfBe    = set(`am is are was were be been being isn't aren't wasn't weren't`)
	approximate  = set(`about around roughly nearly almost at only just over under up`)
)
