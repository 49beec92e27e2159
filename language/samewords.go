package language

import (
	"maps"
	"slices"
)

// OtherValue reports whether a statement says the same as an older one, word for word, but for the values
// in it, and tells of what has one value at a time: the timeout is 30 seconds, the timeout is
// 20 seconds. What was done once may have been done again, what is on one day may be on another one, too.
// common is that of [Relate].
func (s Statement) OtherValue(o Statement, common func(term string) bool) bool {
	if n, m := len(s.r.ts), len(o.r.ts); n > m+mostNewly || m > n+mostNewly || n > longestSame || len(s.given) == 0 || len(o.given) == 0 {
		return false
	}
	s.read()
	o.read()
	if !slices.Equal(s.aroundValues(), o.aroundValues()) || !s.r.tellsNow() {
		return false
	}
	if common != nil && !slices.ContainsFunc(s.Topics(), func(t string) bool { return !startsDigit(t) && !common(t) }) {
		return false
	}
	mine, theirs := s.figures(), o.figures()
	if len(mine) != len(theirs) {
		return false
	}
	other := false
	for i, q := range mine {
		p := theirs[i]
		if q.same(p.quantity) {
			continue
		}
		if q.was || p.was || !q.measures(p.quantity) || q.farFrom(p.quantity) || !s.oneAtATime(q) {
			return false
		}
		other = true
	}
	if !maps.EqualFunc(s.series.numbers, o.series.numbers, slices.Equal) {
		return !other && s.r.anyOf(newly) && !s.ofSeries(o) // I take bus 15 now
	}
	return other && !s.numbered(o)
}

// figures returns the values of a statement that are not the number of one of many.
func (s *statement) figures() []valued {
	return slices.DeleteFunc(slices.Clone(s.quantities), func(q valued) bool { return s.series.at[q.from] })
}

const (
	longestSame = 40 // tokens: what is longer says more than one thing
	mostNewly   = 3  // tokens that say that something is so now
)

// aroundValues returns the words of a statement around its values, and "" for each of these.
// Articles, marks and what says that it is so now are left out.
func (s *statement) aroundValues() []string {
	var words []string
	for i := s.r.begin; i < len(s.r.ts); i++ {
		if k := slices.IndexFunc(s.given, func(q quantity) bool { return i >= q.from && i < q.to }); k >= 0 {
			if i == s.given[k].from {
				words = append(words, "")
			}
			continue
		}
		if s.series.at[i] {
			words = append(words, "")
			continue
		}
		w := s.r.ts[i].text
		if s.r.ts[i].mark && w != "/" && w != "-" || isArticle(w) || has(newly, w) || w == "our" {
			continue
		}
		words = append(words, w)
	}
	return words
}

// tellsNow reports whether a sentence has a verb and tells what is so, and neither what was so nor
// what is so on a day that is counted from the one on which it is said.
func (r *reading) tellsNow() bool {
	tells := isBase(at(r.ts, r.begin))
	for i, t := range r.ts {
		_, day := daysBack.get(t.text)
		if day || t.text == "tomorrow" || t.text == "was" || t.text == "were" || t.text == "had" || isPast(t.text) && !isPassive(r.ts, i) {
			return false
		}
		tells = tells || isFinite(t.text) || isSubject(at(r.ts, i-1)) || isBase(t.text) && isPlural(at(r.ts, i-1))
	}
	return tells && !r.asked()
}

// oneAtATime reports whether a value can be no other one at the same time, as far as the words
// around it say: not one of a list, of one case, or on a day; and a number that counts nothing
// is that of what leads to it: the size is 20, python 3.12.
func (s *statement) oneAtATime(q valued) bool {
	before, release := at(s.r.ts, q.from-1), q.unit == "" && toolRelease(s.r.ts, q.from)
	switch {
	case q.listed && !release, q.passing, q.measure == ofDate || q.unit == "weekday":
		return false
	case q.measure == ofDay:
		return !anyOf(s.r.ts[s.r.begin:q.from], oneOfSome)
	}
	return q.measure != ofCount || q.unit != "" || isFinite(before) || has(ofAmounts, termOf(before)) || release
}

// oneOfSome lead to what there may be several of: a call at 9.
var oneOfSome = set(`a an another`)

// newly says that something is so now.
var newly = set(`now currently nowadays`)
