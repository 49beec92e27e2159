package language

import (
	"testing"
	"time"
)

func TestLookup(t *testing.T) {
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		question, said string
		want           bool
	}{
		{"how long does the smoke test take?", "the smoke test takes 50s since the new runner", true},
		{"how many nodes does heron have", "heron has four nodes of 16 GB", true},
		{"how often do we back up the ledger?", "we back up the ledger every 6 hours", true},
		{"when is the audit due?", "the audit is due on November 27", true},
		{"what is the upload limit?", "the upload limit is 10 MB", true},
		{"where does the collector run", "moved the collector from log-03 to log-05", true},
		{"where is staging now", "staging is https://heron.example now", true},
		{"where do we keep the seeds?", "the seeds are kept in fixtures/seed.sql", true},
		{"url of the dashboard?", "the dashboard is at https://dash.example", true},
		{"which port does the vault listen on", "the vault is at vault.example:8200", true},
		{"what is the metrics port", "metrics are on port 9100", true},
		{"what postgres version does green have", "green was rolled back to postgres 16.2", true},
		{"who approves the migrations?", "Selma approves the migrations", true},
		{"which colours in the plots", "the plots have the colour map viridis", true},
		{"what scents do we have in the winter?", "scents this winter: fig and cedar", true},
		{"which depots are in the pilot", "the pilot has the depots Gent and Lund", true},

		{"which colours in the plots", "the plots are in fig/", false}, // none of those
		{"which colours in the plots", "the door has the colour red", false},
		{"which plots look odd", "the plots have odd axes", false},                      // which are before both
		{"how long does the smoke test take?", "the smoke test is flaky", false},        // no value
		{"how long does the smoke test take?", "the nightly backup takes 50s", false},   // of another thing
		{"how many nodes does heron have", "heron was rebuilt after the outage", false}, // no number
		{"how long does the smoke test take?", "the smoke test has 50 cases", false},    // of another measure
		{"where does the collector run", "the collector is slow", false},                // no place
		{"url of the dashboard?", "the dashboard is ugly", false},
		{"what postgres version does green have", "green is the postgres of staging", false},
		{"who approves the migrations?", "the linter runs before the tests", false},
		{"why does the smoke test take so long?", "the smoke test takes 50s", false}, // asks for no value
		{"how do I run the smoke test?", "the smoke test takes 50s", false},
		{"what is a grid?", "the grid has 12 columns", false}, // what anybody can say
		{"what does errors.Is do in go?", "we use go 1.26", false},
		{"where was this used", "it is used at the upload", false}, // of nothing in particular
		{"The smoke test hangs since the last merge and I have looked at the whole log and found nothing at all, how long does the smoke test take?", "the smoke test takes 50s", false},
	} {
		l, ok := NewLookup(tt.question)
		if got := ok && l.GivenBy(NewStatement(tt.said, at)); got != tt.want {
			t.Errorf("%q of %q: %t (asks for one: %t)", tt.question, tt.said, got, ok)
		}
	}
}
