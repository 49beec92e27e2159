package language

import (
	"iter"
	"strings"
)

// series are the numbers by which a statement names things of a kind: pump 8, tanks 2 and 3,
// apartment 4b.
type series struct {
	numbers map[string][]string // by the term for the kind
	at      map[int]bool        // the tokens in which they stand
	doing   map[string]bool     // kinds of which one is who or what does something, and no part of what is said
}

// series reads which things of a kind the words name by a number. A number that counts what
// stands behind it, that is the value of what stands before it (limit 3), or the release of a
// tool (Node 22), names nothing; a port that is used is a value, too.
func (r *reading) series() series {
	s := series{map[string][]string{}, map[int]bool{}, map[string]bool{}}
	for run := range r.numberRuns() {
		of, does := r.numberedKind(run)
		if of == "" {
			continue
		}
		s.doing[of] = s.doing[of] || does
		for i, n := range r.numbersIn(run) {
			s.at[i] = true
			s.numbers[of] = append(s.numbers[of], n)
		}
	}
	return s
}

// A numberRun are one or more numbers behind a word: ts[k] and ts[i:end]; joined with a hyphen, as
// in web-2, glued.
type numberRun struct {
	k, i, end int
	glued     bool
}

// numberRuns yields the numbers that stand behind a word. Most words need not be looked at.
func (r *reading) numberRuns() iter.Seq[numberRun] {
	return func(yield func(numberRun) bool) {
		for i := r.begin + 1; i < len(r.ts); i++ {
			if seriesNumber(r.ts[i]) == "" {
				continue
			}
			run := numberRun{k: i - 1, i: i, end: i + 1}
			switch {
			case r.ts[i-1].text == "-" && i-2 >= r.begin && glued(r.ts, i-2, i) && lettered(r.ts[i-2].text) && !monthNames.has(r.ts[i-2].text):
				run.k, run.glued = i-2, true
			case r.ts[i-1].text == "." && at(r.ts, i-2) == "no" && glued(r.ts, i-2, i-1):
				run.k = i - 3 // pump no. 8
			case r.ts[i-1].mark || glued(r.ts, i-1, i):
				continue
			}
			if run.k < r.begin || r.ts[run.k].mark {
				continue
			}
			for !run.glued && isPlural(r.ts[run.k].text) && (at(r.ts, run.end) == "and" || at(r.ts, run.end) == "or" || at(r.ts, run.end) == ",") && run.end+1 < len(r.ts) && seriesNumber(r.ts[run.end+1]) != "" {
				run.end += 2
			}
			if !yield(run) {
				return
			}
			i = run.end - 1
		}
	}
}

// numbersIn yields the numbers of a run, and the tokens in which they stand.
func (r *reading) numbersIn(run numberRun) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for i := run.i; i < run.end; i += 2 {
			if !yield(i, seriesNumber(r.ts[i])) {
				return
			}
		}
	}
}

// kindOf returns the term for what a run names one of.
func (r *reading) kindOf(run numberRun) string {
	k := run.k
	if has(numberSigns, r.ts[k].text) && k > r.begin && !has(determiners, r.ts[k-1].text) && !r.ts[k-1].mark {
		k-- // pump number 8
	}
	if run.glued {
		return r.ts[k].text + "-"
	}
	return termOf(singularOf(cutPossessive(r.ts[k].text)))
}

// seriesNumber returns the number that may name one of many, without zeros before it: 8, 4b,
// one; "" where a word is none.
func seriesNumber(t token) string {
	w := cutPossessive(t.text)
	if !startsDigit(w) {
		if n, _, ok := figureIn(w); ok && !t.mark {
			return n
		}
		return ""
	}
	digits := strings.TrimRight(w, "abcdef")
	if len(w) > longestSeries || len(w)-len(digits) > 1 || !onlyDigits(digits) {
		return ""
	}
	if t := strings.TrimLeft(w, "0"); t != "" {
		return t
	}
	return w
}

// longestSeries is the length of the number of one of many, in bytes.
const longestSeries = 6

// singularOf returns a noun as it is called where there is one: pumps are a pump, a bus is none.
func singularOf(noun string) string {
	if isPlural(noun) {
		return cutPlural(noun)
	}
	return noun
}

// numberedKind returns the term for what the numbers of a run name one of, "" for nothing, and
// whether that is who or what does something.
func (r *reading) numberedKind(run numberRun) (of string, does bool) {
	of = r.kindOf(run)
	k, i, end := run.k, run.i, run.end
	if has(numberSigns, r.ts[k].text) && k > r.begin {
		k--
	}
	kind, lead, opens := r.ts[k].text, at(r.ts, k-1), r.clauseOpensAt(k)
	if run.glued {
		return of, opens || r.opensPhrase(k)
	}
	if !lettered(kind) || StopWord(kind) || isPronoun(kind) || isHelper(kind) || has(openers, kind) || has(determiners, kind) || has(prepositions, kind) || has(beforeVerb, kind) || has(versioned, kind) ||
		has(changeWords, kind) || has(ofAmounts, of) || monthNames.has(kind) || weekdays.has(kind) || isPast(kind) || isPlural(kind) && end == i+1 || toolRelease(r.ts, i) {
		return "", false
	}
	owns := at(r.ts, end) == "s" && strings.HasPrefix(r.text[r.ts[end-1].end:], "'s") // pump 8's seal
	led := has(determiners, lead) && lead != "all" && lead != "no"
	does = (opens || r.opensPhrase(k)) && (owns || r.doesAt(end, opens) || isPlural(kind) && isBase(at(r.ts, end)))
	switch {
	case does:
		return of, true
	case opens, !startsDigit(r.ts[i].text), isBase(kind) && !has(nounlike, kind):
		return "", false // rent 900 every month; give the team two weeks; to grow 4
	case !led && !has(prepositions, lead) && !plainNoun(kind), has(bePresent, lead), lead == "was", lead == "were":
		return "", false
	case has(labels, kind) && !has(placingOne, lead), !led && r.ts[k].cap && has(versioned, lead):
		return "", false // listens on port 80, we are on Kite 7
	case isPronoun(lead), isHelper(lead), isBase(kind) && isPlural(lead):
		return "", false // I need 500 words for it
	case owns, led && r.describedAt(end), r.nameEnds(end):
		return of, false
	}
	return "", false
}

// clauseOpensAt reports whether a clause begins at ts[k].
func (r *reading) clauseOpensAt(k int) bool {
	return k == r.begin || r.ts[k-1].mark && !glued(r.ts, k-1, k) || has(clauseLinks, r.ts[k-1].text)
}

// opensPhrase reports whether the noun at ts[k] ends what a clause begins with: my son's class.
func (r *reading) opensPhrase(k int) bool {
	for b := k; k-b <= longestSubject; b-- {
		if r.clauseOpensAt(b) {
			return true
		}
		w := r.ts[b-1].text
		if r.ts[b-1].mark || isPronoun(w) || isFinite(w) && !has(nounlike, w) || has(prepositions, w) || isBase(w) && !has(nounlike, w) {
			return false
		}
	}
	return false
}

// doesAt reports whether a verb follows the name of one of many: crane 2 carries 3 tons. Where
// the name opens the clause, it may be one that no list has.
func (r *reading) doesAt(i int, opens bool) bool {
	i = skip(r.ts, i, beforeVerb)
	w, next := at(r.ts, i), at(r.ts, i+1)
	if w == "" || r.ts[i].mark || has(unitWords, termOf(w)) || has(currencies, w) || w == "times" {
		return false
	}
	if isHelper(w) || isPast(w) || isPlainlyFinite(w) {
		return true
	}
	return (opens || isThird(w)) && hasTail(w, "s") && !hasTail(w, "ss") && (startsDigit(next) || has(determiners, next) || has(prepositions, next) || coins[next] != "" || i+1 < len(r.ts) && r.ts[i+1].cap)
}

// describedAt reports whether one thing stands behind the number of another, which counts none
// of it: the oven 2 timer.
func (r *reading) describedAt(i int) bool {
	w := at(r.ts, i)
	return len(w) > 2 && plainNoun(w) && !isPlural(w) && !has(unitWords, termOf(w)) && !has(currencies, w) && w != "o'clock" && w != "percent" && (has(bePresent, at(r.ts, i+1)) || isFinite(at(r.ts, i+1)))
}

// nameEnds reports whether nothing stands at ts[i] that a number before it could count.
func (r *reading) nameEnds(i int) bool {
	if i >= len(r.ts) {
		return true
	}
	w := r.ts[i].text
	if r.ts[i].mark {
		return w != "%" && w != "$" && w != "/" && !glued(r.ts, i-1, i+1)
	}
	return r.doesAt(i, true) || isPronoun(w) || has(prepositions, w) || has(clauseLinks, w) || has(otherwiseNow, w) || has(openers, w) || w == "every" || w == "each" || w == "once" || w == "twice"
}

// ofSeries reports whether two statements are about two of a kind that numbers tell apart, pump
// 7 and pump 8: where these do something, or where something besides the numbers differs. What
// differs by its number alone has another value: takes bus 12, takes bus 15. So it may be with
// what bears the name of a tool: node 22 runs in production.
func (s Statement) ofSeries(o Statement) bool {
	for of, mine := range s.series.numbers {
		theirs := o.series.numbers[of]
		if len(theirs) == 0 || sharesTerm(mine, theirs) {
			continue
		}
		does := s.series.doing[of] && o.series.doing[of] && len(toolRows()[of]) == 0
		if does || !sameSet(s.besideNumbers(), o.besideNumbers()) {
			return true
		}
	}
	return false
}

// besideNumbers returns the terms of a statement, with their figures, but for the numbers of a
// series.
func (s *statement) besideNumbers() []string {
	var terms []string
	for i, t := range s.r.ts {
		if s.series.at[i] || t.mark {
			continue
		}
		if startsDigit(t.text) {
			terms = append(terms, t.text)
		} else if !has(otherwiseNow, t.text) {
			terms = append(terms, s.r.specific(i, i+1)...)
		}
	}
	return terms
}
