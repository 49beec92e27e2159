package language

import (
	"testing"
	"time"
)

// relatedPair is what was said first, what was said an hour later, and what the
// later does to the earlier.
type relatedPair struct {
	older, newer string
	want         Relation
}

func related(t *testing.T, pairs []relatedPair) {
	t.Helper()
	at := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range pairs {
		newer, older := NewStatement(c.newer, at), NewStatement(c.older, at.Add(-time.Hour))
		if got := Relate(newer, older, nil); got != c.want {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
}

// The unit of a value may be left unsaid where the value has changed, and be
// written on to its number.
func TestBareValues(t *testing.T) {
	related(t, []relatedPair{
		{"The seed budget is 700 EUR", "The seed budget was raised to 900", Updates},
		{"The uplink runs at 9600 baud", "We moved the uplink to 57600 because the new mast needs it", Updates},
		{"The pump pressure is 4 bar", "The pump pressure is 6 now", Updates},
		{"The choir has 40 singers", "The choir is 45 now", Unrelated},
		{"The staff meeting takes 15 minutes", "The staff meeting was moved to 10", Unrelated},
		{"The seed budget is 700 EUR", "The travel allowance was raised to 900", Unrelated},
		{"I owe the ferry 700 euros", "we moved the ferry to 900", Unrelated},
		{"the ferry costs 300 euros", "the ferry has moved to 443", Unrelated},
		{"the ferry gets 700 euros", "we'll be moving the ferry to 900", Unrelated},
		{"the ferry takes 64 GB", "moved the ferry to 48", Unrelated},
		{"the ferry costs 300 euros", "we raised the ferry to 350", Updates},
		{"the fee is 20 euros", "we moved the fee to 25", Updates},

		{"The pump timeout is 4 seconds", "The pump timeout is now 8s, 4 was too little", Updates},
		{"The lease lasts 2 hours", "The lease is now 6h", Updates},
		{"The lease lasts 2 hours", "The lease lasts 2h now", Unrelated},

		{"The seed budget is $900", "The seed budget is $950 because the barn needs paint", Updates},

		{"The mill runs Postgres 14, the barn has 16 already", "The mill got upgraded to postgres 16 on Saturday night", Updates},
		{"The mill runs Postgres 14", "The mill got upgraded to redis 7", Unrelated},
	})
}

// A name in another clause does not make a value that has moved one of something
// else; one in its own clause does.
func TestNamesOfTheClause(t *testing.T) {
	related(t, []relatedPair{
		{"The nightly backup starts at 2:30 UTC", "The nightly backup has moved to 04:15, the tapes of Hall are free then", Updates},
		{"At Ulm the nightly backup starts at 2:30", "At Bonn the nightly backup has moved to 04:15", Unrelated},
	})
}

// To which value something goes may be told without a verb, and without what it counts.
func TestBroughtTo(t *testing.T) {
	related(t, []relatedPair{
		{"the winch speed is 60 rpm", "winch speed back to 70", Updates},
		{"the loader count is 8", "loaders down to 5", Updates},
		{"the locker holds 500 ropes", "we cut the locker to 200", Updates},
		{"the locker holds 500 ropes", "we cut the fee to 200", Unrelated},
		{"the budget for the trip is 5000 euros", "budget for the trip is 6500 all in", Updates},
		{"the crew budget is 5000 euros", "the crew budget is 6 people", Unrelated},
		{"the scale ip is 10.0.3.22", "the scale ip is at .40 now", Updates},
		{"the scale ip is 10.0.3.22", "the crane ip is at .40 now", Unrelated},
	})
}
