package language_test

import (
	"testing"
	"time"

	"github.com/memtide/memtide/language"
)

// TestWhoseValueItIs: what others have, what some of all are like and what is so once takes the place of
// nothing; the same said of whom the older statement speaks of does.
func TestWhoseValueItIs(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         language.Relation
	}{
		{"We keep four goats in the orchard.", "My neighbour has seven goats in the orchard.", language.Unrelated},
		{"We keep four goats in the orchard.", "We keep seven goats in the orchard.", language.Updates},
		{"My neighbour has four goats in the orchard.", "My neighbour has seven goats in the orchard.", language.Updates},
		{"The orchard of the Kellys has four goats.", "My neighbour has seven goats in the orchard.", language.Updates}, // who may be one of them
		{"We pay 2.1 percent for the tractor loan.", "My cousin's lender wants 3.9 percent for a tractor loan.", language.Unrelated},
		{"We pay 2.1 percent for the tractor loan.", "Our lender wants 3.9 percent for the tractor loan.", language.Updates},
		{"We pay 2.1 percent for the tractor loan.", "A fellow farmer pays 3.9 percent for a tractor loan.", language.Unrelated},
		{"We found out that our neighbour keeps four goats in the orchard.", "My neighbour has seven goats in the orchard.", language.Updates},
		{"We keep four goats in the orchard.", "My neighbour has now seven goats in the orchard.", language.Unrelated},
		{"We pay 2.1 percent for the tractor loan.", "The dealer's bank wants 3.9 percent for the tractor loan.", language.Updates},
		{"We have 30 laptops in the depot.", "The depot has 34 company laptops.", language.Updates},
		{"There are 30 bikes in our shed.", "Three of our bikes in the shed have flat tyres.", language.Unrelated},
		{"Our shed has a leak rate of 4 percent.", "One of our boats has a leak rate of 9 percent.", language.Unrelated},
		{"Our boats have a leak rate of 4 percent.", "Our boats have a leak rate of 9 percent.", language.Updates},
		{"There are 300 comics in my collection.", "I counted 40 manga comics in my collection.", language.Unrelated},
		{"There are 300 comics in my collection.", "I counted 340 comics in my collection.", language.Updates},
		{"There are 300 manga comics in my collection.", "I counted 340 manga comics in my collection.", language.Updates},
		{"We have two judges at the weekly fair.", "At the weekly fair we have five judges instead of the usual two.", language.Unrelated},
		{"We have two judges at the weekly fair.", "At the weekly fair we have five judges instead of two.", language.Updates},
		{"We have two judges at the weekly fair.", "At the weekly fair we have five judges instead of the two.", language.Updates},
	} {
		later := time.Date(2026, 3, 9, 12, 0, 0, 0, time.UTC)
		newer, older := language.NewStatement(c.newer, later), language.NewStatement(c.older, later.AddDate(0, -1, 0))
		if got := language.Relate(newer, older, nil); got != c.want {
			t.Errorf("%q behind %q: %d, want %d", c.newer, c.older, got, c.want)
		}
	}
}
