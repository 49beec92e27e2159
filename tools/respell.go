package tools

import (
	"cmp"
	"slices"
	"strings"

	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

const (
	mostMisspelt = 3    // words of a text that are looked at; more of them are something else than slips
	leastCommon  = 1e-5 // how likely a word of the language is that stands for one without being in the store
)

// Respell returns a question or an order with the words as they were meant that are
// neither in the store nor words of the language: what a slip of the fingers makes of a
// word that is in the store, or of a common one ("which prot does it use"). Names and
// words of the trade that the store does not have are rarely that near to one that it
// has. A text in another language, pasted text, and one in which much is unknown are
// returned as they are. Two words that the store has side by side may be put as one.
func Respell(v ledger.View, text string) string {
	if !v.HasWords() || len(text) > longestTyped || strings.ContainsAny(text, "`\n") {
		return text
	}
	var unknown []language.Word
	for _, w := range language.Words(text) {
		if !stands(text, w) {
			continue
		}
		if term := termOf(w.Text); term != "" && !common(v, w.Text, 0) && lacks(v, term) {
			if unknown = append(unknown, w); len(unknown) > mostMisspelt {
				return text
			}
		}
	}
	if len(unknown) == 0 || !language.English(text, true) {
		return text
	}
	terms := language.Terms(text)
	for _, w := range slices.Backward(unknown) {
		meant := cmp.Or(parted(v, terms, w.Text), meant(v, w))
		if meant != "" {
			if first := w.Text[:1]; first != strings.ToLower(first) {
				meant = strings.ToUpper(meant[:1]) + meant[1:]
			}
			text = text[:w.Start] + meant + text[w.End:]
		}
	}
	return text
}

// longestTyped bounds what is taken for typed by hand, in bytes.
const longestTyped = 400

// stands reports whether a word is no part of a path, an address or an identifier.
func stands(text string, w language.Word) bool {
	before, after := text[:w.Start], text[w.End:]
	if before != "" && !strings.ContainsAny(before[len(before)-1:], " (\"'") {
		return false
	}
	after = strings.TrimLeft(after, ".,;:!?)\"'")
	return after == "" || after[0] == ' '
}

// termOf returns the one term of a word, "" where there are none or several.
func termOf(word string) string {
	if terms := language.Terms(word); len(terms) == 1 {
		return terms[0]
	}
	return ""
}

// common reports whether a word of a text in the language is this one more often than
// least.
func common(v ledger.View, word string, least float64) bool {
	stems := language.Stems(word)
	return len(stems) != 1 || v.Probability(stems[0]) > least
}

// Of a word in two parts each has so many letters, and it is looked for in so many texts.
const (
	leastPart    = 3
	partedWithin = 8
	mostParted   = 4 // ways to part one word that are looked up: each is a search
)

// parted returns a word in its two parts, "savefile" as "save file", where the store has
// them side by side; "" where it has not, or where one of them is among the terms of the prompt
// already: it would count twice.
func parted(v ledger.View, terms []string, word string) string {
	for at, looked := leastPart, 0; at <= len(word)-leastPart && looked < mostParted; at++ {
		first, second := termOf(word[:at]), termOf(word[at:])
		if first == "" || second == "" || v.Text.DF(first) == 0 || v.Text.DF(second) == 0 ||
			slices.Contains(terms, first) || slices.Contains(terms, second) {
			continue
		}
		looked++
		q := textindex.Query{Terms: []textindex.Weighted{{Term: first, Weight: 1}, {Term: second, Weight: 1}}, Limit: partedWithin}
		for _, h := range v.Text.Search(q) {
			if n, err := v.Graph.Shared(h.ID); err == nil && sideBySide(n.Content, word[:at], second) {
				return word[:at] + " " + word[at:]
			}
		}
	}
	return ""
}

// sideBySide reports whether a text has a word, and right behind it one of that term.
func sideBySide(text, first, second string) bool {
	words := language.Words(text[:min(len(text), longestTyped)])
	for i := 1; i < len(words); i++ {
		between := text[words[i-1].End:words[i].Start]
		if (between == " " || between == "-") && strings.EqualFold(words[i-1].Text, first) && termOf(words[i].Text) == second {
			return true
		}
	}
	return false
}

// meant returns what a word was meant for, "" where that cannot be told. What has
// changed places is likelier than what was left out, and that than what was struck
// beside. A name, in a capital, is only taken for one that the store has; a word of the
// language that the store does not have begins with the same letter.
func meant(v ledger.View, w language.Word) string {
	lower := strings.ToLower(w.Text)
	name := lower != w.Text
	swapped, slipped, struck := language.Meant(lower)
	for i, words := range [][]string{swapped, slipped, struck} {
		best, most, likely, probable := "", 0, "", leastCommon
		for _, word := range words {
			if i == 0 && language.StopWord(word) {
				return word
			}
			term := termOf(word)
			if term == "" {
				continue
			}
			if n := v.Text.DF(term); n > most {
				best, most = word, n
			}
			if p := v.Probability(term); p > probable && word[0] == lower[0] {
				likely, probable = word, p
			}
		}
		switch {
		case best != "":
			return best
		case likely != "" && i < 2 && !name:
			return likely
		case name && i == 1:
			return ""
		}
	}
	return ""
}
