package language

import (
	"strconv"
	"strings"
	"time"
)

// unit is a span of the calendar.
type unit int

const (
	noUnit unit = iota
	minutes
	hours
	days
	weeks
	weekends
	months
	quarters
	years
)

var units = map[string]unit{
	"minute": minutes, "minutes": minutes, "min": minutes, "mins": minutes, "hour": hours, "hours": hours, "hr": hours, "hrs": hours,
	"day": days, "days": days, "week": weeks, "weeks": weeks, "weekend": weekends, "weekends": weekends, "fortnight": weeks,
	"month": months, "months": months, "quarter": quarters, "quarters": quarters, "year": years, "years": years,
}

var weekdays = newTable(map[string]time.Weekday{
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 0,
	"mon": 1, "tue": 2, "tues": 2, "wed": 3, "thu": 4, "thur": 4, "thurs": 4, "fri": 5, "sat": 6, "sun": 0,
	"mondays": 1, "tuesdays": 2, "wednesdays": 3, "thursdays": 4, "fridays": 5, "saturdays": 6, "sundays": 0,
})

var monthNames = newTable(map[string]time.Month{
	"january": 1, "february": 2, "march": 3, "april": 4, "may": 5, "june": 6, "july": 7, "august": 8, "september": 9, "october": 10, "november": 11, "december": 12,
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "sept": 9, "oct": 10, "nov": 11, "dec": 12,
})

var numberWords = newTable(map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
	"thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40,
	"fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "couple": 2, "few": 3, "several": 3,
})

// countsMany reports whether w is a word for a number of more than one.
func countsMany(w string) bool {
	n, ok := numberWords.get(w)
	return ok && n > 1
}

// number returns the value of a number in digits or words, at most 9999.
func number(w string) (int, bool) {
	if n, ok := numberWords.get(w); ok {
		return n, true
	}
	if len(w) > 4 || !startsDigit(w) { // as most words
		return 0, false
	}
	n, err := strconv.ParseUint(w, 10, 16)
	return int(n), err == nil
}

func isNumber(w string) bool { _, ok := number(w); return ok }

// onlyDigits reports whether a text has nothing but digits in it.
func onlyDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// numeral reports whether a word begins with a digit or is a number.
func numeral(w string) bool { return startsDigit(w) || isNumber(w) }

// ordinal returns the day of a month: 3, 3rd, third is not read.
func ordinal(w string) (n int, suffix, ok bool) {
	digits := w
	for _, tail := range []string{"st", "nd", "rd", "th"} {
		if hasTail(w, tail) {
			digits, suffix = w[:len(w)-2], true
		}
	}
	if len(digits) > 2 || !startsDigit(digits) {
		return 0, false, false
	}
	v, err := strconv.ParseUint(digits, 10, 8)
	return int(v), suffix, err == nil && v >= 1 && v <= 31
}

// year returns a year in four digits, 1900 to 2099.
func year(w string) (int, bool) {
	if len(w) != 4 || !startsDigit(w) {
		return 0, false
	}
	n, err := strconv.Atoi(w)
	return n, err == nil && n >= 1900 && n < 2100
}

// interval is half open.
type interval struct{ from, until time.Time }

func dayOf(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// periodOf returns the unit of the calendar that t lies in. Weeks begin on
// Monday (ISO 8601); a weekend is that of t's week.
func periodOf(t time.Time, u unit) interval {
	y, m, d := t.Date()
	at := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, t.Location()) }
	switch u {
	case minutes:
		from := time.Date(y, m, d, t.Hour(), t.Minute(), 0, 0, t.Location())
		return interval{from, from.Add(time.Minute)}
	case hours:
		from := time.Date(y, m, d, t.Hour(), 0, 0, 0, t.Location())
		return interval{from, from.Add(time.Hour)}
	case weeks:
		monday := d - (int(t.Weekday())+6)%7
		return interval{at(y, m, monday), at(y, m, monday+7)}
	case weekends:
		monday := d - (int(t.Weekday())+6)%7
		return interval{at(y, m, monday+5), at(y, m, monday+7)}
	case months:
		return interval{at(y, m, 1), at(y, m+1, 1)}
	case quarters:
		first := (m-1)/3*3 + 1
		return interval{at(y, first, 1), at(y, first+3, 1)}
	case years:
		return interval{at(y, 1, 1), at(y+1, 1, 1)}
	}
	return interval{at(y, m, d), at(y, m, d+1)}
}

// shift moves t by n units. Months and years keep to the last day of a shorter
// month.
func shift(t time.Time, u unit, n int) time.Time {
	switch u {
	case minutes:
		return t.Add(time.Duration(n) * time.Minute)
	case hours:
		return t.Add(time.Duration(n) * time.Hour)
	case weeks, weekends:
		return t.AddDate(0, 0, 7*n)
	case months, quarters, years:
		k := map[unit]int{months: 1, quarters: 3, years: 12}[u] * n
		y, m, d := t.Date()
		last := time.Date(y, m+time.Month(k)+1, 0, 0, 0, 0, 0, t.Location()).Day()
		h, mi, s := t.Clock()
		return time.Date(y, m+time.Month(k), min(d, last), h, mi, s, 0, t.Location())
	}
	return t.AddDate(0, 0, n)
}

// monthDay returns a day, false when the month does not have it.
func monthDay(y int, m time.Month, d int, loc *time.Location) (interval, bool) {
	t := time.Date(y, m, d, 0, 0, 0, 0, loc)
	if t.Day() != d || t.Month() != m {
		return interval{}, false
	}
	return periodOf(t, days), true
}
