package retrieve

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/memtide/memtide"
)

func TestSetsGiveUpOnlyBelowTheLeast(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	draw := func() (words []string, in map[string]bool) {
		in = map[string]bool{}
		for range rnd.IntN(12) {
			w := fmt.Sprint(rnd.IntN(12))
			words, in[w] = append(words, w), true
		}
		return words, in
	}
	for range 5000 {
		a, inA := draw()
		b, inB := draw()
		both := 0.0
		for w := range inA {
			if inB[w] {
				both++
			}
		}
		either := max(float64(len(inA)+len(inB))-both, 1)
		least := float64(rnd.IntN(11)) / 10
		if got, want := setOf(a).overlap(setOf(b), least), both/either; got != want && (got != 0 || want >= least) {
			t.Fatalf("%v and %v overlap %v, want %v, from %v on", a, b, got, want, least)
		}
		if got, want := setOf(a).covered(setOf(b), least), both/max(float64(len(inA)), 1); got != want && (got != 0 || want >= least) {
			t.Fatalf("%v has %v of %v, want %v, from %v on", b, got, a, want, least)
		}
	}
}

func TestPatternsCountWhatDiffersInNamesAndNumbers(t *testing.T) {
	rule := func(text string) *memtide.Node { return &memtide.Node{Kind: memtide.Instruction, Content: text} }
	p := patterns{of: newMemo(pattern)}
	for _, c := range []struct {
		text string
		full bool
	}{
		{"Always send the bill of Ann to desk 4.", false},
		{"Always send the bill of Bob to desk 17.", false},
		{"Never send the bill of Ann to desk 4.", false},
		{"Always send the bill of Zoë to desk 5.", true},
		{"Never send the bill of Bob to desk 1.", false},
		{"Never send the bill of Zoë to desk 1.", true},
		{"Tea for Ann.", false},
		{"Tea for Bob.", false},
		{"Tea for Zoë.", false}, // too few words for a pattern
	} {
		if got := p.full(rule(c.text)); got != c.full {
			t.Errorf("%q: %v, want %v", c.text, got, c.full)
		}
	}
}

func TestAMemoIsWhatItWasMadeFrom(t *testing.T) {
	made := 0
	m := newMemo(func(text string) set { made++; return setOf([]string{text}) })
	for round := range 3 {
		for i := range 2000 { // more than there are places for
			text := fmt.Sprint("text ", i)
			if got := m.set(text); len(got) != 1 || got[0] != hashOf(text) {
				t.Fatalf("round %d: %q has the set of another", round, text)
			}
		}
	}
	if m.set("text 1999"); made > 6000 {
		t.Errorf("%d sets are made, the last text's anew", made)
	}
	long := string(make([]byte, longestMemo+1))
	before := made
	m.set(long)
	if m.set(long); made != before+2 {
		t.Error("a long text is kept")
	}
}

// However its denial is written, a rule that forbids is not of the pattern of one
// that commands.
func TestWhatForbids(t *testing.T) {
	for text, want := range map[string]bool{
		"Squash the commits of a branch.":           false,
		"Don't squash the commits of a branch.":     true,
		"Don’t squash the commits of a branch.":     true,
		"You mustn't squash the commits.":           true,
		"Agents shouldn't squash the commits.":      true,
		"Squash the commits WITHOUT a merge.":       true,
		"Squash nothing but the notes of a branch.": false,
	} {
		if got := forbids(&memtide.Node{Kind: memtide.Instruction, Content: text}); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if forbids(&memtide.Node{Kind: memtide.Fact, Content: "The cat does not swim."}) {
		t.Error("a fact forbids")
	}
}
