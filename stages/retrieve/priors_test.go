package retrieve

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func daysAgo(d float64) time.Time { return noon.Add(-time.Duration(d * 24 * float64(time.Hour))) }

func TestConfidence(t *testing.T) {
	for _, c := range []struct {
		name string
		n    memtide.Node
		want float64
	}{
		{"nothing is said of it", memtide.Node{}, 1},
		{"a rule never decays", memtide.Node{CreatedAt: daysAgo(4000), BaseConfidence: 0.9}, 0.9},
		{"fresh", memtide.Node{CreatedAt: noon, BaseConfidence: 0.9, DecayRate: 0.05}, 0.9},
		{"ten days", memtide.Node{CreatedAt: daysAgo(10), BaseConfidence: 0.9, DecayRate: 0.05}, 0.9 * math.Exp(-0.05*math.Pow(10, 0.8))},
		{"confirmed since", memtide.Node{CreatedAt: daysAgo(400), ConfirmedAt: daysAgo(1), BaseConfidence: 1, DecayRate: 0.05}, math.Exp(-0.05)},
		{"confirmed before it was made", memtide.Node{CreatedAt: daysAgo(1), ConfirmedAt: daysAgo(400), BaseConfidence: 1, DecayRate: 0.05}, math.Exp(-0.05)},
		{"a clock that went back", memtide.Node{CreatedAt: noon.Add(time.Hour), BaseConfidence: 0.7, DecayRate: 0.05}, 0.7},
		{"used twenty times", memtide.Node{CreatedAt: noon, BaseConfidence: 0.5, AccessCount: 20}, 0.5 + 0.05*math.Ln2},
		{"never above 1", memtide.Node{CreatedAt: noon, BaseConfidence: 1, AccessCount: 1e6}, 1},
		{"never below 0", memtide.Node{CreatedAt: daysAgo(1e5), BaseConfidence: 1, DecayRate: 50}, 0},
	} {
		if got := tools.Confidence(&c.n, noon); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A seed system multiplied the stored value each night and pruned on the ninth
// what should live 71 days. Here it is read a hundred times, and day by day
// with an earlier value as the base it would not be the same.
func TestConfidenceDoesNotCompound(t *testing.T) {
	n := memtide.Node{CreatedAt: daysAgo(71), BaseConfidence: 1, DecayRate: 0.05}
	before := n
	first := tools.Confidence(&n, noon)
	for range 100 {
		if got := tools.Confidence(&n, noon); got != first {
			t.Fatalf("%v, was %v", got, first)
		}
	}
	if n.BaseConfidence != before.BaseConfidence || n.ConfirmedAt != before.ConfirmedAt {
		t.Error("reading has changed the node")
	}
	if first < 0.1 {
		t.Errorf("71 days: %v", first)
	}
	for d, last := 0.0, 2.0; d < 400; d += 7 {
		got := tools.Confidence(&memtide.Node{CreatedAt: daysAgo(d), BaseConfidence: 1, DecayRate: 0.05}, noon)
		if got >= last {
			t.Fatalf("day %v: %v, a week before %v", d, got, last)
		}
		last = got
	}
}

func TestPriorIsBounded(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	best := memtide.Node{Kind: memtide.Instruction, Importance: 5, Score: 20, BaseConfidence: 1, CreatedAt: noon, AccessCount: 1000, Project: "shop"}
	worst := memtide.Node{Kind: memtide.Fact, Importance: 1, Score: -20, DecayRate: 1, CreatedAt: daysAgo(900)}
	low, high := prior(&worst, event.Query{Now: noon, Project: "shop"}), prior(&best, event.Query{Now: noon, Project: "shop"})
	for range 5000 {
		n := &memtide.Node{Kind: memtide.Kinds[r.IntN(len(memtide.Kinds))], Importance: r.IntN(6), Score: r.Float64()*40 - 20,
			BaseConfidence: r.Float64(), DecayRate: r.Float64(), CreatedAt: daysAgo(r.Float64() * 900), AccessCount: r.IntN(1000),
			Project: []string{"", "shop", "mill"}[r.IntN(3)]}
		p := prior(n, event.Query{Now: noon, Project: "shop"})
		if p < 0.5 || p > 2 || math.IsNaN(p) {
			t.Fatalf("prior %v of %+v", p, n)
		}
		low, high = min(low, p), max(high, p)
	}
	// Ten votes are as good as five of them.
	for _, score := range []float64{5, -5} {
		some, many := memtide.Node{CreatedAt: daysAgo(100), Score: score}, memtide.Node{CreatedAt: daysAgo(100), Score: 2 * score}
		if a, b := prior(&some, event.Query{Now: noon}), prior(&many, event.Query{Now: noon}); a != b {
			t.Errorf("score %v: %v, twice of it: %v", score, a, b)
		}
	}
	if low > 0.6 || high < 1.2 {
		t.Errorf("priors lie between %v and %v: they hardly count", low, high)
	}
}

func TestPriorPrefers(t *testing.T) {
	base := memtide.Node{Kind: memtide.Fact, CreatedAt: daysAgo(100), BaseConfidence: 0.9, Importance: 3}
	q := event.Query{Now: noon, Project: "shop"}
	with := func(change func(*memtide.Node)) float64 {
		n := base
		change(&n)
		return prior(&n, q)
	}
	plain := with(func(*memtide.Node) {})
	for name, p := range map[string]float64{
		"importance": with(func(n *memtide.Node) { n.Importance = 5 }),
		"freshness":  with(func(n *memtide.Node) { n.CreatedAt = daysAgo(2) }),
		"votes":      with(func(n *memtide.Node) { n.Score = 2 }),
		"confidence": with(func(n *memtide.Node) { n.BaseConfidence = 1 }),
		"project":    with(func(n *memtide.Node) { n.Project = "shop" }),
	} {
		if p <= plain {
			t.Errorf("%s: %v, without %v", name, p, plain)
		}
	}
	if ten, five := with(func(n *memtide.Node) { n.Score = 10 }), with(func(n *memtide.Node) { n.Score = 5 }); ten != five {
		t.Errorf("ten votes count %v, five %v: five are the most", ten, five)
	}
	// "Peter is a writer", said once, does not rot.
	old := base
	old.CreatedAt = daysAgo(2000)
	if got := prior(&old, q); got != plain {
		t.Errorf("old %v, younger %v", got, plain)
	}
}
