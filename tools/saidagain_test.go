package tools_test

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// sayAgain lets a half-turn say a memory again, as store notes it.
func sayAgain(t *testing.T, l *ledger.Ledger, turn, client string, id memtide.ID) {
	t.Helper()
	sayThat(t, l, turn, client, "Once more: "+get(t, l, id).Content, func(v ledger.View, w *tools.Writer, _ *memtide.Node) error {
		n, err := v.Graph.Node(id)
		if err != nil {
			return err
		}
		return w.Set(n, "access_count", n.AccessCount+1)
	})
}

// TestEraseLeavesWhatIsSaidAgain: neither --cascade nor an erasure that is made again
// takes what a half-turn that stays has said, too. An agent, whose half-turns these are,
// says no rule.
func TestEraseLeavesWhatIsSaidAgain(t *testing.T) {
	for _, c := range []struct {
		kind  memtide.Kind
		said  bool // again
		stays bool
	}{{memtide.Fact, false, false}, {memtide.Fact, true, true}, {memtide.Instruction, true, false}} {
		l, _ := open(t)
		var beside memtide.ID
		episode, secret := sayThat(t, l, "turn-aa-1", "good", "The walrus moves to Lisbon in May.", func(_ ledger.View, w *tools.Writer, n *memtide.Node) error {
			more := *n
			more.ID, more.Kind, more.Content, more.Trust = w.ID(), c.kind, "Always pay the rent.", memtide.TrustUser
			beside = more.ID
			w.Add(&more)
			return nil
		})
		if c.said {
			sayAgain(t, l, "turn-bbb-2", "other", beside)
		}
		takes := func(p tools.ErasePlan, err error) (all map[memtide.ID]bool) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			all = map[memtide.ID]bool{}
			for _, id := range p.IDs() {
				all[id] = true
			}
			return all
		}
		if got := takes(tools.PlanErase(t.Context(), l, home, secret.String(), true)); !got[secret] || got[beside] == c.stays {
			t.Errorf("%+v: with cascade what stands beside goes: %v", c, got[beside])
		}
		// The certificate is of a time at which another half-turn had said what stands beside.
		gone := tools.Gone{Target: "session s-good", Nodes: []memtide.ID{episode, secret}, Turns: []string{"turn-aa-1"}, Asked: noon.Add(time.Hour)}
		if got := takes(tools.PlanErasedAgain(t.Context(), l, home, gone)); !got[secret] || got[beside] == c.stays {
			t.Errorf("%+v: made again, what stands beside goes: %v", c, got[beside])
		}
	}
}
