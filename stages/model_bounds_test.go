package stages_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/llm/llmtest"
)

// A model that sees nothing in a half-turn takes no rule away that says itself
// that it holds, and nothing that the user asks to be kept. The rest is its to
// leave out.
func TestAModelPassesOverNoStandingRule(t *testing.T) {
	w, s := modelled(t, func(string, llmtest.Request) llmtest.Reply { return say(args{"items": []args{}}) }, "extract")
	w.say("one", "", "Never push to the main branch of the lock control. Please remember that the depot is locked at six. I decided to paint the crane green.")
	w.settle()
	live := w.live(memtide.Instruction, memtide.Fact, memtide.Event)
	slices.Sort(live)
	want := []string{"Never push to the main branch of the lock control.", "the depot is locked at six."}
	if !slices.Equal(live, want) || len(w.live(memtide.Instruction)) != 1 || s.Count() != 1 {
		t.Errorf("known: %q of which %q are rules, after %d questions; want %q", live, w.live(memtide.Instruction), s.Count(), want)
	}
}

// A model that gives no scope leaves that of the rules.
func TestAModelThatGivesNoScopeLeavesThatOfTheRules(t *testing.T) {
	const rule = "Always answer in short sentences."
	w, _ := modelled(t, func(string, llmtest.Request) llmtest.Reply {
		return say(args{"items": []args{{"n": 1, "kind": "instruction", "subtype": "rule", "text": rule}}})
	}, "extract")
	w.say("one", "", rule)
	w.settle()
	if rules := w.nodes(memtide.Instruction); len(rules) != 1 || rules[0].Scope != 1 {
		t.Errorf("%d rules, the first of scope %v, want one of scope 1", len(rules), rules[0].Scope)
	}
}

// Where a model names somebody or something, the rules add no piece of the name,
// no other type, and no guess in a language that they do not read.
func TestAModelSaysWhatANameIs(t *testing.T) {
	names := map[string][]args{
		"The guild of Saint Nicholas signed the contract with Otto.":             {{"name": "guild of Saint Nicholas", "type": "organization"}},
		"Der Kran auf der Werft gehört seit gestern der Reederei und nicht uns.": {{"name": "Reederei", "type": "organization"}},
	}
	w, _ := modelled(t, func(layer string, r llmtest.Request) llmtest.Reply {
		if layer == "gate" {
			return say(args{"keep": []int{1}})
		}
		var in struct{ Sentences []struct{ Text string } }
		if err := json.Unmarshal([]byte(r.Last()), &in); err != nil {
			return llmtest.Reply{Status: 500}
		}
		text := in.Sentences[0].Text
		return say(args{"items": []args{{"n": 1, "kind": "fact", "text": text, "entities": names[text]}}})
	}, "gate", "extract")
	for text := range names {
		w.say("one", "", text)
		w.settle()
	}
	var got []string
	for _, n := range w.nodes(memtide.Entity) {
		got = append(got, n.CanonicalName+": "+n.EntityType)
	}
	slices.Sort(got)
	if want := []string{"Otto: person", "Reederei: org", "guild of Saint Nicholas: org"}; !slices.Equal(got, want) {
		t.Errorf("named: %q, want %q", got, want)
	}
}

// An item that a model takes for known is kept nowhere else: a memory that lacks a
// name of it, or denies what it says, does not say it.
func TestWhatAModelTakesForKnownIsNotLost(t *testing.T) {
	known := []string{"Otto minds the boat house.", "The tide gauge is not calibrated."}
	told := []string{"Mila minds the boat house.", "The tide gauge is calibrated."}
	w, s := modelled(t, func(_ string, r llmtest.Request) llmtest.Reply {
		var in struct {
			Items   []struct{ N int }
			Similar []struct{ ID string }
		}
		if err := json.Unmarshal([]byte(r.Last()), &in); err != nil {
			return llmtest.Reply{Status: 500}
		}
		var out []args
		for i, it := range in.Items {
			out = append(out, args{"n": it.N, "do": "noop", "target": in.Similar[min(i, len(in.Similar)-1)].ID})
		}
		return say(args{"verdicts": out})
	}, "novelty")
	for _, text := range known {
		w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: text})
	}
	for _, text := range told {
		w.say("one", "", text)
		w.settle()
	}
	live := w.live(memtide.Fact)
	for _, text := range told {
		if !slices.Contains(live, text) {
			t.Errorf("%q is not kept: %q, after %d questions", text, live, s.Count())
		}
	}
}

// What the rules would settle is laid before the model that reconciles, however
// little the two memories are alike: its word stands for theirs.
func TestTheRulesSettleNothingBehindAModel(t *testing.T) {
	const old, text = "I study medicine in Bergen.", "I switched from medicine to law this term."
	for verdict, want := range map[string]int{"keep": 0, "supersedes": 1} {
		w, s := modelled(t, func(string, llmtest.Request) llmtest.Reply {
			return say(args{"verdicts": []args{{"n": 1, "verdict": verdict}}})
		}, "reconcile")
		w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: old})
		w.say("one", "", text)
		w.settle()
		if s.Count() != 1 || w.edges(memtide.Supersedes) != want {
			t.Errorf("%s: %d questions, %d superseded, want 1 and %d", verdict, s.Count(), w.edges(memtide.Supersedes), want)
		}
	}
}

// The tools of the loop that stores have no word for two memories that cannot both
// hold: what it only stores the rules hold against what is known.
func TestAStoredItemStillContradicts(t *testing.T) {
	turn := 0
	w, _ := modelled(t, func(string, llmtest.Request) llmtest.Reply {
		if turn++; turn == 1 {
			return call("store_memory", args{"n": 1})
		}
		return call("done", args{})
	}, "storeloop")
	w.plantAll(&memtide.Node{Kind: memtide.Event, Content: "I met the harbour master twice in Oslo."})
	w.say("one", "", "I have never met the harbour master.")
	w.settle()
	if live := w.live(memtide.Fact, memtide.Event); len(live) != 2 || w.edges(memtide.Contradicts) != 1 {
		t.Errorf("known: %q, %d contradictions, want both and 1", live, w.edges(memtide.Contradicts))
	}
}
