package language

import (
	"maps"
	"slices"
	"strings"
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
		return !other && s.r.saysNow() && !s.ofSeries(o) // I take bus 15 now
	}
	return other
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
		if s.r.saysMore(i) {
			words = append(words, s.r.ts[i].text)
		}
	}
	return words
}

// saysMore reports whether the token at ts[i] says anything: no article, no mark, and no part of
// what says that something is so now.
func (r *reading) saysMore(i int) bool {
	switch w := r.ts[i].text; {
	case r.ts[i].mark:
		return w == "/" || w == "-"
	case isArticle(w), w == "the", w == "our", has(newly, w):
		return false
	case w == "from":
		return at(r.ts, i+1) != "now"
	case w == "on":
		return !phrase(r.ts, i-2, "from", "now")
	case w == "after" || w == "all":
		return !phrase(r.ts, i, "after", "all") && !phrase(r.ts, i-1, "after", "all")
	case w == "these" || w == "days":
		return !phrase(r.ts, i, "these", "days") && !phrase(r.ts, i-1, "these", "days")
	}
	return true
}

// saysNow reports whether a sentence says that something is so now.
func (r *reading) saysNow() bool {
	for i := range r.ts {
		if has(newly, r.ts[i].text) || phrase(r.ts, i, "these", "days") || phrase(r.ts, i, "after", "all") && !has(determiners, at(r.ts, i+2)) {
			return true
		}
	}
	return false
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

// onOtherDaysNow reports whether a statement says the same as an older one, word for word, but for
// the days of the week with which it ends, and that it is so now: the crew meets on Tuesdays, now
// meets on Fridays. Of places the same rule took what something runs on for when it runs.
func (s Statement) onOtherDaysNow(o Statement) bool {
	r := s.r
	if len(r.ts) > longestSame || !r.saysNow() || r.asked() || o.r.asked() || s.Negated() || o.Negated() {
		return false
	}
	mine, theirs := r.sayingSo(), o.r.sayingSo()
	k := 0
	for k < len(mine) && k < len(theirs) && mine[k] == theirs[k] {
		k++
	}
	if k < 3 || k == len(mine) || k == len(theirs) || len(mine)-k > longestEnd || len(theirs)-k > longestEnd || mine[k-1] != "on" {
		return false
	}
	return namesDay(strings.TrimSuffix(mine[k], "s")) && namesDay(strings.TrimSuffix(theirs[k], "s"))
}

// longestEnd is the number of words of days with which a statement may end.
const longestEnd = 4

// sayingSo returns the words of a sentence that say anything.
func (r *reading) sayingSo() []string {
	var words []string
	for i := r.begin; i < len(r.ts); i++ {
		if r.saysMore(i) {
			words = append(words, r.ts[i].text)
		}
	}
	return words
}

// newly says that something is so now.
var newly = set(`now currently nowadays`)
