package redact

import "testing"

// What runs through the alphabet shows where a key goes; it is none.
func TestASequenceIsAnExample(t *testing.T) {
	for v, want := range map[string]bool{
		"abcdefghijklmnopqrstuvwxyz0123456":  true,
		"AIzaSyabcdefghijklmnopqrstuvwxyz12": true,
		"1234567890":                         true,
		"acdfghj135":                         true,
		"BdFgIjLn-7":                         true,
		"Zk3pQ9vLx8TnB2wYc7RmD4sHf6Gj1UaE":   false,
		"deftly-stuvw-99-xQz7Kp":             false,
	} {
		if got := counted(v); got != want {
			t.Errorf("%q: %v", v, got)
		}
	}
}

// Google's keys begin with AIzaSy; another four letters are another thing.
func TestGoogleKeysBeginWithSixLetters(t *testing.T) {
	const tail = "Zk3pQ9vLx8TnB2wYc7RmD4sHf6Gj1UaEq"
	for text, want := range map[string]int{"AIzaSy" + tail: 1, "AIzabc" + tail: 0} {
		if _, found := Secrets("it is " + text + " here"); len(found) != want {
			t.Errorf("%s: %v", text, found)
		}
	}
}
