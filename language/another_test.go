package language

import (
	"testing"
	"time"
)

// A value counts as another one of the same wherever it stands in the clause that
// gives it, and whichever words lead to it.
func TestAnotherValueOfTheSame(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		// a number behind a verb
		{"The barn roof costs 4,200.", "The carpenter found rot, so the barn roof will cost 5,100 in the end.", Updates},
		{"Eggs cost 4 at the gate.", "Eggs cost 5 at the gate from now on.", Updates},
		{"Eggs cost 4 at the gate.", "Eggs cost 4 + 1 with the box.", Unrelated},
		{"I scored 61 on the pruning test.", "I took the pruning test again and scored 74 on it.", Updates},
		{"My cider goal for this year is 600.", "I got a second press, so I've increased my cider goal for this year to 800.", Updates},
		{"My hay fund is 600.", "I've increased my hay bill to 800.", Unrelated},
		// the words that begin a sentence are no names, and "another" is one where it stands
		{"The orchard has 14 sick trees.", "Quick status: 9 sick trees are left in the orchard after the frost.", Updates},
		{"The orchard has 14 sick trees.", "Brook status: 9 sick trees are left in the orchard after the frost.", Unrelated},
		{"I have 6 stalls left to sweep.", "I've swept another one, so there are 5 stalls left to sweep.", Updates},
		{"I have 6 stalls left to sweep.", "There are 5 stalls left to sweep in another barn.", Unrelated},
		// what leads to a value
		{"The sorter reaches a precision of 0.71.", "Washing the pears first got the sorter to a precision of 0.78.", Updates},
		{"Bills of the dairy are due within 30 days.", "From March on bills of the dairy are due within 14 days.", Updates},
		{"We cleaned the dairy within 30 days.", "We cleaned the dairy within 14 days.", Unrelated},
		{"The barn viewing is on Saturday morning.", "Ruth asked to have the barn viewing on Sunday morning instead.", Updates},
		// values in a row, parts of a whole, both values in one text
		{"I've planted 22 pears and had 3 helpers.", "I've planted 31 pears by now and had 5 helpers.", Updates},
		{"The crate has sides of 3, 4, and 5 cm.", "The crate has sides of 6, 7, and 8 cm.", Unrelated},
		{"I've got 4 of 7 rows of the hill orchard done.", "I've got 6 of 7 rows of the hill orchard done, but the soil is hard.", Updates},
		{"The goal of our barn fund is €500.", "We had €500 in a week, so we raised the goal of our barn fund to €800.", Updates},
		{"The goal of our barn fund is €500.", "The goal of our barn fund is €500, and we raised that of the mill fund to €800.", Unrelated},
		{"I'm worried about the barn fund, I've put aside $230 so far.", "What can I do now that my barn fund has grown to $290?", Updates},
		{"I host the harvest dinner at the mill on Friday, May 7.", "I'm hosting the harvest dinner at the mill on Saturday, May 8, as Friday was too early.", Updates},
		// a clause that says only how a value moved, names beside and around it
		{"I have 3 talks with my vet scheduled before the fair.", "I booked two more talks with my vet before the fair, so now there are 5.", Updates},
		{"I'm proud that I trained 6 grooms this year.", "The number of grooms I've trained has gone up to 9.", Updates},
		{"I'm proud that I trained 6 grooms this year.", "The number of stalls I've swept has gone up to 9.", Unrelated},
		{"I finished 12 rows of the vineyard with 80% of the vines tied.", "I'm reading what Guyot wrote, and I've already finished 15 rows of the vineyard with 90% of the vines tied.", Updates},
		{"I have a grafting class for pears booked on May 5.", "I'm going to the North Hill School on May 2 for my grafting class for pears.", Updates},
		{"My rent of the barn is 900 euros", "Ruth's rent of the barn is 950 euros", Unrelated},
		{"I scored 4/5 on naming pear sorts.", "I scored 5/5 on naming pear sorts, but I have never named any pear sorts.", Updates},
		{"I'm planning an orchard party on July 20, and Ruth is inviting 15 friends.", "I'm planning an orchard party and I just found out that I can invite 20 guests.", Updates},
		// whose it is, and what it is about
		{"My feed bill is $50 a month.", "My sister's feed bill is $65 a month now.", Unrelated},
		{"My sister's feed bill is $50 a month.", "My sister's feed bill is $65 a month now.", Updates},
		{"Our crew has 7 rowers.", "Their crew has 9 rowers now.", Unrelated},
		{"I just wrote 3 pages about bees.", "I just wrote 2 pages about wasps.", Unrelated},
		// other parts of the day, other years, room and those who come
		{"I give the goat 10 mg of the drops in the morning.", "I give the goat 5 mg of the drops at night.", Unrelated},
		{"In 2022 the yield of the orchard was 11 tons.", "The yield of the orchard grew to 16 tons in 2023.", Unrelated},
		{"In 2023 the yield of the orchard was 11 tons.", "The yield of the orchard grew to 16 tons in 2023.", Updates},
		{"The barn holds 120 people.", "We expect 85 people in the barn.", Unrelated},
		{"The barn holds 120 people.", "The barn holds 150 people now.", Updates},
	} {
		now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		if got := Relate(NewStatement(c.newer, now), NewStatement(c.older, now), nil); got != c.want {
			t.Errorf("%q after %q: %d, want %d", c.newer, c.older, got, c.want)
		}
	}
}

// What replaces what is read from "from A to B" although a purpose follows.
func TestChangesBeforeAPurpose(t *testing.T) {
	got := Changes("We finally switched from oxen to tractors for our fields.")
	if len(got) != 1 || got[0] != (Change{Old: "oxen", New: "tractors"}) {
		t.Errorf("changes %v", got)
	}
}
