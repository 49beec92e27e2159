package language

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestNouns(t *testing.T) {
	for text, want := range map[string]string{
		"The heron server listens on port 8443.":                                "server port",
		"We moved the nightly build to 02:30 because the backup runs at 02:00.": "build backup",
		"Oats are bought in bulk.":                                              "oats bulk",
		"The gate is green.":                                                    "gate",
		"The gate is a door.":                                                   "gate door",
		"I prefer tea over coffee.":                                             "tea coffee",
		"Use the quick script.":                                                 "script",
		"My dentist appointment is on Tuesday in May.":                          "appointment",
		"Anna's bike has new tyres.":                                            "bike tyres",
		"Wir bauen die Brücke, weil der Fluss hoch ist.":                        "",
		"":                                "",
		"if (x < y) { return foo(bar); }": "",
		"The last two weeks were long.":   "",
		"The sixteen lamps are red.":      "lamps",
		"The ninety lamps are red.":       "lamps",
		"The pump of the east basin has a copper valve.": "pump basin valve",
	} {
		if got := strings.Join(Nouns(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzNouns(f *testing.F) {
	for _, s := range []string{"The heron server listens on port 8443.", "Use it", "é北京 is a \x00 town", "a - b / c", "the the of of", strings.Repeat("x", 300),
		"The pump is beside the pump.", "The boat is for us and them.", "The boat of the other stands there."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		seen := map[string]bool{}
		for _, w := range Nouns(s) {
			if seen[w] || w == "" || utf8.RuneCountInString(w) < shortestNoun || len(w) > longestTerm || StopWord(w) {
				t.Errorf("%q of %q", w, s)
			}
			seen[w] = true
		}
		if !slices.Equal(Nouns(s), Nouns(s)) {
			t.Errorf("%q is read in two ways", s)
		}
	})
}
