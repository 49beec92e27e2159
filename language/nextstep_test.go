package language

import "testing"

func TestNextSteps(t *testing.T) {
	for _, s := range []string{
		"as a first step, i want to discuss the tables",
		"first I want to go through the list of berths",
		"next i'd like to look at the login",
		"before that i want to clean the folder",
		"so i would first like to talk about the layout",
		"lets proceed with the ledger",
		"ok, lets continue with the next point",
		"if so, lets rewrite the two loops",
		"lets keep working on the footer",
		"lets move on to the tide table",
		"agreed, lets do number two",
	} {
		if c := CuesOf(s); !c.Status && !ActOf(s).Command {
			t.Errorf("%q is more than a step: %+v", s, c)
		}
	}
	for _, s := range []string{
		"I want to move everything to Postgres by May",
		"first we want to get ten harbours as customers",
		"the first harbour that uses it is Bergen",
		"Ruth lets us use her server",
		"let's go with brass instead of tin",
		"the licence lets three people log in",
		"then I want to become a pilot",
	} {
		if newReading(s).nextStep() {
			t.Errorf("%q is a step", s)
		}
	}
}
