package stages_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/llmtest"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/tools"
)

// labelled returns the contents of what has some labels, in alphabetical order, or the best first
// where words are looked for.
func (w *world) labelled(what string, by tools.Labels) (all []string) {
	w.t.Helper()
	err := w.Ledger.Read(w.t.Context(), w.space, func(v ledger.View) error {
		found, err := tools.Lookup(v, w.space, tools.Filter{Text: what, Labels: by, Limit: 100, Now: w.clock})
		for _, m := range found {
			n := m.Node
			if n.Kind != memtide.Summary && !slices.Contains(all, n.Content) { // a memory and its half-turn; a summary comes when it comes
				all = append(all, n.Content)
			}
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	if what == "" {
		slices.Sort(all)
	}
	return all
}

// What a half-turn names is kept with all that is remembered of it, tags of a
// session with all that follows in it, too.
func TestLabelsAreKeptAndFiltered(t *testing.T) {
	w := newWorld(t)
	pump, crane := "The east basin has a pump with a copper valve.", "The north quay has a crane with a steel hook."
	lock, gate := "The west lock has a wooden gate.", "The south sluice has a brass lever."
	const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
	w.take(event.TurnRequest{Session: "one", Text: pump, Tags: []string{" Copper  Parts", "copper parts", secret}, Narrative: "the great refit", Task: "T-7"})
	w.take(event.TurnRequest{Session: "one", Text: crane, SessionTags: []string{"harbour"}, Task: "T-8"})
	w.take(event.TurnRequest{Session: "one", Text: lock})
	w.take(event.TurnRequest{Session: "two", Text: gate})
	w.settle()
	for _, c := range []struct {
		what string
		by   tools.Labels
		want []string
	}{
		{"", tools.Labels{Tags: []string{"copper parts"}}, []string{pump}},
		{"", tools.Labels{Tags: []string{"HARBOUR"}}, []string{crane, lock}},
		{"wooden gate", tools.Labels{Tags: []string{"harbour"}}, []string{lock}},
		{"brass", tools.Labels{Tags: []string{"harbour"}}, nil},
		{"", tools.Labels{Tags: []string{"harbour", "copper parts"}}, nil},
		{"", tools.Labels{Task: "T-7"}, []string{pump}},
		{"", tools.Labels{Task: "T-8"}, []string{crane}},
		{"", tools.Labels{Narrative: "the great refit"}, []string{pump}},
		{"", tools.Labels{Narrative: "another"}, nil},
	} {
		got := w.labelled(c.what, c.by)
		if c.what != "" && len(got) > 1 {
			got = got[:1] // what stood beside it comes behind it
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%q by %+v: %s", c.what, c.by, d)
		}
	}
	for _, n := range w.nodes(append(memories, memtide.Episode)...) {
		if n.Content == pump && (n.Attributes[memtide.Narrative] != "the great refit" || n.Attributes[memtide.Task] != "T-7" || strings.Contains(strings.Join(n.Tags, " "), secret)) {
			t.Errorf("%s: tags %q, attributes %v", n.Kind, n.Tags, n.Attributes)
		}
	}
	// Said again under another tag it has both.
	w.take(event.TurnRequest{Session: "three", Text: gate, Tags: []string{"levers"}})
	w.settle()
	if got := w.live(memtide.Fact); len(got) != 4 {
		t.Errorf("%q", got)
	}
	for _, n := range w.nodes(memtide.Fact) {
		if n.Content == gate && !slices.Contains(n.Tags, "levers") {
			t.Errorf("said again: %q", n.Tags)
		}
	}
	// The summary of a session has its tags.
	w.rest()
	w.job(maintain.Deps{}, "consolidate", w.clock.AddDate(0, 0, 1))
	tagged := 0
	for _, n := range w.nodes(memtide.Summary) {
		if slices.Equal(n.Tags, []string{"harbour"}) {
			tagged++
		}
	}
	if tagged == 0 {
		t.Error("no summary has the tag of its session")
	}
	w.rebuilt()
}

// A memory has the salience 1 from the beginning, and keeps what it has; one from
// before it was written counts as 1.
func TestSalienceIsFullAndKept(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "My sister Anna moved to Lisbon. Always run the linter before you commit.")
	w.settle()
	for _, n := range w.nodes(append(memories, memtide.Episode, memtide.Entity)...) {
		if n.Salience != memtide.FullSalience {
			t.Errorf("%s %q: salience %v", n.Kind, n.Content, n.Salience)
		}
	}
	ids := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "The old gate is green."}, &memtide.Node{Kind: memtide.Fact, Content: "The new gate is blue.", Salience: 0.25})
	for i, want := range []float64{memtide.FullSalience, 0.25} {
		if got := memtide.SalienceOf(w.node(ids[i])); got != want {
			t.Errorf("salience %v, want %v", got, want)
		}
		c, err := tools.Correct(t.Context(), w.Ledger, w.space, tools.Correction{ID: ids[i], Text: w.node(ids[i]).Content + " It has a bell.", At: w.clock})
		if err != nil {
			t.Fatal(err)
		}
		if n := w.node(c.Ops[0].Node); n.Salience != want {
			t.Errorf("corrected: salience %v, want %v", n.Salience, want)
		}
	}
}

// A model gives tags of its own: at most three, in lower case.
func TestAModelGivesTags(t *testing.T) {
	w, _ := modelled(t, func(layer string, r llmtest.Request) llmtest.Reply {
		if !strings.Contains(r.System, "tags: up to 3") {
			t.Errorf("the prompt says nothing of tags: %.80q", r.System)
		}
		return say(args{"items": []any{args{"n": 1, "kind": "fact", "subtype": "definitional", "text": "The east basin has a pump with a copper valve.",
			"tags": []string{"Maintenance", "maintenance", " water  supply "}}}})
	}, "extract")
	w.take(event.TurnRequest{Session: "one", Text: "The east basin has a pump with a copper valve.", Tags: []string{"mine"}})
	w.settle()
	nodes := w.nodes(memtide.Fact)
	if len(nodes) != 1 {
		t.Fatalf("%d facts", len(nodes))
	}
	if d := cmp.Diff([]string{"mine", "maintenance", "water supply"}, nodes[0].Tags); d != "" {
		t.Error(d)
	}
}

// The index of words runs ahead of the graph that a reader sees: what was stored since is
// not found, and no error.
func TestWhatIsStoredMeanwhileIsNotFound(t *testing.T) {
	w := newWorld(t)
	w.plant("The east basin has a pump.")
	planted := make(chan struct{})
	err := w.Ledger.Read(t.Context(), w.space, func(v ledger.View) error {
		go func() { defer close(planted); w.plant("The west basin has a pump, too.") }()
		for start := time.Now(); v.Text.DF("west") == 0 && time.Since(start) < 2*time.Second; time.Sleep(time.Millisecond) {
		}
		found, err := tools.Lookup(v, w.space, tools.Filter{Text: "pump of the west basin", Now: w.clock})
		if len(found) != 1 {
			t.Errorf("found %d", len(found))
		}
		described, err2 := tools.Described(v, "the west basin has a pump", 10)
		if len(described) != 1 {
			t.Errorf("described %d", len(described))
		}
		return errors.Join(err, err2)
	})
	if <-planted; err != nil {
		t.Error(err)
	}
}
