package language

import (
	"strings"
	"unicode"
)

// capitals returns, for the folded words of s that stand in a capital
// somewhere not at the beginning of a sentence, true, and for those that
// stand in lower case, false; a word in both forms is false.
func capitals(s string, words []lexeme) map[string]bool {
	m := map[string]bool{}
	for _, w := range words {
		r, _ := decode(w.Text, 0)
		switch {
		case unicode.IsLower(r):
			m[w.fold] = false
		case w.capital && !opensSentence(s, w.Start):
			if _, known := m[w.fold]; !known {
				m[w.fold] = true
			}
		}
	}
	return m
}

// shouted reports whether a sentence stands in capitals, where they say nothing.
func shouted(words []lexeme) bool {
	upper := 0
	for _, w := range words {
		if len(w.Text) > 1 && !hasSmall(w.Text) && strings.ToUpper(w.Text) == w.Text && strings.ToLower(w.Text) != w.Text {
			upper++
		}
	}
	return len(words) >= 4 && upper*10 > len(words)*6
}

// hasSmall reports whether a word has a small letter of ASCII, and so is in no capitals.
func hasSmall(w string) bool {
	for i := range len(w) {
		if 'a' <= w[i] && w[i] <= 'z' {
			return true
		}
	}
	return false
}

// appendNames adds the names of one sentence.
func appendNames(out []Mention, s string, words []lexeme, capital map[string]bool) []Mention {
	for i := 0; i < len(words); {
		if !canBegin(words[i]) {
			i++
			continue
		}
		if i == 0 && !opensAsName(s, words, capital) || i > 0 && ordersBehindStop(s, words[i:]) || acronyms(words[i].Text) {
			i++
			continue
		}
		n := spanLen(s, words[i:])
		if n > 1 && isAge(words[i+n-1].Text) && ofChildren(words[:i]) {
			n--
		}
		start, end := words[i].Start, words[i+n-1].End
		text := cutPossessive(s[start:end])
		if len(text) <= 4*longestTerm {
			out = append(out, Mention{Text: text, Start: start, End: start + len(text), Kind: MentionName, Name: strings.Join(strings.Fields(text), " ")})
		}
		i += n
	}
	return out
}

// ordersBehindStop reports whether words begin, behind a full stop that may as well end an
// abbreviation, with a verb that has its capital from there: by 3 Nov. Call nobody.
func ordersBehindStop(s string, words []lexeme) bool {
	f := words[0].fold
	if !isBase(f) && !has(modifiers, f) || has(nameLike, f) || len(words) < 2 || canBegin(words[1]) {
		return false
	}
	before := strings.TrimRight(s[:words[0].Start], " ")
	return strings.HasSuffix(before, ".") || strings.HasSuffix(before, "!") || strings.HasSuffix(before, "?")
}

// acronyms reports whether a word is an acronym in the plural: PCBs.
func acronyms(w string) bool {
	head, plural := strings.CutSuffix(w, "s")
	return plural && len(head) > 1 && strings.ToUpper(head) == head && strings.ToLower(head) != head
}

// isAge reports whether a number may be that of somebody's years.
func isAge(w string) bool { return len(w) <= 2 && startsDigit(w) }

// ofChildren reports whether the words before a name speak of somebody's children, whose years
// stand behind their names: our sons Ole 6 and Per 9.
func ofChildren(words []lexeme) bool {
	for i := len(words) - 1; i >= 0; i-- {
		switch w := words[i]; {
		case has(childWords, w.fold):
			return true
		case !w.capital && !startsDigit(w.Text) && w.fold != "and" && w.fold != "are" && w.fold != "is":
			return false
		}
	}
	return false
}

var childWords = set(`kid kids child children son sons daughter daughters twins boy boys girl girls grandson grandsons granddaughter granddaughters grandchildren grandkids niece nieces nephew nephews brother brothers sister sisters cousin cousins`)

// canBegin reports whether a name may begin with w: a capital, and neither a
// word of the calendar nor a general abbreviation.
func canBegin(w lexeme) bool {
	r, _ := decode(w.Text, 0)
	second, _ := decode(w.Text, 1)
	if !unicode.IsUpper(r) && !(unicode.IsLower(r) && unicode.IsUpper(second)) {
		return false
	}
	f := w.fold
	return len(f) > 1 && !has(openers, f) && !has(calendarWords, f) && !has(generalAbbreviations, f)
}

// opensAsName reports whether the first word of a sentence is a name although
// any word would have a capital there.
func opensAsName(s string, words []lexeme, capital map[string]bool) bool {
	w := words[0]
	f := w.fold
	if len(w.Text) > 1 && strings.ToUpper(w.Text) == w.Text || len(humps(w.Text)) > 1 {
		return true // an acronym, a camel
	}
	elsewhere, seen := capital[f]
	switch {
	case seen:
		return elsewhere
	case len(words) > 1 && adjoins(s, w, words[1]) && canBegin(words[1]) && !isVerbForm(f) && !has(modifiers, f):
		return true
	case has(nameLike, f) && len(words) > 1 && isFinite(words[1].fold):
		return true // Mark is out, but: Mark the issue …
	case isCommon(f), has(opensTalk, f):
		return false
	case isGerund(f), strings.HasSuffix(f, "s") && len(words) > 1 && (has(pluralVerbs, words[1].fold) || isBase(words[1].fold)):
		return cutPossessive(w.Text) != w.Text // Horses have …
	case isPast(f) || strings.HasSuffix(f, "ly"):
		// Ahmed handles …, but: Fixed the …
		return len(words) > 1 && (isPlainlyFinite(words[1].fold) || cutPossessive(w.Text) != w.Text)
	}
	return !commonShape(f)
}

// opensTalk are words that open a sentence and are no common ones otherwise.
var opensTalk = set(`done meeting standup retro sprint workshop kickoff onboarding offsite reminder todo`)

// adjoins reports whether nothing but a blank or a hyphen stands between two
// words, with a full stop allowed after a single initial.
func adjoins(s string, a, b lexeme) bool {
	gap := s[a.End:b.Start]
	if gap == "’ " || gap == "' " {
		return strings.HasSuffix(a.Text, "s")
	}
	return gap == " " || gap == "-" || gap == "\n" || gap == " & " || gap == ". " && len(a.Text) <= 2 || gap == "." && len(a.Text) == 1
}

// spanLen returns the number of words of the name that words begins with: more
// words in capitals, numbers after them, and small words between them.
func spanLen(s string, words []lexeme) int {
	n := 1
	for n < len(words) {
		if cutPossessive(words[n-1].Text) != words[n-1].Text || !adjoins(s, words[n-1], words[n]) && !has(dotTails, words[n].Text) {
			break
		}
		w := words[n]
		if isNamePart(w) {
			if has(nameMonths, w.fold) && n+1 < len(words) && startsDigit(words[n+1].Text) {
				break // met Anna May 5
			}
			n++
			continue
		}
		if s[w.Start-1] == '-' && isRareTail(w) || s[words[n-1].End:w.Start] == "." && has(dotTails, w.Text) {
			n++
			continue
		}
		if k := bridge(s, words[n:]); k > 0 && (n == 1 || isCommon(words[n-1].fold) || w.Text != "of") {
			n += k
			continue
		}
		break
	}
	return n
}

// isRareTail reports whether a word in lower case behind a hyphen belongs to a
// name (Bryn-mawr), unlike one that makes an adjective of it (Slack-like).
func isRareTail(w lexeme) bool {
	r, _ := decode(w.Text, 0)
	f := w.fold
	return unicode.IsLower(r) && len(f) > 2 && !isCommon(f) && !StopWord(f) && !isVerbForm(f) && !has(openers, f) && !has(hyphenTails, f)
}

// isNamePart reports whether w may stand inside a name.
func isNamePart(w lexeme) bool {
	r, _ := decode(w.Text, 0)
	f := w.fold
	switch {
	case unicode.IsDigit(r):
		return len(w.Text) <= 4
	case !unicode.IsUpper(r):
		return false
	case len(f) == 1:
		return f != "i"
	}
	return !has(openers, f) && (!has(calendarWords, f) || has(nameMonths, f))
}

// bridge returns the number of words up to and with the capital that small
// words such as "of the" lead to, 0 for none.
func bridge(s string, words []lexeme) int {
	for n, w := range words[:min(3, len(words))] {
		if n > 0 && !adjoins(s, words[n-1], w) {
			return 0
		}
		if n > 0 && isNamePart(w) {
			r, _ := decode(w.Text, 0)
			if unicode.IsDigit(r) {
				return 0
			}
			return n + 1
		}
		if !has(bridges, w.Text) || n == 0 && w.Text == "the" || n > 0 && w.Text == "of" {
			return 0
		}
	}
	return 0
}

// isCommon reports whether a folded word is an everyday English word.
func isCommon(f string) bool {
	return isBase(f) || isThird(f) || has(commonStems, f) || has(commonStems, stems.term(f))
}

// commonShape reports whether a word has an ending that common nouns and
// adjectives have and names seldom.
func commonShape(f string) bool {
	for _, tail := range commonTails {
		if strings.HasSuffix(f, tail) && len(f) > len(tail)+2 {
			return true
		}
	}
	return false
}

var commonTails = []string{
	"tion", "tions", "sion", "sions", "ment", "ments", "ness", "ity", "ities", "able", "ible", "less", "ful", "ous", "ive", "ives",
	"ism", "ists", "ance", "ances", "ence", "ences", "ency", "encies", "ancy", "ize", "ise", "ized", "ised", "ical", "ually", "ings", "ships", "ship", "hood", "wise", "ware",
	"ologist", "ologists", "ability", "ers", "ors",
}
