package stages_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/tools"
)

// job runs a job now, and then twice more: at the same time and a minute later
// it has to change nothing. Before it runs, a dry run has to say what it will
// do, and to do nothing.
func (w *world) job(d maintain.Deps, name string, at time.Time) event.JobEnded {
	w.t.Helper()
	d.Bus, d.Ledger = w.Bus, w.Ledger
	due := event.JobDue{Job: name, Space: w.space, ScheduledAt: at, Cause: "request"}
	before := w.hash()
	_, would, err := maintain.Run(w.t.Context(), d, due, true)
	if err != nil {
		w.t.Fatal(err)
	}
	if w.hash() != before {
		w.t.Errorf("the dry run of %s has changed something", name)
	}
	ended, did, err := maintain.Run(w.t.Context(), d, due, false)
	if err != nil {
		w.t.Fatal(err)
	}
	if len(would) == 0 != (len(did) == 0) || len(would) < len(did) {
		w.t.Errorf("%s would make %d change sets and made %d", name, len(would), len(did))
	}
	after := w.hash()
	for _, later := range []time.Duration{0, time.Minute} {
		due.ScheduledAt = at.Add(later)
		again, _, err := maintain.Run(w.t.Context(), d, due, false)
		if err != nil || again.Changes != 0 || w.hash() != after {
			w.t.Errorf("%s again after %s: %+v, %v; the state hash is another: %v", name, later, again, err, w.hash() != after)
		}
	}
	return ended
}

func (w *world) hash() string {
	w.t.Helper()
	h, _, err := w.Ledger.Hash(w.t.Context(), w.space)
	if err != nil {
		w.t.Fatal(err)
	}
	return h
}

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

func TestEnrichKeepsProjectsApart(t *testing.T) {
	w := newWorld(t)
	for i, s := range []string{"Heron runs on Debian 12.", "Heron is in the rack in Bremen.", "Heron was paid for by the museum."} {
		w.say("one", "shop", s)
		_ = i
	}
	w.settle()
	mentions := func(project string) (all []*memtide.Node) {
		for _, n := range w.nodes(memtide.Summary) {
			if n.Live() && n.Subtype == "entity" && n.Project == project {
				all = append(all, n)
			}
		}
		return all
	}
	at := w.clock.Add(time.Hour)
	ended := w.job(maintain.Deps{}, "enrich", at)
	got := mentions("shop")
	if ended.Made != 1 || len(got) != 1 || !strings.HasPrefix(got[0].Content, "About Heron: ") || !strings.Contains(got[0].Content, "Bremen") {
		t.Fatalf("%+v %+v; live: %q", ended, got, w.live(memories...))
	}
	w.clock = at
	w.say("two", "shop", "Heron must only be rebooted by Carla.")
	w.settle()
	var heron memtide.ID
	for _, e := range w.nodes(memtide.Entity) {
		if e.CanonicalName == "Heron" {
			heron = e.ID
		}
	}
	for _, id := range w.plantAll( // two are too few for a summary of their own
		&memtide.Node{Kind: memtide.Fact, Content: "Heron has a leaking roof.", Project: "garden", Importance: 5},
		&memtide.Node{Kind: memtide.Fact, Content: "Heron is a roof for birds.", Project: "garden", Importance: 5}) {
		w.link(memtide.Mentions, id, heron)
	}
	w.job(maintain.Deps{}, "enrich", w.clock.Add(time.Hour))
	again := mentions("shop")
	if len(again) != 1 || len(mentions("garden")) != 0 || strings.Contains(again[0].Content, "roof") {
		t.Errorf("shop %+v, garden %+v", again, mentions("garden"))
	}
	if again[0].ID != got[0].ID && w.node(got[0].ID).SupersededBy != again[0].ID {
		t.Error("the summary before was not superseded")
	}
	w.rebuilt()
}

func TestInferFollowsExplicitWords(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "The deploy broke on Tuesday night.")
	w.say("one", "shop", "That's because the migration ran twice.")
	w.say("one", "shop", "The heron server was moved to Bremen.")
	w.say("one", "shop", "As a result the nightly build takes an hour.")
	w.say("one", "shop", "My colleague Bob prefers tabs over spaces.")
	w.settle()
	ended := w.job(maintain.Deps{}, "infer", w.clock.Add(time.Hour))
	if ended.Changes != 2 || ended.Linked < 2 {
		t.Errorf("%+v", ended)
	}
	pairs := map[string]bool{}
	if err := w.Ledger.Read(t.Context(), w.space, func(v ledger.View) error {
		for id := range v.Graph.OfEdgeKind(memtide.Causal) {
			e, err := v.Graph.Edge(id)
			if err != nil {
				return err
			}
			if e.Confidence != 0.7 {
				t.Errorf("confidence %v", e.Confidence)
			}
			a, _ := v.Graph.Node(e.From)
			b, _ := v.Graph.Node(e.To)
			pairs[fmt.Sprintf("%s: %s <- %s", a.Kind, a.Content, b.Content)] = true
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"episode: The deploy broke on Tuesday night. <- That's because the migration ran twice.",
		"episode: As a result the nightly build takes an hour. <- The heron server was moved to Bremen."} {
		if !pairs[want] {
			t.Errorf("no edge %q in %v", want, pairs)
		}
	}
	w.rebuilt()
}

func TestInferTakesFiftyPairsARun(t *testing.T) {
	w := newWorld(t)
	var nodes []*memtide.Node
	for i := range 120 {
		nodes = append(nodes, &memtide.Node{Kind: memtide.Episode, Content: fmt.Sprintf("Because part %d was worn.", i), CreatedAt: w.clock.Add(time.Duration(i) * time.Second),
			Source: memtide.Source{Session: "s", Turn: fmt.Sprint(i)}})
	}
	ids := w.plantAll(nodes...)
	for i := range ids[1:] {
		w.link(memtide.Temporal, ids[i+1], ids[i])
	}
	deps := maintain.Deps{Bus: w.Bus, Ledger: w.Ledger}
	for i, want := range []int{50, 50, 19, 0} {
		at := w.clock.Add(time.Duration(i+1) * 24 * time.Hour)
		ended, _, err := maintain.Run(t.Context(), deps, event.JobDue{Job: "infer", Space: w.space, ScheduledAt: at}, false)
		if err != nil || ended.Linked != want {
			t.Errorf("run %d: %+v, want %d edges (%v)", i, ended, want, err)
		}
	}
}

func TestLinkGrowsWithUse(t *testing.T) {
	w := newWorld(t)
	ids := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "The heron server listens on 8443."}, &memtide.Node{Kind: memtide.Fact, Content: "Carla reboots servers in Bremen."},
		&memtide.Node{Kind: memtide.Fact, Content: "The museum pays by invoice."}, &memtide.Node{Kind: memtide.Fact, Content: "Bees need water in July."},
		&memtide.Node{Kind: memtide.Fact, Content: "Oats are bought in bulk."})
	used := func(ids ...memtide.ID) {
		t.Helper()
		var nodes []*memtide.Node
		for _, id := range ids {
			nodes = append(nodes, w.node(id))
		}
		w.decide("reinforce", func(c *memtide.ChangeSet) {
			for _, n := range nodes {
				c.Ops = append(c.Ops, memtide.SetNode(n, "access_count", n.AccessCount+1))
			}
		})
		w.clock = w.clock.Add(time.Minute)
	}
	used(ids[0], ids[1])
	if ended := w.job(maintain.Deps{}, "link", w.clock.Add(time.Hour)); ended.Linked != 1 {
		t.Errorf("%+v", ended)
	}
	weight := func() (all []float64) {
		if err := w.Ledger.Read(t.Context(), w.space, func(v ledger.View) error {
			for id := range v.Graph.OfEdgeKind(memtide.Related) {
				e, err := v.Graph.Edge(id)
				if err != nil {
					return err
				}
				all = append(all, e.Weight)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return all
	}
	first := weight()
	used(ids[1], ids[0])
	w.job(maintain.Deps{}, "link", w.clock.Add(2*time.Hour))
	if second := weight(); len(first) != 1 || len(second) != 1 || second[0] <= first[0] {
		t.Errorf("strength %v, then %v", first, second)
	}
	used(ids...)
	w.job(maintain.Deps{}, "link", w.clock.Add(3*time.Hour))
	for _, id := range ids {
		if n := len(w.neighbours(id, memtide.Related)); n > 3 {
			t.Errorf("%d links at one memory", n)
		}
	}
	w.rebuilt()
}

func TestLinkJoinsWhatIsAlike(t *testing.T) {
	w := newWorld(t)
	w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "The heron server in Bremen listens on port 8443."},
		&memtide.Node{Kind: memtide.Fact, Content: "The heron server in Bremen listens on port 8443 for backups."},
		&memtide.Node{Kind: memtide.Fact, Content: "Oats are bought in bulk."})
	if ended := w.job(maintain.Deps{}, "link", w.clock.Add(time.Hour)); ended.Linked != 1 {
		t.Errorf("%+v", ended)
	}
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

func TestConsolidateFindsWhatSingleTurnsMissed(t *testing.T) {
	w := newWorld(t)
	half := func(role memtide.Role, prompt, text string) {
		w.take(event.TurnRequest{Role: role, Session: "one", Project: "shop", Client: "test", PromptID: prompt, Text: text})
	}
	half(memtide.RoleUser, "1", "Please set up the proxy for staging.")
	half(memtide.RoleAgent, "1", "Happy to. Which port does the staging server use?")
	half(memtide.RoleUser, "2", "8443")
	half(memtide.RoleAgent, "2", "Done. Shall I restart it?")
	half(memtide.RoleUser, "3", "yes please")
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
