package stages_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/tools"
)

// A seed system multiplied the stored confidence by the full age each night, and
// pruned on run 9 what its own formula keeps until day 71. Here the job runs
// every night.
func TestDecayArchivesOnDay71AndNotOnRun9(t *testing.T) {
	w := newWorld(t)
	id := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "The staging server is called heron.", BaseConfidence: 1, DecayRate: 0.1})[0]
	start := w.clock
	deps := maintain.Deps{Bus: w.Bus, Ledger: w.Ledger}
	for day := 1; day <= 80; day++ {
		at := start.Add(time.Duration(day) * 24 * time.Hour)
		due := event.JobDue{Job: "decay", Space: w.space, ScheduledAt: at}
		if _, _, err := maintain.Run(t.Context(), deps, due, false); err != nil {
			t.Fatal(err)
		}
		if live := w.node(id).Live(); live != (day < 71) {
			t.Fatalf("day %d: live %v", day, live)
		}
	}
	if n := w.node(id); n.BaseConfidence != 1 {
		t.Errorf("the base has become %v", n.BaseConfidence)
	}
	w.rebuilt()
}

func TestDecayLeavesWhatStays(t *testing.T) {
	w := newWorld(t)
	old := func(n memtide.Node) *memtide.Node {
		n.BaseConfidence, n.DecayRate = 1, 0.1
		return &n
	}
	rule := old(memtide.Node{Kind: memtide.Instruction, Content: "Run the linter before you commit."})
	rule.DecayRate = 0
	ids := w.plantAll(
		old(memtide.Node{Kind: memtide.Fact, Content: "The old staging server is called egret."}),
		old(memtide.Node{Kind: memtide.Fact, Content: "Releases leave on Thursday.", Pinned: true}),
		old(memtide.Node{Kind: memtide.Fact, Content: "The rent of the barn is 400 euros.", ConfirmedAt: w.clock}),
		old(memtide.Node{Kind: memtide.Episode, Content: "We talked about barns."}),
		old(memtide.Node{Kind: memtide.Entity, Content: "Bob", CanonicalName: "Bob"}),
		rule,
		old(memtide.Node{Kind: memtide.Fact, Content: "The coffee machine is on the second floor.", AccessCount: 60}),
	)
	ended := w.job(maintain.Deps{}, "decay", w.clock.AddDate(1, 0, 0))
	if ended.Archived != 1 || ended.Outcome != event.JobDone {
		t.Errorf("%+v", ended)
	}
	for i, id := range ids {
		if n := w.node(id); n.Live() != (i > 0) {
			t.Errorf("%q: live %v", n.Content, n.Live())
		}
	}
	// What a person brings back stays until it is confirmed and has faded again.
	changes, err := w.Ledger.Log(t.Context(), w.space, 1, func(c memtide.ChangeSet) bool { return c.Cause.Stage == "decay" })
	if err != nil {
		t.Fatal(err)
	}
	plan, err := tools.PlanUndo(t.Context(), w.Ledger, w.space, tools.Undoing{Change: string(changes[0].ID)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tools.TakeBack(t.Context(), w.Ledger, w.space, plan, w.clock.AddDate(1, 0, 1)); err != nil {
		t.Fatal(err)
	}
	if ended := w.job(maintain.Deps{}, "decay", w.clock.AddDate(1, 0, 2)); ended.Archived != 0 || !w.node(ids[0]).Live() {
		t.Errorf("brought back and archived again: %+v", ended)
	}
	w.rebuilt()
}

func TestPruneTakesTheLeastAboveTheSize(t *testing.T) {
	w := newWorld(t)
	var nodes []*memtide.Node
	for i := range 300 {
		n := &memtide.Node{Kind: memtide.Fact, Content: fmt.Sprintf("Remark %d about the weather of the day.", i), CreatedAt: w.clock.AddDate(-1, 0, i)}
		switch i {
		case 0:
			n.Pinned = true
		case 1:
			n.ConfirmedAt = n.CreatedAt
		case 2:
			n.Score = 5
		case 3:
			n.Score, n.CreatedAt = -5, w.clock.AddDate(0, 0, -2)
			n.LastAccessed = n.CreatedAt.AddDate(-2, 0, 0)
		}
		nodes = append(nodes, n)
	}
	ids := w.plantAll(nodes...)
	if ended := w.job(maintain.Deps{MaxSize: 1 << 30}, "prune", w.clock); ended.Changes != 0 {
		t.Errorf("below the size: %+v", ended)
	}
	deps := maintain.Deps{Bus: w.Bus, Ledger: w.Ledger, MaxSize: 10}
	due := event.JobDue{Job: "prune", Space: w.space, ScheduledAt: w.clock}
	_, would, err := maintain.Run(t.Context(), deps, due, true)
	if err != nil || len(would) != 1 || len(would[0].Ops) != 3 {
		t.Fatalf("%v %v", would, err)
	}
	for range 2 { // the same run comes twice
		if _, _, err := maintain.Run(t.Context(), deps, due, false); err != nil {
			t.Fatal(err)
		}
	}
	for i, id := range ids[:8] {
		if want := i < 4 || i > 6; w.node(id).Live() != want {
			t.Errorf("remark %d: live %v", i, !want)
		}
	}
	w.rebuilt()
}

func TestPruneLeavesWhatIsYoung(t *testing.T) {
	w := newWorld(t)
	w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "Remark about the weather.", Score: -5})
	if ended := w.job(maintain.Deps{MaxSize: 10}, "prune", w.clock.AddDate(0, 0, 6)); ended.Changes != 0 {
		t.Errorf("%+v", ended)
	}
}
