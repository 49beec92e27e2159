package language

import "time"

// weekday reads Friday, on Friday.
func (p *clockReader) weekday(i int) (int, interval) {
	j := i
	on := p.word(i) == "on"
	if on {
		j++
	}
	d, ok := weekdays.get(p.word(j))
	if !ok || len(p.word(j)) < 6 && !p.ts[j].cap || hasTail(p.word(j), "s") && p.word(j) != "tues" && p.word(j) != "thurs" || dayInLabel(p.ts, j) {
		return 0, interval{}
	}
	if !on && has(feasts, p.word(j-1)) && p.ts[j-1].cap && p.ts[j].cap {
		return 0, interval{} // Black Friday: a day of its own
	}
	if w := p.word(j); (w == "sun" || w == "sat" || w == "wed") && !on && !has(dateWords, p.word(i-1)) && j > 0 {
		return 0, interval{}
	}
	if p.word(i-1) == "every" || p.word(i-1) == "each" || p.word(i-2) == "every" {
		return 0, interval{}
	}
	if n, w := p.dayBehind(j+1, d); n > 0 {
		return j + 1 + n - i, w
	}
	if p.tense == before {
		return j + 1 - i, p.stepWeekday(d, -1)
	}
	today := dayOf(p.now)
	ahead := (int(d) - int(today.Weekday()) + 7) % 7
	return j + 1 - i, periodOf(today.AddDate(0, 0, ahead), days)
}

// dayBehind reads the day at ts[i:] that a weekday before it is the weekday of: Friday the
// 18th, Tuesday, 15 December. Of a month that is not named it is that in which the weekday
// is right, this one or the next two on that side.
func (p *clockReader) dayBehind(i int, weekday time.Weekday) (int, interval) {
	k := i
	if p.word(k) == "," {
		k++
	}
	for _, read := range []func(int) (int, interval){p.iso, p.monthDate, p.dayMonth} {
		if n, w := read(k); n > 0 && !p.monthless(k, n) && w.until.Sub(w.from) < 15*24*time.Hour {
			return k + n - i, w
		}
	}
	if p.word(k) == "the" {
		k++
	}
	d, suffix, ok := ordinal(p.word(k))
	if !ok || !suffix || units[p.word(k+1)] != noUnit || has(nthOf, p.word(k+1)) {
		return 0, interval{}
	}
	var near interval
	for m := range time.Month(4) { // of two months that follow each other one has 31 days
		w, ok := p.dayFrom(p.monthOf(d)+p.step()*m, d)
		if ok && w.from.Weekday() == weekday {
			return k + 1 - i, w
		}
		if ok && near.from.IsZero() {
			near = w
		}
	}
	return k + 1 - i, near
}

// monthless reports whether the day at ts[i:i+n] is one of a month that is not named.
func (p *clockReader) monthless(i, n int) bool {
	_, _, ok := ordinal(p.word(i + n - 1))
	return ok && (n == 1 || n == 2 && p.word(i) == "the")
}

// feasts stand before a weekday that is one day of the year.
var feasts = set(`ash black cyber easter fat good maundy palm shrove super whit`)
