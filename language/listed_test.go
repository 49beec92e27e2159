package language

import "testing"

func TestLists(t *testing.T) {
	yes(t, Lists, map[string]bool{
		"scents this winter: fig, cedar and burnt orange": true,
		"stack: ruby 3.2, puma, sidekiq":                  true,
		"Speakers: Ada, Noor and Tom":                     true,
		"colours of the boats: red, teal, ochre":          true,
		"our sizes: small, medium, and large":             true,
		"guests of honour: Lena and Marek":                true,
		"paid plans: basic, team, gold":                   true,
		"languages of the page: danish and dutch":         true,
		"ports of call: Gent, Lund":                       true,
		"allergies: nuts, lupin":                          true,

		"todo: tests, docs, a bench":                false,
		"steps: build, push":                        false,
		"add: lamp, bench":                          false,
		"open questions: lamp, bench":               false,
		"changed: lamp.go, bench.go":                false,
		"errors: timeout, deadlock":                 false,
		"files: lamp.go, bench.go":                  false,
		"two halls: I need a lamp, you get a bench": false,
		"scent: fig":                                false,
		"the lamps: are they on, or off":            false,
		"scents this winter:":                       false,
		"done: lamp, bench":                         false,
		"what we need: lamp, bench":                 false,
		"it listens on host:9000, and on tcp":       false,
		"":                                          false,
		"Colours: red,, blue":                       false,
	})
}

func TestNamesInRow(t *testing.T) {
	for _, c := range []struct {
		list, gone string
		want       bool
	}{
		{"scents: fig, cedar and burnt orange", "burnt orange", true},
		{"scents: fig, cedar and burnt orange", "fig", true},
		{"we sell fig, cedar and pear in the shop", "pear", true},
		{"workshops: knots, sails and weather", "weather workshop", true},
		{"scents: fig, cedar and burnt orange", "orange", false},
		{"we sell fig", "fig", false},
		{"the fair is on May 4, and Ada sells tickets", "tickets", false},
	} {
		gone := newTokens(c.gone)
		if got := newTokens(c.list).namesInRow(gone.specific(0, len(gone.ts))); got != c.want {
			t.Errorf("%q of %q: %v", c.gone, c.list, got)
		}
	}
}
