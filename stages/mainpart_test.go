package stages_test

import (
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
)

var rest = []string{
	"The loom in the back room has twelve treadles.", "Carl keeps bees behind the mill.", "We buy our wool in Bergen.",
	"The kiln runs at 980 degrees.", "Our accountant is called Ruth.", "The van is parked on the second floor.",
}

// What a question is for takes nothing from what answers it, and brings nothing by itself.
func TestASecondSentenceSaysWhatFor(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "My sister Anna moved to Lisbon.")
	w.say("one", "", "Anna plays the cello in an orchestra.")
	for _, text := range rest { // in a store of some size
		w.say("one", "", text)
	}
	w.say("one", "", "The spring conference is in Ghent, and my talk is on Thursday.")
	w.say("one", "", "The collector on the new cluster was killed for want of memory: memory_limiter must be the first processor.")
	w.settle()
	for i, x := range []struct{ prompt, has string }{
		{"Where does Anna live? I want to send a card.", "Lisbon"},
		{"I am preparing a talk for the spring conference. Where does Anna live?", "Lisbon"},
		{"The collector was killed on the cluster for want of memory. Seen that before?", "memory_limiter"},
		{"I am preparing my talk for the spring conference. How does a bloom filter count its elements?", ""},
	} {
		r := w.ask(event.AskRequest{Session: "two" + string(rune('a'+i)), Prompt: x.prompt})
		if x.has == "" && r.Block != "" || !strings.Contains(r.Block, x.has) {
			t.Errorf("%q is told %q (%s), want %q", x.prompt, r.Block, r.Reason, x.has)
		}
	}
}

// A question that was asked before, with what it was for, tells nothing beside what answers it.
func TestAQuestionThatWasOnlyAskedIsNotTold(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "My sister Anna moved to Lisbon.")
	for _, text := range rest {
		w.say("one", "", text)
	}
	w.say("two", "", "Where does Anna live? I need it for the parcel.")
	w.say("two", "", "Where does Anna park? Her garage is in Rua das Flores 7.")
	w.settle()
	r := w.ask(event.AskRequest{Session: "three", Prompt: "Where does Anna live? I want to send a card."})
	if !strings.Contains(r.Block, "moved to Lisbon") || strings.Contains(r.Block, "parcel") {
		t.Errorf("told %s", r.Block)
	}
	if r = w.ask(event.AskRequest{Session: "four", Prompt: "Where does Anna park her car, in which garage?"}); !strings.Contains(r.Block, "Flores") {
		t.Errorf("not told %s", r.Block)
	}
}

// Who asks for the next thing by its name alone is told its value within a session, too.
func TestTheNextThingIsAskedForByItsName(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "The bilge pump draws 4 amps.")
	w.say("one", "", "The berth lamp has a linen shade.")
	for _, text := range rest {
		w.say("one", "", text)
	}
	w.settle()
	for _, x := range []struct{ before, prompt, has string }{
		{"At what temperature does the kiln run?", "and the bilge pump", "4 amps"},
		{"Paint the bench beside the door green.", "and the bilge pump", ""},
		{"At what temperature does the kiln run?", "and the berth lamp", ""},
	} {
		session := x.before + x.prompt
		w.ask(event.AskRequest{Session: session, PromptID: "a", Prompt: x.before})
		if got := w.ask(event.AskRequest{Session: session, PromptID: "b", Prompt: x.prompt}).Block; x.has == "" && got != "" || !strings.Contains(got, x.has) {
			t.Errorf("%q, then %q: told %q", x.before, x.prompt, got)
		}
	}
}
