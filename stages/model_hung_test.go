package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/stagestest"
)

// hung opens models of some layers whose server takes every request and answers none.
func hung(t testing.TB, layers ...string) *llm.Models {
	t.Helper()
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Mute: true} })
	opts := llmtest.Options()
	opts.Wait = 100 * time.Millisecond
	m, err := llm.New(s.Config(t, layers...), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// With a server that answers nothing the rules read every half-turn, none is given
// up, and the layers are paused after three of them, which a status says.
func TestAHungModelLosesNothing(t *testing.T) {
	var m *llm.Models
	w := newWorldWith(t, stagestest.Options{Model: func(t testing.TB) prompt.Model {
		m = hung(t, "gate", "extract", "filter", "store", "reconcile")
		return m
	}})
	var want []string
	for i := range 4 {
		text := fmt.Sprintf("Never moor a ferry at pier %d.", i+3)
		want = append(want, text)
		w.say("one", "", text)
	}
	w.settle()
	got := w.live(memtide.Instruction)
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("known: %q, want %q", got, want)
	}
	if n, err := w.Bus.DeadCount(t.Context()); err != nil || n > 0 {
		t.Errorf("dead: %d, %v", n, err)
	}
	if p := m.Problems(); len(p) != 1 || !strings.Contains(p[0], "too late") || m.State("gate") != llm.Paused {
		t.Errorf("problems %q, gate %s", p, m.State("gate"))
	}
}

// A job whose model answers nothing does what its rules do.
func TestAHungModelHoldsUpNoJob(t *testing.T) {
	for _, job := range []string{"consolidate", "enrich", "infer"} {
		t.Run(job, func(t *testing.T) {
			w := newWorld(t)
			for _, text := range []string{"Mila works at the harbour.", "Mila drives a red truck.", "Mila owns the boat house.",
				"The deploy broke at noon.", "Because the disk of the server had run full."} {
				w.say("one", "", text)
			}
			w.settle()
			ended, _, err := maintain.Run(t.Context(), maintain.Deps{Bus: w.Bus, Ledger: w.Ledger, Model: hung(t, job)},
				event.JobDue{Job: job, Space: w.space, ScheduledAt: w.clock.Add(time.Hour), Cause: "request"}, false)
			if err != nil || ended.Changes == 0 {
				t.Errorf("%+v, %v", ended, err)
			}
		})
	}
}
