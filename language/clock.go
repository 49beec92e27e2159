package language

import (
	"slices"
	"time"
)

// point reads a moment, day, week … at ts[i:], with an hour before or behind it.
func (p *clockReader) point(i int) (int, interval) {
	if n, from, until := p.clock(i); n > 0 {
		j := p.skip(i + n)
		if m, day := p.date(j); m > 0 && (isDay(day) || isPart(day)) {
			return j + m - i, p.hourOn(day, p.ts[i:i+n], from, until)
		}
		if p.tense == after {
			return n, p.hourOn(periodOf(p.now, days), p.ts[i:i+n], from, until)
		}
		return n, onDay(p.now, from, until)
	}
	n, day := p.date(i)
	if n == 0 || !isDay(day) && !isPart(day) {
		return n, day
	}
	if part, ok := dayparts[p.word(i+n)]; ok && isDay(day) && p.word(i+n) != "noon" {
		n, day = n+1, onDay(day.from, part[0], part[1])
	}
	j := p.skip(i + n)
	if p.word(j) == "," {
		j++
	} else if j > i+n && p.word(j-1) == "at" {
		j-- // tonight at 8
	}
	if m, from, until := p.clock(j); m > 0 {
		return j + m - i, p.hourOn(day, p.ts[j:j+m], from, until)
	}
	return n, day
}

func isDay(w interval) bool {
	d := w.until.Sub(w.from)
	return d >= 22*time.Hour && d <= 26*time.Hour
}

// isPart reports whether an interval is the morning, the afternoon, the evening or the night
// of a day.
func isPart(w interval) bool {
	d := w.until.Sub(w.from)
	return d >= 5*time.Hour && d <= 13*time.Hour
}

// hourOn returns the hour that tokens name, of a day or of a part of one: "at 3 this
// afternoon". Of a whole day an hour without am and pm that is over is the one that is still
// to come, if there is one, unless something was: "out at 3 today". Of a day to come it is
// the one at which people are awake: "the review is tomorrow at 4".
func (p *clockReader) hourOn(day interval, named []token, from, until time.Duration) interval {
	w, half := onDay(day.from, from, until), !saysHalf(named, from)
	if isDay(day) {
		late := onDay(day.from, from+12*time.Hour, until+12*time.Hour)
		over := !w.until.After(p.now) && late.from.After(p.now)
		if half && p.tense != before && (over || day.from.After(p.now) && from < awake && !p.ofNight()) {
			return late
		}
		return w
	}
	for add := time.Duration(0); add <= 24*time.Hour; add += 12 * time.Hour {
		later := onDay(day.from, from+add, until+add)
		if (half || add != 12*time.Hour) && !later.from.Before(day.from) && later.from.Before(day.until) {
			return later // last night at 2
		}
	}
	return w
}

// awake is the hour before which nothing is planned for people, but for what says so.
const awake = 7 * time.Hour

// ofNight reports whether what is spoken of is early, or what is done at night.
func (p *clockReader) ofNight() bool { return anyOf(p.ts, nightly) }

var nightly = set(`night nights nightly overnight midnight early earlier dawn sunrise morning mornings sleep asleep
	backup backups cron cronjob cronjobs maintenance downtime`)

// saysHalf reports whether an hour says in which half of the day it lies: 3pm, 03:00, 15:00.
func saysHalf(named []token, hour time.Duration) bool {
	if hour >= 12*time.Hour || hour < time.Hour {
		return true
	}
	zero := slices.IndexFunc(named, func(t token) bool { return startsDigit(t.text) })
	return zero >= 0 && named[zero].text[0] == '0' || slices.ContainsFunc(named, func(t token) bool { return hasTail(t.text, "am") || hasTail(t.text, "pm") })
}

// onDay returns the hours from to until, as durations since midnight, of the
// day of t.
func onDay(t time.Time, from, until time.Duration) interval {
	y, m, d := t.Date()
	at := func(x time.Duration) time.Time {
		return time.Date(y, m, d, int(x.Hours()), int(x.Minutes())%60, 0, 0, t.Location())
	}
	return interval{at(from), at(until)}
}

var dayparts = map[string][2]time.Duration{
	"morning": {6 * time.Hour, 12 * time.Hour}, "afternoon": {12 * time.Hour, 18 * time.Hour}, "evening": {18 * time.Hour, 24 * time.Hour},
	"night": {18 * time.Hour, 30 * time.Hour}, "noon": {12 * time.Hour, 13 * time.Hour}, "lunchtime": {12 * time.Hour, 14 * time.Hour},
}

// clock reads an hour: at 5pm, 5:30 pm, 17:30, at 9, noon, and returns its
// length with the durations since midnight.
func (p *clockReader) clock(i int) (n int, from, until time.Duration) {
	j := i
	preposition := p.word(i) == "at" || p.word(i) == "around"
	if preposition {
		j++
	}
	if p.word(j) == "noon" {
		return j + 1 - i, 12 * time.Hour, 13 * time.Hour
	}
	w := p.word(j)
	half := ""
	for _, tail := range []string{"am", "pm"} {
		if hasTail(w, tail) {
			w, half = w[:len(w)-2], tail
		}
	}
	h, ok := digits(w, 24)
	if !ok {
		return 0, 0, 0
	}
	minute, exact := 0, false
	j++
	if half == "" && p.word(j) == ":" && j+1 < len(p.ts) && p.ts[j].start == p.ts[j-1].end {
		m := p.word(j + 1)
		for _, tail := range []string{"am", "pm"} {
			if hasTail(m, tail) {
				m, half = m[:len(m)-2], tail
			}
		}
		if minute, ok = digits(m, 59); !ok || len(m) != 2 {
			return 0, 0, 0
		}
		exact = true
		j += 2
	}
	if half == "" && (p.word(j) == "am" || p.word(j) == "pm") {
		half = p.word(j)
		j++
	}
	switch {
	case half != "" && (h < 1 || h > 12), half == "" && !exact && !(preposition && h <= 23 && p.endsHere(j)), h > 23:
		return 0, 0, 0
	case half == "pm" && h < 12:
		h += 12
	case half == "am" && h == 12:
		h = 0
	}
	from = time.Duration(h)*time.Hour + time.Duration(minute)*time.Minute
	if exact {
		return j - i, from, from + time.Minute
	}
	return j - i, from, from + time.Hour
}

// endsHere reports whether no noun follows at ts[i] that a number would count.
func (p *clockReader) endsHere(i int) bool {
	w := p.word(i)
	return i >= len(p.ts) || p.ts[i].mark && w != "%" && w != "-" && w != "/" || has(openers, w)
}

func digits(w string, most int) (int, bool) {
	if len(w) == 0 || len(w) > 2 || !startsDigit(w) {
		return 0, false
	}
	n, ok := number(w)
	return n, ok && n <= most
}
