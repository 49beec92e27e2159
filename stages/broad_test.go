package stages_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages/stagestest"
)

// meaning is an embedder that knows three subjects, whatever words they are
// spoken of in.
func meaning(text string) []float32 {
	v := make([]float32, 4)
	text = strings.ToLower(text)
	for i, words := range []string{"wifi wireless network", "kettle tea cup", "bicycle wheel saddle"} {
		for _, w := range strings.Fields(words) {
			if strings.Contains(text, w) {
				v[i] = 1
				return v
			}
		}
	}
	v[3] = 1
	return v
}

// Net 2 asks the vectors, too, where the plan has not, and where they tell
// meaning by themselves.
func TestTheBroadNetAsksTheVectors(t *testing.T) {
	for _, c := range []struct {
		name    string
		weak    bool
		planned []event.Search
		want    bool
	}{
		{"of a follow-up", false, []event.Search{{Tool: event.SearchText, Kinds: []memtide.Kind{memtide.Fact}, Limit: 30}}, true},
		{"the plan has asked them", false, []event.Search{{Tool: event.SearchVector, Limit: 20}}, false},
		{"the plan has asked for fewer", false, []event.Search{{Tool: event.SearchVector, Limit: 5}}, true},
		{"a table of words", true, nil, false},
	} {
		w := newWorldWith(t, stagestest.Options{Embedder: ledger.Embedder{ID: "meaning", Dims: 4, Embed: meaning, Weak: c.weak}})
		ids := w.plantAll(
			&memtide.Node{Kind: memtide.Plan, Content: "Move the wireless router upstairs."},
			&memtide.Node{Kind: memtide.Fact, Content: "A kettle boils."},
			&memtide.Node{Kind: memtide.Opinion, Content: "That saddle hurts."},
		)
		w.waitFor("vectors", func() bool { return w.vectors() == len(ids) })
		got := step[event.CandidatesSecured](w, event.CandidatesFound{Query: w.query("WiFi"), Shape: "follow-up", Searches: c.planned}).Candidates
		caught := slices.IndexFunc(got, func(x event.Candidate) bool { return x.ID == ids[0] && x.By == "net-broad" && x.Cosine > 0.5 })
		if (caught >= 0) != c.want || len(got) > 1 {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}

// A follow-up that names nobody new runs its own calls and one broad search over
// the kinds that these leave out: what hangs on no name is found by it.
func TestAFollowUpSearchesBroadlyOverWhatItsCallsLeaveOut(t *testing.T) {
	w := newWorld(t)
	ids := w.plantAll(
		&memtide.Node{Kind: memtide.Entity, Content: "Anna, who builds boats", CanonicalName: "Anna", EntityType: "person"},
		&memtide.Node{Kind: memtide.Fact, Content: "Anna sails every summer."},
	)
	w.link(memtide.Mentions, ids[1], ids[0])
	kinds := []memtide.Kind{memtide.Fact, memtide.Opinion, memtide.Instruction, memtide.Event, memtide.Plan, memtide.Episode}
	left := map[memtide.ID]memtide.Kind{}
	for _, k := range kinds {
		id := w.plantAll(&memtide.Node{Kind: k, Content: "The jetty for the " + string(k) + " is slippery."})[0]
		left[id] = k
	}
	w.ask(event.AskRequest{Session: "one", Prompt: "What does Anna do in summer?"})
	planned := bustest.Expect[event.SearchPlanned](w.Harness, w.space, func() {
		w.ask(event.AskRequest{Session: "one", Prompt: "and is her jetty slippery?"})
	})
	tools := map[string]int{}
	for _, s := range planned.Searches {
		tools[s.Tool] = s.Limit
	}
	if diff := cmp.Diff(map[string]int{event.SearchText: 30, event.SearchEntity: 5, event.SearchRelationships: 8}, tools); diff != "" || planned.Shape != "follow-up" {
		t.Errorf("%s: searches and their limits (-want +got):\n%s", planned.Shape, diff)
	}
	for _, c := range step[event.CandidatesFound](w, planned).Candidates {
		if c.By == event.SearchText {
			delete(left, c.ID)
		}
	}
	if len(left) > 0 {
		t.Errorf("the broad search leaves out %v", left)
	}
}
