package language

import (
	"slices"
	"strings"
)

// ordered reads what an order says of how a thing is to be done, as a state of that: of
// "write commit messages in English" English is the value, of "use camelCase for keys"
// camelCase, of "use single quotes" single. A ban has none: it leaves the rest open.
func (r *reading) ordered(from, to int) (s state, ok bool) {
	v := from
	for has(orderAdverbs, at(r.ts, v)) {
		if w := r.ts[v].text; w == "never" || w == "don't" {
			return s, false
		}
		v++
	}
	if v+1 >= to || r.ts[v].text == "do" || !isBase(r.ts[v].text) {
		return s, false
	}
	end := r.stateEnd(v+1, to)
	s.changed = r.renewedIn(end, to)
	if has(adopting, r.ts[v].text) {
		if phrase(r.ts, end, "instead", "of") {
			s.changed, s.left = true, valueTerms(r.ts, end+2, to)
		}
		return r.taken(v, end, s)
	}
	p := -1
	for k := v + 1; k < end-1; k++ {
		if has(arranging, r.ts[k].text) || r.ts[k].text == "to" {
			p = k
		}
	}
	if p < 0 || has(determiners, r.ts[p+1].text) {
		return s, false
	}
	if s.timed = r.eachWeek(p+1, end); !s.timed && r.tellsTime(p+1, end) {
		return s, false
	}
	s.link, s.subject, s.value, s.named = "order "+r.ts[p].text, valueTerms(r.ts, v, p), valueTerms(r.ts, p+1, end), true
	s.subject = slices.DeleteFunc(s.subject, func(t string) bool { return t == "only" })
	return s, len(s.subject) > 0 && len(s.value) > 0 && r.wordsIn(p+1, end) <= 4
}

// taken reads what is to be taken for what, behind a verb like "use": what it is taken for
// is the subject, or the last word of what is taken, where there is more than that.
func (r *reading) taken(v, end int, s state) (state, bool) {
	p := v + 2
	for p < end && r.ts[p].text != "for" && r.ts[p].text != "in" {
		p++
	}
	s.link, s.named = "order use", true
	if has(determiners, r.ts[v+1].text) || r.wordsIn(v+1, p) > 4 || r.ts[v+1].mark {
		return s, false
	}
	s.value = valueTerms(r.ts, v+1, p)
	if p < end {
		s.link += " " + r.ts[p].text
		s.subject = valueTerms(r.ts, p+1, end)
	} else if n := len(s.value); n > 1 && (isPlural(r.ts[end-1].text) || has(styles, r.ts[end-1].text)) {
		s.subject, s.value = s.value[n-1:], s.value[:n-1]
	}
	return s, (len(s.subject) > 0 || len(s.left) > 0) && len(s.value) > 0
}

// adoptedFor reports whether what is to be used is to be used in the place of what o says,
// whatever for: use bun instead of pnpm.
func (s state) adoptedFor(o state) bool {
	return len(s.left) > 0 && len(s.subject) == 0 && strings.HasPrefix(s.link, "order use") && strings.HasPrefix(o.link, "order use") && sameSet(s.left, o.value)
}

var adopting = set(`use choose prefer pick target`)
