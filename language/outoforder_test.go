package language

import "testing"

// That a thing does not do what it is there for is told of it, and no rule; what is no longer
// done, or done in another way, tells how things are done.
func TestAFaultIsNoRule(t *testing.T) {
	for text, rule := range map[string]bool{
		"paperless doesnt consume anything anymore":    false,
		"the build doesnt work anymore":                false,
		"the scanner doesnt find any files":            false,
		"login doesn't work any more":                  false,
		"the crane motor no longer starts":             false,
		"the printer doesn't print the labels anymore": false,
		"sync doesnt run any more":                     false,
		"the camera won't connect anymore":             false,
		"deploys dont go through anymore":              false,
		"search doesnt return anything for umlauts":    false,
		"jellyfin doesn't see the new films anymore":   false,
		"the nightly job no longer runs":               false,

		"we don't deploy on fridays anymore":                     true,
		"we no longer support python 3.8":                        true,
		"the api doesn't need a token anymore":                   true,
		"the worker no longer uses redis":                        true,
		"the gateway doesn't run on port 80 anymore but on 8080": true,
		"the nightly job doesn't run at 2 anymore, it runs at 4": true,
		"services don't share any tables":                        true,
		"we don't send any mails from staging":                   true,
		"payd doesn't log card numbers anymore":                  true,
		"orders are no longer stored in redis":                   true,
		"don't open any valves":                                  true,
	} {
		if c := handCues(text); c.Instruction >= 0.5 != rule || !rule && c.Plan {
			t.Errorf("%q: %+v", text, c)
		}
	}
}
