package language

import "slices"

// takesPost reports whether somebody or something is now what another one was: Jonas is
// the team lead now, after Petra is our team lead.
func (s state) takesPost(o state) bool {
	if !s.changed || s.link != "be" || o.link != "be" || len(s.subject) == 0 || len(o.subject) == 0 || s.one || o.one {
		return false
	}
	switch {
	case o.held && sameSet(s.value, o.value):
		return !sharesTerm(s.subject, o.subject)
	case o.held && sameSet(s.subject, o.value):
		return s.named && !sharesTerm(s.value, o.subject)
	case s.held && sameSet(s.value, o.subject):
		return o.named && !sharesTerm(s.subject, o.value)
	}
	return false
}

// oneHolds reports whether a value is what one is, or somebody has, at a time: of a team lead there is
// one, of designers there may be another one.
func (s state) oneHolds() bool {
	for i := len(s.value) - 1; i >= 0; i-- {
		if has(onePost, s.value[i]) || has(oneOwned, s.value[i]) {
			return true
		}
	}
	return false
}

// renames reports whether a thing has another name now than o says: the branch a is
// called b, a is called b.
func (s state) renames(o state) bool {
	if s.link != called || o.link != called && o.link != "be" || !within(o.value, s.subject) {
		return false
	}
	return sameSet(o.value, s.subject) || o.link == called && sharesTerm(s.subject, o.subject)
}

// runs reports whether a state says what builds, tests or jobs run on: they can be
// moved from there, as a thing from a place.
func (s state) runs() bool {
	return (s.link == "run on" || s.link == "run in") && len(s.subject) > 0 && has(runs, s.subject[len(s.subject)-1])
}

// hosted reports whether a state says on which machine a thing runs: on a VPS, on the old box.
func (s state) hosted() bool {
	return s.link == "run on" && slices.ContainsFunc(s.value, func(t string) bool { return has(machines, t) })
}

// machines are what a program can be moved from and to, as from a place.
var machines = stemsOf(`vps vm box server machine host laptop desktop workstation nuc nas pi droplet instance homelab mainframe`)

// sharesTerm reports whether a term of a is one of b.
func sharesTerm(a, b []string) bool {
	return slices.ContainsFunc(a, func(t string) bool { return slices.Contains(b, t) })
}

// without removes from a, which is changed, the terms of b.
func without(a, b []string) []string {
	return slices.DeleteFunc(a, func(t string) bool { return slices.Contains(b, t) })
}

// mayName reports whether a word may begin what a sentence is about, without "the":
// staging, redis. Small words and numbers do not.
func mayName(w string) bool {
	return w != "" && !StopWord(w) && !startsDigit(w) && !has(openers, w) && !has(quantifiers, w)
}

// takesBackFirst reports whether a sentence opens with a word that takes back what was
// said before: no, sorry, actually.
func (r *reading) takesBackFirst() bool {
	return anyOf(r.ts[:r.begin], takingBack)
}

var takingBack = set(`no sorry actually wait oops correction`)

// caredByNobody reports whether a sentence says that nobody has something in hand: nobody owns
// the crane, the old log is kept by no one. What nobody does is another matter.
func (r *reading) caredByNobody() bool {
	return r.somewhere(r.begin, func(i int) bool {
		k := i + 1
		if at(r.ts, i) == "no" && at(r.ts, k) == "one" {
			k++
		} else if !has(nobodies, r.ts[i].text) {
			return false
		}
		return at(r.ts, i-1) == "by" || has(caring, at(r.ts, k))
	})
}

var caring = set(`owns maintains handles manages runs leads supports`)
