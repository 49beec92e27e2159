package stages_test

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

// TestEraseShowsWhatStillSaysSomethingLikeIt: what the agent was told it says in words of
// its own. That is shown, stays, and goes with cascade with its half-turn; what shares
// a word or two with what goes is not meant.
func TestEraseShowsWhatStillSaysSomethingLikeIt(t *testing.T) {
	const reply = "Let me look. Your bank account is at Sparkasse Kiel, as you said."
	w := newWorld(t)
	said := func(session string, role memtide.Role, text string) {
		w.take(event.TurnRequest{Session: session, Client: "test", Project: "shop", Role: role, Text: text})
		w.settle()
	}
	said("one", memtide.RoleUser, "My bank account is at Sparkasse Kiel")
	said("two", memtide.RoleUser, "Where is my bank account?")
	said("two", memtide.RoleAgent, reply)
	said("three", memtide.RoleUser, "The bank has a new logo. The harbour of Kiel is frozen. An account of it stands in the paper.")
	facts := w.nodes(memtide.Fact)
	i := slices.IndexFunc(facts, func(n *memtide.Node) bool { return n.Content == "My bank account is at Sparkasse Kiel" })
	if i < 0 {
		t.Fatalf("no such fact: %v", facts)
	}
	plan := func(cascade bool) tools.ErasePlan {
		t.Helper()
		p, err := tools.PlanErase(t.Context(), w.Ledger, w.space, facts[i].ID.String(), cascade)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p := plan(false)
	if len(p.Turns) != 1 || len(p.Stays) != 1 || p.Stays[0].Node.Content != reply || p.Stays[0].Why != tools.ErasedLike || !slices.Equal(p.Like(), []memtide.ID{p.Stays[0].Node.ID}) {
		t.Errorf("of %v stays %+v", p.Turns, p.Stays)
	}
	p = plan(true)
	if len(p.Turns) != 2 || len(p.Stays) != 0 || !slices.ContainsFunc(p.Goes, func(d tools.Doomed) bool { return d.Node.Content == reply && d.Why == tools.ErasedLike }) {
		t.Errorf("with cascade %v go: %+v", p.Turns, p.Goes)
	}
	for _, d := range p.Goes {
		if d.Node.Source.Session == "three" {
			t.Errorf("%q goes, too", d.Node.Content)
		}
	}
}
