package language

import (
	"slices"
	"strings"
	"sync"
)

// thing is a phrase that names something; det is its determiner, or from.
type thing struct{ det, from, to int } // tokens

// things returns the things of one number of which a sentence speaks, in its
// words. It is not sure where something else may be meant: by a second pronoun,
// an owner, a person of whom "they" may be said.
func (r *reading) things(many bool) (found []string, sure bool) {
	for k := r.begin + 1; k < len(r.ts); k++ {
		if r.otherPronoun(k, many) {
			return nil, false
		}
	}
	named := sync.OnceValue(func() []Mention { return Mentions(r.text, nil) })
	for _, p := range r.phrases() {
		if r.complement(p) || r.isTime(p) {
			continue
		}
		person := r.isPerson(p, named)
		if person && many {
			return nil, false
		}
		if person || !r.ofNumber(p, many) {
			continue
		}
		name, ok := r.nameOf(p)
		if !ok {
			return nil, false
		}
		if !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	return found, true
}

// otherPronoun reports whether ts[k], not at the beginning, stands for something
// of the number that is looked for.
func (r *reading) otherPronoun(k int, many bool) bool {
	switch cutContraction(r.ts[k].text) {
	case "it", "its":
		return !many
	case "they", "them", "their":
		return many
	case "this", "that", "these", "those":
		return !r.leadsNoun(k)
	case "his", "her", "which", "one", "ones":
		return true
	}
	return false
}

// leadsNoun reports whether a noun may follow the determiner ts[k].
func (r *reading) leadsNoun(k int) bool {
	next := at(r.ts, k+1)
	return next != "" && !r.ts[k+1].mark && !has(openers, next) && !isPronoun(next) && !isPlainlyFinite(next)
}

// phrases cuts a sentence into the phrases that name something.
func (r *reading) phrases() (out []thing) {
	det, from, verb := -1, -1, false
	end := func(k int) {
		if from >= 0 {
			out = append(out, thing{det, from, k})
		}
		det, from = -1, -1
	}
	for k := r.begin; k < len(r.ts); k++ {
		w := cutContraction(r.ts[k].text)
		switch {
		case r.ts[k].mark:
			if r.ts[k].text != "-" || from < 0 || !glued(r.ts, k-1, k+1) {
				end(k)
			}
			verb = verb && w != ","
		case has(determiners, w) && r.leadsNoun(k):
			end(k)
			det = k
		case has(openers, w), has(beforeVerb, w), has(besides, w), strings.HasSuffix(w, "ly") && from < 0:
			end(k)
			verb = verb && !isSubject(w) && w != "and" && w != "but"
		case has(linking, w), has(notPast, w) && has(linking, at(r.ts, k-1)), r.isVerbAt(k, isPronoun(at(r.ts, k-1))), r.orders(k), from >= 0 && !verb && r.mayBeVerb(k):
			end(k)
			verb = true
		case from < 0:
			from = k
		}
	}
	end(len(r.ts))
	return out
}

// orders reports whether ts[k] is the verb of an order.
func (r *reading) orders(k int) bool {
	return k == r.begin && isBase(r.ts[k].text) && has(determiners, at(r.ts, k+1))
}

// mayBeVerb reports whether ts[k], behind a noun, is the verb of its clause where
// that has none: the server runs Debian.
func (r *reading) mayBeVerb(k int) bool {
	next := at(r.ts, k+1)
	return isThird(r.ts[k].text) && next != "" && !isHelper(next) && !isThird(next)
}

// complement reports whether a phrase says what its subject is: the staging
// server is heron, it is a small machine, is called heron. It is no other thing.
func (r *reading) complement(p thing) bool {
	k, be := p.from-1, false
	if p.det >= 0 {
		k = p.det - 1
	}
	for ; k >= r.begin && (has(linking, r.ts[k].text) || has(beforeVerb, r.ts[k].text)); k-- {
		be = be || has(linking, r.ts[k].text)
	}
	w := at(r.ts, k)
	return be && k >= r.begin && !r.ts[k].mark && w != "there" || k >= r.begin && cutContraction(w) != w && isPronoun(w)
}

// isTime reports whether a phrase is a time: last week, nine o'clock.
func (r *reading) isTime(p thing) bool {
	for _, t := range r.ts[p.from:p.to] {
		if namesDay(t.text) || has(periods, t.text) || has(dayWords, t.text) {
			return true
		}
	}
	return false
}

// isPerson reports whether a phrase certainly names somebody. A single name may be
// that of a machine. named are the mentions of the text.
func (r *reading) isPerson(p thing, named func() []Mention) bool {
	head := r.ts[p.to-1].text
	if has(humans, head) || has(humans, strings.TrimSuffix(head, "s")) || has(jobs, head) || has(jobs, strings.TrimSuffix(head, "s")) {
		return true
	}
	from, to := r.ts[p.from].start, r.ts[p.to-1].end
	return p.det < 0 && slices.ContainsFunc(named(), func(m Mention) bool {
		return m.Start < to && from < m.End && strings.Contains(m.Text, " ") && NameType(r.text, m) == TypePerson
	})
}

// ofNumber reports whether a phrase may be of the number that is looked for. A
// name may be of both; a bare number or a quantity is no thing.
func (r *reading) ofNumber(p thing, many bool) bool {
	first, head := r.ts[p.from], r.ts[p.to-1]
	if numeral(first.text) {
		return many && p.to-p.from > 1
	}
	if stems.term(head.text) == "" {
		return false
	}
	if head.cap && (p.from > r.begin || p.to-p.from > 1 || !isCommon(head.text)) {
		return true
	}
	return isPlural(head.text) == many
}

// isPlural reports whether a folded noun has the form of a plural.
func isPlural(w string) bool {
	return has(oddPlurals, w) || hasTail(w, "s") && !hasTail(w, "ss") && !hasTail(w, "us") && !hasTail(w, "is") && len(w) > 3
}

// nameOf returns the words of a phrase, as somebody else would say them; false
// where they do not say enough.
func (r *reading) nameOf(p thing) (string, bool) {
	name := r.text[r.ts[p.from].start:r.ts[p.to-1].end]
	if p.to-p.from > mostNaming || len(name) > longestNaming || strings.ContainsAny(name, "\n\r") {
		return "", false
	}
	for _, t := range r.ts[p.from:p.to] {
		if cutPossessive(t.text) != t.text {
			return "", false
		}
	}
	if p.det < 0 {
		return name, true
	}
	switch d := r.ts[p.det].text; d {
	case "the", "a", "an", "our", "this", "these":
		return d + " " + name, true
	case "my":
		return "the user's " + name, true
	}
	return "", false
}

// What names a thing at most.
const (
	mostNaming    = 5  // words
	longestNaming = 60 // bytes
)

var (
	// besides are words behind a noun that are no part of it.
	besides  = set(`yesterday today tomorrow tonight here there again away back up down off out home together instead too yet soon ago everywhere somewhere afterwards later`)
	linking  = set(`is are was were be been being am called named known became becomes isn't wasn't aren't weren't`)
	dayWords = set(`morning evening afternoon noon midnight night time o'clock date`)
	humans   = set(`person people man men woman women user customer client colleague coworker friend guy team member somebody boss manager owner child children kid
		family parent mother father brother sister son daughter wife husband neighbour neighbor student intern guest visitor crew staff folk group company vendor supplier partner`)
	oddPlurals = set(`people children men women data media criteria mice feet teeth`)
)
