package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

// step hands one message of RETRIEVE over and returns what the stage that
// hears it says.
func step[Out event.Payload](w *world, in event.Payload) Out {
	w.t.Helper()
	return bustest.Expect[Out](w.Harness, w.space, func() {
		w.decided++
		if _, err := w.Publish(w.t.Context(), in, bus.Meta{ID: fmt.Sprint("step ", w.decided), Space: w.space}); err != nil {
			w.t.Fatal(err)
		}
	})
}

func (w *world) query(text string) event.Query {
	return event.Query{ID: "q", Space: w.space, Mode: event.ModePrompt, Engine: "rules", Text: text, Now: w.clock.Add(time.Minute)}
}

func TestEachSearchFindsItsOwn(t *testing.T) {
	w := newWorld(t)
	was := w.clock.AddDate(0, -2, 0)
	ids := w.plantAll(
		&memtide.Node{Kind: memtide.Fact, Content: "The harbour crane lifts forty tons."},
		&memtide.Node{Kind: memtide.Event, Content: "The harbour crane broke.", CreatedAt: was},
		&memtide.Node{Kind: memtide.Instruction, Content: "Never stand under the harbour crane.", Scope: 0.5},
		&memtide.Node{Kind: memtide.Plan, Content: "Paint the harbour crane red.", Project: "docks", EventTime: w.clock.AddDate(0, 0, 9)},
		&memtide.Node{Kind: memtide.Entity, Content: "Bruno", CanonicalName: "Bruno", EntityType: "person"},
		&memtide.Node{Kind: memtide.Entity, Content: "Orca", CanonicalName: "Orca", EntityType: "tool"},
		&memtide.Node{Kind: memtide.Fact, Content: "A bolt was loose."},
	)
	fact, broke, rule, paint, bruno, orca, cause := ids[0], ids[1], ids[2], ids[3], ids[4], ids[5], ids[6]
	w.link(memtide.Relation, bruno, orca)
	w.link(memtide.Causal, cause, broke)
	w.waitFor("vectors", func() bool { return w.vectors() == len(ids) })
	named := []event.Name{{Name: "Bruno", ID: bruno}}
	text := event.Search{Tool: event.SearchText, Limit: 10}
	month := []event.Range{{From: was.Add(-time.Hour), Until: was.Add(time.Hour)}}
	for _, c := range []struct {
		searches []event.Search
		want     memtide.ID
		not      memtide.ID
	}{
		{[]event.Search{text}, fact, bruno},
		{[]event.Search{{Tool: event.SearchVector, Limit: 10}}, fact, bruno},
		{[]event.Search{{Tool: event.SearchFacts, Limit: 10}}, fact, rule},
		{[]event.Search{{Tool: event.SearchEvents, Limit: 10}}, broke, fact},
		{[]event.Search{{Tool: event.SearchPlans, Limit: 10}}, paint, fact},
		{[]event.Search{{Tool: event.SearchInstructions, Limit: 10}}, rule, fact},
		{[]event.Search{{Tool: event.SearchEntity, Names: named, Limit: 10}}, bruno, fact},
		{[]event.Search{{Tool: event.SearchRelationships, Names: named, Limit: 10}}, orca, fact},
		{[]event.Search{{Tool: event.SearchTimeline, Ranges: month, Limit: 10}}, broke, fact},
		{[]event.Search{text, {Tool: event.SearchCauses, Depth: 2, Limit: 10}}, cause, bruno},
		{[]event.Search{{Tool: event.SearchProject, Limit: 10}}, paint, bruno},
	} {
		last := c.searches[len(c.searches)-1].Tool
		q := w.query("harbour crane")
		q.Project = "docks"
		got := step[event.CandidatesFound](w, event.SearchPlanned{Query: q, Shape: "simple-fact", Searches: c.searches}).Candidates
		by := func(id memtide.ID) string {
			if i := slices.IndexFunc(got, func(x event.Candidate) bool { return x.ID == id }); i >= 0 {
				return got[i].By
			}
			return ""
		}
		if by(c.want) != last || by(c.not) == last {
			t.Errorf("%s: %s is found by %q, %s by %q", last, c.want.Short(), by(c.want), c.not.Short(), by(c.not))
		}
	}
}

// TestWhatStandsBesideLeadsNowhere: a half-turn beside the words that were
// looked for may be the answer; what that is linked to is not.
func TestWhatStandsBesideLeadsNowhere(t *testing.T) {
	w := newWorld(t)
	ids := w.plantAll(
		&memtide.Node{Kind: memtide.Episode, Content: "We paint the harbour crane green."},
		&memtide.Node{Kind: memtide.Episode, Content: "Lunch comes at noon."},
		&memtide.Node{Kind: memtide.Fact, Content: "A bolt was loose."},
		&memtide.Node{Kind: memtide.Fact, Content: "Soup is hot."},
	)
	crane, lunch, bolt, soup := ids[0], ids[1], ids[2], ids[3]
	w.link(memtide.Related, crane, bolt)
	w.link(memtide.Related, lunch, soup)
	w.link(memtide.Temporal, lunch, crane)
	text := []event.Search{{Tool: event.SearchText, Limit: 10}}
	found := map[memtide.ID]string{}
	for _, c := range step[event.CandidatesFound](w, event.SearchPlanned{Query: w.query("harbour crane"), Shape: "simple-fact", Searches: text}).Candidates {
		found[c.ID] = c.By
	}
	want := map[memtide.ID]string{crane: event.SearchText, lunch: tools.ByContext, bolt: "expansion"}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Errorf("found by (-want +got):\n%s\nthe soup is %s", diff, soup)
	}
}

// A word that only an earlier prompt of the session has finds memories, too,
// and finds them less well.
func TestEarlierPromptsCountLess(t *testing.T) {
	w := newWorld(t)
	own, before := w.plant("The walrus eats herring."), w.plant("The kettle is green.")
	q := w.query("walrus")
	q.Recent = []string{"where is the kettle"}
	text := []event.Search{{Tool: event.SearchText, Limit: 10}}
	got := step[event.CandidatesFound](w, event.SearchPlanned{Query: q, Shape: "simple-fact", Searches: text}).Candidates
	if len(got) != 2 || got[0].ID != own || got[1].ID != before || got[1].BM25 > got[0].BM25/2 {
		t.Errorf("found %+v", got)
	}
	for _, s := range []string{"Where is the walrus pool?", "Who feeds the walrus?", "Where do walruses sleep?", "When does the walrus eat?"} {
		w.ask(event.AskRequest{Session: "one", Prompt: s})
	}
	asked := bustest.Expect[event.PromptAsked](w.Harness, w.space, func() { w.ask(event.AskRequest{Session: "one", Prompt: "And the seals?"}) })
	if want := []string{"When does the walrus eat?", "Where do walruses sleep?", "Who feeds the walrus?"}; !slices.Equal(asked.Query.Recent, want) {
		t.Errorf("the query carries %q, want %q", asked.Query.Recent, want)
	}
}

func (w *world) secured(text string, found ...event.Candidate) event.CandidatesSecured {
	w.t.Helper()
	return step[event.CandidatesSecured](w, event.CandidatesFound{Query: w.query(text), Shape: "simple-fact", Candidates: found})
}

// Net 1: of rules that differ in a name only, two are enough, and what forbids
// is not taken for what commands.
func TestTheNetOfInstructionsTakesTwoOfATemplate(t *testing.T) {
	w := newWorld(t)
	var nodes []*memtide.Node
	for _, name := range []string{"Acme", "Globex", "Initech", "Umbrella"} {
		nodes = append(nodes, &memtide.Node{Kind: memtide.Entity, Content: name, CanonicalName: name, EntityType: "org"},
			&memtide.Node{Kind: memtide.Instruction, Content: "Always encrypt the backup of " + name + ".", Scope: 0.2})
	}
	never := &memtide.Node{Kind: memtide.Instruction, Content: "Never encrypt the backup of Acme.", Scope: 0.2}
	w.plantAll(append(nodes, never)...)
	out := w.secured("encrypt the backup")
	caught, forbids := 0, false
	for _, c := range out.Candidates {
		if c.By == "net-instructions" {
			caught++
		}
		forbids = forbids || c.ID == never.ID
	}
	dropped := slices.DeleteFunc(out.Drops, func(d event.Drop) bool { return d.Why != "template" })
	if caught != 3 || !forbids || len(dropped) != 2 {
		t.Errorf("%d rules are caught, the one that forbids: %v; left out: %+v", caught, forbids, dropped)
	}

	var many []*memtide.Node
	for i := range 25 {
		many = append(many, &memtide.Node{Kind: memtide.Instruction, Scope: 0.2,
			Content: fmt.Sprintf("Oil the boiler valve with a%[1]dx, b%[1]dx and c%[1]dx.", i)})
	}
	ids := w.plantAll(many...)
	if got := w.caught("boiler valve oil"); got != 15 {
		t.Errorf("%d rules are caught, want 15", got)
	}
	var better, worse []event.Candidate
	for _, id := range w.plantAll(plain(30)...) {
		better = append(better, event.Candidate{ID: id, Kind: memtide.Fact, Match: 9, BM25: 9, Relevance: 1})
		worse = append(worse, event.Candidate{ID: id, Kind: memtide.Fact, Match: 1e-9, BM25: 1e-9})
	}
	if got := w.caught("boiler valve oil", better...); got != 0 {
		t.Errorf("%d rules are caught beside better ones, want none", got)
	}
	if got := w.caught("boiler valve oil", worse...); got != 15 {
		t.Errorf("%d rules are caught beside worse ones, want 15", got)
	}
	// Of what a link has led to the net still tells how far its words fit.
	in := event.CandidatesFound{Query: w.query("boiler valve oil"), Searches: []event.Search{{Tool: event.SearchText, Limit: 60}},
		Candidates: append(better[:23:23], event.Candidate{ID: ids[0], Kind: memtide.Instruction, Match: 8})}
	if got := step[event.CandidatesSecured](w, in).Candidates[23]; got.ID != ids[0] || got.BM25 == 0 {
		t.Errorf("a rule that a link has led to comes out as %+v", got)
	}
}

func plain(n int) (nodes []*memtide.Node) {
	for i := range n {
		nodes = append(nodes, &memtide.Node{Kind: memtide.Fact, Content: fmt.Sprintf("Pebble %d.", i)})
	}
	return nodes
}

// caught counts what the net of instructions brings in.
func (w *world) caught(text string, found ...event.Candidate) (n int) {
	for _, c := range w.secured(text, found...).Candidates {
		if c.By == "net-instructions" {
			n++
		}
	}
	return n
}

// Net 2: the best twenty of every kind, whatever was searched for before.
func TestTheBroadNetCatchesEveryKind(t *testing.T) {
	w := newWorld(t)
	var nodes []*memtide.Node
	for i := range 30 {
		kind := []memtide.Kind{memtide.Fact, memtide.Event, memtide.Opinion, memtide.Plan, memtide.Summary}[i%5]
		nodes = append(nodes, &memtide.Node{Kind: kind, Content: fmt.Sprintf("Lighthouse note %d speaks of lamp %d.", i, i*7)})
	}
	w.plantAll(nodes...)
	kinds, n := map[memtide.Kind]bool{}, 0
	for _, c := range w.secured("lighthouse lamp").Candidates {
		if c.By == "net-broad" && c.BM25 > 0 { // by words; by vectors, another test
			kinds[c.Kind] = true
			n++
		}
	}
	if n != 20 || len(kinds) != 5 {
		t.Errorf("%d candidates of %d kinds, want 20 of 5", n, len(kinds))
	}
}

// Net 3: a rule for everything is lifted to 0.6, if it fits at all.
func TestTheUniversalNetLiftsRulesForEverything(t *testing.T) {
	w := newWorld(t)
	ids := w.plantAll(
		&memtide.Node{Kind: memtide.Instruction, Content: "Answer briefly.", Scope: 1},
		&memtide.Node{Kind: memtide.Instruction, Content: "Cite sources.", Scope: 0.8},
		&memtide.Node{Kind: memtide.Instruction, Content: "Wear a helmet.", Scope: 1},
		&memtide.Node{Kind: memtide.Instruction, Content: "Lock the shed.", Scope: 0.7},
		&memtide.Node{Kind: memtide.Fact, Content: "Water is wet.", Scope: 1},
		&memtide.Node{Kind: memtide.Instruction, Content: "Sharpen tools.", Scope: 1},
	)
	before := []float64{0.15, 0.2, 0.14, 0.2, 0.2, 0.9}
	want := []float64{0.6, 0.6, 0.14, 0.2, 0.2, 0.9}
	var found []event.Candidate
	for i, id := range ids {
		found = append(found, event.Candidate{ID: id, Kind: memtide.Instruction, Relevance: before[i]})
	}
	for _, c := range w.secured("xylophone", found...).Candidates {
		if i := slices.Index(ids, c.ID); c.Relevance != want[i] {
			t.Errorf("rule %d: %v, want %v", i, c.Relevance, want[i])
		}
	}
}

func TestCapsAKindAndTiesByScope(t *testing.T) {
	w := newWorld(t)
	caps := map[memtide.Kind]int{memtide.Entity: 15, memtide.Fact: 30, memtide.Instruction: 15, memtide.Event: 15, memtide.Plan: 10}
	var nodes []*memtide.Node
	for kind, n := range caps {
		for i := range n + 1 {
			node := &memtide.Node{Kind: kind, Content: fmt.Sprintf("%s number %d", kind, i)}
			if kind == memtide.Entity {
				node.CanonicalName, node.EntityType = fmt.Sprintf("Thing %d", i), "thing"
			}
			nodes = append(nodes, node)
		}
	}
	w.plantAll(nodes...)
	var in []event.Candidate
	for _, n := range nodes {
		in = append(in, event.Candidate{ID: n.ID, Kind: n.Kind, Relevance: 0.5, Match: 0.5, BM25: 9})
	}
	out := step[event.MemoryAssembled](w, event.CandidatesSecured{Query: w.query("number"), Candidates: in})
	got := map[memtide.Kind]int{}
	for _, c := range out.Candidates {
		got[c.Kind]++
	}
	for kind, n := range caps {
		if got[kind] != n || !slices.ContainsFunc(out.Drops, func(d event.Drop) bool { return d.Why == "cap" }) {
			t.Errorf("%d %ss pass, want %d; left out %+v", got[kind], kind, n, out.Drops)
		}
	}

	rules := w.plantAll(
		&memtide.Node{Kind: memtide.Instruction, Content: "narrow, and a little better", Scope: 0.2},
		&memtide.Node{Kind: memtide.Instruction, Content: "wide", Scope: 1},
		&memtide.Node{Kind: memtide.Instruction, Content: "narrow, and much better", Scope: 0.1},
	)
	in = in[:0]
	for i, r := range []float64{0.52, 0.5, 0.7} {
		in = append(in, event.Candidate{ID: rules[i], Kind: memtide.Instruction, Relevance: r, Match: r, BM25: 9})
	}
	var order []memtide.ID
	for _, c := range step[event.MemoryAssembled](w, event.CandidatesSecured{Query: w.query("rule"), Candidates: in}).Candidates {
		order = append(order, c.ID)
	}
	if want := []memtide.ID{rules[2], rules[1], rules[0]}; !slices.Equal(order, want) {
		t.Errorf("order %v, want much better, wide, narrow %v", order, want)
	}
}

// Who searches by hand sees what was said before, behind what holds now.
func TestASearchByHandShowsTheOldHalfTurnBehindTheNewOne(t *testing.T) {
	w := newWorld(t)
	const first, later = "The rent of the barn is 400 euros.", "The rent of the barn was raised to 450 euros."
	w.say("one", "farm", first)
	w.settle()
	w.say("two", "farm", later)
	w.settle()
	r := w.ask(event.AskRequest{Mode: event.ModeQuery, Project: "farm", Prompt: "What is the rent of the barn?", Limit: 10})
	at := map[string]int{first: -1, later: -1}
	for i, it := range r.Items {
		for text, n := range at {
			if n < 0 && strings.Contains(it.Text, text) {
				at[text] = i
			}
		}
	}
	if at[later] < 0 || at[first] < at[later] {
		t.Errorf("places %v in %+v", at, r.Items)
	}
}

// Both are half-turns of which nothing took the other's place: the question
// says that they are about the same.
func TestOfTwoValuesTheLaterStandsFirst(t *testing.T) {
	for question, laterFirst := range map[string]bool{
		"How many bee colonies do I have on the north meadow?":                   true,
		"How many bee colonies did I have on the north meadow before the storm?": false, // the better fit stands first
	} {
		w := newWorld(t)
		day := w.clock.AddDate(0, -1, 0)
		ids := w.plantAll(
			&memtide.Node{Kind: memtide.Event, Content: "I have 12 bee colonies on the north meadow.", CreatedAt: day, Source: memtide.Source{Turn: "t1", Role: memtide.RoleUser}},
			&memtide.Node{Kind: memtide.Event, Content: "The meadow is full with the 15 colonies now, so I look for a second one with many limes and a road to it.", CreatedAt: day.Add(time.Hour), Source: memtide.Source{Turn: "t2", Role: memtide.RoleUser}},
		)
		q := w.query(question)
		out := step[event.MemoryAssembled](w, event.CandidatesSecured{Query: q, Class: event.Class{Ask: true, Question: true},
			Candidates: []event.Candidate{{ID: ids[0], Kind: memtide.Event, Relevance: 0.8, Match: 0.8, BM25: 9}, {ID: ids[1], Kind: memtide.Event, Relevance: 0.5, Match: 0.5, BM25: 4}}})
		want := ids
		if laterFirst {
			want = []memtide.ID{ids[1], ids[0]}
		}
		var got []memtide.ID
		for _, c := range out.Candidates {
			got = append(got, c.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", question, diff)
		}
	}
}

// Of a half-turn that a plan was made of, the plan that is past takes the place. What else was
// said in it, and found, is not lost with it.
func TestWhatElseWasSaidComesBackWhenAPlanTakesThePlaceOfItsHalfTurn(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "the staging db is now at heron-02:5433, the old one heron-01 gets switched off on friday")
	w.settle()
	w.clock = w.clock.Add(30 * 24 * time.Hour)
	r := w.ask(event.AskRequest{Session: "two", Project: "shop", Prompt: "which host and port does the staging db have?"})
	if !strings.Contains(r.Block, "heron-02:5433") || !strings.Contains(r.Block, "now past") {
		t.Errorf("%q (%s)", r.Block, r.Reason)
	}
}

// Within a session more is asked of a memory, but not where a line asks for a value that one gives.
func TestWithinASessionAValueIsStillGiven(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "moved the collector from log-03 to log-05, disk was full")
	w.say("one", "shop", "the nightly reindex takes 40 minutes")
	for i := range 60 {
		w.say("one", "shop", fmt.Sprintf("the %s of the importer was slow because of the %s", []string{"loader", "parser", "writer"}[i%3], strings.Repeat("x", i%7+1)+"lock"))
	}
	w.settle()
	for _, c := range []struct{ prompt, want string }{
		{"where does the collector run?", "log-05"},
		{"how long does the reindex take?", "40 minutes"},
		{"why does the collector retry?", ""},
	} {
		w.ask(event.AskRequest{Session: c.prompt, Project: "shop", Prompt: "the header of the page jumps when I scroll"})
		r := w.ask(event.AskRequest{Session: c.prompt, Project: "shop", Prompt: c.prompt})
		if (c.want == "") != (r.Block == "") || !strings.Contains(r.Block, c.want) {
			t.Errorf("%s: %q (%s)", c.prompt, r.Block, r.Reason)
		}
	}
}

// What was asked in other sessions takes no place of what was told.
func TestQuestionsOfOtherSessionsTakeNoPlaces(t *testing.T) {
	w := newWorld(t)
	w.say("told", "shop", "the till is at https://till.example now")
	for _, name := range strings.Fields("amber birch cedar dune elm fern gorse heath iris jade kelp larch maple nettle oak pine quince rowan sage thyme") {
		w.say(name, "shop", "why is the till server of "+name+" red?")
		w.say(name, "shop", "is the url of the till server in "+name+" a long one?")
	}
	w.settle()
	if r := w.ask(event.AskRequest{Session: "new", Project: "shop", Prompt: "what was the url of the red till server again?"}); !strings.Contains(r.Block, "till.example") {
		t.Errorf("block %q (%s)", r.Block, r.Reason)
	}
}
