package language

import "testing"

// What the world knows, and what lies on the screen, is asked of nobody's memory.
func TestOfTheWorldAndOnScreen(t *testing.T) {
	for s, want := range map[string]bool{
		"what is a package manager?":                   true,
		"whats an orm good for":                        true,
		"why do people use message queues at all":      true,
		"how does a reverse proxy work":                true,
		"how does tls work":                            true,
		"what is tail recursion":                       true,
		"what's the point of a wiki":                   true,
		"when should i use a cache":                    true,
		"pros and cons of microservices":               true,
		"docker vs podman":                             true,
		"how well do message queues scale":             true,
		"how much memory does an orm need":             true,
		"why would i want one":                         true,
		"does nginx scale under the hood":              true,
		"what's the time complexity of a lookup":       true,
		"what changed between the last two commits":    true,
		"is the file that you wrote empty?":            true,
		"what does that flag do":                       true,
		"who usually signs off releases":               false,
		"is there a linter to run?":                    false,
		"what is the default port of the tide service": false,
		"which test framework is in this repo?":        false,
		"why are end to end tests usually flaky?":      true,
		"whats the default port of redis":              true,
		"does this loop ever stop?":                    true,
		"why does line 40 return nil":                  true,
		"what did your patch change":                   true,
		"can you explain the diff":                     true,
		"how do we deploy":                             false,
		"where do the logs go":                         false,
		"who signs off releases":                       false,
		"does a refund need approval?":                 false,
		"why is the cache off on staging":              false,
		"why is zigbee on channel 25":                  false,
		"what is the limit for instant payouts?":       false,
		"how much may the mooring cost":                false,
		"what is our package manager":                  false,
		"which linter does this project use?":          false,
		"how were deploys usually done":                false,
		"which boat has sails that it needs":           false,
		"what does Anna drink?":                        false,
		"how long does a build take":                   false,
		"why was the old crane removed":                false,
		"what does the harbour master want":            false,
		"is it true that we close on Sundays?":         false,
		"what boat does Anna own that she is proud of": false,
		"is that the boat of Anna?":                    false,
		"how does Anna's boat stay dry":                false,
	} {
		if got := SelfContained(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
