package remember

import (
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
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

// A model judges the beginning of a very long text, and the rules the rest.
func TestWhatAModelJudges(t *testing.T) {
	const tea = "I prefer tea over coffee. "
	short, long := said(memtide.RoleUser, tea+tea), said(memtide.RoleUser, strings.Repeat(tea, 2*mostJudged/len(tea)))
	if all, until := toJudge(short); len(all) != 2 || until != len(short.Text) {
		t.Errorf("of two sentences %d, until %d", len(all), until)
	}
	all, until := toJudge(long)
	if size := len(all) * (len(tea) - 1); size > mostJudged || size < mostJudged-len(tea) || until != all[len(all)-1].End+1 {
		t.Errorf("%d bytes, until %d", size, until)
	}
}

// Where a model says what is meant, it is not said again.
func TestWhatAModelResolvesIsNotSaidTwice(t *testing.T) {
	turn := said(memtide.RoleUser, "We installed the heron server yesterday. It listens on port 8443.")
	s := event.Span{Start: strings.Index(turn.Text, "It"), End: len(turn.Text)}
	for text, want := range map[string]string{"The heron server listens on port 8443.": "", "It listens on port 8443.": "the heron server"} {
		if f := foundOf(newHeard(turn.Turn), s, itemOut{N: 1, Kind: "fact", Text: text}); f.Content != text || f.Attributes[ledger.Means] != want {
			t.Errorf("%q: %+v", text, f)
		}
	}
}
