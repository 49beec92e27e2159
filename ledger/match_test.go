package ledger_test

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/memtide/memtide/ledger"
)

// The matcher finds what a search for one text after the other finds.
func TestEraseMatcher(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	word := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = "ab"[rnd.IntN(2)]
		}
		return b
	}
	hits := 0
	for range 500 {
		var texts [][]byte
		for range rnd.IntN(20) {
			texts = append(texts, word(rnd.IntN(14)))
		}
		body := word(rnd.IntN(200))
		want, got := map[int]bool{}, map[int]bool{}
		for i, x := range texts {
			if len(x) > 0 && bytes.Contains(body, x) {
				want[i] = true
				hits++
			}
		}
		m := ledger.NewMatcher(texts)
		m.Each(body, func(i int) bool { got[i] = true; return true })
		for i := range texts {
			if want[i] != got[i] {
				t.Fatalf("%q in %q: %v, want %v", texts[i], body, got[i], want[i])
			}
		}
		if m.Any(body) != (len(want) > 0) {
			t.Fatal("Any differs from Each")
		}
	}
	if hits == 0 {
		t.Error("nothing was ever found: the test proves nothing")
	}
}
