package language

import (
	"slices"
	"strings"
)

// arranged reads what a thing does with what, or where ("the frontend talks to the
// backend over REST", "tests run with tox"), and what the speakers do with a thing
// ("we store sessions in Redis"). Of a thing it says what the passive says: sessions
// are stored in Redis. What stands behind the last preposition is the value; all
// before it, verb and preposition included, must come again.
func (r *reading) arranged(from, to int) (s state, ok bool) {
	v, doer := r.verbOfAll(from, to)
	if v < 0 {
		return s, false
	}
	end := r.stateEnd(v+1, to)
	p := -1
	for k := v + 1; k < end-1; k++ {
		switch w := r.ts[k].text; {
		case isHelper(w) || isSubject(w) || w == "not" || w == "to" && isBase(at(r.ts, k+1)):
			return s, false
		case has(arranging, w):
			p = k
		}
	}
	if p < 0 {
		return s, false
	}
	if doer && r.ts[p].text == "on" && r.eachWeek(p+1, end) {
		s.link, s.subject, s.value, s.timed = "do on", r.specific(v, p), valueTerms(r.ts, p+1, end), true
		s.changed = r.renewedIn(end, to)
		return s, len(s.subject) > 0
	}
	if r.tellsTime(p+1, end) && !has(labels, r.ts[p+1].text) {
		return s, false
	}
	if doer && p == v+1 {
		if r.ts[p].text != "with" || linkVerbs[r.ts[v].text] != "" {
			return s, false
		}
		s.subject = r.specific(v, p) // we deploy with Helm
	} else if doer {
		if !s.of(r, v+1, p) {
			return s, false
		}
		s.subject = r.specific(v+1, p)
	} else if !s.of(r, from, v) {
		return s, false
	} else {
		s.subject = append(s.subject, r.specific(v+1, p)...)
	}
	if anyOf(r.ts[from:p], adding) {
		return s, false
	}
	s.changed = s.changed || r.hasIn("now", from, p)
	s.link = stems.term(baseOf(r.ts[v].text))
	if len(s.subject) == 0 || s.link == "" {
		return s, false
	}
	return s.says(r, p, to)
}

// eachWeek reports whether ts[i:j] names days of every week: Mondays and Fridays.
func (r *reading) eachWeek(i, j int) bool {
	for _, t := range r.ts[i:j] {
		if w := strings.TrimSuffix(t.text, "s"); t.text != "and" && (w == t.text || !weekdays.has(w)) {
			return false
		}
	}
	return i < j
}

// comesRound reads on which days of the week something takes place: releases go out on Thursdays,
// backups on Sundays.
func (r *reading) comesRound(from, to int) (s state, ok bool) {
	p := r.find("on", from+1, longestSubject)
	if p < 0 || p >= to || !r.eachWeek(p+1, r.stateEnd(p+1, to)) {
		return s, false
	}
	v := skipBack(r.ts, p, comingOut)
	switch {
	case has(comingRound, at(r.ts, v-1)):
		v--
	case v < p || p-from > 2 || !isPlural(at(r.ts, p-1)):
		return s, false
	}
	ok = s.of(r, from, v) && s.who != "i"
	end := r.stateEnd(p+1, to)
	s.link, s.value, s.timed = "be on", valueTerms(r.ts, p+1, end), true
	if w := at(r.ts, v); linkVerbs[w] == "run" {
		s.link = "run on"
	}
	s.changed = s.changed || r.renewedIn(end, to)
	return s, ok
}

// weekly reports whether a state says on which days of the week something is, or is done.
func (s state) weekly() bool {
	return s.timed && (s.link == "be on" || s.link == "do on" || s.link == "run on")
}

// renewedIn reports whether a word in ts[i:j] says that it was otherwise before.
func (r *reading) renewedIn(i, j int) bool {
	for k := i; k < j; k++ {
		if has(renewing, r.ts[k].text) || r.sinceAt(k) {
			return true
		}
	}
	return false
}

// arrangedApart reports whether two statements say of two things how the same is done
// with them: we format Go with one tool, and SQL with another; deploys to one place,
// deploys to another.
func (s Statement) arrangedApart(o Statement) bool {
	a, b := s.cues(), o.cues()
	mine, theirs := a.arrangement(), b.arrangement()
	if mine != nil && theirs != nil && sameLink(mine.link, theirs.link) && !within(mine.subject, theirs.subject) && !within(theirs.subject, mine.subject) {
		return true
	}
	if slices.ContainsFunc(a.states(), func(n state) bool {
		return slices.ContainsFunc(b.states(), func(o state) bool {
			return sameLink(n.link, o.link) && sameSet(n.subject, o.subject) && !n.comparable(o)
		})
	}) {
		return true // the job runs on a box, the job runs on Sundays
	}
	to, other := a.aimedAt(at(b.ts, b.begin)), b.aimedAt(at(a.ts, a.begin))
	return to != "" && other != "" && to != other && !o.all[to] && !s.all[other]
}

// arrangement is [reading.arranged] of the first clause, nil where it has another form.
func (r *reading) arrangement() *state {
	return r.way.get(func() *state {
		if s, ok := r.arranged(r.begin, r.clauseEnd(r.begin)); ok {
			return &s
		}
		return nil
	})
}

// aimedAt returns the term behind the preposition that follows the first noun, where
// that is head: production in "deploys to production need a ticket".
func (r *reading) aimedAt(head string) string {
	if at(r.ts, r.begin) != head || !has(prepositions, at(r.ts, r.begin+1)) {
		return ""
	}
	for k := r.begin + 2; k < len(r.ts) && k < r.begin+4; k++ {
		if ts := r.specific(k, k+1); len(ts) > 0 {
			return ts[0]
		}
	}
	return ""
}

// verbOfAll returns the verb of a clause that says what is done as a rule: behind
// "we" (doer), or behind a thing or several of them. -1: there is none.
func (r *reading) verbOfAll(from, to int) (v int, doer bool) {
	if from >= to {
		return -1, false
	}
	if w := r.ts[from].text; w == "we" || w == "i" {
		v = skip(r.ts[:to], from+1, beforeVerb)
		if v < to && isBase(r.ts[v].text) && !has(ofMind, r.ts[v].text) && !has(having, r.ts[v].text) {
			return v, true
		}
		return -1, false
	}
	for v = from + 1; v < to && v-from <= longestSubject; v++ {
		w, before := r.ts[v].text, r.ts[v-1]
		switch {
		case r.ts[v].mark && w != "-", isHelper(w):
			return -1, false
		case has(prepositions, before.text) || has(determiners, before.text) || has(ofMind, w) || has(having, w):
		case isThird(w) && linkVerbs[w] == "" && !r.ts[v].cap && !isPlural(before.text),
			isBase(w) && linkVerbs[w] == "" && !r.ts[v].cap && isPlural(before.text):
			return v, false
		}
	}
	return -1, false
}

// baseOf returns the base form of a verb in the present: stores and store are store.
func baseOf(w string) string {
	switch {
	case isBase(w):
		return w
	case hasTail(w, "ies") && isBase(w[:len(w)-3]+"y"):
		return w[:len(w)-3] + "y"
	case hasTail(w, "es") && isBase(w[:len(w)-2]):
		return w[:len(w)-2]
	case hasTail(w, "s") && isBase(w[:len(w)-1]):
		return w[:len(w)-1]
	}
	return w
}

// sameLink reports whether two links say the same, in the active or in the passive:
// store in, be store in.
func sameLink(a, b string) bool {
	return a == b || activeOf(a) == activeOf(b)
}

// activeOf returns a link in the active: store in, of be store in.
func activeOf(link string) string {
	ws := strings.Fields(link)
	if len(ws) == 3 && ws[0] == "be" {
		ws = ws[1:]
	}
	if len(ws) > 0 && ws[0] != "be" {
		ws[0] = stems.term(ws[0])
	}
	return strings.Join(ws, " ")
}

// sameOwner reports whether what two clauses speak of can be the same: our CI and
// the CI are, my manager and the manager may not be.
func sameOwner(a, b string) bool {
	anyones := func(who string) bool { return who == "" || who == "our" }
	return a == b || anyones(a) && anyones(b)
}

// shifted reads where a thing has moved to by itself: the API moved to port 9443,
// feature flags have moved to another service.
func (r *reading) shifted(from, to int) (s state, ok bool) {
	v := from
	for v < to && v-from <= longestSubject && !has(shifting, r.ts[v].text) && r.ts[v].text != "changed" {
		v++
	}
	if next := at(r.ts, v+1); v >= to || v == from || next != "to" && (next != "into" || has(callings, r.ts[min(to-1, v+2)].text) || has(callings, at(r.ts, v+3)) || has(callings, at(r.ts, v+4))) {
		return s, false
	}
	end := r.beforeHave(from, v)
	if !s.of(r, from, end) || len(s.subject) == 0 {
		return s, false
	}
	value := v + 2
	end = r.valueEnd(value, to)
	s.link, s.changed = placed, true
	if r.ts[v].text == "changed" {
		s.link, s.named = "be", r.nameIn(value, end) || s.byNumber()
	}
	s.value = valueTerms(r.ts, min(value, to), end)
	if port := r.portIn(value, end); port != nil {
		s.link, s.value, s.named = placed, port, true
		return s, true
	}
	if s.onDays(r, value, end) {
		return s, true
	}
	return s, len(s.value) > 0 && r.wordsIn(value, end) <= 4 && (!r.tellsTime(value, end) || has(labels, at(r.ts, value)) || s.link == "be" && s.byNumber())
}

// nameIn reports whether ts[i:j] holds a name or an identifier.
func (r *reading) nameIn(i, j int) bool {
	for k := i; k < min(j, len(r.ts)); k++ {
		if r.ts[k].cap || r.identAt(k) {
			return true
		}
	}
	return false
}

// callings are what somebody moves into without moving away.
var callings = set(`management role position job team field industry sales tech business consulting teaching research`)

var (
	shifting = set(`moved migrated relocated switched shifted`)
	// comingRound are verbs of what takes place, which say nothing else of it.
	comingRound = set(`go goes run runs happen happens ship ships land lands start starts come comes`)
	comingOut   = set(`out live up`)
	arranging   = set(`in on at over with via through by under behind from into`)
	having      = set(`have need want get go come see think guess hope know mean try wait ask talk meet`)
)
