package language

import "testing"

// Settings that are pasted are no talk; a list of what somebody says is.
func TestNestedKeysAreMachineText(t *testing.T) {
	for text, want := range map[string]bool{
		"lamps:\n  north:\n    hours: [6, 18]\n    oil: whale":        true,
		"jobs:\n  - name: sweep\n    every: 2h\nkeeper: anna":         true,
		"keeper: Anna\nlamp: whale oil\nhours: from six":              false,
		"Two wishes:\n  keep the lamp low at noon\n  ring at seven":   false,
		"lamps:\n  - always trim the wick\n  - never light two lamps": false,
	} {
		if got := ActOf(text).Machine; got != want {
			t.Errorf("%q is machine text: %v, want %v", text, got, want)
		}
	}
}
