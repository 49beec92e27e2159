package ledger

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/vectorindex"
)

// TestCentreFollows puts, replaces and deletes at random, several at once and some
// of them twice, and compares the mean with one that is reckoned anew.
func TestCentreFollows(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	const dims = 8
	c := newCentred(vectorindex.NewFlat(dims, vectorindex.Options{}))
	have := map[memtide.ID]bool{}
	for range 500 {
		id := memtide.ID{15: byte(rnd.IntN(60))}
		if rnd.IntN(3) == 0 {
			if got := c.Delete(id); got != have[id] {
				t.Fatalf("delete %s: %v, want %v", id, got, have[id])
			}
			delete(have, id)
			continue
		}
		var batch []vectorindex.Vector
		for range 1 + rnd.IntN(4) {
			v := make([]float32, dims)
			for i := range v {
				v[i] = rnd.Float32() - 0.2
			}
			batch = append(batch, vectorindex.Vector{ID: id, Values: v})
			have[id] = true
			if rnd.IntN(2) == 0 {
				id = memtide.ID{15: byte(rnd.IntN(60))}
			}
		}
		if err := c.PutBatch(batch); err != nil {
			t.Fatal(err)
		}
	}
	var want [dims]float64
	for id := range have {
		v, _ := c.Get(id)
		for i, x := range v {
			want[i] += float64(x) / float64(len(have)+few)
		}
	}
	for i, x := range c.centre() {
		if math.Abs(float64(x)-want[i]) > 1e-5 {
			t.Errorf("element %d is %v, want %v", i, x, want[i])
		}
	}
}

// slow is an index that takes until it may to put a vector, as one does that looks at
// all of them now and then.
type slow struct {
	vectorindex.Index
	begun, free chan struct{}
}

func (s slow) PutBatch(vs []vectorindex.Vector) error {
	close(s.begun)
	<-s.free
	return s.Index.PutBatch(vs)
}

// A prompt asks for the mean: it does not wait for what is being put.
func TestTheCentreDoesNotWait(t *testing.T) {
	x := slow{vectorindex.NewFlat(2, vectorindex.Options{}), make(chan struct{}), make(chan struct{})}
	c := newCentred(x)
	put := make(chan error)
	go func() { put <- c.Put(memtide.ID{1}, []float32{1, 0}) }()
	<-x.begun
	if got := c.centre(); got[0] != 0 { // with the lock held it would never come back
		t.Errorf("before it is put: %v", got)
	}
	close(x.free)
	if err := <-put; err != nil || c.centre()[0] == 0 {
		t.Errorf("%v, and behind it %v", err, c.centre())
	}
}
