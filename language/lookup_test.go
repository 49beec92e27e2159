package language

import (
	"slices"
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
		{"who owns the seeds and where are they kept?", "the seeds are kept in fixtures/seed.sql", true},
		{"can you check the seeds? where are they kept", "the seeds are kept in fixtures/seed.sql", false}, // of nothing by its name
		{"what port does the collector listen on again?", "the collector listens on 8090, its metrics on 9190", true},
		{"why did the importer drop rows?", "the importer dropped rows because the header was read twice", true},
		{"what fixed the dropped rows in the importer", "rows of the importer were dropped because of the header, fixed with a guard", true},
		{"how do I build the booklet again", "I build the booklet w latexmk -lualatex", true},
		{"last day for the proofs?", "the proofs have to be back on 13 December", true},
		{"from how much is the binding free", "the binding is free from 40 euros", true},
		{"what resolution is the map", "base resolution 640x360, tiles of 16", true},
		{"which journal do we write for", "the journal is Acta Limnologica", true},
		{"what may the binding cost", "the binding has a cap of 40 euros", true},
		{"what budget do we have for the binding", "the binding has a budget of 900 euros", true},
		{"how do we deploy", "deploy with `make ship`", true},
		{"what temperature does the kiln fire at", "the kiln fires at 1240 degrees", true},
		{"what current does the winch fuse blow at?", "the winch fuse is 16 A", true},
		{"what time does the ferry leave", "the ferry leaves at 15:30", true},
		{"what was the upload limit again?", "the upload limit is 10 MB", true},
		{"where was the collector again", "moved the collector from log-03 to log-05", true},

		{"what port does the collector listen on again?", "the collector restarts on 9 May", false}, // no port
		{"why did the importer drop rows?", "the importer reads rows of ten columns", false},        // no cause
		{"why did the importer drop rows?", "the exporter failed because of a lock", false},
		{"how do I build the booklet again", "the booklet has 40 pages", false}, // no way
		{"last day for the proofs?", "the last proofs had 12 mistakes", false},
		{"what resolution is the map", "resolution names are in the menu", false},
		{"what may the binding cost", "the binding is green", false},
		{"how do I centre a div", "we deploy with make ship", false},
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
		{"what temperature does the kiln fire at", "the kiln is red", false},
		{"what time does the ferry leave", "the ferry has 40 seats", false},
		{"what was the upload limit before the move?", "the upload limit is 10 MB", false},
		{"what is a grid?", "the grid has 12 columns", false}, // what anybody can say
		{"what does errors.Is do in go?", "we use go 1.26", false},
		{"where was this used", "it is used at the upload", false}, // of nothing in particular
		{"The smoke test hangs since the last merge and I have looked at the whole log and found nothing at all, how long does the smoke test take?", "the smoke test takes 50s", false},
	} {
		given := slices.ContainsFunc(NewLookups(tt.question), func(l Lookup) bool { return l.GivenBy(NewStatement(tt.said, at)) })
		if given != tt.want {
			t.Errorf("%q of %q: %t (asks for %d)", tt.question, tt.said, given, len(NewLookups(tt.question)))
		}
	}
}

func TestTheNextLookup(t *testing.T) {
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		prompt, before, said string
		want                 bool
	}{
		{"and the bilge pump?", "how many litres does the tank hold", "the bilge pump takes 40 litres a minute", true},
		{"and the workshop", "on which host is the shop?", "the workshop is on bench.local", true},
		{"what about the rear tank?", "how much does the tank hold?", "the rear tank holds 90 litres", true},
		{"what about the rear tank?", "how much does the tank hold?", "the front tank holds 90 litres", true}, // it may be the one that is meant
		{"and the bilge pump?", "paint the bilge", "the bilge pump takes 40 litres a minute", false},
		{"and the bilge pump?", "how many litres does the tank hold", "the bilge pump is loud", false},
		{"and the other one?", "how many litres does the tank hold", "the other one holds 40 litres", false},
		{"and run it again", "did the tests of the pump pass?", "the run takes 40 minutes", false},
		{"and then it stops after the second pump?", "how many litres does the tank hold", "the second pump takes 40 litres", false},
	} {
		l, ok := NextLookup(c.prompt, c.before)
		if got := ok && l.GivenBy(NewStatement(c.said, at)); got != c.want {
			t.Errorf("%q after %q, of %q: %v", c.prompt, c.before, c.said, got)
		}
	}
}
