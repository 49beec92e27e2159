package language

import "testing"

func TestSelfContained(t *testing.T) {
	for s, want := range map[string]bool{
		"explain this message: no space left on device": true,
		"what does `tar -xzf` do":                       true,
		"how do I squash two commits?":                  true,
		"write a function that folds a map":             true,
		"what did the surveyor measure?":                false,
		"what does Anna drink?":                         false,
		"where does our backup go?":                     false,
		"deploy the ferry service":                      false,
		"move it up a little":                           true,
		"now the same for the other buoy":               true,
		"undo your last change":                         true,
		"put it where we always put it":                 false,
		"is that the buoy of last spring?":              false,
		"draw a map of a small harbour":                 true,
		"":                                              false,
	} {
		if got := SelfContained(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
