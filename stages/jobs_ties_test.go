package stages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/tools"
)

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
	w.rest() // another session sums up the one before
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
				if e.From.Compare(e.To) < 0 {
					t.Errorf("the edge goes from the earlier to the later: %+v", e)
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

// A later memory that says all that an earlier one says, and more, elaborates it:
// both hold. One that says something else of it does not.
func TestLinkSaysWhatElaborates(t *testing.T) {
	const earlier = "The heron server in Bremen listens on port 8443."
	for later, want := range map[string]bool{
		"The heron server in Bremen listens on port 8443 for backups.":                                                                            true,
		"The heron server in Bremen listens on port 8443, and its certificate, which Carla renews by hand every spring, lies in the north vault.": true,
		"The heron server in Bremen does not listen on port 8443 any more.":                                                                       false,
		"The heron server in Bremen does not listen on port 8443 for backups.":                                                                    false,
		"The heron server in Bremen listens on port 9443 for backups.":                                                                            false,
		"If the heron server in Bremen listens on port 8443, restart the relay.":                                                                  false,
		"Maybe the heron server in Bremen listens on port 8443 for backups.":                                                                      false,
		"The Bremen server in heron listens on port 8443 for backups.":                                                                            false,
		"The heron server in Bremen listens quietly.":                                                                                             false,
	} {
		t.Run(later, func(t *testing.T) {
			w := newWorld(t)
			old := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: earlier})[0]
			w.clock = w.clock.Add(time.Hour)
			id := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: later}, &memtide.Node{Kind: memtide.Fact, Content: "Oats are bought in bulk."})[0]
			before := w.hash()
			w.job(maintain.Deps{}, "link", w.clock.Add(time.Hour))
			from := w.neighbours(old, memtide.Elaborates)
			if (len(from) == 1 && from[0].ID == id) != want || w.edges(memtide.Elaborates) > 1 {
				t.Fatalf("elaborated by %v", from)
			}
			if !want {
				return
			}
			if n := w.edges(memtide.Related); n != 0 || !w.node(old).Live() || !w.node(id).Live() {
				t.Errorf("%d related edges; live %v and %v", n, w.node(old).Live(), w.node(id).Live())
			}
			w.rebuilt()
			changes, err := w.Ledger.Log(t.Context(), w.space, 1, func(c memtide.ChangeSet) bool { return c.Cause.Stage == "link" })
			if err != nil || len(changes) != 1 {
				t.Fatalf("%v %v", changes, err)
			}
			plan, err := tools.PlanUndo(t.Context(), w.Ledger, w.space, tools.Undoing{Change: string(changes[0].ID)})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tools.TakeBack(t.Context(), w.Ledger, w.space, plan, w.clock.Add(2*time.Hour)); err != nil || w.hash() != before {
				t.Errorf("taken back: %v; the state is as before: %v", err, w.hash() == before)
			}
		})
	}
}

func TestLinkMakesThreeEdgesOfAllKinds(t *testing.T) {
	w := newWorld(t)
	old := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "The heron server in Bremen listens on port 8443."})[0]
	for _, more := range []string{"for backups", "for metrics", "for alarms", "for audits", "for the relay"} {
		w.clock = w.clock.Add(time.Hour)
		w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "The heron server in Bremen listens on port 8443 " + more + "."})
	}
	w.job(maintain.Deps{}, "link", w.clock.Add(time.Hour))
	if e, r := len(w.neighbours(old, memtide.Elaborates)), len(w.neighbours(old, memtide.Related)); e+r != 3 || e == 0 {
		t.Errorf("%d elaborate and %d are related", e, r)
	}
	w.rebuilt()
}

// A summary tells nothing any more of what is of another project now, and one of which
// nothing is left goes.
func TestEnrichArchivesWhatHasLostItsStatements(t *testing.T) {
	w := newWorld(t)
	ids := w.plantAll(
		&memtide.Node{Kind: memtide.Entity, Content: "Osprey", CanonicalName: "Osprey", MentionCount: 6},
		&memtide.Node{Kind: memtide.Fact, Content: "Osprey carries the billing engine.", Project: "quay"},
		&memtide.Node{Kind: memtide.Fact, Content: "Osprey hums at night.", Project: "quay"},
		&memtide.Node{Kind: memtide.Fact, Content: "Osprey stands in Emden.", Project: "quay"},
		&memtide.Node{Kind: memtide.Fact, Content: "Osprey was bought in May.", Project: "quay"})
	for _, id := range ids[1:] {
		w.link(memtide.Mentions, id, ids[0])
	}
	w.job(maintain.Deps{}, "enrich", w.clock.Add(time.Hour))
	summaries := func(project string) (all []*memtide.Node) {
		for _, n := range w.nodes(memtide.Summary) {
			if n.Live() && n.Project == project {
				all = append(all, n)
			}
		}
		return all
	}
	before := summaries("quay")
	if len(before) != 1 {
		t.Fatalf("%+v", before)
	}
	move := func(goes ...memtide.ID) {
		t.Helper()
		w.clock = w.clock.Add(2 * time.Hour)
		if _, err := tools.Move(t.Context(), w.Ledger, w.space, tools.Moving{IDs: goes, From: "quay", To: "pier", At: w.clock}); err != nil {
			t.Fatal(err)
		}
	}
	told := func(project string) string {
		return w.ask(event.AskRequest{Session: "new " + w.clock.String(), Project: project, Prompt: "What do you know about Osprey?"}).Block
	}
	var lines []memtide.ID
	for _, id := range ids[1:] {
		if strings.Contains(before[0].Content, w.node(id).Content) {
			lines = append(lines, id)
		}
	}
	move(lines[:2]...)
	w.job(maintain.Deps{}, "enrich", w.clock.Add(time.Hour))
	if got := summaries("quay"); len(got) != 1 || got[0].ID != before[0].ID {
		t.Errorf("one of its lines holds still: %+v", got)
	}
	if got := told("quay"); strings.Contains(got, w.node(lines[0]).Content) || !strings.Contains(got, w.node(lines[2]).Content) {
		t.Errorf("told is %s", got)
	}
	move(lines[2])
	if got := told("quay"); strings.Contains(got, "About Osprey") {
		t.Errorf("told is %s", got)
	}
	w.job(maintain.Deps{}, "enrich", w.clock.Add(time.Hour))
	if got := summaries("quay"); len(got) != 0 {
		t.Errorf("left is %+v", got)
	}
	if got := summaries("pier"); len(got) != 1 {
		t.Errorf("there is %+v", got)
	}
	w.rebuilt()
}
