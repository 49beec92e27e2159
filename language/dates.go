package language

import (
	"strings"
	"time"
)

// date reads a day or a longer period at ts[i:].
func (p *clockReader) date(i int) (int, interval) {
	for _, read := range dateForms {
		if n, w := read(p, i); n > 0 {
			return n, w
		}
	}
	return 0, interval{}
}

// dateForms are the forms of a day or a period; the first that fits is read.
var dateForms = []func(p *clockReader, i int) (int, interval){(*clockReader).iso, (*clockReader).named, (*clockReader).relative, (*clockReader).counted, (*clockReader).edge,
	(*clockReader).monthDate, (*clockReader).dayMonth, (*clockReader).weekday, (*clockReader).quarter, (*clockReader).bareYear}

// named reads yesterday, today, tomorrow and their like.
func (p *clockReader) named(i int) (int, interval) {
	today := func(n int) interval { return periodOf(dayOf(p.now).AddDate(0, 0, n), days) }
	switch p.ownDay(i) {
	case "today", "heute", "сегодня", "aujourd'hui":
		return 1, today(0)
	case "yesterday", "gestern", "вчера", "ayer":
		return 1, today(-1)
	case "tomorrow", "завтра", "demain":
		return 1, today(1)
	case "tonight":
		return 1, onDay(p.now, 18*time.Hour, 24*time.Hour)
	case "eod":
		return 1, today(0)
	case "eow":
		w := periodOf(p.now, weeks)
		return 1, w
	case "the", "day":
		j := i
		if p.word(j) == "the" {
			j++
		}
		if phrase(p.ts, j, "day", "before", "yesterday") {
			return j + 3 - i, today(-2)
		}
		if phrase(p.ts, j, "day", "after", "tomorrow") {
			return j + 3 - i, today(2)
		}
		if phrase(p.ts, j, "other", "day") && p.word(i) == "the" {
			return 3, interval{dayOf(p.now).AddDate(0, 0, -7), dayOf(p.now)}
		}
		if p.word(j) == "weekend" {
			if n, w := p.weekendOf(j + 1); n > 0 {
				return 2 + n, w
			}
			return 2, p.weekend(i)
		}
	case "right", "just":
		if p.word(i+1) == "now" {
			return 2, periodOf(p.now, minutes)
		}
	}
	return 0, interval{}
}

// ownDay returns the word at ts[i], and of yesterday's outage, today's and tomorrow's the
// day, without an apostrophe, too.
func (p *clockReader) ownDay(i int) string {
	w := p.word(i)
	day := strings.TrimSuffix(strings.TrimSuffix(w, "s"), "'")
	if day != w && (day == "yesterday" || day == "today" || day == "tomorrow") && i+1 < len(p.ts) && !p.ts[i+1].mark && !has(prepositions, p.word(i+1)) {
		return day
	}
	return w
}

// weekend returns the weekend that ts[i:] speaks of: that of this week, or the last one.
func (p *clockReader) weekend(i int) interval {
	w := periodOf(p.now, weekends)
	if w.from.After(p.now) && (p.tense == before || p.isOver(i)) {
		return periodOf(p.now.AddDate(0, 0, -7), weekends)
	}
	return w
}

// weekendOf returns the number of tokens that name a day of a weekend behind the word, and that
// weekend: of December 5th, around the 5th.
func (p *clockReader) weekendOf(i int) (int, interval) {
	if w := p.word(i); w != "of" && w != "around" {
		return 0, interval{}
	}
	n, day := p.monthDate(i + 1)
	if n == 0 {
		n, day = p.dayMonth(i + 1)
	}
	if n == 0 || day.until.Sub(day.from) > 25*time.Hour {
		return 0, interval{}
	}
	return 1 + n, periodOf(day.from, weekends)
}

// relative reads last, this and next with a unit, weekday, month or part of a
// day, and "the past three weeks".
func (p *clockReader) relative(i int) (int, interval) {
	j := i
	if p.word(j) == "the" {
		j++
	}
	step := 0
	switch p.word(j) {
	case "last", "past", "previous":
		step = -1
	case "next", "coming", "following":
		step = 1
	case "this", "current":
	default:
		return 0, interval{}
	}
	w := p.word(j + 1)
	length := j + 2 - i
	if n, ok := number(w); ok && step != 0 {
		return p.counting(i, j+1, n, step)
	}
	if u, ok := units[w]; ok && !strings.HasSuffix(w, "s") {
		if u <= days && step == 0 && u != days {
			return 0, interval{}
		}
		if u == weekends && step == 0 {
			return length, p.weekend(i)
		}
		if p.word(j) == "past" && step < 0 {
			return length, interval{shift(p.now, u, -1), p.now}
		}
		w := periodOf(shift(periodOf(p.now, u).from, u, step), u)
		if n, of := p.daysOfWeek(i+length, w); u == weeks && n > 0 {
			return length + n, of
		}
		return length, w
	}
	if d, ok := weekdays.get(w); ok {
		return length, p.stepWeekday(d, step)
	}
	if m, ok := monthNames.get(w); ok {
		y := p.now.Year()
		if step < 0 && m >= p.now.Month() {
			y--
		}
		if step > 0 && m <= p.now.Month() {
			y++
		}
		return length, periodOf(time.Date(y, m, 1, 0, 0, 0, 0, p.now.Location()), months)
	}
	if part, ok := dayparts[w]; ok && (step == 0 || w == "night") {
		return length, onDay(p.now.AddDate(0, 0, step), part[0], part[1])
	}
	return 0, interval{}
}

// daysOfWeek reads behind a week at ts[i:] which days of it are meant: next week, Tuesday
// to Friday; next week on Thursday; next week (mon-wed).
func (p *clockReader) daysOfWeek(i int, week interval) (int, interval) {
	j := i
	if w := p.word(j); w == "," || w == "(" || w == ":" || w == "-" {
		j++
	}
	if w := p.word(j); w == "on" || w == "from" {
		j++
	}
	first, ok := weekdays.get(p.word(j))
	if !ok || hasTail(p.word(j), "days") {
		return 0, interval{}
	}
	last, k := first, j+1
	if w := p.word(k); w == "to" || w == "-" || w == "until" || w == "till" || w == "through" || w == "and" {
		if d, ok := weekdays.get(p.word(k + 1)); ok {
			last, k = d, k+2
		}
	}
	day := func(d time.Weekday) interval { return periodOf(week.from.AddDate(0, 0, (int(d)+6)%7), days) }
	if w := (interval{day(first).from, day(last).until}); w.from.Before(w.until) {
		return k - i, w
	}
	return 0, interval{}
}

// counting reads "last three weeks" and "next few days"; j is the number.
func (p *clockReader) counting(i, j, n, step int) (int, interval) {
	if p.word(j+1) == "of" {
		j++
	}
	u, ok := units[p.word(j+1)]
	if !ok {
		return 0, interval{}
	}
	if step < 0 {
		from := shift(p.now, u, -n)
		if u >= days {
			from = dayOf(from)
		}
		return j + 2 - i, interval{from, p.now}
	}
	until := shift(p.now, u, n)
	if u >= days {
		until = periodOf(until, days).until
	}
	return j + 2 - i, interval{p.now, until}
}

// stepWeekday returns the weekday of next week, of this week, or the last one
// before today.
func (p *clockReader) stepWeekday(d time.Weekday, step int) interval {
	today := dayOf(p.now)
	if step < 0 {
		back := (int(today.Weekday()) - int(d) + 7) % 7
		if back == 0 {
			back = 7
		}
		return periodOf(today.AddDate(0, 0, -back), days)
	}
	monday := periodOf(p.now, weeks).from
	return periodOf(monday.AddDate(0, 0, (int(d)+6)%7+7*step), days)
}

// counted reads "three days ago", "in two weeks", "a couple of weeks from now".
func (p *clockReader) counted(i int) (int, interval) {
	j := i
	in := p.word(j) == "in" || p.word(j) == "within"
	if in {
		j++
	}
	if p.word(j) == "about" || p.word(j) == "around" || p.word(j) == "roughly" {
		j++
	}
	half := phrase(p.ts, j, "half", "an", "hour")
	n, ok := number(p.word(j))
	if half {
		j++
	} else if !ok {
		return 0, interval{}
	}
	j++
	if phrase(p.ts, j, "couple") || phrase(p.ts, j, "few") {
		n, _ = number(p.word(j))
		j++
	}
	if p.word(j) == "of" {
		j++
	}
	u, ok := units[p.word(j)]
	if !ok {
		return 0, interval{}
	}
	if half {
		n, u = 30, minutes
	}
	j++
	sign := 1
	switch {
	case p.word(j) == "ago" || p.word(j) == "back" || p.word(j) == "earlier":
		sign = -1
		j++
	case phrase(p.ts, j, "from", "now") && p.word(j+2) != "on":
		j += 2
	case p.word(j) == "later":
		j++
	case !in:
		return 0, interval{}
	}
	if p.word(i) == "within" {
		return j - i, interval{p.now, shift(p.now, u, n)}
	}
	return j - i, periodOf(shift(p.now, u, sign*n), u)
}

// edge reads "end of the month" and "start of next year".
func (p *clockReader) edge(i int) (int, interval) {
	j := i
	if p.word(j) == "the" {
		j++
	}
	last := false
	switch p.word(j) {
	case "end":
		last = true
	case "start", "beginning":
	default:
		// month-end, year-end
		u, ok := units[p.word(i)]
		if ok && p.word(i+1) == "-" && p.word(i+2) == "end" && u >= weeks {
			return 3, lastDay(periodOf(p.now, u))
		}
		return 0, interval{}
	}
	j++
	if p.word(j) == "of" {
		j++
	}
	var w interval
	n := 0
	if u, ok := units[p.word(j)]; ok && u >= days {
		n, w = 1, periodOf(p.now, u)
	} else if u, ok := units[p.word(j+1)]; ok && p.word(j) == "the" && u >= days {
		n, w = 2, periodOf(p.now, u)
	} else if n, w = p.relative(j); n == 0 {
		if n, w = p.monthDate(j - 1); n > 0 { // of march
			n--
		} else if n, w = p.monthDate(j); n == 0 {
			if n, w = p.quarter(j); n == 0 {
				if y, ok := year(p.word(j)); ok {
					n, w = 1, periodOf(time.Date(y, 1, 1, 0, 0, 0, 0, p.now.Location()), years)
				}
			}
		}
	}
	switch {
	case n == 0 || isDay(w) && p.word(j) != "day" && p.word(j+1) != "day":
		return 0, interval{}
	case last:
		return j + n - i, lastDay(w)
	}
	return j + n - i, periodOf(w.from, days)
}

func lastDay(w interval) interval { return periodOf(w.until.Add(-time.Hour), days) }
