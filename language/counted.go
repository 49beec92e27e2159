package language

import (
	"strconv"
	"strings"
)

// countAt reads the number ts[i], n in digits, with what it counts.
func countAt(ts []token, i int, n string) (quantity, bool) {
	next := at(ts, i+1)
	unit, to := countedAt(ts, i+1)
	if u := writtenShort[next]; u != "" && startsDigit(ts[i].text) {
		unit, to = u, i+2 // 30 s
	}
	if u := triedTimes(ts, i); u != "" {
		unit, to = u, i+2
	}
	if next == "of" { // 4 of the 10 lessons
		k := i + 2
		if has(determiners, at(ts, k)) {
			k++
		}
		if _, _, whole := figureIn(at(ts, k)); whole {
			k++
		}
		if k > i+2 {
			unit, to = countedAt(ts, k)
		}
	}
	if unit == "" && (has(numberWords3, ts[i].text) || !has(givesValue, at(ts, i-1)) && !isOn(ts, i) && !valueOfVerb(ts, i)) {
		unit = "?" // a number of nothing: it may be a part of a formula or a list
	}
	if unit == "" {
		unit = numberedBefore(ts, i)
	}
	return quantity{measure: ofCount, value: n, unit: strings.TrimPrefix(unit, "?"), to: to, listed: unit == "?"}, true
}

// ageAt reads how old somebody is at ts[i]: is seven, turned 8, 39 years old, her 40th
// birthday.
func ageAt(ts []token, i int) (quantity, bool) {
	n, suffix, ok := figureIn(at(ts, i))
	if !ok || len(n) > 2 {
		return quantity{}, false
	}
	q := quantity{measure: ofCount, value: n, unit: "age", to: i + 1}
	next := at(ts, i+1)
	switch {
	case has(nthTails, suffix):
		q.to = i + 2
		return q, next == "birthday"
	case suffix != "":
		return q, false
	case next == "years" && at(ts, i+2) == "old":
		q.to = i + 3
		return q, true
	}
	before := at(ts, i-1)
	ends := i+1 >= len(ts) || ts[i+1].mark && !glued(ts, i, i+2) || has(stateEnds, next) || has(passed, next)
	return q, has(turningAge, before) && (ends || has(prepositions, next)) || ends && has(bePresent, before) && i > 1 && (ts[i-2].cap && !namesDay(ts[i-2].text) || has(ofAge, ts[i-2].text)) && isNumber(at(ts, i))
}

// nthMore reads what is one more at ts[i]: a third cat says that there are three.
func nthMore(ts []token, i int) (quantity, bool) {
	n := nths[at(ts, i)]
	if before := at(ts, i-1); n == 0 || before != "a" && before != "another" || i+1 >= len(ts) || ts[i+1].mark {
		return quantity{}, false
	}
	unit, to := countedAt(ts, i+1)
	if unit == "" || has(unitWords, unit) || to > i+3 {
		return quantity{}, false
	}
	return quantity{measure: ofCount, value: strconv.Itoa(n), unit: unit, to: to, more: true}, true
}

// triedTimes returns what is counted where a verb says it: "retries five times" gives
// five retries. How often in a day or a week is read as such.
func triedTimes(ts []token, i int) string {
	if w := at(ts, i+2); at(ts, i+1) != "times" || i == 0 || has(rhythmic, w) {
		return ""
	}
	if w := ts[i-1].text; isThird(w) || isBase(w) || isPast(w) && isPassive(ts, i-1) {
		return termOf(w)
	}
	return ""
}

// isPassive reports whether a form of "be" stands before the participle ts[i]: are now retried.
func isPassive(ts []token, i int) bool {
	for i--; i > 0 && has(beforeVerb, ts[i].text); i-- {
	}
	return i >= 0 && has(bePresent, ts[i].text)
}

// numberedBefore returns the stem of what the number ts[i] counts where the words before
// it say so: the number of goats on the hill has grown to 9.
func numberedBefore(ts []token, i int) string {
	for k := i - 3; k >= 0 && i-k < nearTokens && !ts[k].mark; k-- {
		if phrase(ts, k, "number", "of") {
			unit, _ := countedAt(ts, k+2)
			return unit
		}
	}
	return ""
}

// countedAt returns the stem of the noun that is counted from ts[i], with up
// to two words between, and the index behind it; "" when nothing is.
func countedAt(ts []token, i int) (string, int) {
	if at(ts, i) == "-" && glued(ts, i-1, i+1) {
		i++                                 // a 3-day trip
		_, _, number := figureIn(at(ts, i)) // forty-five
		if w := at(ts, i); w != "" && !ts[i].mark && !number && !StopWord(w) {
			return termOf(w), i + 1
		}
	}
	head, to := "", i
	for k := i; k < len(ts) && k < i+3; k++ {
		w := ts[k].text
		if k == i && head == "" && has(rhythms, w) && isPlural(at(ts, k+1)) {
			continue // 7 daily backups
		}
		if ts[k].mark || has(openers, w) || StopWord(w) || startsDigit(w) || has(countEnds, w) || isPlainlyFinite(w) && !hasTail(w, "s") && k > i {
			break
		}
		head, to = w, k+1
		if has(people, w) {
			return "people", to
		}
		if hasTail(w, "s") && !hasTail(w, "ss") || has(unitWords, w) {
			break
		}
	}
	if head == "" {
		return "", i
	}
	return termOf(head), to
}

var (
	nths       = map[string]int{"second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}
	rhythms    = set(`hourly daily nightly weekly monthly quarterly yearly annual`)
	turningAge = set(`turned turns turning`)
	ofAge      = set(`he she who`)
)

// oneOfMany reports whether the figure ts[i] names one of many things, and
// returns the term that it numbers: ledger number 12, server 12 runs the jobs.
// It counts nothing, and another number is another thing.
func oneOfMany(ts []token, i int) (of string, ok bool) {
	if i == 0 || ts[i-1].mark || !startsDigit(at(ts, i)) || !onlyDigits(ts[i].text) {
		return "", false
	}
	before, next := ts[i-1].text, at(ts, i+1)
	if has(numberSigns, before) {
		if next == "times" || next == "time" || next == "%" || next == "percent" {
			return "", false
		}
		if k := i - 2; k >= 0 && !ts[k].mark && !has(determiners, ts[k].text) {
			before = ts[k].text
		}
		return termOf(cutPossessive(before)) + " number", true
	}
	if i > 1 && has(placingOne, ts[i-2].text) && plainNoun(before) && !isPlural(before) && !has(labels, before) && !has(ofAmounts, termOf(before)) && (next == "" || ts[i+1].mark && !glued(ts, i, i+1) || has(bePresent, next) || has(otherwiseNow, next)) {
		return termOf(before), true // the threshold at buoy 7
	}
	if !isThird(next) || !isPlainlyFinite(next) || !plainNoun(before) || i < 2 || !has(determiners, at(ts, i-2)) && !plainNoun(at(ts, i-2)) {
		return "", false
	}
	if w := at(ts, i+2); !has(determiners, w) && !has(prepositions, w) && !startsDigit(w) && !(i+2 < len(ts) && ts[i+2].cap) {
		return "", false
	}
	return termOf(before), true
}

// placingOne lead to the one of many of which something is said.
var placingOne = set(`at of for`)
