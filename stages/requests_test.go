package stages_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm/llmtest"
	"github.com/memtide/memtide/stages/stagestest"
)

// rendered is what a layer sends beside its prompt.
type rendered struct {
	Schema string   `json:"schema,omitempty"`
	Tools  []string `json:"tools,omitempty"`
	Input  []any    `json:"input"`
}

// What each layer of the two flows lays before its model for one small
// conversation is held against a golden file: a change of it is a change of what
// replies are kept under, and of what leaves the machine.
func TestWhatLayersSend(t *testing.T) {
	layers := []string{"classify", "followup", "plan", "toolloop", "curate", "gate", "extract", "filter", "store", "reconcile"}
	w, s := modelled(t, func(string, llmtest.Request) llmtest.Reply { return llmtest.Reply{Refuse: true} }, layers...)
	w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "Anna looks after the boat house."},
		&memtide.Node{Kind: memtide.Fact, Content: "The harbour crane lifts forty tons."})
	w.say("two", "", "We decided to paint the harbour crane green because of the rust.")
	w.say("two", "", "The harbour crane lifts sixty tons.")
	w.settle()
	w.ask(event.AskRequest{Session: "one", Prompt: "Who looks after the boat house?"})
	w.ask(event.AskRequest{Session: "one", Prompt: "And how much does the harbour crane lift?"})

	got := map[string]rendered{}
	for _, r := range s.Requests() {
		layer := stagestest.LayerOf(r)
		if _, ok := got[layer]; ok {
			continue
		}
		one := rendered{Schema: r.Schema, Tools: r.Tools}
		for _, m := range r.Messages {
			var v any
			if err := json.Unmarshal([]byte(m.Text), &v); err != nil {
				v = m.Text
			}
			one.Input = append(one.Input, v)
		}
		got[layer] = one
	}
	for _, layer := range layers {
		if _, ok := got[layer]; !ok {
			t.Errorf("%s sent nothing", layer)
		}
	}
	raw, err := json.MarshalIndent(got, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	const file = "testdata/requests.json"
	if *update {
		if err := os.WriteFile(file, append(raw, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), string(raw)+"\n"); d != "" {
		t.Errorf("-golden +sent (run with -update if it is meant):\n%s", d)
	}
}
