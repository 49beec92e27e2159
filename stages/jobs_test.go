package stages_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/tools"
)

func TestTurnoverMakesEventsOfPastPlans(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "We will release version 3 of Harbour on 24 November 2026.")
	w.say("one", "shop", "We plan to hire a second tester some day.")
	w.settle()
	plans := w.nodes(memtide.Plan)
	if len(plans) == 0 || plans[0].EventTime.IsZero() {
		t.Fatalf("plans %+v", plans)
	}
	if ended := w.job(maintain.Deps{}, "turnover", time.Date(2026, 11, 24, 20, 0, 0, 0, time.UTC)); ended.Changes != 0 {
		t.Errorf("on the day itself: %+v", ended)
	}
	ended := w.job(maintain.Deps{}, "turnover", time.Date(2026, 11, 26, 0, 10, 0, 0, time.UTC))
	if ended.Superseded != 1 || ended.Made != 1 {
		t.Errorf("%+v", ended)
	}
	plan := w.node(plans[0].ID)
	e := w.node(plan.SupersededBy)
	if e.Kind != memtide.Event || e.Content != plan.Content || !e.EventTime.Equal(plan.EventTime) || e.Source != plan.Source || e.Trust != plan.Trust {
		t.Errorf("plan %+v\nevent %+v", plan, e)
	}
	derived := 0
	for _, n := range w.nodes(memtide.Episode) {
		for _, m := range w.neighbours(n.ID, memtide.DerivedFrom) {
			if m.ID == e.ID {
				derived++
			}
		}
	}
	if derived != 1 {
		t.Errorf("the event is derived from %d half-turns", derived)
	}
	w.rebuilt()
}

// The day of a plan is over when it is on the user's clock, and not when it is in Greenwich.
func TestTurnoverIsOnTheUsersClock(t *testing.T) {
	for _, hours := range []int{-8, 0, 9} {
		zone := time.FixedZone("", hours*3600)
		w := newWorld(t)
		w.clock = time.Date(2026, 11, 20, 9, 0, 0, 0, zone)
		w.take(event.TurnRequest{Session: "one", Client: "test", Text: "I will meet Odile Berg at the pier today.", Time: w.clock})
		w.settle()
		if ended := w.job(maintain.Deps{}, "turnover", time.Date(2026, 11, 20, 23, 50, 0, 0, zone)); ended.Changes != 0 {
			t.Errorf("UTC%+d, late on the day: %+v", hours, ended)
		}
		if ended := w.job(maintain.Deps{}, "turnover", time.Date(2026, 11, 21, 0, 10, 0, 0, zone)); ended.Superseded != 1 {
			t.Errorf("UTC%+d, early on the next day: %+v", hours, ended)
		}
	}
}

func TestConsolidateFindsWhatSingleTurnsMissed(t *testing.T) {
	w := newWorld(t)
	project := "shop"
	half := func(role memtide.Role, prompt, text string) {
		w.take(event.TurnRequest{Role: role, Session: "one", Project: project, Client: "test", PromptID: prompt, Text: text})
	}
	half(memtide.RoleUser, "1", "Please set up the proxy for staging.")
	half(memtide.RoleAgent, "1", "Happy to. Which port does the staging server use?")
	half(memtide.RoleUser, "2", "8443")
	half(memtide.RoleAgent, "2", "Done. Shall I restart it?")
	half(memtide.RoleUser, "3", "yes please")
	half(memtide.RoleAgent, "3", "Which account does the merger of the mill use?")
	project = "garden" // what one project asks and another one answers belongs to neither
	half(memtide.RoleUser, "4", "DE8943 at Commerzbank")
	w.settle()
	w.job(maintain.Deps{}, "consolidate", w.clock.Add(time.Hour))
	var found []string
	for _, n := range w.nodes(memtide.Fact) {
		if n.Subtype == "answer" {
			found = append(found, n.Content)
			if n.Trust != memtide.TrustAgent {
				t.Errorf("trust %s", n.Trust)
			}
		}
	}
	if len(found) != 1 || found[0] != "Which port does the staging server use? 8443" {
		t.Errorf("found %q", found)
	}
	w.rebuilt()
}

// Whatever jobs do in whatever order can be done again without effect, rebuilt,
// and taken back change by change until the state is the one before.
func TestJobsInAnyOrderAreRepeatableAndCanBeTakenBack(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	w := newWorld(t)
	muchIsSaid(w)
	for _, s := range []string{"Heron runs on Debian 12.", "Heron is in the rack in Bremen.", "Heron was paid for by the museum.", "That's why nobody may reboot Heron.",
		"We will release version 3 of Heron on 24 November 2026.", "I prefer tea over coffee."} {
		w.say("five", "shop", s)
	}
	w.settle()
	w.waitFor("the jobs of switched sessions", func() bool {
		st, err := w.State(t.Context(), bus.StreamMaintain)
		return err == nil && st.Messages == 0
	})
	before := w.hash()
	_, mark, err := w.Ledger.Hash(t.Context(), w.space)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"turnover", "consolidate", "decay", "enrich", "infer", "link", "drain", "prune"}
	done := map[string]int{}
	for _, hours := range []int{6, 5 * 24, 300 * 24} { // from one job to the next, at most
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names {
			w.clock = w.clock.Add(time.Duration(1+r.IntN(hours)) * time.Hour)
			done[name] += w.job(maintain.Deps{NewestWins: 24 * time.Hour}, name, w.clock).Changes
		}
	}
	done["decay"] += w.job(maintain.Deps{}, "decay", w.clock.AddDate(5, 0, 0)).Changes
	if done["consolidate"] == 0 || done["enrich"] == 0 || done["decay"] == 0 || done["infer"] == 0 {
		t.Errorf("changes by job: %v", done)
	}
	w.rebuilt()
	var ids []memtide.ChangeID // newest first
	if err := w.Ledger.Backwards(t.Context(), w.space, mark, func(c ledger.Logged) bool {
		if len(c.Ops) > 0 {
			ids = append(ids, c.ID)
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		plan, err := tools.PlanUndo(t.Context(), w.Ledger, w.space, tools.Undoing{Change: string(id)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tools.TakeBack(t.Context(), w.Ledger, w.space, plan, w.clock); err != nil {
			t.Fatal(err)
		}
	}
	if w.hash() != before {
		t.Errorf("%d changes of jobs taken back (%v): the state is another", len(ids), done)
	}
	w.rebuilt()
}
