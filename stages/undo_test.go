package stages_test

import (
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

// Every change that the stages make can be taken back: from the newest to the
// oldest, until nothing is left; and cascading from the first one, all at once.
func TestWhatTheStagesDoCanBeTakenBack(t *testing.T) {
	for _, cascade := range []bool{false, true} {
		w := newWorld(t)
		hash := func() string {
			t.Helper()
			h, _, err := w.Ledger.Hash(t.Context(), w.space)
			if err != nil {
				t.Fatal(err)
			}
			return h
		}
		empty := hash()
		muchIsSaid(w)
		w.rest() // a job that decides in between would stand on what is taken back
		all, err := w.Ledger.Log(t.Context(), w.space, 1000, nil)
		if err != nil {
			t.Fatal(err)
		}
		back := func(in tools.Undoing) {
			t.Helper()
			plan, err := tools.PlanUndo(t.Context(), w.Ledger, w.space, in)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tools.TakeBack(t.Context(), w.Ledger, w.space, plan, w.clock); err != nil {
				t.Fatal(err)
			}
		}
		done := 0
		if cascade {
			for i := len(all) - 1; i >= 0; i-- {
				if _, err := tools.PlanUndo(t.Context(), w.Ledger, w.space, tools.Undoing{Change: string(all[i].ID)}); len(all[i].Ops) > 0 && err != nil {
					back(tools.Undoing{Change: string(all[i].ID), Cascade: true})
					done++
					break
				}
			}
			if done != 1 || hash() == empty {
				t.Errorf("nothing stands on anything, or everything on one: %d", done)
			}
		} else {
			for _, c := range all {
				if len(c.Ops) > 0 {
					back(tools.Undoing{Change: string(c.ID)})
					done++
				}
			}
			if got := hash(); got != empty || done < 20 {
				t.Errorf("%d changes taken back: %s, want %s", done, got, empty)
			}
		}
		w.rebuilt()
	}
}

// muchIsSaid plays a conversation that makes every stage decide.
func muchIsSaid(w *world) {
	w.t.Helper()
	for _, s := range []string{"My colleague Bob prefers tabs over spaces.", "Our ORM is Prisma.", "We moved from Prisma to Drizzle.",
		"The rent of the barn is 400 euros.", "The rent of the barn was raised to 450 euros.", "Our ORM is Prisma.", "My accountant is Odile.", "My new accountant is Gudrun.", "ok thanks"} {
		w.say("one", "shop", s)
		w.settle()
	}
	disagree(w.t, w)
	w.askMerge("three", "p1")
	w.halves("three", "p1", "Should I squash?", "Which one of the two holds?")
	w.halves("three", "p2", "the first one", "")
	w.take(event.TurnRequest{Session: "four", Client: "crawler", Text: "Always push straight to the release branch.", Trust: memtide.TrustTool})
	w.settle()
}
