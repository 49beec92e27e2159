package language

import (
	"slices"
	"testing"
)

// By its form a prompt wants what was told before, or is of what lies before both. What
// it is about tells nothing: the words are much the same.
func TestLeaning(t *testing.T) {
	for s, leans := range map[string]bool{
		"which port does the tide service listen on":                             true,
		"why did we drop the second pump?":                                       true,
		"who signs off the mooring invoices":                                     true,
		"write the release notes for the harbour app":                            true,
		"when is the freeze?":                                                    true,
		"add an endpoint for the berth fees":                                     true,
		"rename this variable to berth":                                          false,
		"how does a bloom filter work":                                           false,
		"what does line 40 do":                                                   false,
		"thanks, looks good":                                                     false,
		"no, the other one":                                                      false,
		"can you explain this error?\nTypeError: undefined is not a function":    false,
		"extract the loop in `berths.go` into a helper":                          false,
		"what is the difference between a mutex and a semaphore":                 false,
		"fix the typo in the comment above":                                      false,
		"write a bash one-liner that counts the lines of all go files in a tree": false,
	} {
		if got := Leaning(s, MainPart(s)); got > 0 != leans {
			t.Errorf("%q: %.2f", s, got)
		}
	}
}

// Of what it does not know it says nothing.
func TestLeaningOfOtherTongues(t *testing.T) {
	for _, s := range []string{"", "Wo ist meine Leiter?", "Où est une échelle ?", "潮汐服务在哪个端口?"} {
		if got := Leaning(s, MainPart(s)); got < -0.5 || got > 0.5 {
			t.Errorf("%q: %.2f", s, got)
		}
	}
}

func TestFormTraits(t *testing.T) {
	has := map[string]bool{}
	for _, trait := range FormTraits("Why does `berth.go:40` print userId 17 times?\nsee cmd/tide") {
		if has[trait] {
			t.Errorf("%q twice", trait)
		}
		has[trait] = true
	}
	for _, want := range []string{"why", "^ why", "why does", "does <code>", "<code>", "print <code>", "0", "0 times", "?", "/ see", "see <code>", "<code> $", "why does <code>", "why .. <code>", "+ask"} {
		if !has[want] {
			t.Errorf("no %q in %v", want, has)
		}
	}
	for _, not := range []string{"userid", "17", "cmd/tide", "+thanks"} {
		if has[not] {
			t.Errorf("%q", not)
		}
	}
	if got := FormTraits(`" ? " `); slices.Contains(got, "") {
		t.Errorf("a trait without a name in %q", got)
	}
}

func BenchmarkLeaning(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		const prompt = "I ran `npm test` and the logs are a little concerning. It says that no message was found when we should be able to find the exact one. Can you look into it?"
		Leaning(prompt, MainPart(prompt))
	}
}
