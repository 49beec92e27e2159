package retrieve

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

// ofTwo is an assembly of a prompt of two sentences, of which the second asks, and one candidate.
func ofTwo(main string, whole, of tools.Fit) assembly {
	text := "The harbour is dark. " + main
	id := memtide.ID{15: 1}
	return assembly{
		q: event.Query{Text: text, Mode: event.ModePrompt}, asks: true, main: main, tuning: Tuning{}.withDefaults(),
		ofMain: map[memtide.ID]tools.Fit{id: of},
		kept:   []event.Candidate{{ID: id, Kind: memtide.Fact, Relevance: whole.Relevance, Match: whole.Relevance, BM25: whole.BM25}},
		nodes:  []*memtide.Node{{ID: id}},
	}
}

func TestWhatSaysNothingOfTheMainPartIsHeldBack(t *testing.T) {
	for nats, want := range map[float64]int{0: 0, leastOfOne - 0.1: 0, leastOfOne: 1} {
		a := ofTwo("Who paints the ferry?", tools.Fit{Relevance: 0.4, BM25: 9}, tools.Fit{Relevance: 0.01, BM25: nats})
		words := a.gate()
		if len(a.kept) != want {
			t.Errorf("of a hit with %.1f nats of the main part %d are kept, want %d: %s", nats, len(a.kept), want, words)
		}
		if want == 0 && !strings.Contains(words, "no word of what the prompt is about") {
			t.Errorf("said: %s", words)
		}
	}
}

func TestTheMainPartOpensTheGateWhereItAsksOfOurs(t *testing.T) {
	little, much := tools.Fit{Relevance: 0.02, BM25: 7}, tools.Fit{Relevance: 0.5, BM25: 7}
	for _, x := range []struct {
		main string
		of   tools.Fit
		want int
	}{
		{"Where do we keep the paint of our ferry?", much, 1},
		{"Where do we keep the paint of our ferry?", little, 0},
		{"How is the paint of a ferry kept?", much, 0}, // in general
	} {
		a := ofTwo(x.main, little, x.of)
		if words := a.gate(); len(a.kept) != x.want {
			t.Errorf("%q, %v: %d are kept, want %d: %s", x.main, x.of, len(a.kept), x.want, words)
		}
	}
}

func TestASuccessorSaysOfTheMainPartWhatItsPredecessorDoes(t *testing.T) {
	a := ofTwo("Who paints the ferry?", tools.Fit{}, tools.Fit{Relevance: 0.3, BM25: 5})
	old, fresh := a.kept[0], event.Candidate{ID: memtide.ID{15: 2}, Relevance: 0.1, BM25: 5}
	if a.answersMain(fresh) {
		t.Fatal("it says something before it is known whose place it takes")
	}
	a.followMain(old, fresh)
	if !a.answersMain(fresh) || a.relevance(fresh) != 0.3 {
		t.Errorf("relevance %g", a.relevance(fresh))
	}
}
