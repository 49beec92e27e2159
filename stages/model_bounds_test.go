package stages_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/llm/llmtest"
)

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
