package language

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// paceAt reads how often something is done at ts[i]: every two weeks, every night,
// monthly. The value is the time from one to the next.
func paceAt(ts []token, i int) (quantity, bool) {
	w := at(ts, i)
	if m := adverbPaces[w]; m > 0 {
		return paceOf(m, i+1), pacesVerb(ts, i)
	}
	if w != "every" && w != "each" {
		return quantity{}, false
	}
	k, n := i+1, 1.0
	if at(ts, k) == "other" || at(ts, k) == "second" {
		k, n = k+1, 2
	} else if digits, suffix, ok := figureIn(at(ts, k)); ok {
		if n, _ = strconv.ParseFloat(digits, 64); suffix != "" || n <= 0 {
			return quantity{}, false
		}
		k++
	}
	m := periodLen(strings.TrimSuffix(at(ts, k), "s"))
	return paceOf(n*m, k+1), m > 0 && !pastWhole(ts, i)
}

func paceOf(minutes float64, to int) quantity {
	return quantity{measure: ofPace, value: strconv.FormatFloat(minutes, 'g', -1, 64), every: minutes, to: to}
}

// pastWhole reports whether a number before ts[i] says how much there is each time: 50
// euros every month.
func pastWhole(ts []token, i int) bool {
	for k := i - 1; k >= 0 && k >= i-3 && !ts[k].mark; k-- {
		if _, _, ok := figureIn(ts[k].text); ok {
			return true
		}
	}
	return false
}

// pacesVerb reports whether the adverb ts[i] says how often something is done, and not of
// which sort a thing is: rotated monthly, our monthly budget.
func pacesVerb(ts []token, i int) bool {
	next := at(ts, i+1)
	if ts[i].cap {
		return false // the Harbour Weekly
	}
	ends := i+1 >= len(ts) || ts[i+1].mark || has(prepositions, next) || has(stateEnds, next) || next == "these"
	return ends && i > 0 && !ts[i-1].mark && !has(determiners, ts[i-1].text) && !pastWhole(ts, i)
}

// timesEvery returns how many minutes lie between two of n times in the period that
// ts[i:] names: twice a week.
func timesEvery(ts []token, i int, n string) float64 {
	count, err := strconv.ParseFloat(n, 64)
	if err != nil || count <= 0 || !has(eachWords, at(ts, i)) {
		return 0
	}
	return periodLen(at(ts, i+1)) / count
}

// periodLen returns after how many minutes a period comes again, 0 where a word names
// none.
func periodLen(w string) float64 { return max(inMinutes[w], rounds[w]) }

// clockAt reads an hour that is told in words at ts[i]: noon, half past ten, quarter to
// nine, at 2 in the morning.
func clockAt(ts []token, i int) (quantity, bool) {
	switch w := at(ts, i); w {
	case "noon":
		return quantity{measure: ofDay, value: "12pm", to: i + 1}, true
	case "midnight":
		return quantity{measure: ofDay, value: "12am", to: i + 1}, true
	case "half", "quarter":
		way := at(ts, i+1)
		hour, _, ok := figureIn(at(ts, i+2))
		h, err := strconv.Atoi(hour)
		if !ok || err != nil || h < 1 || h > 12 || way != "past" && way != "to" || w == "half" && way == "to" {
			return quantity{}, false
		}
		minute := map[string]string{"half past": ":30", "quarter past": ":15", "quarter to": ":45"}[w+" "+way]
		if way == "to" {
			h = (h+10)%12 + 1
		}
		return quantity{measure: ofDay, value: strconv.Itoa(h) + minute, to: i + 3}, true
	}
	n, suffix, ok := figureIn(at(ts, i))
	if !ok || suffix != "" {
		return quantity{}, false
	}
	if h, err := strconv.Atoi(n); err != nil || h < 1 || h > 24 {
		return quantity{}, false
	}
	if at(ts, i+1) == "o'clock" {
		return quantity{measure: ofDay, value: n, to: i + 2}, true
	}
	next := at(ts, i+1)
	alone := i+1 >= len(ts) || ts[i+1].mark && !glued(ts, i, i+1) || has(prepositions, next) || has(stateEnds, next) || has(determiners, next)
	before := at(ts, i-1)
	return quantity{measure: ofDay, value: n, to: i + 1}, alone && (before == "at" && nearDay(ts, i) || (before == "at" || before == "until" || before == "till") && beginsBy(ts, i-1))
}

// beginsBy reports whether a verb of opening or rising stands before ts[i]: opens at.
func beginsBy(ts []token, i int) bool {
	for k := i - 1; k >= 0 && k >= i-3 && !ts[k].mark; k-- {
		if has(openings, ts[k].text) || ts[k].text == "up" && has(rising, at(ts, k-1)) {
			return true
		}
	}
	return false
}

// nearDay reports whether a day or a part of one is named near ts[i].
func nearDay(ts []token, i int) bool {
	for k := max(0, i-5); k < len(ts) && k < i+5; k++ {
		if w := ts[k].text; namesDay(w) && ts[k].cap || has(partsOfDay, w) || w == "workdays" || w == "weekdays" || w == "weekends" || w == "tomorrow" {
			return true
		}
	}
	return false
}

// sameHour reports whether two hours are one, of which one may leave unsaid which half of
// the day it is in.
func sameHour(a, b string) bool {
	half := func(v string) string { return strings.TrimLeft(v, "0123456789:") }
	return a == b || (half(a) == "") != (half(b) == "") && strings.TrimSuffix(a, half(a)) == strings.TrimSuffix(b, half(b))
}

var (
	openings    = set(`open opens opened close closes closed start starts begin begins shut shuts rings`)
	rising      = set(`get gets getting got wake wakes woke`)
	adverbPaces = map[string]float64{"hourly": 60, "daily": 1440, "nightly": 1440, "weekly": 10080, "biweekly": 20160, "fortnightly": 20160, "monthly": 43200,
		"quarterly": 129600, "yearly": 518400, "annually": 518400}
	paceStems = stemsOf(strings.Join(slices.Collect(maps.Keys(adverbPaces)), " "))
	// rounds come again and again, and nothing is measured in them.
	rounds = map[string]float64{"night": 1440, "morning": 1440, "evening": 1440, "weekend": 10080, "fortnight": 20160, "quarter": 129600}
)
