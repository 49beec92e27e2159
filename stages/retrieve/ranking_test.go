package retrieve

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

func TestProductIsSimilarityImportanceRecency(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		cosine, relevance float64
		importance, days  int
		want              float64
	}{
		{0.6, 0, 3, 0, 0.6}, {0.6, 0.9, 3, 6, 0.9}, {0.6, 0, 0, 0, 0.6}, {0.6, 0, 5, 0, 1}, {0.6, 0, 1, 0, 0.2},
		{0.6, 0, 3, 90, 0.3}, {0.6, 0, 3, 1000, 0.3}, {0.9, 0, 3, 90, 0.45}, {0.3, 0, 5, 0, 0.5},
	} {
		n := &memtide.Node{Importance: c.importance, CreatedAt: now.AddDate(0, 0, -c.days)}
		if got := product(event.Candidate{Cosine: c.cosine, Relevance: c.relevance}, n, now); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestVotesWeighTheWords(t *testing.T) {
	now := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		score       float64
		days, since int // since it was said, since it was used; 0 for never
		want        float64
	}{
		{0, 0, 0, 1}, {3, 0, 0, 1.8221}, {-1, 0, 0, 0.8187}, {-5, 0, 0, 0.3679}, {0, 100, 0, 0.5}, {3, 100, 0, 0.9111}, {0, 100, 25, 0.8},
	} {
		n := &memtide.Node{Score: c.score, CreatedAt: now.AddDate(0, 0, -c.days)}
		if c.since > 0 {
			n.LastAccessed = now.AddDate(0, 0, -c.since)
		}
		if got := votes(event.Candidate{BM25: 10}, n, now); math.Abs(got/10-c.want) > 1e-4 {
			t.Errorf("%+v: %v", c, got/10)
		}
	}
}

func TestFusionAddsReciprocalRanks(t *testing.T) {
	id := func(i int) memtide.ID { return memtide.NewID(time.Unix(1e9, 0), "c", i) }
	a := assembly{tuning: Tuning{Ranking: RankFusion}}
	a.kept = []event.Candidate{{ID: id(0), BM25: 9, Cosine: 0.1, Graph: 1}, {ID: id(1), BM25: 8, Cosine: 0.9}, {ID: id(2), Graph: 0.5}, {ID: id(3)}, {ID: id(4), Pin: true}}
	for i := 5; i < 90; i++ {
		a.kept = append(a.kept, event.Candidate{ID: id(i), BM25: 1 / float64(i)})
	}
	a.nodes = make([]*memtide.Node, len(a.kept))
	a.fuse()
	got := map[memtide.ID]float64{}
	for _, c := range a.kept {
		got[c.ID] = math.Round(1e6*c.Rank) / 1e6
	}
	six := func(f float64) float64 { return math.Round(1e6*f) / 1e6 }
	for i, want := range []float64{six(1/61. + 1/62. + 1/61.), six(1/62. + 1/61.), 0, 0, 0} {
		c, kept := got[id(i)]
		if keep := i < 2 || i == 4; kept != keep || c != want {
			t.Errorf("candidate %d: kept %v with %v, want %v", i, kept, c, want)
		}
	}
	if diff := cmp.Diff(len(a.nodes), len(a.kept)); diff != "" || len(a.drops) == 0 {
		t.Errorf("%d dropped, %s", len(a.drops), diff)
	}
}

// What was said last of the work that is taken up stands before all else and in its
// order, whatever words fit better.
func TestWorkTakenUpStandsFirst(t *testing.T) {
	n := &memtide.Node{Kind: memtide.Episode}
	a := assembly{single: true}
	first, second := a.rank(event.Candidate{Wanted: true, Place: 1, Match: 0.1}, n), a.rank(event.Candidate{Wanted: true, Place: 2, Match: 0.9}, n)
	if other := a.rank(event.Candidate{Match: 1.9}, n); first <= second || second <= other {
		t.Errorf("ranks %v, %v and of another %v", first, second, other)
	}
}
