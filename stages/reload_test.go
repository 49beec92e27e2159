package stages_test

import (
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
)

// A client that has lost what it was shown, and not what was said, is shown the former again.
func TestAReloadForgetsWhatWasShownAlone(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "My brother Tom works at Siemens in Munich.")
	w.say("two", "", "My sister Anna works at Fraport in Frankfurt.")
	w.settle()
	shown := func(name, place string) bool {
		r := w.ask(event.AskRequest{Session: "two", Prompt: "Where does my " + name + " work these days?"})
		return strings.Contains(r.Block, place)
	}
	if !shown("brother Tom", "Siemens") || shown("brother Tom", "Siemens") {
		t.Error("shown once and not twice")
	}
	w.ask(event.AskRequest{Session: "two", Mode: event.ModeSessionStart, Source: "reload"})
	if !shown("brother Tom", "Siemens") || shown("brother Tom", "Siemens") {
		t.Error("shown once more")
	}
	if shown("sister Anna", "Fraport") {
		t.Error("what was said in the session is before the agent's eyes")
	}
	w.ask(event.AskRequest{Session: "two", Mode: event.ModeSessionStart, Source: "compact"})
	if !shown("sister Anna", "Fraport") {
		t.Error("it is, too, where the client has compacted")
	}
}
