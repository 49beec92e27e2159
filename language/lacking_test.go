package language

import (
	"testing"
	"time"
)

func TestLacking(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"Barges moor at our loading dock.", "We have no loading dock.", Denies},
		{"We have no loading dock.", "Barges moor at our loading dock.", Denies},
		{"We have no loading dock yet.", "Barges moor at our loading dock.", Updates},
		{"My kayak is a Tern 5.", "I don't own a kayak.", Denies},
		{"I've still no kayak.", "I ride my kayak to the mill.", Unrelated},
		{"I still have no kayak.", "I ride my kayak to the mill.", Denies},
		{"Our design team sits in Porto.", "We don't have any design team.", Denies},
		{"Our design team sits in Porto.", "We do not have a design team at all.", Denies},
		{"The garage of our house is rented out.", "Our house has no garage.", Denies},
		{"Our frontend tests run in Tern.", "Our frontend has no tests.", Denies},
		{"Our frontend tests run in Tern.", "Our frontend doesn't have tests.", Denies},
		{"The canteen in our building serves soup.", "There is no canteen in our building.", Denies},
		{"The canteen in our building serves soup.", "There isn't a canteen in our building.", Denies},
		{"Our on-call rotation changes on Mondays.", "We have no on-call rotation.", Denies},
		{"We tried it in our test lab yesterday.", "We have no test lab.", Denies},
		{"I run all my services in Tern.", "I've never used Tern.", Denies},
		{"We use submodules for the protos.", "We never use submodules.", Denies},

		{"Barges moor at our loading dock.", "We have no budget for a loading dock.", Unrelated},
		{"Barges moor at our loading dock.", "We have no loading dock here.", Unrelated},
		{"Barges moor at our loading dock.", "We have no loading dock for vans.", Unrelated},
		{"Barges moor at our loading dock.", "I have no loading dock.", Unrelated},
		{"Barges moor at our loading dock.", "Do we have no loading dock?", Unrelated},
		{"Barges moor at our loading dock.", "We have no loading dock if it floods.", Unrelated},
		{"Barges moor at our dock.", "We have no dock if it floods.", Unrelated},
		{"Barges moor at our dock.", "We have no dock, I guess.", Unrelated},
		{"We need our loading dock.", "We have no loading dock.", Unrelated},
		{"Barges moor at our loading dock.", "Maybe we have no loading dock.", Unrelated},
		{"Barges moor at our loading dock.", "We have no loading dock any more.", Unrelated},
		{"Barges moor at our old loading dock.", "We have no loading dock.", Unrelated},
		{"Our new loading dock opens in May.", "We have no loading dock.", Unrelated},
		{"We want our own loading dock.", "We have no loading dock.", Unrelated},
		{"Our loading dock is not lit.", "We have no loading dock.", Unrelated},
		{"Barges moor at the loading dock.", "We have no loading dock.", Unrelated},
		{"My time is short on Mondays.", "I have no time.", Unrelated},
		{"My brother's kayak is red.", "I don't have a kayak.", Unrelated},
		{"My kayak paddle is red.", "I don't have a kayak.", Unrelated},
		{"I rent a garage.", "Our house has no garage.", Unrelated},
		{"The garage of my parents is full.", "Our house has no garage.", Unrelated},
		{"My sister runs all in Tern.", "I've never used Tern.", Unrelated},
		{"I don't run anything in Tern.", "I've never used Tern.", Unrelated},
		{"Our unit tests run in Tern.", "We have no integration tests.", Unrelated},
		{"Our frontend tests run in Tern.", "Our parser has no tests.", Unrelated},
		{"Our coffee comes from Ghent.", "We have no more coffee.", Unrelated},
		{"We use Tern for the queue.", "We don't use Tern for sessions.", Unrelated},
	} {
		older, newer := NewStatement(c.older, time.Time{}), NewStatement(c.newer, time.Time{})
		if got := Lacking(newer, older); got != c.want {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
	for s, want := range map[string]bool{
		"We have no loading dock.": true, "There is no canteen in our building.": true, "The parser has no tests.": true,
		"I have no idea.": false, "We have no cake left.": false, "I have no appointment on Friday.": false, "There is no meeting this week.": false, "The harbour has a crane.": false,
	} {
		if got := TellsLack(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

func TestALackIsNoRule(t *testing.T) {
	for s, rule := range map[string]bool{
		"Our workshop has no lift, so we carry the bikes down the stairs.": false,
		"We have no lift.":                 false,
		"We don't use submodules.":         true,
		"We never use submodules in here.": true,
	} {
		if c := CuesOf(s); c.Instruction >= 0.5 != rule || c.Directs && !rule {
			t.Errorf("%q is a rule: %v, %v, want %v", s, c.Instruction, c.Directs, rule)
		}
	}
}

func TestBornOnce(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"I was born in 1990.", "I was born in 1988.", Denies},
		{"My aunt was born on May 4, 1960.", "My aunt was born in 1961.", Denies},
		{"I was born in 1990.", "My aunt was born in 1988.", Unrelated},
		{"I was born in 1990.", "I was born in 1990 in Ghent.", Unrelated},
		{"I was born in 1990.", "I think I was born in 1988.", Unrelated},
		{"I was born in 1990.", "I was born in Ghent.", Unrelated},
		{"I moved in 1990.", "I was born in 1988.", Unrelated},
	} {
		if got := Clash(NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{})); got != c.want {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
}
