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

// TestEraseTakesWhatAModelHasWorded: a summary in a model's own words tells what is
// erased in other ones, which no search for the erased text finds. It goes with any of
// its sources.
func TestEraseTakesWhatAModelHasWorded(t *testing.T) {
	const secret, other = "Mila is ill and has told nobody at work.", "Mila lives in Lisbon."
	tell := func(w *world) {
		for i, text := range []string{secret, other} {
			w.say([]string{"one", "two"}[i], "", text)
		}
		w.say("one", "", "Mila works at the harbour.")
		w.settle()
	}
	byID := func(w *world) string {
		all := w.nodes(memories...)
		return all[slices.IndexFunc(all, func(n *memtide.Node) bool { return n.Content == secret })].ID.String()
	}
	const worded = "Mila keeps an illness from her colleagues."
	replies := map[string]args{"consolidate": {"summary": worded, "missed": []args{}}, "enrich": {"summary": worded}}
	for _, c := range []struct {
		name, job string
		what      func(*world) string
	}{
		{"a session, by a memory of it", "consolidate", byID},
		{"a session, by a half-turn", "consolidate", func(w *world) string { return "turn:" + w.nodes(memtide.Episode)[0].Source.Turn }},
		{"a person, by a memory", "enrich", byID},
		{"a person, by a session", "enrich", func(*world) string { return "session:one" }},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorldWith(t, stagestest.Options{Intake: remember.Intake{NoSummaries: true}})
			tell(w)
			w.jobModel(t, c.job, func(llmtest.Request) llmtest.Reply { return say(replies[c.job]) })
			if got := w.live(memtide.Summary); len(got) != 1 || !strings.Contains(got[0], worded) {
				t.Fatalf("summed up: %q", got)
			}
			plan, err := tools.PlanErase(t.Context(), w.Ledger, w.space, c.what(w), false)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.ContainsFunc(plan.Goes, func(d tools.Doomed) bool { return d.Why == tools.ErasedWorded }) {
				t.Errorf("goes: %+v", plan.Goes)
			}
			if err := w.erase(c.what(w), false); err != nil {
				t.Fatal(err)
			}
			if got := w.nodes(memtide.Summary); len(got) > 0 {
				t.Errorf("stays: %+v", got)
			}
			if got := w.ask(event.AskRequest{Session: "nine", Prompt: "Is Mila ill?"}).Block; strings.Contains(got, "ill") {
				t.Errorf("told is\n%s", got)
			}
			if !slices.Contains(w.live(memories...), other) {
				t.Errorf("left: %q", w.live(memories...))
			}
			w.rebuilt()
		})
	}
}
