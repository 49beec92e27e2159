package language

import "testing"

// What belongs to the session at hand alone is of the moment; what is so beyond it is not.
func TestOfSession(t *testing.T) {
	for s, want := range map[string]bool{
		"The lid is read too early (pump.go:42), so the gauge is off.": true,
		"pour.ts:12-19 must also close the valve.":                     true,
		"The plan in @pump/plan.md is complete.":                       true,
		"Attached is a picture of the gauge.":                          true,
		"Here's what I get:":                                           true,
		"Here is the output of the pump.":                              true,
		"I'll paste the log below.":                                    true,
		"I'm going to tell you what the valve does.":                   true,
		"I've staged all of the changed files.":                        true,
		"I pushed up":                                                  true,
		"We rebased onto the trunk and squashed the rest.":             true,
		"I just ran `make pour` and still get two leaks.":              true,
		"I ran npm install twice.":                                     true,
		"Let's go with option 2":                                       true,
		"I went with your suggestion.":                                 true,
		"agreed on 5":                                                  true,
		"I'm still seeing two rows for one tank.":                      true,
		"It looks like the last run failed.":                           true,
		"The result is wrong":                                          true,
		"your drawing of the lid isn't right":                          true,
		"the second column is still wrong":                             true,
		"something is wrong with the gauge":                            true,
		"that sum is incorrect for the east tank.":                     true,

		"The pump server listens at http://pump.local:8200.":                 false,
		"The demo account is demo@pump.test.":                                false,
		"We decided to read the limit from @pump/limits.md.":                 false,
		"Always check pump.go:42 before a release.":                          false,
		"I'm going to tell my sister about the boat.":                        false,
		"I committed to the relay on Sunday.":                                false,
		"the depth of 17.9 m is wrong":                                       false,
		"The survey of Kassel is wrong":                                      false,
		"the port is wrong, it is 8443":                                      false,
		"the count is wrong because the sieve was wet":                       false,
		"never pour when the gauge is wrong":                                 false,
		"I pushed the meeting to May.":                                       false,
		"We ran the harbour festival for ten years.":                         false,
		"We decided to run `make pour` in CI.":                               false,
		"Let's go with SQLite for the store.":                                false,
		"We went with the option that needs no licence.":                     false,
		"I'm seeing a therapist.":                                            false,
		"It looks like a heron.":                                             false,
		"Here is the rule: no lids without a date.":                          false,
		"I'm seeing duplicate jobs since we moved to NATS instead of Kafka.": false,
		"I tried running `make pour` and it failed":                          true,
	} {
		if got := newReading(s).ofSession(); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
