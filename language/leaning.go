package language

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// leaningFile says how much each trait of a prompt's form counts, in log odds. The program
// in language/leaning makes it of labelled prompts.
//
//go:embed leaning.txt
var leaningFile string

var formWeights = sync.OnceValue(func() map[string]float64 {
	weights := map[string]float64{}
	for line := range strings.Lines(leaningFile) {
		trait, weight, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if w, err := strconv.ParseFloat(weight, 64); ok && err == nil {
			weights[trait] = w
		}
	}
	return weights
})

// Leaning returns how far a prompt leans on what was told before, in log odds: above 0
// where it sooner does, below 0 where whoever has the code before him and knows the
// trade needs no memory for it ("rename this variable", "how does a bloom filter work").
// It goes by the form alone, and knows nothing of what was told.
func Leaning(s string) float64 {
	weights := formWeights()
	sum := 0.0
	for _, t := range FormTraits(s) {
		sum += weights[t]
	}
	return sum
}

// What is read of a prompt: people say first what they want, or last, behind what they
// have pasted.
const (
	formHead = 60 // words
	formTail = 20
)

// FormTraits returns what the form of a prompt has, each once: its words and pairs of
// them, with what is code, a path or a number by its kind only, and what it does.
func FormTraits(s string) []string {
	words := formWords(s)
	seen := map[string]bool{}
	var out []string
	has := func(trait string) {
		if !seen[trait] {
			seen[trait] = true
			out = append(out, trait)
		}
	}
	before := "^"
	for _, w := range words {
		has(w)
		has(before + " " + w)
		before = w
	}
	has(before + " $")
	if n := len(words); n > 2 {
		has(words[0] + " " + words[1] + " " + words[2])
		last := words[n-1]
		if n > 3 && (last == "?" || last == ".") {
			last = words[n-2]
		}
		has(words[0] + " .. " + last)
		has(words[0] + " " + words[1] + " .. " + last)
	}
	act := ActOf(s)
	for _, does := range []struct {
		trait string
		is    bool
	}{
		{"+ask", act.Ask}, {"+tell", act.Tell}, {"+order", act.Command}, {"+thanks", act.Thanks}, {"+machine", act.Machine},
		{"+ours", AsksOfOurs(s)}, {"+own", SelfContained(s)}, {"+kind", len(ToolKinds(s)) > 0},
	} {
		if does.is {
			has(does.trait)
		}
	}
	return out
}

// formWords returns the words of a prompt as far as they tell its form.
func formWords(s string) (words []string) {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, line := range lines {
		for _, field := range strings.Fields(line) {
			words = append(words, formOf(field)...)
		}
		if i < len(lines)-1 {
			words = append(words, "/")
		}
	}
	if len(words) > formHead+formTail {
		words = append(words[:formHead:formHead], words[len(words)-formTail:]...)
	}
	return words
}

// formOf returns what a run of characters is, and the mark that ends it.
func formOf(field string) []string {
	mark := ""
	if n := len(field); n > 1 && strings.ContainsRune("?!,.:;", rune(field[n-1])) {
		mark = field[n-1:]
	}
	bare := strings.TrimRightFunc(field, func(r rune) bool { return strings.ContainsRune("?!,.:;", r) })
	word := strings.ToLower(strings.Trim(bare, `"'()[]*“”‘’`))
	switch {
	case strings.Contains(field, "`"), strings.ContainsAny(strings.Trim(bare, "()[]"), `_/\()<>=[]{}#@$|&`), strings.ContainsAny(word, ".:"), isCamel(bare):
		word = "<code>"
	case strings.ContainsFunc(word, unicode.IsDigit):
		word = "0"
	case word == "":
		return []string{field}
	}
	if mark == "" {
		return []string{word}
	}
	return []string{word, mark}
}
