package language

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// Where the bound says that no value may take the place of another, the rules say
// so of each pair; and it does not let everything through.
func TestNoUpdateIsPassedOver(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	of := func(words string) string {
		all := strings.Split(words, "|")
		return all[r.IntN(len(all))]
	}
	text := func() string {
		subject, value := of("The seed budget|My rent|The crew of the mill|The pump limit|Our launch|The dinner on May 3|My raise"),
			of("$300|$350|12 people|15 people|40 requests|4 PM|6 PM|May 8|May 12|Monday|Friday|3 hours a week|5 hours a week|20%|45")
		return subject + " " + of("is|was|is now|was moved to|was raised to|was extended to|has|changed from $300 to") + " " + value + of(".| this year.| for the barn.| on May 3.|, of the pump.")
	}
	at := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	passed, updates := 0, 0
	for range 20000 {
		a, b := text(), text()
		newer, older := NewStatement(a, at), NewStatement(b, at)
		may := newer.mayUpdate(older)
		if !may {
			passed++
		}
		newer.read()
		older.read()
		for _, q := range newer.quantities {
			for _, p := range older.quantities {
				if q.inUnitOf(p, newer.r, older.r).updates(p, newer, older, nil) {
					updates++
					if !may {
						t.Fatalf("%q updates %q, and is passed over", a, b)
					}
				}
			}
		}
	}
	if passed < 5000 || updates < 100 {
		t.Errorf("of 20000 pairs %d are passed over and %d updates", passed, updates)
	}
}
