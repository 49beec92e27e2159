package language

import "testing"

// What others say of somebody's private life is passed on, not what is reported of work, and
// not what the speaker says of their own.
func TestGossips(t *testing.T) {
	want := map[string]bool{
		"I heard that Olaf got divorced": true, "Rosa says that Olaf drinks": true, "Apparently her brother is bankrupt": true, "Word has it that he was arrested": true, "A friend said Olaf drinks": true,
		"I heard that Olaf got the crane going": false, "Rosa says that I got divorced": false, "Olaf got divorced": false, "": false,
	}
	yes(t, Gossips, want)
	yes(t, func(s string) bool { return handCues(s).Gossip }, want)
}
