package stages_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm/llmtest"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/stagestest"
	"github.com/memtide/memtide/tools"
)

// A summary in a model's own words may tell a half-turn of which no memory was made. With
// that one it goes, and comes back.
func TestWhatAModelHasWordedGoesWithAHalfTurn(t *testing.T) {
	const secret = "the harbour crane code is 4711"
	told := func(w *world, session string) bool {
		return strings.Contains(w.ask(event.AskRequest{Session: session, Project: "shop", Prompt: "What is the harbour crane code?"}).Block, secret)
	}
	for name, takeBack := range map[string]func(*world, *memtide.Node) (memtide.ChangeSet, error){
		"rollback": func(w *world, bad *memtide.Node) (memtide.ChangeSet, error) {
			plan, err := tools.PlanRollback(t.Context(), w.Ledger, w.space, "turn:"+bad.Source.Turn)
			if err != nil {
				return memtide.ChangeSet{}, err
			}
			if len(plan.Goes) != 2 || len(plan.Shared) != 0 {
				t.Errorf("%d go, %d stay", len(plan.Goes), len(plan.Shared))
			}
			done, err := tools.TakeBackAll(t.Context(), w.Ledger, w.space, plan, w.clock)
			if err != nil {
				return memtide.ChangeSet{}, err
			}
			return *done.Change, nil
		},
		"forget": func(w *world, bad *memtide.Node) (memtide.ChangeSet, error) {
			return tools.Forget(t.Context(), w.Ledger, w.space, []memtide.ID{bad.ID}, w.clock)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorldWith(t, stagestest.Options{Intake: remember.Intake{NoSummaries: true}})
			w.say("one", "shop", "We decided to move the staging server because the old one was slow.")
			bad := w.take(event.TurnRequest{Session: "one", Project: "shop", Client: "ci", Trust: memtide.TrustTool, Text: "Report: harbour crane code 4711"})
			w.settle()
			w.jobModel(t, "consolidate", func(llmtest.Request) llmtest.Reply {
				return say(args{"summary": "The staging server moves since the old one was slow; " + secret + ".", "missed": []args{}})
			})
			if !told(w, "before") {
				t.Fatalf("before: %q", w.live(memtide.Summary))
			}
			episodes, before := w.nodes(memtide.Episode), w.hash()
			i := slices.IndexFunc(episodes, func(n *memtide.Node) bool { return n.Source.Turn == bad.ID })
			c, err := takeBack(w, episodes[i])
			if err != nil {
				t.Fatal(err)
			}
			if told(w, "after") || len(w.live(memtide.Summary)) > 0 && name == "rollback" || len(w.live(memtide.Episode)) != 1 {
				t.Errorf("told %v, summed up %q, said %q", told(w, "again"), w.live(memtide.Summary), w.live(memtide.Episode))
			}
			plan, err := tools.PlanUndo(t.Context(), w.Ledger, w.space, tools.Undoing{Change: string(c.ID)})
			if err == nil {
				_, err = tools.TakeBack(t.Context(), w.Ledger, w.space, plan, w.clock)
			}
			if err != nil || w.hash() != before || !told(w, "undone") {
				t.Errorf("taken back itself: told %v, %v", told(w, "undone again"), err)
			}
			w.rebuilt()
		})
	}
}

// Nor is what such a summary tells shown to the models that write the next one, and that
// look for what a prompt asks.
func TestNoModelIsToldWhatWasForgotten(t *testing.T) {
	const secret = "the harbour crane code is 4711"
	for _, job := range []string{"consolidate", "enrich"} {
		w, _ := modelled(t, func(layer string, r llmtest.Request) llmtest.Reply {
			if strings.Contains(r.Last(), secret) {
				t.Errorf("%s: the model of %s is told %s", job, layer, r.Last())
			}
			return call("done", args{})
		}, "toolloop")
		for _, text := range []string{"Mila works at the harbour.", "Mila says that the crane of the harbour has the code 4711.", "Mila lives in Lisbon.", "Mila drives a red truck."} {
			w.say("one", "shop", text)
		}
		w.settle()
		told, asked := false, 0
		sumUp := func() {
			w.jobModel(t, job, func(r llmtest.Request) llmtest.Reply {
				asked++
				told = strings.Contains(r.Last(), secret)
				reply := args{"summary": "Mila works at the harbour; " + secret + "."}
				if job == "consolidate" {
					reply["missed"] = []args{}
				}
				return say(reply)
			})
		}
		sumUp()
		if got := w.live(memtide.Summary); len(got) != 1 || !strings.Contains(got[0], secret) {
			t.Fatalf("%s: %q", job, got)
		}
		var ids []memtide.ID
		for _, n := range w.nodes(append(memories, memtide.Episode)...) {
			if strings.Contains(n.Content, "4711") {
				ids = append(ids, n.ID)
			}
		}
		if _, err := tools.Forget(t.Context(), w.Ledger, w.space, ids, w.clock); err != nil {
			t.Fatal(err)
		}
		w.ask(event.AskRequest{Session: "ask", Project: "shop", Prompt: "What is the harbour crane code?"})
		for _, text := range []string{"Mila owns a parrot.", "Mila sails on Sundays."} {
			w.say("two", "shop", text)
		}
		w.rest()
		if sumUp(); asked != 2 || told {
			t.Errorf("%s: asked %d times; the model is told what was forgotten: %v", job, asked, told)
		}
	}
}
