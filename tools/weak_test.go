package tools_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// The least sure memory comes first, with the reasons; what is sure, gone or no
// statement does not come at all.
func TestTheWeakestComeFirst(t *testing.T) {
	l, _ := open(t)
	fact := func(text string, base, rate float64) *memtide.Node {
		return &memtide.Node{Kind: memtide.Fact, Content: text, Trust: memtide.TrustUser, BaseConfidence: base, DecayRate: rate}
	}
	sure, half, agent, old := fact("sure", 1, 0), fact("half", 0.5, 0), fact("agent", 0.9, 0), fact("old", 1, 0.05)
	agent.Trust = memtide.TrustAgent
	vouched, gone, farm := fact("vouched", 1, 0), fact("gone", 0.1, 0.1), fact("farm", 0.7, 0)
	vouched.ConfirmedAt, gone.ArchivedAt, farm.Project = noon, noon, "farm"
	rival, used := fact("rival", 0.6, 0), fact("used", 0.8, 0)
	used.AccessCount = 3
	said := &memtide.Node{Kind: memtide.Episode, Content: "said", Trust: memtide.TrustUser, BaseConfidence: 0.2}
	nodes := []*memtide.Node{sure, half, agent, old, vouched, gone, farm, rival, used, said}
	for i, n := range nodes {
		n.ID = memtide.NewID(noon, "weak", i)
	}
	plant(t, l, "1", nodes, memtide.Edge{Kind: memtide.Contradicts, From: rival.ID, To: half.ID})
	now := noon.AddDate(0, 0, 30)
	for _, c := range []struct {
		opts tools.Weakest
		want string
	}{
		{tools.Weakest{}, "old half rival farm used agent"}, // old: e^(−0.05·30^0.8) = 0.47
		{tools.Weakest{Limit: 2}, "old half"},
		{tools.Weakest{Below: 0.65}, "old half rival"},
		{tools.Weakest{Project: "shop"}, "old half rival used agent"},
		{tools.Weakest{Project: "farm", Below: 0.75}, "old half rival farm"},
	} {
		read(t, l, func(v ledger.View) error {
			all, err := tools.Weak(v, now, c.opts)
			var got []string
			for _, w := range all {
				got = append(got, w.Node.Content)
				if w.Confidence != tools.Confidence(w.Node, now) || w.AgeDays != 30 || w.Confirm != "memtide confirm "+w.Node.ID.Short() || w.Drop != "memtide forget "+w.Node.ID.Short() {
					t.Errorf("%+v", w)
				}
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
				t.Errorf("%+v (-want +got):\n%s", c.opts, diff)
			}
			return err
		})
	}
	read(t, l, func(v ledger.View) error {
		all, err := tools.Weak(v, now, tools.Weakest{})
		for i, want := range []string{
			"not confirmed for 30 days, no answer has used it", "it began at 0.50, no answer has used it, " + rival.ID.Short() + " contradicts it (memtide conflicts)",
			"it began at 0.60, no answer has used it, " + half.ID.Short() + " contradicts it (memtide conflicts)", "it began at 0.70, no answer has used it",
			"it began at 0.80", "it began at 0.90, no answer has used it, its source is agent",
		} {
			if got := strings.Join(all[i].Why, ", "); got != want {
				t.Errorf("%s: %q, want %q", all[i].Node.Content, got, want)
			}
			if all[i].Fades.IsZero() != (all[i].Node.DecayRate == 0) {
				t.Errorf("%s fades %s", all[i].Node.Content, all[i].Fades)
			}
		}
		return err
	})
}

// What FadesAt foretells is what the formula says on that day.
func TestFadesAtIsWhenTheFormulaSaysSo(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range 500 {
		n := &memtide.Node{Kind: memtide.Fact, CreatedAt: noon, BaseConfidence: 0.06 + 0.94*rng.Float64(), DecayRate: 0.01 + 0.2*rng.Float64(), AccessCount: rng.IntN(30)}
		at := tools.FadesAt(n)
		if at.IsZero() {
			if far := noon.AddDate(100, 0, 0); tools.Confidence(n, far) < tools.Faded {
				t.Fatalf("seed %d, %d: %+v is said to hold for ever and has %v after 100 years", seed, i, n, tools.Confidence(n, far))
			}
			continue
		}
		before, after := tools.Confidence(n, at.Add(-time.Hour)), tools.Confidence(n, at.Add(time.Hour))
		if at.After(noon.Add(time.Hour)) && before < tools.Faded || after >= tools.Faded {
			t.Fatalf("seed %d, %d: %+v has %v before and %v after %s", seed, i, n, before, after, at)
		}
	}
	day := func(n memtide.Node) int {
		n.Kind, n.CreatedAt = memtide.Fact, noon
		return int(tools.FadesAt(&n).Sub(noon).Hours() / 24)
	}
	if got := day(memtide.Node{DecayRate: 0.1}); got != 70 { // the job of the night after finds it on day 71
		t.Errorf("rate 0.1 fades within day %d", got)
	}
	for _, n := range []memtide.Node{{}, {DecayRate: 0.1, Pinned: true}, {DecayRate: 0.1, ConfirmedAt: noon}, {DecayRate: 1e-7}} {
		if n.Kind = memtide.Fact; !tools.FadesAt(&n).IsZero() {
			t.Errorf("%+v fades %s", n, tools.FadesAt(&n))
		}
	}
	if n := (memtide.Node{Kind: memtide.Episode, DecayRate: 0.1}); !tools.FadesAt(&n).IsZero() {
		t.Error("a half-turn fades")
	}
}
