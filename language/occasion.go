package language

import (
	"iter"
	"slices"
	"strings"
	"time"
)

// Occasion returns the first expression of [Times] that says when what a text
// tells of was or will be, false for none. The time of what is done again and
// again is no occasion: "on a Friday", "never on Friday", "every night at two".
// Nor is an hour without a day, unless the text tells of what was or will be. Of "a week
// later, on the 24th" it is the second: a week later than what, nobody knows. So it is of "on
// the 12th, no wait, the 14th", and of "moved our Thursday session to Friday".
func Occasion(text string, now time.Time) (When, bool) {
	for w := range Occasions(text, now) {
		return w, w.From.Year() > 1
	}
	return When{}, false
}

// Occasions yields all of which [Occasion] returns the first, as they stand.
func Occasions(text string, now time.Time) iter.Seq[When] {
	return func(yield func(When) bool) {
		times := Times(text, now)
		for i, w := range times {
			again := recurs(text, w, now) || strings.HasSuffix(w.Text, "earlier") || // than another day: her laptop arrives one day earlier
				i+1 < len(times) && (reckons(text[w.Start:times[i+1].Start], w.Text) || takesBack(text[w.End:times[i+1].Start]) || movesOn(text[:w.Start], text[w.End:times[i+1].Start])) || ofWhatGoesOn(text, times, i, now)
			if !again && !yield(w) {
				return
			}
		}
	}
}

// reckons reports whether a text begins with an expression that counts from another day,
// and has right behind it, as another name for it, the day itself: a week later (the 4th).
func reckons(text, expr string) bool {
	if !strings.HasSuffix(expr, "later") && !strings.HasSuffix(expr, "earlier") {
		return false
	}
	between := strings.Fields(strings.TrimPrefix(strings.TrimLeft(text[len(expr):], " "), "now"))
	return len(between) > 0 && len(between) <= 2 && strings.IndexAny(between[0], ",:-(\u2013\u2014") == 0
}

// takesBack reports whether what stands between two expressions of time only takes back the
// first: no wait, or rather on, I mean the.
func takesBack(between string) bool {
	ts := newTokens(between).ts
	back := false
	for i := 0; i < len(ts); {
		w, k := ts[i].text, max(phraseLen(ts, i, withdrawing), phraseLen(ts, i, revaluing))
		switch {
		case k > 0:
			back = true
		case has(changeOfMind, w), w == "actually", w == "rather" && at(ts, i-1) == "or":
			back, k = true, 1
		case ts[i].mark || has(fillers, w) || has(hesitating, w) || w == "or" || w == "on" || w == "at" || w == "by" || w == "to" || w == "the":
			k = 1
		default:
			return false
		}
		i += k
	}
	return back
}

// movesOn reports whether what stands before an expression of time and between it and the next
// moves something from the one to the other: moved our Thursday session to Friday.
func movesOn(head, between string) bool {
	p, ts := &clockReader{ts: newTokens(head).ts}, newTokens(between).ts
	for i := len(p.ts); i > 0; i-- {
		if p.ts[i-1].mark {
			p.ts = p.ts[i:]
			break
		}
	}
	to := len(ts) - 1
	if at(ts, to) == "the" {
		to--
	}
	w := at(ts, to)
	return (w == "to" || w == "until" || w == "till") && !slices.ContainsFunc(ts, func(t token) bool { return t.mark }) && p.putOff(len(p.ts))
}

// reckonedTo reports whether right before ts[i] stands how much later or earlier that is than
// it was: a week later: 4 December, two days earlier (on May 3).
func (r *reading) reckonedTo(i int) bool {
	for at(r.ts, i-1) == "on" || at(r.ts, i-1) == "the" || at(r.ts, i-1) == "now" {
		i--
	}
	if i > 0 && r.ts[i-1].mark && r.ts[i-1].text != "." {
		i--
	}
	if at(r.ts, i-1) == "now" {
		i--
	}
	w := at(r.ts, i-1)
	return (w == "later" || w == "earlier") && units[at(r.ts, i-2)] != noUnit
}

// NamesDay reports whether a text names a day by its number, so that it need not be told of
// the text which day it speaks of: on 27 nov, Nov 27, 2026-11-27, the 27th.
func NamesDay(text string, day time.Time) bool {
	if strings.Contains(text, day.Format(time.DateOnly)) {
		return true
	}
	ts := newTokens(text).ts
	ofMonth := func(i, k int) bool {
		m, ok := monthNames.get(at(ts, k))
		return ok && m == day.Month() && (k < i || isMonthOf(ts, i, k))
	}
	for i := range ts {
		d, suffix, ok := ordinal(ts[i].text)
		if !ok || d != day.Day() {
			continue
		}
		if b := at(ts, i-1); suffix && (b == "the" || b == "on" || b == "by") || ofMonth(i, i-1) || ofMonth(i, i+1) || at(ts, i+1) == "of" && ofMonth(i, i+2) || at(ts, i-1) == "the" && ofMonth(i, i-2) {
			return true
		}
	}
	return false
}

// Lasts reports whether a text says until when something is so: is away until the 16th. What
// is put off until a day happens on it.
func Lasts(text string) bool {
	p := clockReader{ts: newTokens(text).ts}
	return slices.ContainsFunc(p.ts, func(t token) bool { return t.text == "until" || t.text == "till" }) && !p.putOff(len(p.ts))
}

// untilAt reports whether ts[i] is until when something is so.
func (r *reading) untilAt(i int) bool {
	w := at(r.ts, i-1)
	return w == "until" || w == "till"
}

// recurs reports whether the expression w of a text is the time of a habit.
func recurs(text string, w When, now time.Time) bool {
	for _, sp := range sentencesOf(text) {
		if w.Start < sp.Start || w.Start >= sp.End {
			continue
		}
		r := newReading(text[sp.Start:sp.End])
		i, j := r.between(w.Start-sp.Start, w.End-sp.Start)
		return j > i && (r.recursAt(i, j, newClockReader(r.text, w.From).tense, w.Until.Before(now)) || r.datesCause(i))
	}
	return false
}

// datesCause reports whether the day at ts[i] is of a thing that a clause behind the first one
// names to say why: up to 7 cranes, the barge of Monday was late; bc Monday's barge was late.
func (r *reading) datesCause(i int) bool {
	w := at(r.ts, i)
	of := at(r.ts, i-1) == "of" && plainNoun(at(r.ts, i-2)) && !has(partsOfDay, at(r.ts, i-2)) && units[at(r.ts, i-2)] == noUnit
	if !of && cutPossessive(w) == w {
		return false
	}
	k := i - 1
	for k > r.begin && !r.ts[k].mark && !has(becauseOf, r.ts[k].text) {
		k--
	}
	if k <= r.begin || r.ts[k].text == ":" {
		return false
	}
	for k = i + 1; k < len(r.ts) && !r.ts[k].mark; k++ {
		if v := r.ts[k].text; v == "was" || v == "were" || isPast(v) {
			return true
		}
	}
	return false
}

// between returns the tokens that lie in the bytes from start to end.
func (r *reading) between(start, end int) (i, j int) {
	for i < len(r.ts) && r.ts[i].start < start {
		i++
	}
	for j = i; j < len(r.ts) && r.ts[j].end <= end; j++ {
	}
	return i, j
}

// recursAt reports whether the expression of time ts[i:j] is that of a habit. An hour that
// is over today is the hour of every day, unless the text tells of what was.
func (r *reading) recursAt(i, j int, tense tense, over bool) bool {
	day, onClock := false, true
	for k := i; k < j; k++ {
		w := r.ts[k].text
		day = day || weekdays.has(w)
		onClock = onClock && (!begins(r.ts[k]) || startsDigit(w) || has(hourWords, w))
	}
	told := tense == before || r.past >= 0
	switch {
	case day && has(indefinite, r.beforeDay(i, j)), r.ofPeriod(j, day), !told && r.monthly(i, j):
		return true
	case r.pointsAt(i, j, onClock):
		return false
	case told:
		return r.usual(i)
	case r.usual(len(r.ts)), r.repeats(0, len(r.ts)) && !r.ofOwnClause(i, j):
		return true
	}
	return onClock && (over || tense != after && !r.will && !r.has(plan|due|event))
}

// usual reports whether a word before ts[end] says that something is so always,
// never or as a rule.
func (r *reading) usual(end int) bool {
	if cuePhrases.find(r.ts[:end], min(r.begin, end))&(constant|standing|recurring) != 0 {
		return true
	}
	return anyOf(r.ts[:end], frequencies)
}

// beforeDay returns the word before the weekday in ts[i:j].
func (r *reading) beforeDay(i, j int) string {
	for k := i; k < j; k++ {
		if weekdays.has(r.ts[k].text) {
			return at(r.ts, k-1)
		}
	}
	return ""
}

// ofPeriod reports whether "of every month" stands at ts[i:], or, behind a
// weekday, "of the month": the first Sunday of it, whichever day that is.
func (r *reading) ofPeriod(i int, weekday bool) bool {
	if at(r.ts, i) != "of" || units[at(r.ts, i+2)] == noUnit {
		return false
	}
	w := at(r.ts, i+1)
	return has(distributive, w) || weekday && w == "the"
}

// monthly reports whether ts[i:j] is a day of the month by its number alone, of what is done
// each month: every month by the 3rd, the monthly report is due on the 3rd.
func (r *reading) monthly(i, j int) bool {
	numbered := false
	for k := i; k < j; k++ {
		w := r.ts[k].text
		_, suffix, ok := ordinal(w)
		if numbered = numbered || suffix && ok; namesDay(w) || has(ofNow, w) {
			return false
		}
	}
	if !numbered {
		return false
	}
	for k, t := range r.ts {
		if t.text == "monthly" || has(distributive, t.text) && (at(r.ts, k+1) == "month" || at(r.ts, k+2) == "month") {
			return true
		}
	}
	return false
}

// pointsAt reports whether the expression ts[i:j] can only mean one day: last,
// next, since, before the 3rd, with a year.
func (r *reading) pointsAt(i, j int, onClock bool) bool {
	if w := at(r.ts, i-1); has(pointed, w) || has(bounds, w) {
		return true
	}
	for k := i; k < j; k++ {
		w := r.ts[k].text
		if _, ok := year(w); ok || has(pointed, w) || !onClock && has(bounds, w) {
			return true
		}
	}
	return false
}

// ofOwnClause reports whether ts[i:j] is a day of a month in a clause that tells of nothing
// that is done again and again: we start on May 3, so I only work mornings.
func (r *reading) ofOwnClause(i, j int) bool {
	from, to := stretchAround(r.ts, i)
	return slices.ContainsFunc(r.ts[i:j], func(t token) bool { return monthNames.has(t.text) }) && (hasVerb(r.ts[from:i]) || hasVerb(r.ts[j:max(j, to)])) && !r.repeats(from, to)
}

// repeats reports whether ts[from:to] says of what is that it is done again and
// again: every night, each second Friday, on Mondays, weekly.
func (r *reading) repeats(from, to int) bool {
	for i := from; i < to; i++ {
		t := r.ts[i]
		if has(periodic, t.text) && r.standsAlone(i) || strings.HasSuffix(t.text, "days") && weekdays.has(t.text) {
			return true
		}
		if !has(distributive, t.text) {
			continue
		}
		for k := i + 1; k <= i+2; k++ {
			w := at(r.ts, k)
			_, nth, _ := ordinal(w)
			if nth || units[w] != noUnit || namesDay(w) || has(partsOfDay, w) {
				return true
			}
		}
	}
	return false
}

// standsAlone reports whether ts[i] belongs to no noun behind it: the nightly
// build is one thing, what is done nightly a habit.
func (r *reading) standsAlone(i int) bool {
	return i+1 >= len(r.ts) || r.ts[i+1].mark || has(openers, r.ts[i+1].text)
}

var (
	indefinite   = set(`a an any some most no`)
	distributive = set(`every each any`)
	frequencies  = set(`usually normally generally typically often sometimes regularly mostly rarely seldom occasionally`)
	periodic     = union(newTable(adverbPaces).words, set(`weekdays weekends mornings evenings nights`))
	partsOfDay   = set(`morning afternoon evening night noon`)
	hourWords    = set(`at around about after before until till from to between in the noon half`)
	ofNow        = set(`last next this past previous coming following current`)
	bounds       = set(`before after from until till starting effective`)
	pointed      = union(ofNow, set(`today tomorrow yesterday tonight since by ago later within now right just`))
)

// Schedules reports whether a sentence without a verb says which day each of some things is on:
// "sea trial tue 9 june, the rest mon 15 june".
func Schedules(s string, now time.Time) bool {
	r := newReading(strings.TrimRight(s, ". "))
	if r.asked() || r.imperative() || r.hasVerb(len(r.ts)) || r.anyOf(troubles) || r.has(request|status|hedged) {
		return false
	}
	times := Times(r.text, now)
	from := r.begin
	for _, w := range times {
		i, j := r.between(w.Start, w.End)
		if lead := i - from; lead < 1 || lead > longestSubject || startsDigit(at(r.ts, from)) || !NamesDay(w.Text, w.From) || j < len(r.ts) && r.ts[j].text != "," && r.ts[j].text != "and" {
			return false
		}
		from = j + 1
	}
	return len(times) > 0 && from >= len(r.ts)
}
