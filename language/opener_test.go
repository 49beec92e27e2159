package language

import "testing"

func TestOpener(t *testing.T) {
	for s, want := range map[string]string{
		"also we deploy only on tuesdays":             "we deploy only on tuesdays",
		"ok, so we moved the shop to Leeds":           "so we moved the shop to Leeds",
		"hmm, the kiln is on the second floor":        "the kiln is on the second floor",
		"Great, well, the kiln is broken again":       "the kiln is broken again",
		"well tested glazes sell best":                "well tested glazes sell best",
		"good clay is dug in April":                   "good clay is dug in April",
		"In this workshop, also the apprentices fire": "In this workshop, also the apprentices fire",
		"Actually the kiln is electric":               "Actually the kiln is electric",
		"awesome, exactly what I wanted":              "awesome, exactly what I wanted",
		"no, the kiln is electric":                    "no, the kiln is electric",
		"yes":                                         "yes",
		"":                                            "",
	} {
		if got := s[Opener(s):]; got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
