package stages_test

import (
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
)

// Two statements that give one thing different values are no repetition: both are told, with their days.
func TestAnotherValueIsNoRepetition(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "The staging server is called pluto")
	w.settle()
	w.say("two", "shop", "The staging server is called neptune")
	w.settle()
	got := w.ask(event.AskRequest{Session: "three", Project: "shop", Prompt: "What is the staging server called?"}).Block
	if !strings.Contains(got, "neptune") || !strings.Contains(got, "pluto") {
		t.Errorf("told\n%s", got)
	}
}
