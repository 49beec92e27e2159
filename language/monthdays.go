package language

import (
	"time"
)

// monthDate reads March 3rd, March 3, 2025, March 2025, in March, by march, March 10-12.
func (p *clockReader) monthDate(i int) (int, interval) {
	j := i
	in := p.word(i) == "in" || p.word(i) == "of" || p.word(i) == "during"
	if in {
		j++
	}
	if w := p.word(j); w == "early" || w == "mid" || w == "late" {
		in = true
		j++
		if p.word(j) == "-" {
			j++
		}
	} else if phrase(p.ts, j, "middle", "of") {
		in = true
		j += 2
	}
	m, ok := monthNames.get(p.word(j))
	if !ok {
		return 0, interval{}
	}
	j++
	if p.word(j) == "." && j+1 < len(p.ts) && len(p.word(j-1)) <= 4 {
		j++
	}
	comma := j
	if p.word(comma) == "," {
		comma++
	}
	if y, ok := year(p.word(comma)); ok {
		return comma + 1 - i, periodOf(time.Date(y, m, 1, 0, 0, 0, 0, p.now.Location()), months)
	}
	k := j
	if p.word(k) == "the" {
		k++
	}
	if d, _, ok := ordinal(p.word(k)); ok && !has(counts, p.word(k+1)) {
		return p.dayYear(i, k+1, m, d)
	}
	word := p.ts[j-1]
	if p.word(j-1) == "." {
		word = p.ts[j-2]
		j--
	}
	if !p.aloneMonth(i, j, word, in) {
		return 0, interval{}
	}
	return j - i, p.month(m)
}

// aloneMonth reports whether the name of a month at ts[i:j] without a day or a year is one: a
// bare "may" is a verb, a bare "march" another word.
func (p *clockReader) aloneMonth(i, j int, word token, in bool) bool {
	dated, ambiguous := in || has(dateWords, p.word(i-1)), has(ambiguousMonths, word.text)
	if word.cap {
		return dated || !ambiguous
	}
	return dated && (!ambiguous || p.endsHere(j) && (in || has(monthWords, p.word(i-1)) && word.text != "jan"))
}

// latest returns when the interval at ts[i] is over as a time by which something is to be
// done: by early March, until the middle of May.
func (p *clockReader) latest(i int, w interval) time.Time {
	switch p.word(i) {
	case "early":
		return w.from.AddDate(0, 0, 10)
	case "mid", "middle":
		return periodOf(w.from.Add(w.until.Sub(w.from)/2-24*time.Hour), days).until
	}
	return w.until
}

// longer reports whether the interval at ts[i] is longer than a day, and named as a whole: what
// lasts until January is over when January begins.
func (p *clockReader) longer(i int, w interval) bool {
	switch p.word(i) {
	case "early", "mid", "middle", "late":
		return false
	}
	return w.until.Sub(w.from) > 26*time.Hour
}

var (
	ambiguousMonths = set(`jan mar march may dec`)
	dateWords       = set(`since until till by before after during between to and from in of early late mid end`)
	dayLeads        = set(`due by until till before after`)
	monthWords      = set(`since until till by before after during`)
	counts          = set(`days weeks months years hours minutes items users people percent %`)
)

// dayYear reads the year, or the second day of a range, behind the day of a
// month and settles the year where there is none.
func (p *clockReader) dayYear(i, j int, m time.Month, d int) (int, interval) {
	to := d
	if p.word(j) == "-" || p.word(j) == "to" {
		if d2, _, ok := ordinal(p.word(j + 1)); ok && d2 > d && !has(counts, p.word(j+2)) && !monthNames.has(p.word(j+2)) {
			to = d2
			j += 2
		}
	}
	k := j
	if p.word(k) == "," || p.word(k) == "of" {
		k++
	}
	y, ok := year(p.word(k))
	if ok {
		j = k + 1
	} else {
		y = p.yearOf(m, d)
	}
	from, ok1 := monthDay(y, m, d, p.now.Location())
	until, ok2 := monthDay(y, m, to, p.now.Location())
	if !ok1 || !ok2 {
		return 0, interval{}
	}
	return j - i, interval{from.from, until.until}
}

// yearOf returns the year of a day without one.
func (p *clockReader) yearOf(m time.Month, d int) int {
	y := p.now.Year()
	today := dayOf(p.now)
	day := time.Date(y, m, d, 0, 0, 0, 0, p.now.Location())
	switch {
	case p.tense == ahead && day.Before(today.AddDate(0, 0, -hardlyOver)):
		return y + 1
	case p.tense == before && day.After(today), p.tense == ahead && !day.AddDate(-1, 0, 0).Before(today.AddDate(0, 0, -hardlyOver)):
		return y - 1
	case p.tense == after && day.Before(today):
		return y + 1
	case p.tense == nearest && day.Sub(today) > 183*24*time.Hour:
		return y - 1
	case p.tense == nearest && today.Sub(day) > 183*24*time.Hour:
		return y + 1
	}
	return y
}

// month returns a month without a year.
func (p *clockReader) month(m time.Month) interval {
	y := p.now.Year()
	diff := int(m) - int(p.now.Month())
	switch {
	case p.tense == before && diff > 0, p.tense == nearest && diff > 6, p.tense == ahead && diff == 11:
		y--
	case p.tense == after && diff < 0, p.tense == nearest && diff < -6, p.tense == ahead && diff < -1:
		y++
	}
	return periodOf(time.Date(y, m, 1, 0, 0, 0, 0, p.now.Location()), months)
}

// dayMonth reads 3 March 2025, the 3rd of March, the 15th, due 15th.
func (p *clockReader) dayMonth(i int) (int, interval) {
	j := i
	if p.word(j) == "the" {
		j++
	}
	article := p.word(j-1) == "the" || has(dayLeads, p.word(j-1)) && p.endsHere(j+1)
	d, suffix, ok := ordinal(p.word(j))
	if !ok {
		return 0, interval{}
	}
	k := j + 1
	if p.word(k) == "of" {
		k++
	}
	if m, ok := monthNames.get(p.word(k)); ok && (suffix || isMonthOf(p.ts, j, k)) {
		k++
		return p.dayYear(i, k, m, d)
	}
	if !article || !suffix || !p.endsHere(j+1) && (at(p.ts, i-1) != "on" && at(p.ts, i-1) != "by" || units[p.word(j+1)] != noUnit || has(nthOf, p.word(j+1))) {
		return 0, interval{}
	}
	w, ok := p.dayOfMonth(d)
	if !ok {
		return 0, interval{}
	}
	return j + 1 - i, w
}

// nthOf are what is counted behind the number of what else would be a day of the month: by
// the 5th workday, on the 3rd floor.
var nthOf = set(`workday workdays working business weekday bank attempt try time iteration round run sprint floor row line page step street avenue place`)

// isMonthOf reports whether the name of a month at ts[k], behind the number ts[i], is that of
// the month of a day. A small "may" or "march" can be a verb there: 2 may fail, 20 march on.
func isMonthOf(ts []token, i, k int) bool {
	w, next, before := ts[k].text, at(ts, k+1), at(ts, i-1)
	if ts[k].cap || !has(verbMonths, w) {
		return true
	}
	if _, ok := year(next); ok {
		return true
	}
	if k+1 >= len(ts) || ts[k+1].mark {
		return !has(determiners, before) && !has(quantifiers, before)
	}
	led := has(dayLeads, before) || has(leadsToDay, before) || has(monthWords, before) || has(bePresent, before) || before == "from" || before == "between"
	behind := has(prepositions, next) || has(clauseEnds, next)
	return (led || w == "may" && has(prepositions, next)) && (behind || isSubject(next) || has(determiners, next))
}

// verbMonths are the names of months that are verbs, too.
var verbMonths = set(`may march`)

// dayOfMonth returns the day with that number on the side of the tense, where the month has it.
func (p *clockReader) dayOfMonth(d int) (interval, bool) { return p.dayFrom(p.monthOf(d), d) }

// monthOf returns the month of the nearest day with that number on the side of the tense.
func (p *clockReader) monthOf(d int) time.Month {
	_, m, today := p.now.Date()
	if int(p.step())*(d-today) < 0 {
		return m + p.step()
	}
	return m
}

// step is 1 for what is to come, and −1 for what has been.
func (p *clockReader) step() time.Month {
	if p.tense == before {
		return -1
	}
	return 1
}

// dayFrom returns a day of a month of this year, or of one beyond its ends.
func (p *clockReader) dayFrom(m time.Month, d int) (interval, bool) {
	first := time.Date(p.now.Year(), m, 1, 0, 0, 0, 0, p.now.Location())
	return monthDay(first.Year(), first.Month(), d, p.now.Location())
}

// quarter reads Q3, Q3 2025.
func (p *clockReader) quarter(i int) (int, interval) {
	w := p.word(i)
	if len(w) != 2 || w[0] != 'q' || w[1] < '1' || w[1] > '4' {
		return 0, interval{}
	}
	q := int(w[1] - '0')
	y, ok := year(p.word(i + 1))
	n := 2
	if !ok {
		n, y = 1, p.now.Year()
		have := (int(p.now.Month())-1)/3 + 1
		if p.tense == before && q > have || p.tense == nearest && q-have > 2 {
			y--
		}
		if p.tense == after && q < have || p.tense == nearest && have-q > 2 || p.tense == ahead && have-q > 1 {
			y++
		}
	}
	return n, periodOf(time.Date(y, time.Month(3*q-2), 1, 0, 0, 0, 0, p.now.Location()), quarters)
}

// bareYear reads in 2022, since 2019.
func (p *clockReader) bareYear(i int) (int, interval) {
	j := i
	if p.word(j) == "in" || p.word(j) == "of" || p.word(j) == "during" {
		j++
	} else if !has(dateWords, at(p.ts, i-1)) {
		return 0, interval{}
	}
	y, ok := year(p.word(j))
	if !ok || j+1 < len(p.ts) && !p.endsHere(j+1) && !has(prepositions, p.word(j+1)) && !has(dateWords, p.word(j+1)) && !isSubject(p.word(j+1)) && !p.ts[j+1].mark {
		return 0, interval{}
	}
	return j + 1 - i, periodOf(time.Date(y, 1, 1, 0, 0, 0, 0, p.now.Location()), years)
}

// iso reads 2026-05-01, 2026/05/01, with a time in RFC 3339 or without, and
// 2026-05. Days of the form 25/3/2026 are read where only one order is possible.
func (p *clockReader) iso(i int) (int, interval) {
	if n, w := p.slashed(i); n > 0 {
		return n, w
	}
	y, ok := year(p.word(i))
	sep := p.word(i + 1)
	if !ok || sep != "-" && sep != "/" || !glued(p.ts, i, i+1) {
		return 0, interval{}
	}
	m, ok := digits(headDigits(p.word(i+2)), 12)
	if !ok || m == 0 || len(headDigits(p.word(i+2))) != 2 {
		return 0, interval{}
	}
	if p.word(i+3) != sep || !glued(p.ts, i+2, i+3) {
		if sep == "/" || headDigits(p.word(i+2)) != p.word(i+2) {
			return 0, interval{}
		}
		return 3, periodOf(time.Date(y, time.Month(m), 1, 0, 0, 0, 0, p.now.Location()), months)
	}
	day := headDigits(p.word(i + 4))
	d, ok := digits(day, 31)
	if !ok || len(day) != 2 {
		return 0, interval{}
	}
	w, ok := monthDay(y, time.Month(m), d, p.now.Location())
	if !ok {
		return 0, interval{}
	}
	if day != p.word(i+4) {
		return p.stamp(i, w)
	}
	return 5, w
}

// slashed reads 25/3/2026 and 3/25/2026.
func (p *clockReader) slashed(i int) (int, interval) {
	a, ok1 := digits(p.word(i), 31)
	b, ok2 := digits(p.word(i+2), 31)
	y, ok3 := year(p.word(i + 4))
	if !ok1 || !ok2 || !ok3 || p.word(i+1) != "/" || p.word(i+3) != "/" {
		return 0, interval{}
	}
	if a > 12 {
		a, b = b, a
	} else if b <= 12 && a != b {
		return 0, interval{}
	}
	if a == 0 || a > 12 || b == 0 {
		return 0, interval{}
	}
	w, ok := monthDay(y, time.Month(a), b, p.now.Location())
	if !ok {
		return 0, interval{}
	}
	return 5, w
}

// stamp reads the rest of an RFC 3339 time stamp whose date is ts[i:i+5].
func (p *clockReader) stamp(i int, day interval) (int, interval) {
	from := p.ts[i].start
	tail := p.text[from:min(len(p.text), from+40)]
	for n := len(tail); n >= 16; n-- {
		for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02T15:04Z07:00"} {
			t, err := time.ParseInLocation(layout, tail[:n], p.now.Location())
			if err != nil {
				continue
			}
			k := i
			for k < len(p.ts) && p.ts[k].end <= from+n {
				k++
			}
			return k - i, periodOf(t.In(p.now.Location()), minutes)
		}
	}
	return 5, day
}

func headDigits(w string) string {
	n := 0
	for n < len(w) && w[n] >= '0' && w[n] <= '9' {
		n++
	}
	return w[:n]
}
