package ledger

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/vectorindex"
)

// Each id counts once in the mean of the vectors, with its last vector, however
// often it comes in a batch.
func TestTheMeanCountsEachVectorOnce(t *testing.T) {
	id := func(n int) memtide.ID { return memtide.NewID(time.Unix(0, 0), "centre", n) }
	right, up := []float32{1, 0}, []float32{0, 1}
	c := newCentred(vectorindex.NewFlat(2, vectorindex.Options{}))
	for i, tt := range []struct {
		put       []vectorindex.Vector
		drop      int // −1 is none
		right, up int
	}{
		{[]vectorindex.Vector{{ID: id(0), Values: up}, {ID: id(1), Values: up}, {ID: id(0), Values: right}}, -1, 1, 1},
		{[]vectorindex.Vector{{ID: id(1), Values: right}, {ID: id(1), Values: up}, {ID: id(2), Values: up}}, -1, 1, 2},
		{[]vectorindex.Vector{{ID: id(2), Values: right}, {ID: id(2), Values: right}}, 0, 1, 1},
	} {
		if err := c.PutBatch(tt.put); err != nil {
			t.Fatal(err)
		}
		if tt.drop >= 0 {
			c.Delete(id(tt.drop))
		}
		all := float32(tt.right + tt.up + few)
		if got := c.centre(); got[0] != float32(tt.right)/all || got[1] != float32(tt.up)/all {
			t.Errorf("batch %d: the mean is %v, want %v", i, got, []float32{float32(tt.right) / all, float32(tt.up) / all})
		}
	}
}
