package ledger

import (
	"sync"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/vectorindex"
)

// centred is a vector index that knows the mean of its vectors. Means of word
// vectors all point the same way; what tells two texts apart is how far each
// is from that way (Arora, Liang and Ma, A simple but tough-to-beat baseline
// for sentence embeddings, 2017).
type centred struct {
	vectorindex.Index
	writes sync.Mutex // held while vectors change: an index may look at all of them then
	mu     sync.Mutex // of what follows, held for no longer than it takes to read it: prompts ask for it
	sum    []float64
	n      int
}

func newCentred(x vectorindex.Index) *centred {
	return &centred{Index: x, sum: make([]float64, x.Dims())}
}

// Put adds a vector, or replaces the one with the same id.
func (c *centred) Put(id memtide.ID, values []float32) error {
	return c.PutBatch([]vectorindex.Vector{{ID: id, Values: values}})
}

// PutBatch puts vectors in order. An id may come several times: a half-turn has
// another vector when the next is there.
func (c *centred) PutBatch(vs []vectorindex.Vector) error {
	ids, seen := make([]memtide.ID, 0, len(vs)), make(map[memtide.ID]bool, len(vs))
	for _, v := range vs {
		if !seen[v.ID] {
			seen[v.ID] = true
			ids = append(ids, v.ID)
		}
	}
	c.writes.Lock()
	defer c.writes.Unlock()
	change := c.change(ids, -1, nil)
	err := c.Index.PutBatch(vs)
	c.count(c.change(ids, 1, change))
	return err
}

// Delete removes a vector and reports whether it was there.
func (c *centred) Delete(id memtide.ID) bool {
	c.writes.Lock()
	defer c.writes.Unlock()
	c.count(c.change([]memtide.ID{id}, -1, nil))
	return c.Index.Delete(id)
}

// change adds the vectors of ids to what is to be added to the sum, or takes them from it.
func (c *centred) change(ids []memtide.ID, by int, to *change) *change {
	if to == nil {
		to = &change{sum: make([]float64, c.Dims())}
	}
	for _, id := range ids {
		v, ok := c.Get(id)
		if !ok {
			continue
		}
		to.n += by
		for i, x := range v {
			to.sum[i] += float64(by) * float64(x)
		}
	}
	return to
}

// change is what is to be added to a sum of vectors.
type change struct {
	sum []float64
	n   int
}

// count adds a change to the sum.
func (c *centred) count(by *change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n += by.n
	for i, x := range by.sum {
		c.sum[i] += x
	}
}

// few is the number of vectors that a mean is taken to have besides, all zero:
// the mean of five texts is what they are about and no way they all point.
const few = 100

// centre returns the mean of the vectors, drawn to zero where there are few.
func (c *centred) centre() []float32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]float32, len(c.sum))
	for i, x := range c.sum {
		out[i] = float32(x / float64(c.n+few))
	}
	return out
}
