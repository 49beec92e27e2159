package language

import (
	"testing"
	"time"
)

func TestClash(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"The ferry survives a storm.", "The ferry doesn't survive a storm.", Denies},
		{"The ferry survives a storm.", "The ferry does not survive a storm anymore.", Updates},
		{"I hate herring.", "I love herring these days.", Updates},
		{"The harbour forbids dogs.", "The harbour allows dogs since June.", Updates},
		{"Visitors may cycle behind the greenhouse.", "Visitors may not cycle behind the greenhouse.", Denies},
		{"Visitors are permitted on the roof.", "Visitors are not permitted on the roof.", Denies},
		{"Moderators can pin threads.", "Moderators cannot pin threads.", Denies},
		{"Trainees are forbidden to feed the seals.", "Trainees may feed the seals.", Denies},
		{"Trainees are forbidden to feed the seals.", "Trainees may not feed the seals.", Unrelated},
		{"The gateway needs a certificate.", "The gateway needs no certificate.", Denies},
		{"The journal contains street names.", "The journal never contains street names.", Denies},
		{"Nobody may feed the seals.", "Trainees may feed the seals.", Denies},
		{"Only the bursar can approve loans.", "Anybody in accounts can approve loans.", Denies},
		{"The scanner accepts folded sheets.", "The scanner rejects folded sheets.", Denies},
		{"The lexer keeps blank lines.", "The lexer drops blank lines.", Denies},
		{"The ledger is sorted ascending.", "The ledger is sorted descending.", Denies},
		{"The bell rings before the vote.", "The bell rings after the vote.", Denies},
		{"The library is open on Sundays.", "The library is closed on Sundays.", Denies},
		{"Lars speaks Danish.", "Lars doesn't speak Danish.", Denies},
		{"I eat meat.", "I don't eat meat.", Denies},
		{"The mirror doesn't cache answers.", "The mirror caches answers on disk.", Denies},

		{"use single knots in the rigging", "we're using double knots now", Updates},
		{"we use single knots", "use double knots from now on", Updates},
		{"use single knots", "use double knots", Denies},
		{"use single knots in the rigging", "use double knots in the nets", Unrelated},
		{"use single knots", "use double bows", Unrelated},
		{"use single knots", "don't use double knots", Unrelated},
		{"use tarred knots", "use double knots", Unrelated},
		{"Always use tabs for indentation.", "Always use spaces for indentation.", Denies},
		{"Use tabs.", "Use spaces from now on.", Updates},
		{"Use tabs in the log page", "Use spaces for indentation", Unrelated},
		{"I prefer dark mode.", "I prefer light mode.", Denies},
		{"I prefer dark mode.", "I prefer light mode now.", Updates},
		{"The mast is dark", "The mast is light", Unrelated},

		{"I live in Bergen.", "I live in Aarhus.", Denies},
		{"The harbour lead is Lars.", "The harbour lead is Ida.", Denies},
		{"My landlord is Lars Berg.", "My landlord is Mrs Lund.", Denies},
		{"The ferry listens on port 8080.", "The ferry listens on port 9090.", Denies},
		{"My phone is a Kite 7", "My phone is a Kite 9", Denies},
		{"My laptop is a Kite", "My laptop is a Heron", Denies},
		{"I live in Bergen.", "I live in Bergen Nord.", Unrelated},
		{"I live in Bergen.", "Ida lives in Aarhus.", Unrelated},
		{"I work in Bergen.", "I work in Aarhus.", Unrelated},
		{"The harbour lead is Lars.", "The raft lead is Ida.", Unrelated},
		{"The harbour lead is Lars.", "The harbour lead is Lars Berg.", Unrelated},
		{"The harbour lead is Lars.", "The harbour lead is tired.", Unrelated},
		{"The harbour lead is Lars.", "The harbour lead is Ida on weekends.", Unrelated},
		{"The harbour lead is Lars.", "The harbour lead is not Ida.", Unrelated},
		{"The harbour lead is Lars.", "Is the harbour lead Ida?", Unrelated},
		{"The harbour lead is Lars.", "Maybe the harbour lead is Ida.", Unrelated},
		{"My sister is Anna.", "My sister is Ida.", Unrelated},
		{"My car is a Kite.", "My car is a Heron, too.", Unrelated},
		{"My phone is a Kite.", "Her phone is a Heron.", Unrelated},
		{"The ferry listens on port 8080.", "The raft listens on port 9090.", Unrelated},
		{"The ferry listens on port 8080.", "The ferry listens on port 9090 for pilots.", Unrelated},
		{"Deploys run on Fridays.", "Deploys run on Tuesdays.", Unrelated},

		{"The ferry survives a storm.", "The ferry doesn't survive a collision.", Unrelated},
		{"The ferry survives a storm.", "The raft doesn't survive a storm.", Unrelated},
		{"Visitors may cycle behind the greenhouse.", "Visitors may not smoke behind the greenhouse.", Unrelated},
		{"Moderators can pin threads.", "Visitors cannot pin threads.", Unrelated},
		{"Only the bursar can approve loans.", "Clerks cannot approve loans.", Unrelated},
		{"Only the bursar can approve loans.", "The bursar can approve loans.", Unrelated},
		{"Nobody may feed the seals.", "Trainees may watch the seals.", Unrelated},
		{"The mirror caches answers.", "The mirror doesn't cache answers on disk.", Unrelated},
		{"The scanner accepts folded sheets.", "The scanner rejects torn sheets.", Unrelated},
		{"The shift starts at six.", "The shift ends at six.", Unrelated},
		{"The library is open on Sundays.", "The library is closed on Mondays.", Unrelated},
		{"The lamp is on.", "The lamp is off.", Unrelated}, // a state, and no rule
		{"My neighbour feeds our cat.", "Our neighbour doesn't feed our cat.", Unrelated},
		{"My boat has no engine.", "Our boat has an engine.", Unrelated},
		{"The importer caches pages unless the disk is full.", "The importer doesn't cache pages.", Unrelated},
		{"Does the ferry survive a storm?", "The ferry doesn't survive a storm.", Unrelated},
		{"The ferry survived a storm.", "The ferry doesn't survive a storm.", Unrelated},
		{"The ferry is crossing.", "The ferry is not crossing.", Unrelated},
		{"The bell rings before the vote.", "The bell rings before the vote and after lunch.", Unrelated},
	} {
		at := time.Time{}
		if got := Clash(NewStatement(c.newer, at), NewStatement(c.older, at)); got != c.want {
			t.Errorf("%q, %q: %d, want %d", c.older, c.newer, got, c.want)
		}
	}
}

// Two rules contradict each other until somebody says that one of them is over; of
// two states the later one holds.
func TestOfTwoRulesNoneReplacesTheOther(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"The library is open on Sundays.", "The library is closed on Sundays.", false},
		{"The library is open on Sundays.", "The library is closed on Sundays now.", true},
		{"The heating in the attic is off.", "The heating in the attic is on.", true},
		{"The warnings are printed in a box.", "The warnings are printed in bold now.", false}, // not where, but how
		{"The warnings are printed in a box.", "The warnings are printed in a footer now.", true},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q, %q: %v", c.older, c.newer, got)
		}
	}
}

// What is done again ends that it is done no more.
func TestWhatIsDoneAgain(t *testing.T) {
	for _, c := range []followed{
		{"Lars doesn't eat herring any more", "Lars eats herring again", Updates},
		{"Lars no longer eats herring", "Lars eats herring again", Updates},
		{"Lars no longer eats herring", "Lars is eating herring again", Updates},
		{"I no longer take the ferry", "I take the ferry again", Updates},
		{"we don't tar the nets any longer", "we tar the nets again", Updates},
		{"the ferry no longer stops at the mole", "the ferry stops at the mole again", Updates},
		{"Ida isn't on the harbour board any more", "Ida is on the harbour board again", Updates},
		{"the mole is no longer open to cars", "the mole is open to cars again", Updates},
		{"Lars eats herring", "Lars no longer eats herring", Updates},
		{"Lars no longer eats herring", "Ida eats herring again", Unrelated},
		{"Lars no longer eats herring", "Lars eats eel again", Unrelated},
		{"Lars no longer eats herring", "Lars buys herring again", Unrelated},
		{"Lars no longer eats raw herring", "Lars eats herring again", Unrelated},
		{"Lars no longer eats herring", "Lars never eats herring again", Unrelated},
		{"Lars no longer eats herring", "Lars would eat herring again", Unrelated},
		{"the ferry no longer stops at the mole", "the ferry stops at the pier again", Unrelated},
		{"I no longer take the ferry", "my sister takes the ferry again", Unrelated},
	} {
		if got := Clash(NewStatement(c.newer, clock), NewStatement(c.older, clock)); got != c.want {
			t.Errorf("%q, then %q: %v, want %v", c.older, c.newer, got, c.want)
		}
	}
}
