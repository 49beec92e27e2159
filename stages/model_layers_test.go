package stages_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm/llmtest"
)

// A model plans searches beside those of the rules: what they find needs none of
// the prompt's words.
func TestAModelPlansSearches(t *testing.T) {
	w, s := modelled(t, func(layer string, r llmtest.Request) llmtest.Reply {
		if layer == "curate" {
			return keepAll(r)
		}
		return say(args{"shape": "rule-process", "strategy": "Look for who releases a text.", "searches": []args{{"tool": "instructions", "text": "sign off before publication"}}})
	}, "plan", "curate")
	w.plantAll(&memtide.Node{Kind: memtide.Instruction, Subtype: "process", Scope: 0.2, Content: "Before publication Dana signs off every text."},
		&memtide.Node{Kind: memtide.Fact, Content: "The cafeteria closes at three."})
	r := w.ask(event.AskRequest{Session: "one", Prompt: "Who reviews the articles of the magazine?"})
	if r.Engine != "model" || !strings.Contains(r.Block, "Dana signs off") || strings.Contains(r.Block, "cafeteria") || countOf(s, "plan") != 1 {
		t.Errorf("engine %s: %q (%s)", r.Engine, r.Block, r.Reason)
	}
}

// Within a session one question to a model says whether memory is needed again,
// whom a pronoun means, and which searches to run.
func TestAModelFollowsUp(t *testing.T) {
	need := true
	w, s := modelled(t, func(layer string, r llmtest.Request) llmtest.Reply {
		if layer == "curate" {
			return keepAll(r)
		}
		if !need {
			return say(args{"retrieve": false, "resolved": "", "entities": []string{}, "searches": []args{}})
		}
		return say(args{"retrieve": true, "resolved": "Where does Anna keep it?", "entities": []string{"Anna"}, "searches": []args{{"tool": "facts", "text": "spare key"}}})
	}, "followup", "curate")
	w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "Anna looks after the boat house."}, &memtide.Node{Kind: memtide.Fact, Content: "The spare key lies under the blue pot."})
	if r := w.ask(event.AskRequest{Session: "one", Prompt: "Who looks after the boat house?"}); !strings.Contains(r.Block, "Anna") || countOf(s, "followup") != 0 {
		t.Fatalf("first prompt: %q (%s), %d follow-ups", r.Block, r.Reason, countOf(s, "followup"))
	}
	r := w.ask(event.AskRequest{Session: "one", Prompt: "And where does she keep it?"})
	if r.Engine != "model" || !strings.Contains(r.Block, "blue pot") || countOf(s, "followup") != 1 {
		t.Errorf("engine %s: %q (%s)", r.Engine, r.Block, r.Reason)
	}
	need = false
	if r := w.ask(event.AskRequest{Session: "one", Prompt: "And which of her boats is the fastest?"}); r.Block != "" || !strings.Contains(r.Reason, "nothing new") {
		t.Errorf("no need: %q (%s)", r.Block, r.Reason)
	}
}

// A small model says what is known already, and nothing else: what it wants
// replaced is left to the rules.
func TestNoveltyOnlySkipsWhatIsKnown(t *testing.T) {
	w, s := modelled(t, func(layer string, r llmtest.Request) llmtest.Reply {
		if layer == "extract" {
			return say(args{"items": []args{{"n": 1, "kind": "fact", "subtype": "definitional", "text": "Mila comes from Lisbon."}, {"n": 2, "kind": "fact", "subtype": "definitional", "text": "Otto owns the boat house."}}})
		}
		var in struct{ Similar []struct{ ID, Text string } }
		if err := json.Unmarshal([]byte(r.Last()), &in); err != nil {
			return llmtest.Reply{Status: 500}
		}
		id := func(text string) string {
			for _, s := range in.Similar {
				if s.Text == text {
					return s.ID
				}
			}
			return ""
		}
		return say(args{"verdicts": []args{{"n": 1, "do": "noop", "target": id("Mila was born in Lisbon.")}, {"n": 2, "do": "update", "target": id("Otto painted the boat house.")}}})
	}, "extract", "novelty")
	w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "Mila was born in Lisbon."}, &memtide.Node{Kind: memtide.Fact, Content: "Otto painted the boat house."})
	w.say("one", "", "Mila comes from Lisbon. Otto owns the boat house.")
	w.settle()
	live := w.live(memtide.Fact)
	slices.Sort(live)
	if want := []string{"Mila was born in Lisbon.", "Otto owns the boat house.", "Otto painted the boat house."}; !slices.Equal(live, want) {
		t.Errorf("known: %q, want %q", live, want)
	}
	if s.Count() != 2 {
		t.Errorf("%d calls", s.Count())
	}
}

// What a model words anew, with the name of who speaks, is a further key: the
// half-turn is found by it, and it is said behind that where nothing else tells why.
func TestWordsOfAModelAreAKeyToTheHalfTurn(t *testing.T) {
	var speaker string
	w, _ := modelled(t, func(_ string, r llmtest.Request) llmtest.Reply {
		var in struct{ Speaker string }
		if err := json.Unmarshal([]byte(r.Last()), &in); err != nil {
			return llmtest.Reply{Status: 500}
		}
		speaker = in.Speaker
		return say(args{"items": []args{{"n": 1, "kind": "fact", "text": "Ines owns a tortoise."}, {"n": 1, "kind": "fact", "text": "Bela owns a tortoise."}}})
	}, "extract")
	const told = "I have decided to keep the old fellow with the shell, because my kids are so fond of him."
	w.take(event.TurnRequest{Session: "a", Speaker: "Ines", Text: told})
	w.settle()
	if got := w.live(memtide.Fact); speaker != "Ines" || !slices.Contains(got, "Ines owns a tortoise.") || slices.Contains(got, "Bela owns a tortoise.") {
		t.Fatalf("spoken by %q, known: %q", speaker, got)
	}
	r := w.ask(event.AskRequest{Session: "b", Prompt: "Who owns a tortoise?"})
	if !strings.Contains(r.Block, told+" — Ines owns a tortoise.\n") || strings.Count(r.Block, "tortoise") != 1 {
		t.Errorf("shown: %q (%s)", r.Block, r.Reason)
	}
	r = w.ask(event.AskRequest{Session: "c", Prompt: "Of which fellow are her kids so fond, does Ines keep a shell?"})
	if !strings.Contains(r.Block, told) || strings.Contains(r.Block, "tortoise") {
		t.Errorf("found by its own words: %q (%s)", r.Block, r.Reason)
	}
}
