package tools

import (
	"math/rand/v2"
	"testing"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// TestNothingIsWorthMoreThanItsClass: a search passes over texts by what their
// class is worth at most. Some text is worth that much, or the bound is idle.
func TestNothingIsWorthMoreThanItsClass(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	for _, text := range []string{"When did Mila paint the crane?", "what do you think of the crane", "Which cranes has Mila painted?", "harbour crane", "", "'s"} {
		s := &Searcher{q: event.Query{Text: text}}
		s.ask()
		weigh, most := s.weigher(func(a ledger.Attr) bool { return a&1 == 0 })
		named := append(s.named(), 0, 7)
		var reached [ledger.Classes]float32
		for range 20_000 {
			attr := rnd.Uint64()&(1<<48-1)&^0xf | uint64(named[rnd.IntN(len(named))])<<48 | uint64(rnd.IntN(9))
			class, w := ledger.Attr(attr).Class(), weigh(attr)
			if w > most(uint8(class)) {
				t.Fatalf("%q: %x weighs %v, its class %d at most %v", text, attr, w, class, most(uint8(class)))
			}
			reached[class] = max(reached[class], w)
		}
		for class, w := range reached {
			nameless := ledger.Class(class).Nobody() || len(s.named()) == 0
			if bound := most(uint8(class)); w > 0 && w != bound && !nameless {
				t.Errorf("%q: of class %d nothing weighs more than %v, at most %v", text, class, w, bound)
			}
		}
	}
}

// TestOthersTellLessOfSeveralThings: who is asked after told them over time, and
// told them in person.
func TestOthersTellLessOfSeveralThings(t *testing.T) {
	other := func(text string) float32 {
		s := &Searcher{q: event.Query{Text: text}}
		s.ask()
		weigh, _ := s.weigher(func(ledger.Attr) bool { return true })
		by := func(name string) float32 { return weigh(uint64(ledger.NameHash(name)) << 48) }
		return by("otto") / by("mila")
	}
	if one, several := other("Which crane has Mila painted?"), other("Which cranes has Mila painted?"); several >= one || one >= 1 {
		t.Errorf("what another says is worth %v of what she says of one thing, and %v of several", one, several)
	}
}
