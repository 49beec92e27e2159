package language

import "testing"

func TestAsksAdvice(t *testing.T) {
	for s, want := range map[string]bool{
		"What would you suggest for the roof?":                                           true,
		"I'm painting the boat next week. Can you recommend a brush?":                    true,
		"Any tips for the kiln?":                                                         true,
		"How should I label the crates?":                                                 true,
		"Which glue should we take?":                                                     true,
		"How do I best label the crates?":                                                true,
		"Could you help me sort the crates?":                                             true,
		"Should I sell the boat?":                                                        true,
		"What did you suggest for the roof?":                                             false,
		"the tips you gave me":                                                           false,
		"Can you tell me when I sold the boat?":                                          false,
		"Could you remind me where the kiln stands?":                                     false,
		"How much did I pay for the boat?":                                               false,
		"Which glue did we take?":                                                        false,
		"Can you summarise what you suggested?":                                          false,
		"My neighbour suggested a brush.":                                                false,
		"The kiln should be fixed, and I would sell it.":                                 false,
		"How many days do I have for the roof?":                                          false,
		"Do I usually paint in the evening?":                                             false,
		"Suggest two glues.":                                                             true,
		"What did the vet suggest for the parrot?":                                       false,
		"Which glue does Dana recommend?":                                                false,
		"Walk me through the order in which I mentioned the ways that you could fix it.": false,
		"Where does Anna live?":                                                          false,
		"":                                                                               false,
	} {
		if got := AsksAdvice(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
