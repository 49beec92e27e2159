package language

import (
	"testing"
	"time"
)

func TestWhatIsLeftForOther(t *testing.T) {
	for s, want := range map[string]Change{
		"drop mailgun, tide bulletins go through brevo":    {"mailgun", "brevo"},
		"we're leaving linode, the new server is at vultr": {"linode", "vultr"},
		"we are moving off linode, the new one is Vultr":   {"linode", "Vultr"},
		"no more csv, json is enough":                      {"csv", "json"},
		"no more csv, the export is json":                  {"csv", "json"},
		"we're leaving linode, the server is at rest":      {},
		"drop the column, it is empty":                     {},
		"drop users, the table is empty":                   {},
		"no more errors, the build is green":               {},
		"we're leaving the office, the new train is late":  {},
		"no more csv": {},
	} {
		var got Change
		if all := Changes(s); len(all) > 0 {
			got = all[0]
		}
		if got != want || LeavesFor(s) != (want.Old != "") {
			t.Errorf("%q: %+v, want %+v", s, got, want)
		}
	}
}

func TestWhatWentToAnotherValue(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         Relation
	}{
		{"rent went up, 940", "my rent is 900", Updates},
		{"berth fee got pricier, 36", "my berth fee is 30", Updates},
		{"my mooring fee went up again: 94", "my mooring fee is 90", Updates},
		{"petrol went up, 1.94", "my rent is 900", Unrelated},
		{"rent went up, is 940 too much?", "my rent is 900", Unrelated},
		{"the site is up again, 404 though", "the site is 300 pages", Unrelated},
	} {
		if got := Relate(NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{}), nil); got != c.want {
			t.Errorf("%q of %q: %v", c.newer, c.older, got)
		}
	}
}

func TestWithWhomSomethingIsNow(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"invoices are Nadia's now", "ask Karim about the invoices", true},
		{"the invoices stuff is nadia's now, karim moved to sales", "ask Karim about anything to do with invoices", true},
		{"deployments go to Nadia from now on", "ask Karim about deployments", true},
		{"karim left, billing is with Nadia", "Karim owns billing", true},
		{"payroll is Nadia's now", "ask Karim about the invoices", false},
		{"invoices are Karim's now", "ask Karim about the invoices", false},
		{"the invoices go to Oslo", "ask Karim about the invoices", false},
		{"the invoices are late now", "ask Karim about the invoices", false},
	} {
		reverses := Reversal(c.newer)
		if got := reverses != nil && reverses(NewStatement(c.older, time.Time{})); got != c.want {
			t.Errorf("%q of %q: %v", c.newer, c.older, got)
		}
	}
}
