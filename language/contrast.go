package language

import (
	"slices"
	"strings"
)

// told says whether what a clause tells is so, or was so once: the tense of the
// verb that leads to a value.
type told uint8

const (
	otherTense  told = iota
	presentOnce      // what is so, or always: I drink 2 cups
	pastOnce         // what was so once: I drank 5 cups
)

// tenseBefore returns the tense of the last verb in ts[from:i].
func (r *reading) tenseBefore(from, i int) told {
	for k := i - 1; k >= from; k-- {
		w := r.ts[k].text
		switch {
		case r.ts[k].mark || has(bePresent, w) || has(auxiliaries, w):
			return otherTense
		case isPast(w):
			for b := k - 1; b >= max(0, k-3); b-- {
				if has(auxiliaries, at(r.ts, b)) || has(haveForms, at(r.ts, b)) || has(modals, at(r.ts, b)) {
					return otherTense
				}
			}
			return pastOnce
		case isSubject(at(r.ts, k-1)) && !has(modals, w) && !has(beforeVerb, w), isThird(w) && !has(nounlike, w):
			return presentOnce
		}
	}
	return otherTense
}

// complements returns what the prepositions behind a value lead to, in
// ts[i:to]: $40 on seeds.
func (r *reading) complements(i, to int) map[string]string {
	var m map[string]string
	for k := i; k < to && k < i+6; k++ {
		p := r.ts[k].text
		if !has(complementing, p) {
			continue
		}
		for n := k + 1; n < to && n < k+5; n++ {
			if r.ts[n].mark || has(complementing, r.ts[n].text) {
				break
			}
			ts := r.specific(n, n+1)
			if len(ts) == 0 {
				continue
			}
			if m == nil {
				m = map[string]string{}
			}
			m[p] = ts[0] // the last one of the phrase: what the others describe
		}
	}
	return m
}

// tellApart collects the words that tell one of several from the others.
func (s *statement) tellApart(r *reading) {
	for i, t := range r.ts {
		if p := at(r.ts, i-1); t.cap && (p == "from" || p == "to") && !has(changing, at(r.ts, i-2)) {
			s.way[t.text] = p
		}
		if has(turning, t.text) && !r.answersBack(i) && (at(r.ts, i+1) != "to" || i+2 < len(r.ts) && r.ts[i+2].cap) && !has(changing, at(r.ts, i-1)) {
			s.turns[t.text] = i
		}
		if r.newcomerAt(i) {
			s.turns[t.text] = i
		}
		if (has(ordinals, t.text) || r.sideAt(i)) && i+1 < len(r.ts) && !r.ts[i+1].mark {
			if of := termOf(r.ts[i+1].text); of != "" {
				s.label[of] = t.text
			}
		}
		if of, ok := oneOfMany(r.ts, i); ok && s.label[of] == "" {
			s.label[of] = t.text // the first is most often what is spoken of
		}
		if _, _, ok := figureIn(at(r.ts, i+1)); ok && has(numbered, t.text) && startsDigit(at(r.ts, i+1)) {
			s.label[t.text] = at(r.ts, i+1)
		}
	}
}

// answersBack reports whether "back" at ts[i] is no way home but an answer: heard back from
// three, came back with a better offer.
func (r *reading) answersBack(i int) bool {
	before := at(r.ts, i-1)
	return r.ts[i].text == "back" && (before == "heard" || before == "hear" || (before == "came" || before == "come" || before == "got") && at(r.ts, i+1) == "with")
}

// newcomerAt reports whether "new" at ts[i] says of who or what does something that there is one
// more of the kind: the new lodger pays. What is new where something is given a value has changed.
func (r *reading) newcomerAt(i int) bool {
	if r.ts[i].text != "new" || !has(determiners, at(r.ts, i-1)) || i+2 >= len(r.ts) {
		return false
	}
	v := i + 2
	return isThird(r.ts[v].text) && !isPlural(r.ts[i+1].text) && r.isVerbAt(v, false) && has(givingValue, r.ts[v].text)
}

// sideAt reports whether ts[i] says which of two a thing is: the left door.
func (r *reading) sideAt(i int) bool {
	w := r.ts[i].text
	return (w == "left" || w == "right") && has(determiners, at(r.ts, i-1))
}

// displaces gives the value that stands in the place of another one its old
// value: on Friday instead of Monday.
func (s *statement) displaces() {
	for i := range s.quantities {
		if v := s.quantities[i]; !v.inPlace || v.measure == ofCount && (v.unit == "" || v.tense == pastOnce) {
			continue // of what counts nothing the words around it say it, see Changes; once there were 3 instead of 4
		}
		s.quantities[i].was = true
		for k := i - 1; k >= 0; k-- {
			if q := &s.quantities[k]; q.measures(s.quantities[i].quantity) && q.value != s.quantities[i].value {
				q.old = s.quantities[i].value
				break
			}
		}
	}
}

// unable gives the day after one on which somebody cannot, or that does not work, that one as
// its old value: she can't on the 16th, comes on the 23rd.
func (s *statement) unable() {
	for i := 1; i < len(s.quantities); i++ {
		a, b := &s.quantities[i-1], &s.quantities[i]
		if a.was || b.was || !a.dates() || !a.measures(b.quantity) || a.value == b.value || !s.r.unableAt(a.from) || s.r.unableAt(b.from) || b.from-a.to > nearTokens/2 {
			continue
		}
		b.joins(*a)
		a.was, b.old, b.moved, b.changed = true, a.value, true, true
	}
}

// unableAt reports whether what leads to ts[i] in its clause says that somebody cannot then.
func (r *reading) unableAt(i int) bool {
	for k := i - 1; k >= r.begin && i-k <= 4 && !r.ts[k].mark; k-- {
		if has(unable, r.ts[k].text) || phrase(r.ts, k, "can", "not") {
			return true
		}
	}
	return false
}

// displaces gives b, which the words between the two say that a is in the place of, the unit
// or the month that it leaves unsaid: 14 days not 30, on 13 Dec instead of the 15th.
func (q quantity) displaces(b *quantity, ts []token) {
	i := q.to
	if at(ts, i) == "," || at(ts, i) == "(" {
		i++
	}
	if at(ts, i) == "and" {
		i++
	}
	switch {
	case phrase(ts, i, "instead", "of"), phrase(ts, i, "rather", "than"), phrase(ts, i, "no", "longer"):
		i += 2
	case at(ts, i) == "not":
		i++
	default:
		return
	}
	if i != b.from && !(i+1 == b.from && (at(ts, i) == "on" || at(ts, i) == "the" || at(ts, i) == "at")) {
		return
	}
	number := b.measure == ofCount && b.unit == ""
	month, _, dated := strings.Cut(q.value, "-")
	switch day, ok := strings.CutPrefix(b.value, anyMonth); {
	case q.measure == ofDate && q.unit == "" && dated && (ok || number && len(day) <= 2 && !strings.Contains(day, ".")):
		b.measure, b.value, b.listed = ofDate, month+"-"+day, false
	case number:
		b.measure, b.unit, b.coin, b.listed = q.measure, q.unit, q.coin, q.listed
	}
	b.inPlace = q.measures(*b)
}

// contrasts reports whether q and p are values of two things of one sort: the
// front bed and the back bed, chapter 3 and chapter 4, for seeds and for soil.
func (q valued) contrasts(p valued, newer, older Statement) bool {
	for n, to := range newer.way {
		if o, ok := older.way[n]; ok && o != to {
			return true // the train from there, the train to there
		}
	}
	if newer.numbered(older) || newer.ofSeries(older) || q.about.partedFrom(p.about) || q.about.ofKin(p.about, older.all) || p.about.ofKin(q.about, newer.all) || q.about.swaps(p.about) || q.ofOther(p, newer, older) {
		return true
	}
	if slices.ContainsFunc(q.near, func(t string) bool { return newer.modifiedApart(older, t) }) {
		return true
	}
	for w, n := range q.behind {
		if o, ok := p.behind[w]; ok && o != n && !older.all[n] && !newer.all[o] {
			return true
		}
	}
	if q.moved {
		return false
	}
	for w, i := range newer.turns {
		if _, both := older.turns[w]; !both && i >= q.about.from && i < q.about.to {
			return true
		}
	}
	return q.tense == pastOnce && p.tense == presentOnce
}

// partedFrom reports whether two clauses tell of different parts of the day or of
// different years: 10 mg in the morning, 5 mg at night; 12 in 2023, 15 in 2024.
func (c *clauseAbout) partedFrom(o *clauseAbout) bool {
	parts := func(c *clauseAbout) (day, years []string) {
		for k := c.from; k < c.to; k++ {
			w := c.r.ts[k].text
			if has(partsOfDay, w) && has(prepositions, at(c.r.ts, k-1)) || has(partsOfDay, w) && at(c.r.ts, k-1) == "the" {
				day = append(day, w)
			}
			if isYear(w) && at(c.r.ts, k-1) == "in" {
				years = append(years, w)
			}
		}
		return day, years
	}
	differ := func(a, b []string) bool {
		return len(a) > 0 && len(b) > 0 && !sharesTerm(a, b)
	}
	myDay, myYears := parts(c)
	day, years := parts(o)
	return differ(myDay, day) || differ(myYears, years)
}

// ofKin reports whether a clause gives its value to what belongs to somebody of the
// speaker's or to "them", and the other one to what is the speaker's own: my bill, my
// sister's bill; our team, their team.
func (c *clauseAbout) ofKin(o *clauseAbout, known map[string]bool) bool {
	kin, their, own := false, false, false
	for _, t := range c.r.ts[c.from:c.to] {
		w := cutPossessive(t.text)
		kin = kin || w != t.text && has(roleNouns, w) && !known[termOf(w)]
		their = their || t.text == "their"
	}
	for _, t := range o.r.ts[o.from:o.to] {
		if cutPossessive(t.text) != t.text {
			return false
		}
		own = own || t.text == "my" || t.text == "our"
		their = their && t.text != "their"
	}
	return own && (kin || their)
}

// OtherOne reports whether two statements speak of two of a kind that a word before
// the noun tells apart: the web app, the tablet app.
func (s Statement) OtherOne(o Statement) bool {
	s.read()
	o.read()
	for t := range s.all {
		if s.modifiedApart(o, t) {
			return true
		}
	}
	return false
}

// modifiedApart reports whether a term that both statements have stands behind
// another one in each, of which the other statement does not speak.
func (s Statement) modifiedApart(o Statement, term string) bool {
	mine, theirs := s.modifiers()[term], o.modifiers()[term]
	return mine != "" && theirs != "" && mine != theirs && !o.all[mine] && !s.all[theirs] && tells(mine) && tells(theirs) && o.all[term]
}

// modifiers returns, for each term, the term of the word before it.
func (r *reading) modifiers() map[string]string {
	m := map[string]string{}
	for i := 1; i < len(r.ts); i++ {
		p, t := r.ts[i-1], r.ts[i]
		ownWork := isBase(p.text) && has(possessives, at(r.ts, i-2)) // my work laptop
		if p.mark || t.mark || startsDigit(t.text) || namesDay(p.text) || has(prepositions, t.text) || startsDigit(p.text) || countsMany(p.text) || has(openers, p.text) || has(talkWords, p.text) && !ownWork || has(changeWords, p.text) ||
			isPlainlyFinite(p.text) || isBase(p.text) && !has(nounlike, p.text) && !ownWork || lastRune(p.text) == 'y' && hasTail(p.text, "ly") {
			continue
		}
		a, b := termOf(p.text), termOf(cutPossessive(t.text))
		if a == "" && isBase(p.text) {
			a = stem(p.text)
		}
		if a != "" && b != "" {
			m[b] = a
		}
	}
	return m
}

// numbered reports whether two statements are about two of many that a number
// tells apart, and not about one thing of which the number is what is said: that it is in room 12.
func (s Statement) numbered(o Statement) bool {
	for w, n := range s.label {
		if p, ok := o.label[w]; ok && p != n && !s.saysOther(o) {
			return true
		}
	}
	return false
}

// tells reports whether a modifier says which one is meant.
func tells(m string) bool { return !has(plainModifiers, m) && inMinutes[m] == 0 }

var (
	complementing  = set(`on for from with at in of to about around along through`)
	turning        = set(`back return returning outbound inbound another second`)
	numbered       = set(`chapter sprint phase step part lesson module level room section round version task issue ticket page unit act scene season episode grade milestone quarter draft line table figure`)
	ordinals       = set(`first second third fourth fifth sixth seventh eighth ninth tenth`)
	plainModifiers = stemsOf(`initial current recent latest previous overall total average own whole entire big small good first last next final strict`)
)
