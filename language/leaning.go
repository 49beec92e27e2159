package language

import (
	_ "embed"
	"slices"
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

var formWeights = weightsOf(&leaningFile)

// weightsOf reads weights, a line each, when they are asked for first.
func weightsOf(file *string) func() map[string]float64 {
	return sync.OnceValue(func() map[string]float64 {
		weights := map[string]float64{}
		for line := range strings.Lines(*file) {
			trait, weight, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if w, err := strconv.ParseFloat(weight, 64); ok && err == nil {
				weights[trait] = w
			}
		}
		return weights
	})
}

// Leaning returns how far a prompt leans on what was told before, in log odds: above 0
// where it sooner does, below 0 where whoever has the code before him and knows the
// trade needs no memory for it ("rename this variable", "how does a bloom filter work").
// It goes by the form alone, and knows nothing of what was told. main is the [MainPart] of it,
// which counts for half where there is one (decision 0038).
func Leaning(prompt, main string) float64 {
	whole := formSum(prompt)
	if main == "" {
		return whole
	}
	return (whole + formSum(main)) / 2
}

// formSum is the sum of the weights of what the form of a text has.
func formSum(s string) float64 {
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
	var out []string
	wordTraits(formWords(s), func(trait []byte) { out = append(out, string(trait)) })
	act := ActOf(s)
	for _, does := range []struct {
		trait string
		is    bool
	}{
		{"+ask", act.Ask}, {"+tell", act.Tell}, {"+order", act.Command}, {"+thanks", act.Thanks}, {"+machine", act.Machine},
		{"+ours", AsksOfOurs(s)}, {"+own", SelfContained(s)}, {"+kind", len(ToolKinds(s)) > 0},
	} {
		if does.is {
			out = append(out, does.trait)
		}
	}
	return out
}

// wordTraits hands over words, pairs of them, the first three, and the first with the last,
// each once. What it hands over holds until the next.
func wordTraits(words []string, yield func(trait []byte)) {
	var room [64]byte
	join := func(parts ...string) {
		b := append(room[:0], parts[0]...)
		for _, p := range parts[1:] {
			b = append(append(b, ' '), p...)
		}
		yield(b)
	}
	before := "^"
	for i, w := range words {
		if !slices.Contains(words[:i], w) {
			join(w)
		}
		if !hasPair(words[:i], before, w) {
			join(before, w)
		}
		before = w
	}
	join(before, "$")
	if n := len(words); n > 2 {
		join(words[0], words[1], words[2])
		last := words[n-1]
		if n > 3 && (last == "?" || last == ".") {
			last = words[n-2]
		}
		join(words[0], "..", last)
		join(words[0], words[1], "..", last)
	}
}

// headWords is the number of words that a sentence is said to begin with.
const headWords = 4

// headTraits hands over the words that a sentence begins with, as such ("always@").
func headTraits(words []string, yield func(trait []byte)) {
	var room [64]byte
	for _, w := range words[:min(headWords, len(words))] {
		yield(append(append(room[:0], w...), '@'))
	}
}

// hasPair reports whether two words stand side by side among words.
func hasPair(words []string, a, b string) bool {
	for i := 1; i < len(words); i++ {
		if words[i] == b && words[i-1] == a {
			return true
		}
	}
	return false
}

// formWords returns the words of a prompt as far as they tell its form.
func formWords(s string) (words []string) {
	s = strings.TrimSpace(s)
	words = make([]string, 0, len(s)/4+2)
	for line := range strings.SplitSeq(s, "\n") {
		for field := range strings.FieldsSeq(line) {
			word, mark := formOf(field)
			if words = append(words, word); mark != "" {
				words = append(words, mark)
			}
		}
		words = append(words, "/")
	}
	words = words[:len(words)-1]
	if len(words) > formHead+formTail {
		words = append(words[:formHead:formHead], words[len(words)-formTail:]...)
	}
	return words
}

// plainLetters returns how many small letters of ASCII a text begins with.
func plainLetters(s string) int {
	n := 0
	for n < len(s) && 'a' <= s[n] && s[n] <= 'z' {
		n++
	}
	return n
}

// formOf returns what a run of characters is, and the mark that ends it.
func formOf(field string) (word, mark string) {
	if n := plainLetters(field); n == len(field) {
		return field, ""
	} else if n > 0 && n == len(field)-1 && strings.IndexByte("?!,.:;", field[n]) >= 0 {
		return field[:n], field[n:]
	}
	if n := len(field); n > 1 && strings.IndexByte("?!,.:;", field[n-1]) >= 0 {
		mark = field[n-1:]
	}
	bare := strings.TrimRight(field, "?!,.:;")
	word = strings.ToLower(strings.Trim(bare, `"'()[]*“”‘’`))
	switch {
	case strings.IndexByte(field, '`') >= 0, strings.ContainsAny(strings.Trim(bare, "()[]"), `_/\()<>=[]{}#@$|&`), strings.ContainsAny(word, ".:"), isCamel(bare):
		return "<code>", mark
	case strings.ContainsFunc(word, unicode.IsDigit):
		return "0", mark
	case word == "":
		return field, ""
	}
	return word, mark
}
