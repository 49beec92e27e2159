package language

import "testing"

// A sentence whose form says less plainly that it is a rule is one where it tells of nobody, points at
// nothing and asks for nothing.
func TestSaidBeside(t *testing.T) {
	for s, want := range map[string]bool{
		"tests go next to the code":                         true,
		"no semicolons in the ts code":                      true,
		"secrets come from vault and from vault alone":      true,
		"Migrations need a down part.":                      true,
		"generated files aren't committed":                  true,
		"every change of the ledger goes through two hands": true,

		"Migrations are run by hand by the dba team": false,
		"the release is signed by Mirela":            false,
		"hotfix branches start from what":            false,
		"The logs are written to files, one a day.":  false,
		"pnpm or yarn here":                          false,
		"no downtime please":                         false,
		"no don't touch the model file":              false,
		"those go next to the code":                  false,
		"the docs say tests go next to the code":     false,
		"she keeps the tests next to the code":       false,
		"I keep the tests next to the code":          false,
		"maybe tests go next to the code":            false,
	} {
		if got := newReading(s).saidBeside(handCues(s)); got != want {
			t.Errorf("%q: said beside is %v", s, got)
		}
	}
	for _, s := range []string{"tests go next to the code", "no semicolons in the ts code", "Generated files aren't committed."} {
		if c := CuesOf(s); !c.Directs || !c.Beside {
			t.Errorf("%q: %+v", s, c)
		}
	}
	for _, s := range []string{"Migrations are run by hand by the dba team", "All our servers are in Frankfurt.", "no need for a test here, it's a throwaway script"} {
		if c := CuesOf(s); c.Directs {
			t.Errorf("%q stands: %+v", s, c)
		}
	}
	if c := CuesOf("Always answer in German."); c.Beside {
		t.Errorf("a plain rule is one whatever stands beside it: %+v", c)
	}
}

// What is told of all of a kind is told with a verb, and of no certain one.
func TestTellsOfKind(t *testing.T) {
	for s, want := range map[string]bool{
		"errors get wrapped":                       true,
		"every endpoint has a test":                true,
		"nothing in the suite touches the network": true,
		"we don't mock the db":                     true,
		"we keep fixtures small":                   true,
		"release notes mention the ticket":         true,
		"the errors get wrapped":                   false,
		"no semicolons in the ts code":             false,
		"my tests get skipped":                     false,
		"it gets wrapped":                          false,
		"fix the tests":                            false,
	} {
		if got := newReading(s).tellsOfKind(); got != want {
			t.Errorf("%q: of a kind is %v", s, got)
		}
	}
}

// What is said of a kind to have no place is a rule; of a certain thing it is what was found.
func TestOutlawed(t *testing.T) {
	for s, want := range map[string]bool{
		"root users are a no-go":                          true,
		"we say vous to users, tu is out of the question": true,
		"offset pagination is not a thing in our api":     true,
		"warnings count as errors in here":                true,
		"print statements don't get through review":       true,
		"sleeps in tests are off-limits":                  true,

		"a rewrite is out of the question": false,
		"my PR doesn't get merged":         false,
		"Friday is out of the question":    false,
		"is jquery off limits?":            false,
		"she says root users are a no-go":  false,
		"root users are a no-go right now": false,
		"the old host is off limits":       false,
		"these warnings count as errors":   false,
	} {
		if got := newReading(s).outlawed(Cues{}).Directs; got != want {
			t.Errorf("%q: outlawed is %v", s, got)
		}
	}
}
