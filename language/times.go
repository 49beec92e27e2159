package language

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// When is an expression of time and the interval that it means, seen from a
// clock and in the clock's location.
type When struct {
	Text  string    // as it stands at Start to End
	Start int       // byte offset
	End   int       // byte offset after the last byte
	From  time.Time // the first moment; year 1 for "before …" and "until …" in the past
	Until time.Time // the first moment after it; always after From; the year 9999 for "after …" and "from … on"
}

// Times returns the expressions of time in s, in order, not overlapping, as
// seen from now. The interval is as long as what is named: an hour for "at
// 5pm", a day for "March 3rd", a week for "two weeks ago", a month for "May
// 2023". A day or month without a year is the last one in a sentence of the
// past ("we met on Friday"), the next one in a sentence of the future or beside
// what is to come ("launch oct 30"), the nearest in any other. "next Friday" is
// the Friday of next week, "last Friday" the last one before today. 3/4/2025 is
// not read: nobody knows.
func Times(s string, now time.Time) []When {
	if y := now.Year(); y < 2 || y > 9000 {
		return nil // there is no calendar to reckon in
	}
	var out []When
	for _, sp := range sentencesOf(s) {
		text := cutSentence(s[sp.Start:sp.End])
		if looksLikeCode(text) {
			continue
		}
		p := newClockReader(text, now)
		for i := 0; i < len(p.ts); {
			if !begins(p.ts[i]) || (p.ts[i].text == "until" || p.ts[i].text == "till") && p.putOff(i) {
				i++
				continue
			}
			n, w := p.at(i)
			if n == 0 || !w.from.Before(w.until) {
				i++
				continue
			}
			from, to := p.ts[i].start, p.ts[i+n-1].end
			if shortWords(p.ts[i:i+n]) && !English(text, true) {
				i++ // mon chef, Port 5 am Switch
				continue
			}
			out = append(out, When{Text: text[from:to], Start: sp.Start + from, End: sp.Start + to, From: w.from, Until: w.until})
			i += n
		}
	}
	return out
}

// shortWords reports whether no word among tokens has more than three letters: what
// English shortens so (Mon, am, Mar) is another word in other languages.
func shortWords(ts []token) bool {
	words := 0
	for _, t := range ts {
		if t.mark || startsDigit(t.text) {
			continue
		}
		if utf8.RuneCountInString(t.text) > 3 {
			return false
		}
		words++
	}
	return words > 0
}

// begins reports whether an expression of time may begin with t.
func begins(t token) bool {
	if t.mark {
		return false
	}
	if startsDigit(t.text) || len(t.text) == 2 && t.text[0] == 'q' || has(timeWords, t.text) {
		return true
	}
	return namesDay(t.text) || isNumber(t.text) || units[t.text] != noUnit
}

// namesDay reports whether a folded word is the name of a month or of a day of the
// week.
func namesDay(w string) bool {
	return monthNames.has(w) || weekdays.has(w)
}

var timeWords = set(`since before prior after until till by between from on the in at today heute сегодня aujourd'hui yesterday gestern вчера ayer tomorrow завтра demain
	today's todays yesterday's yesterdays tomorrow's tomorrows
	tonight eod eow day right just last past previous next coming following this current within about around roughly half end start starting beginning effective as of during noon early mid late`)

// clockReader reads the expressions of one sentence.
type clockReader struct {
	text  string
	ts    []token
	now   time.Time
	tense tense
}

func newClockReader(text string, now time.Time) *clockReader {
	p := &clockReader{text: text, ts: splitUnderscores(tokens(text)), now: now}
	p.tense, _ = tenseOf(p.ts)
	return p
}

// at reads the expression that begins at ts[i]. Where something was moved to lies ahead,
// though the moving is past: "the freeze was moved to the 24th".
func (p *clockReader) at(i int) (n int, w interval) {
	sentence := p.tense
	defer func() { p.tense = sentence }()
	switch p.tense = p.tenseAt(i); {
	case p.tense == before && p.movedTo(i):
		p.tense = after
	case p.tense == before && p.onceMeantFor(i):
		p.tense = nearest
	case (p.tense == before || p.tense == nearest) && p.comesUp(i):
		p.tense = ahead
	}
	return p.expression(i)
}

// movedTo reports whether ts[i] is where something is moved or put off to.
func (p *clockReader) movedTo(i int) bool {
	if w := at(p.ts, i-1); w == "the" {
		i--
	}
	if w := at(p.ts, i-1); w != "to" && w != "until" && w != "till" {
		return false
	}
	return p.putOff(i - 1)
}

func (p *clockReader) putOff(i int) bool {
	return slices.ContainsFunc(p.ts[:i], func(t token) bool { return has(puttingOff, t.text) || has(shifting, t.text) || t.text == "slipped" })
}

// splitUnderscores makes two tokens of last_week.
func splitUnderscores(ts []token) []token {
	var out []token
	for i, t := range ts {
		head, tail, ok := strings.Cut(t.text, "_")
		if !ok || t.mark || len(t.text) != t.end-t.start || head == "" || tail == "" || strings.Contains(tail, "_") {
			if out != nil {
				out = append(out, t)
			}
			continue
		}
		if out == nil {
			out = append(make([]token, 0, len(ts)+4), ts[:i]...)
		}
		out = append(out, token{text: head, start: t.start, end: t.start + len(head), cap: t.cap}, token{text: tail, start: t.end - len(tail), end: t.end})
	}
	if out == nil {
		return ts
	}
	return out
}

// longAgo and farAhead end what is open on one side.
func longAgo(loc *time.Location) time.Time  { return time.Date(1, 1, 1, 0, 0, 0, 0, loc) }
func farAhead(loc *time.Location) time.Time { return time.Date(9999, 1, 1, 0, 0, 0, 0, loc) }

// expression reads the expression at ts[i:] and returns the number of its
// tokens, 0 for none.
func (p *clockReader) expression(i int) (int, interval) {
	loc := p.now.Location()
	switch p.word(i) {
	case "since":
		if n, w := p.point(p.skip(i + 1)); n > 0 && w.from.Before(p.now) {
			return p.skip(i+1) - i + n, interval{w.from, p.now}
		}
	case "before", "prior":
		if n, w := p.point(p.skip(i + 1)); n > 0 {
			return p.skip(i+1) - i + n, interval{longAgo(loc), w.from}
		}
	case "after":
		if n, w := p.point(p.skip(i + 1)); n > 0 {
			return p.skip(i+1) - i + n, interval{w.until, farAhead(loc)}
		}
	case "until", "till", "by":
		if n, w := p.point(p.skip(i + 1)); n > 0 {
			from, until := p.now, p.latest(p.skip(i+1), w)
			if p.word(i) != "by" && p.longer(p.skip(i+1), w) && w.from.After(p.now) {
				until = w.from
			}
			if !until.After(p.now) {
				from = longAgo(loc)
			}
			return p.skip(i+1) - i + n, interval{from, until}
		}
	case "between", "from":
		if n, w := p.stretch(i + 1); n > 0 {
			return n + 1, w
		}
		if n, w := p.onward(i); n > 0 && p.word(i) == "from" {
			return n, w
		}
	case "starting", "beginning", "effective", "as":
		if n, w := p.onward(i); n > 0 {
			return n, w
		}
	}
	n, from := p.point(i)
	if n == 0 && p.skip(i) == i {
		return 0, interval{} // no stretch begins here either
	}
	if n, w := p.stretch(i); n > 0 {
		return n, w
	}
	return n, from
}

// skip passes over "on", "the", "in" and "at".
func (p *clockReader) skip(i int) int {
	for k := 0; k < 2 && (p.word(i) == "on" || p.word(i) == "the" || p.word(i) == "in" || p.word(i) == "at" || p.word(i) == "to"); k++ {
		if p.word(i) == "in" && isNumber(p.word(i+1)) && !startsDigit(p.word(i+1)) {
			break
		}
		i++
	}
	return i
}

// stretch reads "X to Y", "X - Y", "X and Y".
func (p *clockReader) stretch(i int) (int, interval) {
	a := p.skip(i)
	n, from := p.point(a)
	if n == 0 {
		return 0, interval{}
	}
	j := a + n
	switch p.word(j) {
	case "to", "and", "until", "till", "-", "through":
	default:
		return 0, interval{}
	}
	if w := p.word(j - 1); p.word(j) == "and" && at(p.ts, i-1) != "between" || w == "later" || w == "earlier" {
		return 0, interval{} // a week later - the 4th: one day, see reckons
	}
	b := p.skip(j + 1)
	m, until := p.point(b)
	if d, bare := p.bareDay(a, n); bare && m > 0 && p.namesMonth(b, m) {
		if day, ok := lastDayOf(d, until.from); ok {
			from = day // from the 4th to the 18th of May
		}
	}
	if m > 0 && weekdays.has(p.word(a+n-1)) && weekdays.has(p.word(b+m-1)) && !from.from.Before(until.until) {
		until = interval{until.from.AddDate(0, 0, 7), until.until.AddDate(0, 0, 7)} // on a Wednesday: from Monday to Thursday
	}
	if m == 0 || !from.from.Before(until.until) {
		return 0, interval{}
	}
	return b + m - i, interval{from.from, until.until}
}

// bareDay returns the day of the month that n tokens at ts[i] name without the month.
func (p *clockReader) bareDay(i, n int) (int, bool) {
	d, suffix, ok := ordinal(p.word(i + n - 1))
	return d, ok && suffix && !p.namesMonth(i, n)
}

// namesMonth reports whether n tokens at ts[i] have the name of a month.
func (p *clockReader) namesMonth(i, n int) bool {
	return slices.ContainsFunc(p.ts[i:i+n], func(t token) bool { return monthNames.has(t.text) })
}

// lastDayOf returns the last day with a number within its month that is not behind a
// time.
func lastDayOf(d int, until time.Time) (interval, bool) {
	y, m, last := until.Date()
	if d > last {
		m--
	}
	first := time.Date(y, m, 1, 0, 0, 0, 0, until.Location())
	return monthDay(first.Year(), first.Month(), d, until.Location())
}

func (p *clockReader) word(i int) string { return at(p.ts, i) }
