package language

import "slices"

// Revises reports whether a sentence gives another value to what one before it in the same
// message gave one: "no, make that 04:30", "scratch that, Thursday", "ok 12h then". What is
// "made" so long, so large or so late need not have had a value: "the pause is too short.
// make it 30 s".
func Revises(s, before string) bool {
	r := newTokens(s)
	i, form := r.revision()
	if form == noRevision {
		return false
	}
	given := quantities(r.ts)
	k := slices.IndexFunc(given, func(q quantity) bool { return q.from == i })
	if k < 0 || form == byItself && !r.hardlyMore(given[k].to) {
		return false
	}
	q, b := given[k], newTokens(before)
	if slices.ContainsFunc(quantities(b.ts), func(p quantity) bool { return q.revises(p) }) {
		return true
	}
	return form == byMaking && (q.measure != ofCount || inMinutes[q.unit] > 0 || inKilobytes[q.unit] > 0) && !q.bare() && Says(before)
}

// GoesInstead reports whether a few words without a verb begin with a value in the place of one that the
// sentence before them begins with: "the 14th won't work. 11 January", "50 scared people off. 45 then".
func GoesInstead(s, before string) bool {
	q, ok := givenAlone(newTokens(s))
	if !ok {
		return false
	}
	b := newTokens(before)
	return slices.ContainsFunc(quantities(b.ts), func(p quantity) bool {
		return p.from <= b.begin+1 && q.measures(p) && !q.same(p) && (q.unit == "" || q.unit == p.unit || q.dates())
	})
}

// GivesAlone reports whether a few words without a verb begin with a value: only such can be
// of those of which [GoesInstead] is so.
func GivesAlone(s string) bool {
	_, ok := givenAlone(newTokens(s))
	return ok
}

// givenAlone returns the value that a few words without a verb begin with.
func givenAlone(r *reading) (q quantity, ok bool) {
	if len(r.ts) == 0 || len(r.ts) > mostInstead || r.says() || r.asked() {
		return q, false
	}
	given := quantities(r.ts)
	if len(given) != 1 || given[0].from > r.begin+1 {
		return q, false
	}
	return given[0], true
}

// mostInstead is the number of words that give another value and nothing else.
const mostInstead = 6

// Withdraws reports whether a sentence takes back what one before it in the same message
// told: "scratch that", "hm no actually keep Redis" behind a move away from Redis.
func Withdraws(s, before string) bool {
	r := newTokens(s)
	i, denies := r.hesitates()
	if k := phraseLen(r.ts, i, withdrawing); k > 0 {
		return i+k >= len(r.ts) || r.ts[i+k].mark || has(fillers, r.ts[i+k].text) || isSubject(r.ts[i+k].text)
	}
	if !denies {
		return false
	}
	if w := at(r.ts, i); w == "we" || w == "i" || w == "let's" || w == "we'll" || w == "i'll" {
		i = skip(r.ts, i+1, beforeVerb)
	}
	if !has(stayingAt, at(r.ts, i)) {
		return false
	}
	if i = skip(r.ts, i+1, stayingWith); has(pointers, at(r.ts, i)) || has(asBefore, at(r.ts, i)) {
		return true
	}
	kept := r.specific(i, r.clauseEnd(i))
	b := newTokens(before)
	return len(kept) > 0 && within(kept[:1], b.specific(0, len(b.ts)))
}

// Reconsiders reports whether a text begins as what changes its speaker's mind does, by
// its first words: only such a text can be one of which [Revises] or [Withdraws] is so.
func Reconsiders(s string) bool {
	s = headOf(s, reconsideredBy)
	if ts := spelled(fewWords(s)); len(ts) == 0 || !ts[0].mark && !has(reconsidering, ts[0].text) {
		return false // as nearly always
	}
	r := newTokens(s)
	i, denies := r.hesitates()
	if denies || phraseLen(r.ts, i, withdrawing) > 0 {
		return true
	}
	_, form := r.revision()
	return form != noRevision
}

// reconsideredBy is where such words stand, in bytes.
const reconsideredBy = 64

// fewWords returns what a text begins with: as much as tells how its first word is meant.
func fewWords(s string) string {
	words := 0
	for i := 1; i < len(s); i++ {
		if s[i] == ' ' && s[i-1] != ' ' {
			if words++; words == 4 {
				return s[:i]
			}
		}
	}
	return s
}

// revision is how a sentence gives another value.
type revision uint8

const (
	noRevision revision = iota
	byItself            // ok 12h then
	byMaking            // make that 12h
)

// revision returns where the other value begins in a sentence that gives one, and how.
func (r *reading) revision() (int, revision) {
	i, denies := r.hesitates()
	if k := phraseLen(r.ts, i, withdrawing); k > 0 {
		denies = true
		for i += k; i < len(r.ts) && (r.ts[i].mark || has(fillers, r.ts[i].text)); i++ {
		}
	}
	form := noRevision
	if denies || i > 0 && has(agreeing, r.ts[i-1].text) || i > 1 && r.ts[i-1].mark && has(agreeing, r.ts[i-2].text) {
		form = byItself
	}
	if k := phraseLen(r.ts, i, revaluing); k > 0 {
		i, form = i+k, byMaking
	}
	return skip(r.ts, i, dayLeadIns), form
}

// hesitates returns the token behind the small words that a sentence begins with which
// changes its mind, and whether one of them denies: hm, no, wait.
func (r *reading) hesitates() (i int, denies bool) {
	for i = 0; i < len(r.ts); i++ {
		w := r.ts[i].text
		switch {
		case has(changeOfMind, w):
			denies = true
		case phrase(r.ts, i, "on", "second") && (at(r.ts, i+2) == "thought" || at(r.ts, i+2) == "thoughts"):
			denies, i = true, i+2
		case !r.ts[i].mark && !has(fillers, w) && !has(hesitating, w):
			return i, denies
		}
	}
	return i, denies
}

// hardlyMore reports whether little is said behind ts[i], or only why or for whom.
func (r *reading) hardlyMore(i int) bool {
	next := at(r.ts, i)
	return i+1 >= len(r.ts) || r.ts[i].mark || next == "then" || next == "now" || has(subordinating, next) || has(prepositions, next) && !r.anyOf(auxiliaries)
}

// revises reports whether a value is another one of the same sort.
func (q quantity) revises(p quantity) bool {
	return (q.measures(p) || q.measure == ofCount && q.unit == "" && p.measure == ofCount) && !q.same(p)
}

// revise marks the values in ts that one behind them revises, with the old one.
func revise(ts []token, given []quantity) {
	for k := 1; k < len(given); k++ {
		q := &given[k]
		i := skipBack(ts, q.from, dayLeadIns)
		made := has(pointers, at(ts, i-1)) && (at(ts, i-2) == "make" || at(ts, i-2) == "made")
		if b := i - 1; !made {
			for b >= 0 && (ts[b].text == "," || has(hesitating, ts[b].text)) {
				b--
			}
			if b < 1 || !has(changeOfMind, ts[b].text) && !has(agreeing, ts[b].text) || !ts[b-1].mark && !has(hesitating, ts[b-1].text) {
				continue
			}
		}
		for j := k - 1; j >= 0; j-- {
			if p := &given[j]; !p.was && q.revises(*p) {
				p.was, q.revised = true, true
				if q.measure == ofCount && q.unit == "" {
					q.unit, q.listed = p.unit, false
				}
			}
		}
	}
}

// made reports whether "make it" leads to a value at ts[i].
func (r *reading) made(i int) bool {
	return has(pointers, at(r.ts, i-1)) && at(r.ts, i-2) == "make"
}

var (
	withdrawing = phrasesOf(`scratch that, scratch this, scratch it, strike that, forget that, forget it, forget what i said, forget what i just said, never mind that, nevermind that, never mind, nevermind,
		ignore that, cancel that, take that back, i take that back`)
	revaluing = phrasesOf(`make that, make it, make them, make this, set it to, set that to, set them to, change it to, change that to, put it at, put it to, let's say, let's make it, let's make that,
		i mean, i meant, better make it, better make that, raise it to, lower it to, cut it to, bump it to`)
	changeOfMind = set(`no nope nah wait sorry`)
	agreeing     = set(`ok okay fine alright`)
	hesitating   = set(`hmm hm uh um er eh erm oh ah actually well rather better instead`)
	// reconsidering are the words that such a text begins with.
	reconsidering = union(changeOfMind, agreeing, hesitating, fillers, withdrawing.heads, revaluing.heads, set(`on`))
	stayingAt     = set(`keep stay stick leave remain`)
	stayingWith   = set(`with to on at the our all as`)
	asBefore      = set(`things everything is was before old`)
	dayLeadIns    = set(`at on to the about around`)
)
