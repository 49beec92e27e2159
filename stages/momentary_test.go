package stages_test

import (
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
)

// What was of its moment, so that no memory was made of it, is not shown beside an
// order or a statement. Who asks is given it, and so is what is in another language,
// of which no memories are made.
func TestWhatWasOfItsMomentIsNotShownBesideAnOrder(t *testing.T) {
	w := newWorld(t)
	w.say("monday", "harbour", "You painted the wrong crane, not the one at the granite pier.")
	w.say("monday", "harbour", "Der Kran am Granitpier ist kaputt und der Kranführer kommt am Granitpier nicht weiter.")
	w.say("monday", "harbour", "The granite pier has a crane from Kiel because the old one broke.")
	w.settle()
	for i, c := range []struct {
		prompt       string
		wrong, other bool
	}{
		{"Paint the crane at the granite pier.", false, true},
		{"The granite pier gets a crane of the wrong colour.", false, true},
		{"Was the wrong crane painted at the granite pier?", true, true},
		{"Bitte streich den Kran am Granitpier und frag den Kranführer.", false, true},
	} {
		got := w.ask(event.AskRequest{Session: string(rune('a' + i)), Project: "harbour", Prompt: c.prompt}).Block
		if strings.Contains(got, "wrong crane") != c.wrong || strings.Contains(got, "kaputt") != c.other {
			t.Errorf("%q is given\n%s", c.prompt, got)
		}
	}
}

// Who searches by hand finds what was said, also where the words have the form of a
// statement and no memory was made of it.
func TestASearchFindsWhatWasOfItsMoment(t *testing.T) {
	w := newWorld(t)
	w.say("monday", "harbour", "The frozen lamp number 7 is green.")
	w.settle()
	for _, words := range []string{"lamp", "frozen lamp", "green lamp", "which lamp is frozen?", "the lamp is frozen"} {
		if got := w.ask(event.AskRequest{Mode: event.ModeQuery, Prompt: words, Limit: 10}); len(got.Items) != 1 {
			t.Errorf("%q finds %d of 1: %q", words, len(got.Items), got.Reason)
		}
	}
}
