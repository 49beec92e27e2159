package language

import (
	"slices"
	"strings"
)

// CarriesOut reports whether a sentence of a reply says what is so now as the prompt wants it: of
// "30 for all", "`SLOT_MINUTES` is 30". What the prompt leaves out, the thing that gets the value, stands there,
// and the value is the prompt's own. It says so of a name only where it says that something was changed.
// What is guessed, asked or planned is not so.
func CarriesOut(sentence, prompt string) bool {
	values := Carried(sentence, prompt)
	if len(values) == 0 {
		return false // as of most
	}
	act := ActOf(sentence)
	if !act.Tell || act.Ask || act.Command || looksLikeCode(sentence) {
		return false
	}
	r := newReading(cutSentence(sentence))
	switch {
	case r.has(hedged | plan), r.hypothetical(), r.anyOf(guessing), r.hasAny("would", "should"):
		return false // it may be so
	case r.anyOf(leavingSo) && !anyOf(newTokens(prompt).ts, stayingAt), r.deniesSentence():
		return false // it is not so
	case phrase(r.ts, r.begin, "in", "the", "test"), phrase(r.ts, r.begin, "in", "the", "tests"):
		return false // it is so in a test
	case r.hasAny("means", "typically", "usually", "currently"), r.speaksTo(r.begin, len(r.ts)):
		return false // it explains, or tells of the user
	}
	mends := repairOf(sentence).mends
	return (mends || r.says()) && slices.ContainsFunc(values, func(v string) bool {
		switch {
		case len(v) > 1 && (startsDigit(v) || strings.Contains(v, "/") || v[0] == 'v' && startsDigit(v[1:])):
			return true
		case startsDigit(v):
			return mends || r.hasAny("now", "again", "back")
		}
		return r.hasAny("now", "again", "back") || mends && len(Changes(sentence)) > 0
	})
}

// deniesSentence reports whether a sentence says that something is not done, whatever stands behind its "but".
func (r *reading) deniesSentence() bool {
	for i := r.begin; i < len(r.ts) && r.ts[i].text != "but"; i++ {
		if w := r.ts[i].text; isNegator(w) && !(w == "not" && at(r.ts, i+1) == "only") {
			return !r.hasAny("anymore", "longer")
		}
	}
	return false
}

// leavingSo are words of what was left as it is, or could not be done.
var leavingSo = set(`stays stay stayed remains remain remained still unchanged untouched fails failed fail`)

// GivenBy returns the values in a sentence that the prompt has, too: numbers that are no name of one of many
// (step 3), without what is written to them, addresses and paths, and names.
func GivenBy(sentence, prompt string) (values []string) {
	said := valuesOf(prompt)
	before := ""
	for i, w := range strings.Fields(sentence) {
		v, label := valueOf(w), before
		before = cutPlural(valueOf(w))
		if v == "" || !hasDigit(v) && !strings.Contains(v, "/") && (i == 0 || !capitalised(w)) || has(numbered, label) || has(ofMany, label) || slices.Contains(values, v) {
			continue
		}
		if said[v] {
			values = append(values, v)
		}
	}
	return values
}

// ofMany are nouns that a number tells apart, beside those of [numbered].
var ofMany = set(`story subtask item option pr bug day scenario stage case file test user week iteration example point no`)

// valuesOf returns the words of a text as [valueOf] gives them.
func valuesOf(text string) map[string]bool {
	words := map[string]bool{}
	for w := range strings.FieldsSeq(text) {
		if v := valueOf(w); v != "" {
			words[v] = true
		}
	}
	return words
}

// valueOf returns a word as it is compared: folded, a number without an ordinal's or a unit's letters.
func valueOf(word string) string {
	w := Fold(strings.Trim(word, " \t`\"'“”‘’*_()[]{}<>,;:.!?#~=$€£%"))
	if !startsDigit(w) {
		return w
	}
	n := 0
	for n < len(w) && (w[n] >= '0' && w[n] <= '9' || (w[n] == '.' || w[n] == ',' || w[n] == ':') && n+1 < len(w) && w[n+1] >= '0' && w[n+1] <= '9') {
		n++
	}
	if rest := w[n:]; len(rest) > 0 && len(rest) <= longestUnit && !strings.ContainsFunc(rest, func(c rune) bool { return c < 'a' || c > 'z' }) {
		return w[:n]
	}
	return w
}

// longestUnit is the number of letters that may be written to a number: 18th, 90days.
const longestUnit = 4

// capitalised reports whether a word begins with a capital letter and has small ones.
func capitalised(word string) bool {
	w := strings.TrimLeft(word, "`\"'“‘*_([")
	return len(w) > 2 && w[0] >= 'A' && w[0] <= 'Z' && strings.ContainsFunc(w, func(c rune) bool { return c >= 'a' && c <= 'z' }) && !StopWord(Fold(strings.Trim(w, ".,;:")))
}

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// GivenInstead returns the values in an older sentence in whose place a newer one about the same gives
// others: its only one, or those that stand behind the same word.
func GivenInstead(older, newer string) (values []string) {
	was, now := figuresIn(older), figuresIn(newer)
	gives := func(all []figure, v string) bool {
		return slices.ContainsFunc(all, func(n figure) bool { return n.value == v })
	}
	for _, w := range was {
		if gives(now, w.value) || slices.Contains(values, w.value) {
			continue
		}
		if len(was) == 1 && len(now) > 0 || slices.ContainsFunc(now, func(n figure) bool { return n.before == w.before && !gives(was, n.value) }) {
			values = append(values, w.value)
		}
	}
	return values
}

// figure is a number in a sentence, the word before it, and the one behind it or written to it that may be
// its unit.
type figure struct{ value, before, unit string }

// figuresIn returns the numbers in a sentence that are no name of one of many.
func figuresIn(sentence string) (all []figure) {
	before, open := "", false
	for w := range strings.FieldsSeq(sentence) {
		v := valueOf(w)
		if open && !startsDigit(v) && !StopWord(v) && !has(behindValue, v) {
			all[len(all)-1].unit = v
		}
		open = false
		if label := cutPlural(before); startsDigit(v) && !has(numbered, label) && !has(ofMany, label) {
			_, written, _ := strings.Cut(Fold(w), v)
			f := figure{value: v, before: before, unit: strings.TrimRight(written, "`\"'),.;:!?")}
			all, open = append(all, f), f.unit == "" && !strings.ContainsAny(w, ",.;:!?)")
		}
		before = v
	}
	return all
}

// SameSetting reports whether two sentences give different numbers to one name of a program: `BERTH_MINUTES` = 20
// and `BERTH_MINUTES` is 35.
func SameSetting(older, newer string) bool {
	if ofOther(bearersIn(older), bearersIn(newer)) {
		return false
	}
	was := settingsIn(older)
	for name, value := range settingsIn(newer) {
		if before, given := was[name]; given && before != value {
			return true
		}
	}
	return false
}

// ofOther reports whether of two lists of what things are of each has what the other has not: the
// payments service, the search service.
func ofOther(a, b []string) bool {
	more := func(a, b []string) bool {
		return slices.ContainsFunc(a, func(t string) bool { return !slices.Contains(b, t) })
	}
	return more(a, b) && more(b, a)
}

// bearersIn returns the terms for what something is said to be of, in or for: RETRY_LIMIT of search.
func bearersIn(sentence string) (terms []string) {
	r := newTokens(cutSentence(sentence))
	for i := range r.ts {
		if w := r.ts[i].text; w != "of" && w != "in" && w != "for" {
			continue
		}
		k := i + 1
		if has(determiners, at(r.ts, k)) {
			k++
		}
		end := k
		for end < len(r.ts) && end < k+3 && !r.ts[end].mark && !has(openers, r.ts[end].text) {
			end++
		}
		terms = append(terms, r.specific(k, end)...)
	}
	return terms
}

// OfOtherBearer reports whether two statements speak of one name of a program, each of it in something else:
// `RETRY_LIMIT` of search, of payments.
func (s Statement) OfOtherBearer(o Statement) bool {
	return slices.ContainsFunc(settingNames(s.r.text), func(name string) bool { return slices.Contains(settingNames(o.r.text), name) }) &&
		ofOther(bearersIn(o.r.text), bearersIn(s.r.text))
}

// settingNames returns the names of a program in a sentence.
func settingNames(sentence string) (names []string) {
	if !strings.ContainsAny(sentence, "_`") {
		return nil
	}
	for w := range strings.FieldsSeq(sentence) {
		if v := valueOf(w); isSettingName(w, v) {
			names = append(names, v)
		}
	}
	return names
}

func isSettingName(w, value string) bool {
	return strings.Contains(value, "_") || strings.HasPrefix(w, "`") && !strings.ContainsAny(value, "/.")
}

// settingsIn returns the numbers that a sentence gives to names of a program, which stand right behind them.
func settingsIn(sentence string) map[string]string {
	given := map[string]string{}
	name := ""
	for w := range strings.FieldsSeq(sentence) {
		v := valueOf(w)
		switch {
		case v == "" || v == "is" || v == "to" || v == "at" || v == "now":
			continue // = is to
		case startsDigit(v):
			if _, twice := given[name]; name != "" && !twice {
				given[name] = v
			}
			name = ""
		case isSettingName(w, v):
			name = v
		default:
			name = ""
		}
	}
	return given
}
