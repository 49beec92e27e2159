package language

import "testing"

// Who asks behind a comma, without a mark at the end, asks all the same.
func TestAsksBehind(t *testing.T) {
	for s, want := range map[string]bool{
		"the new skipper needs a key, where do they get it":    true,
		"page 2 of the log is cut off, what prints that":       true,
		"the winch is stuck, whats the number of the mechanic": true,
		"we moved to the north pier, what's more it is free":   false,
		"the winch, which is old, squeals":                     false,
		"the keys hang where the ropes are, ask Ida":           false,
	} {
		if got := AsksBehind(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
