package remember

import (
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
)

// The items of a list below an order say how that is to be done now, and are no
// memories, but for a rule that says itself that it stands; nor are headings among what
// they head.
func TestListsAndHeadingsAreNotKept(t *testing.T) {
	text := "The pier has a lamp. Change the crane like this:\n- use the green tin for the rail\n- never stand below the hook\n- use a lamp for each hook\n\nThe crane stands in Kiel."
	want := []string{"The pier has a lamp.", "never stand below the hook", "The crane stands in Kiel."}
	if got := keptBy(t, classifyRules{}, text); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	rules := strings.Replace(text, "Change the crane like this", "Our crane has these habits", 1)
	if got := keptBy(t, classifyRules{}, rules); !slices.Contains(got, "use the green tin for the rail") {
		t.Errorf("below no order: %q", got)
	}
	headed := "Heron Yard\nThe lamp of the yard is red.\n\nTank Cover Plan\nThe lid of the tank weighs 4 kg."
	if got, want := keptBy(t, classifyRules{}, headed), []string{"Heron Yard", "The lamp of the yard is red.", "The lid of the tank weighs 4 kg."}; !slices.Equal(got, want) {
		t.Errorf("headings: %q, want %q", got, want)
	}
	agent := said(memtide.RoleAgent, text)
	if tasksOf(agent.Turn) != nil {
		t.Error("the agent orders")
	}
}

// What a thing is made with is told in one breath behind what it is, and alone may be
// anything.
func TestReleasesBehindWhatTheyAreOf(t *testing.T) {
	for text, want := range map[string]int{
		"This is the service for the fish. Kelp 3.11, bound with brine": 3,
		"Count the fish. Kelp 3.11, bound with brine":                   0,
		"Kelp 3.11, bound with brine":                                   0,
		"This is the service for the fish. Kelp 3.11, Brine":            2,
		"This is the service for the fish.\n\nKelp 3.11, Brine":         1,
		"This is the service for the fish. Heron Bay, Brine":            1,
	} {
		if got := items(t, said(memtide.RoleUser, text)); len(got) != want {
			t.Errorf("%q: %+v, want %d", text, got, want)
		}
	}
}
