package language

import (
	"slices"
	"time"
)

// OpenEnded reports whether an expression is that of a day from which something is so, with
// no end: the ferry goes at six from Monday on, from June the yard is shut. What is so after a day
// has no end, either, but nobody says that it begins then.
func (w When) OpenEnded(now time.Time) bool {
	first := newTokens(w.Text).ts
	return w.Until.Equal(farAhead(now.Location())) && len(first) > 0 && first[0].text != "after"
}

// onward reads at ts[i:] from which day on something is so: from Monday on, starting next
// week, as of June 1. Without an "on" it is read beside a verb of the present or the future
// alone: the notes from Monday are those of one day.
func (p *clockReader) onward(i int) (int, interval) {
	j, as := i+1, p.word(i) == "as"
	if w := p.word(j); as && w != "of" && w != "from" {
		return 0, interval{}
	} else if as || w == "from" {
		j++
	}
	a := p.skip(j)
	n, day := p.point(a)
	if n == 0 || p.tense == before || !day.until.After(p.now) || day.until.Sub(day.from) <= time.Hour && !slices.ContainsFunc(p.ts[a:a+n], func(t token) bool { return namesDay(t.text) }) {
		return 0, interval{}
	}
	k := a + n
	switch on := has(onwards, p.word(k)); {
	case on:
		k++
	case as && !day.from.After(p.now), units[p.word(i-1)] != noUnit && isNumber(p.word(i-2)), !p.holdsAt(i, k):
		return 0, interval{} // a week from Monday
	}
	if p.bounded(i, k) {
		return 0, interval{}
	}
	return k - i, interval{day.from, farAhead(p.now.Location())}
}

// bounded reports whether the clause of the time ts[i:k] says how long it lasts: until
// Friday, for two weeks.
func (p *clockReader) bounded(i, k int) bool {
	from, to := stretchAround(p.ts, i)
	for v := from; v < to; v++ {
		if v >= i && v < k {
			continue
		}
		switch w := p.ts[v].text; {
		case (w == "until" || w == "till") && v >= k, v == k && (w == "to" || w == "through" || w == "-"):
			return true
		case w == "for" && (isNumber(p.word(v+1)) || p.word(v+1) == "the") && (units[p.word(v+2)] != noUnit || units[p.word(v+3)] != noUnit):
			return true
		}
	}
	return false
}

// holdsAt reports whether the time ts[i:k] is that of a verb of the present or the future in
// its clause, and not of a thing that is from then.
func (p *clockReader) holdsAt(i, k int) bool {
	from, to := stretchAround(p.ts, i)
	if from == i && k < to && !p.ts[k].mark {
		return presentIn(p.ts[k:to]) // from June the yard is shut
	}
	if p.word(i) != "from" {
		return presentIn(p.ts[from:i])
	}
	if from == i || has(recorded, p.word(i-1)) || has(presenting, cutContraction(p.word(from))) || presentIn(p.ts[k:to]) && !presentIn(p.ts[from:i]) {
		return false
	}
	for _, t := range p.ts[from:i] {
		if has(entering, t.text) || t.text == "have" || t.text == "has" {
			return false // the sale starts from Monday, I have the chart from Monday
		}
	}
	return presentIn(p.ts[from:i])
}

// presentIn reports whether ts, which begins a clause or stands within one, has a verb of the
// present or the future that is no order.
func presentIn(ts []token) bool {
	for i, t := range ts {
		w, prev := cutContraction(t.text), at(ts, i-1)
		switch {
		case w != t.text && isSubject(w), isHelper(t.text) && !isPast(t.text):
			return true
		case t.mark || has(determiners, prev) || has(prepositions, prev):
		case isPlainlyFinite(t.text) && !isPast(t.text) && i > 0:
			return true
		case isBase(t.text) && (isSubject(prev) || isPlural(prev)), isThird(t.text) && i > 0 && (i+1 == len(ts) || has(prepositions, at(ts, i+1))):
			return true
		}
	}
	return false
}

// ofWhatGoesOn reports whether times[k] is the hour at which from the day of the next one on
// something is done: at six from Monday on.
func ofWhatGoesOn(text string, times []When, k int, now time.Time) bool {
	if k+1 >= len(times) || !times[k+1].OpenEnded(now) {
		return false
	}
	between := newTokens(text[times[k].End:times[k+1].Start]).ts
	return times[k].Until.Sub(times[k].From) <= time.Hour && !slices.ContainsFunc(between, partsClauses)
}

var (
	onwards = set(`on onward onwards forward forwards`)
	// entering are verbs of what is over with the moment from which it is said to be.
	entering   = set(`start starts starting begin begins beginning open opens launch launches`)
	presenting = set(`this that these those here there`)
	// recorded are things that are from a day, beside those of looking back.
	recorded = set(lookBack, `mail mails email emails message messages numbers figures results errors entries rows values`)
)
