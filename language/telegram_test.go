package language

import "testing"

// Who writes in haste says in a few words, without a verb, how a kind is always to be. What is
// found everywhere, one thing that is asked for, and one value in the place of another is no rule.
func TestAWishInHaste(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).Directs }, map[string]bool{
		"weights in grams always":                            true,
		"metric units always pls":                            true,
		"wages excl tax always":                              true,
		"hull drawings as vectors always please":             true,
		"smileys in commits never":                           true,
		"Danish spelling always pls":                         true,
		"decimal units everywhere":                           true,
		"strict typing everywhere in the loader":             true,
		"relative paths everywhere pls":                      true,
		"iso timestamps everywhere":                          true,
		"no jquery pls":                                      true,
		"hooks not classes":                                  true,
		"goroutines, not callbacks":                          true,
		"celsius not fahrenheit":                             true,
		"webp not jpeg pls":                                  true,
		"danish not german obv":                              true,
		"spaces not tabs obv":                                true,
		"charts w plotly, the colours are in tide/colours.R": true,
		"e2e tests with playwright":                          true,
		"forms via formik pls":                               true,
		"all docstrings in danish pls":                       true,
		"every commit message in greek please":               true,

		"hooks not classes in harbour code":         true,
		"snake_case for keys, no abbreviations":     true,
		"kebab-case for routes, one route per file": true,
		"Upper case for sql keywords":               true,
		"log keys lowercase, no dots":               true,
		"names danish, dates only":                  true,
		"commit messages english":                   true,
		"log lines json only":                       true,
		"branches fix/<boat>":                       true,
		"branches like fix/<boat>-<berth> please":   true,
		"routes: /v1/{boat}":                        true,
		"commit messages type(boat): text":          true,
		"early returns over nested ifs":             true,
		"pathlib over os.path":                      true,
		"async/await instead of callbacks please":   true,
		"dataclasses rather than plain dicts":       true,
		"hooks not classes in the harbour":          false,
		"snake_case for keys was a mistake":         false,
		"snake_case for keys, Ida for lunch":        false,
		"snake_case for Ida":                        false,
		"camelCase for keys?":                       false,
		"spaces for barrels, tables for guests":     false,
		"lower prices for barrels, no tax":          false,
		"letters danish":                            false,
		"keys lost, no idea":                        false,
		"no idea, no change":                        false,
		"one lamp per table, no chairs":             false,
		"branches are at fix/12":                    false,
		"the branch fix/<boat> is gone":             false,
		"branches <b>bold</b>":                      false,
		"branches fix/<boat> fail":                  false,
		"barrels fix/<boat>":                        false,
		"lamps over tables":                         false,
		"fog over the harbour":                      false,
		"returns over the counter":                  false,
		"tests over there":                          false,
		"ifs over Porto":                            false,
		"monday not tuesday":                        false,
		"12 not 15":                                 false,
		"anna not ben":                              false,
		"barrels not jugs":                          false,
		"mud everywhere":                            false,
		"boats everywhere":                          false,
		"old typing everywhere?":                    false,
		"late as always":                            false,
		"same noise always":                         false,
		"dinner at eight always":                    false,
		"fog in Bergen always":                      false,
		"seals in Bergen always":                    false,
		"old friends always":                        false,
		"trouble with the lamps always":             false,
		"traffic on the bridge always":              false,
		"better one of them than never":             false,
		"leaks with docker":                         false,
		"boats with plotly":                         false,
		"a chart with plotly please":                false,
		"no thing pls":                              false,
		"all tests for the winch please":            false,
		"a list of all docstrings please":           false,
		"two more sketches please":                  false,
		"mend the ropes everywhere please":          false,
	})
}

// What is wanted so of what anybody writes holds everywhere, of other things in the project.
func TestOfWhatAWishInHasteIs(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).ProjectBound }, map[string]bool{
		"weights in grams always": true, "Danish spelling always pls": false, "smileys in commits never": false,
	})
}

// W is with, between what is done and what it is done with, and else a key.
func TestWithInOneLetter(t *testing.T) {
	yes(t, func(s string) bool { return newTokens(s).hasAny("with") }, map[string]bool{
		"charts w plotly": true, "a barge w sails": true, "press w to sail": false, "the w key": false, "a w b": false,
	})
}
