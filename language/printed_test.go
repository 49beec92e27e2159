package language

import (
	"testing"
	"time"
)

func TestPrinted(t *testing.T) {
	at := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for s, want := range map[string]bool{
		"added 31 packages, and audited 160 packages in 5s":           true,
		"✅ 9 files written":                                           true,
		"[error] the depot answered with a status of 404":             true,
		"[02/25/26 8:57 ~/boats] tide sync":                           true,
		"36 chart = new Chart(boat);":                                 true,
		"✅ The printer is on port 8100 now":                           false,
		"[Notes](notes.md) are read once a day":                       false,
		"We added 31 packages":                                        false,
		"Raised the limit to 90 tiles":                                false,
		"The errors of the importer go to a file with 90 lines a day": false,
	} {
		if got := NewStatement(s, at).Printed(); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
	older, newer := NewStatement("✅ 9 files written", at), NewStatement("✅ 2 files written", at)
	if got := Relate(newer, older, nil); got != Unrelated {
		t.Errorf("what a run counts is %v", got)
	}
}

// The number that an error names gives nothing another value, and what is counted of
// errors does.
func TestTroubleGivesNoValue(t *testing.T) {
	at := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"The tide table failed with the status of 404", "The tide table failed with the status of 500", Unrelated},
		{"The depot has 14 open bugs", "The depot has 9 open bugs", Updates},
	} {
		if got := Relate(NewStatement(c.newer, at), NewStatement(c.older, at), nil); got != c.want {
			t.Errorf("%q, %q: %v", c.older, c.newer, got)
		}
	}
}
