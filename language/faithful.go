package language

import (
	"slices"
	"strings"
	"time"
)

// Faithful reports whether a text that was worded anew brings no name and no
// number that its source has not. Dates are let pass: "yesterday" becomes one.
// It is a guard against invention, not a proof of truth.
func Faithful(text, source string) bool {
	return !Overrides(text) && within(numbersIn(undated(text)), numbersIn(source)) && within(namesIn(text), namesIn(source))
}

// undated leaves out the words that are a date.
func undated(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(text), func(w string) bool {
		_, err := time.Parse(time.DateOnly, strings.Trim(w, ".,;:()"))
		return err == nil
	}), " ")
}

func numbersIn(s string) []string {
	out := strings.FieldsFunc(s, func(r rune) bool { return !(r >= '0' && r <= '9' || r == '.') })
	for i, x := range out {
		out[i] = strings.Trim(x, ".")
	}
	return slices.DeleteFunc(out, func(x string) bool { return x == "" })
}

// namesIn returns the names in a text, word by word: Anna is Anna Berg.
func namesIn(s string) []string {
	var out []string
	for _, m := range Mentions(s, nil) {
		out = append(out, strings.Fields(Fold(m.Name))...)
	}
	return out
}
