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

// Who passes on a question tells nothing but that; what is asked for is more.
func TestPassesOnQuestion(t *testing.T) {
	for s, want := range map[string]bool{
		"the harbour master wants to know how deep the lock is": true,
		"Ida asks who oils the winch, answer in one line":       true,
		"my neighbour asks": true,
		"the insurer is asking whether we have a second pump": true,
		"Ida asked me if the berth is free":                   true,
		"Ida asked for a second pump":                         false,
		"Ida asks us to grease the winch weekly":              false,
		"the insurer wants to know by Friday":                 false,
		"the form asks for the IMO number":                    false,
		"how deep is the lock, the harbour master asks":       false, // the question itself is before it
		"the winch needs oil":                                 false,
	} {
		if got := PassesOnQuestion(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
