package stages_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// A sentence that says "it" stands alone: its words stay as they were said, what
// they mean is shown beside them, and it is found by that.
func TestAFactStandsAlone(t *testing.T) {
	w := newWorld(t)
	const fact = "It listens on port 8443."
	w.say("one", "shop", "We installed the heron server yesterday. "+fact)
	w.settle()
	all := w.nodes(memtide.Fact)
	if len(all) != 1 || all[0].Content != fact || all[0].Attributes[ledger.Means] != "the heron server" {
		t.Fatalf("%+v", all)
	}
	r := w.ask(event.AskRequest{Session: "two", Project: "shop", Mode: event.ModeQuery, Prompt: "heron server", Limit: 10})
	if !slices.ContainsFunc(r.Items, func(it event.Item) bool { return it.ID == all[0].ID && it.Text == fact+" (the heron server)" }) {
		t.Errorf("found: %+v", r.Items)
	}
	// The half-turn says all of it at once and may stand for it; without it the
	// memory has to do.
	w.decide("forget", func(c *memtide.ChangeSet) {
		for _, n := range w.nodes(memtide.Episode) {
			c.Ops = append(c.Ops, memtide.SetNode(n, "archived_at", w.clock))
		}
	})
	r = w.ask(event.AskRequest{Session: "three", Project: "shop", Prompt: "On which port does the heron server listen?"})
	if !strings.Contains(r.Block, fact+" (the heron server)") {
		t.Errorf("shown: %q (%s)", r.Block, r.Reason)
	}
}

// Nothing is guessed: where "it" may be either, neither is named.
func TestAWrongGuessIsNotMade(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "We moved the heron server to the ibis cluster. It listens on port 8443.")
	w.settle()
	for _, n := range w.nodes(memories...) {
		if n.Attributes[ledger.Means] != "" {
			t.Errorf("%q means %q", n.Content, n.Attributes[ledger.Means])
		}
	}
}

// The same words about two things are two memories, and the value of the one is
// not that of the other.
func TestTheSameWordsOfTwoThingsAreTwoMemories(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "We installed the heron server. It listens on port 8443.")
	w.settle()
	w.say("two", "shop", "We installed the ibis server. It listens on port 8443.")
	w.settle()
	w.say("three", "shop", "We installed the dunlin server. It now listens on port 9000.")
	w.settle()
	got := map[string]bool{}
	for _, n := range w.nodes(memories...) {
		if what := n.Attributes[ledger.Means]; what != "" && n.Live() {
			got[what] = true
		}
	}
	if len(got) != 3 {
		t.Errorf("stand: %v", got)
	}
}

// What "this" means in a session is before the agent: a question about it alone brings nothing.
func TestAQuestionThatOnlyPointsBringsNothing(t *testing.T) {
	w := newWorld(t)
	ask := func(prompt string) string {
		defer w.settle()
		return w.ask(event.AskRequest{Session: "two", Project: "shop", Prompt: prompt}).Block
	}
	w.say("one", "shop", "The Heron paints its boats in Kiel.")
	w.settle()
	if got := ask("Where does the Heron paint its boats?"); !strings.Contains(got, "Kiel") {
		t.Errorf("a question that names it: %q", got)
	}
	w.say("one", "shop", "The Heron burns diesel.")
	w.settle()
	for _, prompt := range []string{"Is that what we want here?", "Who wrote this?", "How does it work?"} {
		if got := ask(prompt); got != "" {
			t.Errorf("%q: told:\n%s", prompt, got)
		}
	}
}
