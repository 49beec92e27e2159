package language

import (
	"testing"
	"time"
)

func TestTellsDuty(t *testing.T) {
	for s, want := range map[string]bool{
		"ask koen about the tide contract, hes the legal guy": true,
		"Ask Ruth for access to the vault.":                   true,
		"talk to Omar about the crane":                        true,
		"anna does our payroll":                               true,
		"sven handles the invoices":                           true,
		"ask her about the crane":                             false,
		"ask koen about it":                                   false,
		"ask the user about the port":                         false,
		"ask for help about types":                            false,
		"can you ask koen about the crane?":                   false,
		"anna does yoga":                                      false,
		"the loader handles the invoices":                     false,
		"call mom about the party":                            false,
	} {
		if got := TellsDuty(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

// Who has something in hand is told in haste, too: without capitals, and by what they do.
func TestChargesInHaste(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"priya owns the deployment, ping her when something is off", "priya left for maternity leave, sven does deployments til january", true},
		{"Anna does our payroll.", "anna quit, henrik does payroll", true},
		{"Anna does our payroll.", "Henrik does payroll now.", true},
		{"priya owns billing", "billing is owned by sven now", true},
		{"Anna does our payroll.", "Henrik does yoga now.", false},
		{"Anna does our payroll.", "henrik does payroll in his own firm", false},
		{"priya owns the deployment", "redis handles sessions now", false},
		{"priya owns the deployment", "priya left, sven does billing", false},
	} {
		reverses := Reversal(c.newer)
		if got := reverses != nil && reverses(NewStatement(c.older, time.Now())); got != c.want {
			t.Errorf("%q after %q: %v", c.newer, c.older, got)
		}
	}
}

func TestIntolerant(t *testing.T) {
	for s, want := range map[string]bool{
		"no dairy in recipes, im lactose intolerant": true,
		"I'm celiac":                      true,
		"I'm in favour of stricter types": false,
	} {
		if got := CuesOf(s).Personal; got != want {
			t.Errorf("%q tells of the speaker: %v", s, got)
		}
	}
}
