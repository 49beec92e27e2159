package language

import (
	"testing"
	"time"
)

// A value of a narrower thing, or of what belongs to a thing, is none of the thing.
func TestANarrowerThingIsNotTheThing(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"the crate size is 64", "the herring crate size is 128 now", Unrelated},
		{"gaps up to 3 mm are waxed", "gaps up to 8 mm are marked in red now", Unrelated},
		{"crates over 5 kg cost extra", "crates over 20 kg need two people now", Unrelated},
		{"gaps up to 3 mm are waxed", "gaps up to 6 mm are waxed now", Updates},
		{"the crate size is 64", "herring crate size is now 128", Unrelated},
		{"our towing rate is 0.01", "the night towing rate is 0.02 now", Unrelated},
		{"the lock waits 30 seconds", "the night lock waits 10 seconds now", Unrelated},
		{"the window is 7 days", "bumped the fog window to 14 days", Unrelated},
		{"mails are kept 30 days", "crew mails are kept 90 days now", Unrelated},
		{"the pier is due on may 4", "the pier roof is due on april 20 now", Unrelated},
		{"the fee is 20 euros", "the mooring fee is 35 euros now", Unrelated},
		{"our limit is 100 boats per hour", "the night limit is 20 boats per hour now", Unrelated},
		{"the crate size is 64", "we packed 12 herring crates, and the crate size went up to 128", Updates},
		{"the crate size is 64", "the crate size is 128 now", Updates},
		{"the crate size is 64", "the new crate size is 128", Updates},
		{"the crate size is 64", "the default crate size is 128 now", Updates},
		{"the herring crate size is 64", "the herring crate size is 128 now", Updates},
		{"the crate size of the harbour is 64", "the harbour crate size is 128 now", Updates},
		{"in the harbour the crate size is 64", "the harbour crate size is now 128", Updates},
		{"the crate size is 64", "the herring crate size went from 64 to 128", Updates},
		{"the vat holds 500 fish", "the vat capacity is 400 fish now", Updates},
		{"we have 7 goats", "we bought two more goats, that makes 9 goats", Updates},
		{"I row for 20 minutes a day", "I've extended my row practice to 35 minutes a day", Updates},

		{"the muster is at 9", "we moved the muster room to 12", Unrelated},
		{"the muster is at 9", "the muster room is 12 now", Unrelated},
		{"the drill is at 10", "moved the drill flags to 11", Unrelated},
		{"the course starts at 9", "we moved the course hall to 12", Unrelated},
		{"the muster is at 9", "moved the muster limit to 12", Unrelated},
		{"the muster is at 9", "we moved the muster to 12", Updates},
		{"the muster is at 9", "we moved the muster time to 10", Updates},
		{"the muster is at 9", "the daily muster moved to 10", Updates},
		{"the muster is at 9", "muster slips to 10", Updates},
	} {
		now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		newer, older := NewStatement(c.newer, now), NewStatement(c.older, now)
		if got := Relate(newer, older, nil); got != c.want {
			t.Errorf("%q after %q: %d, want %d", c.newer, c.older, got, c.want)
		}
		if c.want == Unrelated && Amends(newer, older, Reversal(c.newer), func(string) bool { return true }) {
			t.Errorf("%q amends %q", c.newer, c.older)
		}
	}
}

// What a clause is about may stand in another one of its sentence.
func TestAClauseIsOfItsSentence(t *testing.T) {
	now := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	newer := NewStatement("the herring crate size is 128 now", now)
	for text, want := range map[string]bool{
		"we pack herring for the market, and the crate size is 64": true,
		"we pack cod for the market, and the crate size is 64":     false,
	} {
		got := false
		for _, p := range NewStatement(text, now).Parts() {
			got = got || Relate(newer, p, func(string) bool { return false }) == Updates
		}
		if got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
