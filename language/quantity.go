package language

import (
	"strconv"
	"strings"
	"time"
)

// measure says what a quantity counts.
type measure uint8

const (
	ofMoney   measure = iota + 1 // money
	ofShare                      // a share
	ofDay                        // a time of day
	ofDate                       // a day of the calendar
	ofCount                      // so many of something; the unit says of what
	ofPair                       // two numbers that are one value: 120/80, 4/5
	ofPace                       // how often, by the minutes from one to the next
	ofVersion                    // which one of the releases of a thing; the unit names the thing
	ofAddress                    // where a machine or a part of one answers: 10.0.0.7, 0x3c
)

// quantity is a value that a sentence gives to something.
type quantity struct {
	measure measure
	value   string  // in a form in which equal values are equal
	unit    string  // stem of what is counted; "" for none
	coin    string  // of money: the sign of its currency, "" where that is not certain
	every   float64 // of what is done again and again: the minutes from one to the next
	from    int     // the tokens that it stands in
	to      int
	was     bool // named as the old value: from 8 to 12
	inPlace bool // named as what another value stands in the place of: on Friday instead of Monday, 14 days not 30
	revised bool // given anew in the same text: no, make that 9
	more    bool // says that there is one more: a third cat
	listed  bool // no value by itself: one of several in a row (3, 4 and 5 cm), a part of a formula
}

// mostQuantities bounds what is read of one statement: what has more is a table.
const mostQuantities = 24

// quantities returns the values in ts, in order, not overlapping.
func quantities(ts []token) []quantity {
	var out []quantity
	for i := 0; i < len(ts) && len(out) < mostQuantities; {
		q, ok := quantity{}, false
		if opensValue(ts[i].text) {
			q, ok = quantityAt(ts, i)
		}
		if !ok {
			i++
			continue
		}
		q.from = i
		if p := at(ts, i-1); p == "from" || p == "$" && at(ts, i-2) == "from" {
			q.was = true
		}
		q.inPlace = phrase(ts, i-2, "instead", "of") || phrase(ts, i-2, "rather", "than")
		out = append(out, q)
		i = q.to
	}
	// "from 8 to 12 minutes": the first has the unit of the second
	for i := len(out) - 2; i >= 0; i-- {
		a, b := &out[i], out[i+1]
		if a.measure == ofCount && a.unit == "" && b.from-a.to <= 2 && (at(ts, a.to) == "to" || at(ts, a.to) == "-" || at(ts, a.to) == "or") {
			a.measure, a.unit = b.measure, b.unit
		}
		if a.was && b.from-a.to > 3 {
			a.was = false // from March 10 on
		}
	}
	revise(ts, out)
	for i := 1; i < len(out); i++ {
		a, b := &out[i-1], &out[i]
		a.displaces(b, ts)
		if gap := at(ts, a.to); inRow(ts, a.to, b.from) && (gap == "," || gap == "and" || gap == "(" || gap == "/") && a.measure == b.measure && !(a.unit != "" && b.unit == "") {
			a.listed, b.listed = true, true // but not "is 8 s, 4 was too little"
		}
	}
	return out
}

// inRow reports whether ts[i:j] joins two values of one row: a comma, an "and", both.
func inRow(ts []token, i, j int) bool {
	if j-i < 2 {
		return true
	}
	w := at(ts, i+1)
	return j-i == 2 && (w == "and" || w == "or" || coins[w] != "" || w == "(" || has(beforeValue, w))
}

// anyMonth stands for the month of a day that is named without one: on the 25th.
const anyMonth = "0-"

// onWhichDay reports whether ts[i:] is a day of a month, "the 25th", and not one of
// many floors.
func onWhichDay(ts []token, i int) bool {
	if _, suffix, _ := figureIn(at(ts, i+1)); suffix == "" || !has(leadsToDay, at(ts, i-1)) && at(ts, i-1) != "not" && !weekdays.has(at(ts, i-1)) && !(at(ts, i-1) == "make" && has(unable, at(ts, i-2))) {
		return false
	}
	return i+2 >= len(ts) || ts[i+2].mark || ts[i+2].text == "now" || ts[i+2].text == "not" || ts[i+2].text == "instead" || has(prepositions, ts[i+2].text) && ts[i+2].text != "of"
}

// opensValue reports whether a quantity may begin with a word: most words need not be
// looked at by a dozen readers.
func opensValue(w string) bool { return hasValue(w) || has(valueOpeners, w) }

// hasValue reports whether a word may say a quantity, or begin what says one. Of words of
// which none does there is no quantity.
func hasValue(w string) bool { return startsDigit(w) || has(valueWords, w) }

// quantityAt reads the quantity that begins at ts[i], with a word that [opensValue].
func quantityAt(ts []token, i int) (quantity, bool) {
	w := at(ts, i)
	if inLabel(ts, i) {
		return quantity{}, false
	}
	if m, ok := monthNames.get(w); ok {
		if d, ok := dayNumber(at(ts, i+1)); ok && i+1 < len(ts) {
			to := i + 2
			if _, ok := dayNumber(at(ts, to+1)); ok && at(ts, to) == "-" && glued(ts, to-1, to+1) {
				to += 2 // July 12-15
			}
			return dateOf(m, d, to), true
		}
		return quantity{}, false
	}
	if _, ok := weekdays.get(w); ok && i < len(ts) && (ts[i].cap || hasTail(w, "day")) && !hasTail(w, "days") && !dayInLabel(ts, i) {
		return quantity{measure: ofDate, value: w, unit: "weekday", to: i + 1}, true
	}
	if d, ok := dayNumber(at(ts, i+1)); ok && w == "the" && onWhichDay(ts, i) {
		return quantity{measure: ofDate, value: anyMonth + d, to: i + 2}, true
	}
	if w == "$" || w == "£" || w == "€" {
		if n, suffix, ok := figureIn(at(ts, i+1)); ok && i+1 < len(ts) {
			return quantity{measure: ofMoney, value: n + suffix, coin: coins[w], to: i + 2}, true
		}
		return quantity{}, false
	}
	if _, ok := oneOfMany(ts, i); ok {
		return quantity{}, false
	}
	if q, ok := addressAt(ts, i); ok {
		return q, true
	}
	if q, ok := versionAt(ts, i); ok {
		return q, true
	}
	if n := oftenWords[w]; n != "" && has(eachWords, at(ts, i+1)) {
		return quantity{measure: ofCount, value: n, unit: "time", every: timesEvery(ts, i+1, n), to: i + 1}, true
	}
	if q, ok := paceAt(ts, i); ok {
		return q, true
	}
	for _, read := range []func([]token, int) (quantity, bool){clockAt, ageAt, nthMore, sizeAt} {
		if q, ok := read(ts, i); ok {
			return q, true
		}
	}
	n, suffix, ok := figureIn(w)
	if !ok {
		return quantity{}, false
	}
	return numberAt(ts, i, n, suffix)
}

// plainNoun reports whether a word can only be a noun where a name of a thing may
// stand: no verb, no word of grammar.
func plainNoun(w string) bool {
	return w != "" && !StopWord(w) && !startsDigit(w) && !has(openers, w) && !has(versioned, w) &&
		!has(changeWords, w) && !has(onTop, w) && !isVerbForm(w) && !isThird(w) && !(isBase(w) && !has(nounlike, w)) && !monthNames.has(w)
}

// versionAt reads the release of a thing that is named before it: runs on
// Postgres 14, upgraded to Go 1.26.3, version 2.
func versionAt(ts []token, i int) (quantity, bool) {
	if i == 1 && namesRelease(ts) {
		return quantity{measure: ofVersion, value: strings.TrimRight(ts[1].text, "."), unit: termOf(ts[0].text), to: 2}, true
	}
	if i < 2 || !startsDigit(at(ts, i)) || ts[i-1].mark {
		return quantity{}, false
	}
	if released := i >= 3 && at(ts, i-2) == "to" && has(releasing, at(ts, i-3)) && (plainNoun(ts[i-1].text) || toolRelease(ts, i)); !ts[i-1].cap && ts[i-1].text != "version" && !released && !smallRelease(ts, i) {
		return quantity{}, false
	}
	lead := i - 2
	for lead > 0 && ts[lead].cap {
		lead--
	}
	if ts[i-1].text != "version" && (!has(versioned, at(ts, lead)) && !does(ts, i) || has(numbered, ts[i-1].text)) {
		return quantity{}, false
	}
	if monthNames.has(ts[i-1].text) {
		return quantity{}, false
	}
	w := ts[i].text
	if strings.Trim(w, "0123456789.") != "" || isYear(w) {
		return quantity{}, false
	}
	return quantity{measure: ofVersion, value: strings.TrimRight(w, "."), unit: termOf(ts[i-1].text), to: i + 1}, true
}

// does reports whether a release with a dot, ts[i], of what a name stands for is what a
// clause is about: Airflow 2.10 orchestrates our models.
func does(ts []token, i int) bool {
	next := at(ts, i+1)
	return strings.Contains(strings.TrimRight(ts[i].text, "."), ".") && ts[i-1].cap && (hasTail(next, "s") || has(bePresent, next)) && !has(unitWords, termOf(next)) && !has(currencies, next)
}

// numberAt reads the quantity whose number is ts[i]: n in digits, with what is written on to
// it.
func numberAt(ts []token, i int, n, suffix string) (quantity, bool) {
	next := at(ts, i+1)
	switch {
	case suffix == "am" || suffix == "pm":
		return quantity{measure: ofDay, value: n + suffix, to: i + 1}, true
	case has(nthTails, suffix):
		to := i + 2
		if next == "of" {
			to++
		}
		m, ok := monthNames.get(at(ts, to-1))
		return dateOf(m, n, to), ok
	case suffix != "" && !has(magnitudes, suffix):
		if u := writtenShort[suffix]; u != "" && at(ts, i-1) != "the" { // the 90s
			suffix = u
		}
		return quantity{measure: ofCount, value: n, unit: suffix, to: i + 1}, true
	case next == "%" || next == "percent":
		delta := at(ts, i-1) == "by" || at(ts, i-2) == "by" || has(deltaWords, at(ts, i+2)) // how much it moved, not where it is
		return quantity{measure: ofShare, value: n, to: i + 2, listed: delta}, true
	case next == "am" || next == "pm":
		return quantity{measure: ofDay, value: n + next, to: i + 2}, true
	case next == ":" && glued(ts, i, i+2):
		return digitalAt(ts, i, n)
	case next == "/" && glued(ts, i, i+2):
		if at(ts, i+3) == "/" || len(n) <= 2 && len(at(ts, i+2)) == 2 && at(ts, i+2)[0] == '0' || ts[i].text[0] == '0' {
			return quantity{measure: ofDate, value: n + "-" + strings.TrimLeft(at(ts, i+2), "0"), to: i + 3}, true
		}
		if _, _, isNumber := figureIn(at(ts, i+2)); !isNumber { // 100 requests/minute is read below
			break
		}
		return pairAt(ts, i, n)
	case (next == "times" || next == "time") && (has(eachWords, at(ts, i+2)) || periodFacets[at(ts, i+2)] != 0):
		return quantity{measure: ofCount, value: n, unit: "time", every: timesEvery(ts, i+2, n), to: i + 2}, true
	case has(currencies, next):
		return quantity{measure: ofMoney, value: n + suffix, coin: coins[next], to: i + 2}, true
	}
	if m, ok := monthNames.get(next); ok && isMonthOf(ts, i, i+1) {
		if d, ok := dayNumber(ts[i].text); ok {
			return dateOf(m, d, i+2), true
		}
	}
	if isYear(n) && !strings.Contains(ts[i].text, ",") || i > 0 && ts[i-1].mark && (ts[i-1].text == "." || ts[i-1].text == "/") && ts[i-1].end == ts[i].start {
		return quantity{}, false
	}
	return countAt(ts, i, n+suffix)
}

// dateOf is a day of a month, with its number, up to ts[to].
func dateOf(m time.Month, day string, to int) quantity {
	return quantity{measure: ofDate, value: strconv.Itoa(int(m)) + "-" + day, to: to}
}

// digitalAt reads an hour with its minutes, whose hour is ts[i]: 9:30, 10:00 pm.
func digitalAt(ts []token, i int, hour string) (quantity, bool) {
	minutes, to := at(ts, i+2), i+3
	if minutes != "00" {
		hour += ":" + minutes
	}
	if p := at(ts, to); p == "am" || p == "pm" {
		hour, to = hour+p, to+1
	}
	return quantity{measure: ofDay, value: hour, to: to}, len(minutes) == 2
}

// pairAt reads two numbers that are one value: a blood pressure, a score.
func pairAt(ts []token, i int, n string) (quantity, bool) {
	m, suffix, ok := figureIn(at(ts, i+2))
	if !ok || suffix != "" || n == "24" && m == "7" || at(ts, i-1) == "/" || !startsDigit(at(ts, i+2)) {
		return quantity{}, false
	}
	formula := func(w string) bool { return w == "-" || w == "(" }
	return quantity{measure: ofPair, value: n + "/" + m, to: i + 3, listed: formula(at(ts, i-1)) || formula(at(ts, i+3))}, true
}

// glued reports whether nothing stands between the tokens i to j.
func glued(ts []token, i, j int) bool {
	for k := i; k < j; k++ {
		if k < 0 || k+1 >= len(ts) || ts[k].end != ts[k+1].start {
			return false
		}
	}
	return true
}

// figureIn reads a number in digits or in words, and what is written on to it:
// 1,200, 5.5, 50k, 140mb, twelve.
func figureIn(w string) (n, suffix string, ok bool) {
	if v, known := numberWords.get(w); known && len(w) > 2 && w != "few" && w != "several" {
		return strconv.Itoa(v), "", true
	}
	if !startsDigit(w) {
		return "", "", false
	}
	end := 0
	for end < len(w) && (w[end] >= '0' && w[end] <= '9' || w[end] == '.' || w[end] == ',') {
		end++
	}
	n = strings.ReplaceAll(w[:end], ",", "")
	if strings.Count(n, ".") > 1 {
		return "", "", false // a version
	}
	if strings.Contains(n, ".") {
		n = strings.TrimRight(strings.TrimRight(n, "0"), ".")
	}
	if t := strings.TrimLeft(n, "0"); t != "" && t[0] != '.' {
		n = t
	}
	for i := end; i < len(w); i++ {
		if asciiClass(w[i]) != letter {
			return "", "", false
		}
	}
	return n, w[end:], len(w)-end <= 4
}

func isYear(n string) bool {
	return len(n) == 4 && (n[0] == '1' && n[1] == '9' || n[0] == '2' && n[1] == '0')
}

// dayNumber reads a day of a month: 5, 05, 5th.
func dayNumber(w string) (string, bool) {
	n, suffix, ok := figureIn(w)
	if !ok || len(n) > 2 || strings.Contains(n, ".") || suffix != "" && !has(nthTails, suffix) {
		return "", false
	}
	return n, true
}

// valueWords are the words one of which a quantity has that is not written in digits, and
// valueOpeners what it may begin with before such a word or digits.
var (
	valueWords = union(monthNames.words, weekdays.words, numberWords.words, set(`every each noon midnight half quarter`),
		newTable(oftenWords).words, newTable(adverbPaces).words, newTable(nths).words)
	valueOpeners = set(`the $ £ € .`)
)

var (
	magnitudes   = set(`k m bn mn`)
	nthTails     = set(`st nd rd th`) // of the number of a day or of one in a row
	currencies   = set(currencyWords)
	coins        = map[string]string{"£": "£", "gbp": "£", "€": "€", "eur": "€", "euro": "€", "euros": "€", "$": "$", "usd": "$", "dollars": "$", "dollar": "$"}
	numberWords3 = set(`one a an half`)
	numberSigns  = set(`number nr num`)
	givesValue   = set(`of to is at was are be : now from`)
	givingValue  = set(`cost costs costing charge charges charged charging pay pays paid paying have has had hit hits reach reaches reached score scores scored total totals totaled
		raise raised sell sold weigh weighs weighed hold holds expect expected saved makes`)
	leadsToDay = set(`on to until till by`)
	unable     = set(`can't cannot couldn't won't`)
	oftenWords = map[string]string{"once": "1", "twice": "2", "thrice": "3"}
	releasing  = set(`upgraded updated bumped downgraded upgrade update bump downgrade`) // lead to a release of a thing
	versioned  = set(`on to use uses using run runs running with is version requires require needs supports target targets`)
	deltaWords = set(`increase decrease reduction rise drop more less off discount improvement growth boost gain decline cut`)
	// writtenShort are units as they are written on to a number: 8s, 2h.
	writtenShort = map[string]string{"s": "second", "sec": "second", "secs": "second", "h": "hour", "hr": "hour", "hrs": "hour", "min": "minut", "mins": "minut"}
	countEnds    = set(`per each total more less long old ago away apart times now so far already left daily weekly monthly nightly yearly annually`)
	people       = set(`people persons friends relatives guests attendees visitors participants invitees`)
	// measures are units of size, weight and power: to have one in common ties no two things.
	measures = stemsOf(`litre liter gallon gram kilogram kilo ton pound ounce kilometre kilometer millimetre millimeter centimetre centimeter inch foot feet acre hectare volt watt amp hertz joule
		bar degree pixel mm ml mg ghz mhz hz px kw kwh`)
	unitWords = set(`hour minute day week month year second ms kg kilo km kb mb gb tb percent mile meter metre lb cm`)
)
