package language

import (
	"strings"
	"testing"
	"time"
)

func TestStatesReplace(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		// a word of change, the same thing
		{"Our ovens now run on gas.", "Our ovens run on wood.", true},
		{"Our ovens run on gas.", "Our ovens run on wood.", false}, // nothing says that it has changed
		{"The bakery's ovens run on gas now.", "Our ovens run on wood.", false},
		{"The new head of the bakery is Ruth.", "The head of the bakery is Nora.", true},
		{"The new head of the mill is Ruth.", "The head of the bakery is Nora.", false},
		{"My dentist is Dr. Holm now.", "My dentist is very gentle.", false},
		{"My old dentist is Dr. Holm.", "My dentist is Dr. Vik.", false},
		{"I work for a mill now.", "I work for a bakery.", true},
		{"I also work for a mill now.", "I work for a bakery.", false},
		{"The recipes are now kept in the cellar.", "The recipes are kept in the office.", true},
		{"The recipes are now kept in the cellar.", "The recipes are written in Danish.", false},
		{"Audits are monthly now.", "Audits are weekly.", true},
		{"Audits are monthly now.", "Audits are a pain.", false},
		{"Receipts go to Ruth now.", "Receipts go to Nora.", true},
		{"Orders go to Ruth now.", "Receipts go to Nora.", false},
		{"We label with Zebra now.", "We label with Dymo.", true},
		{"We label with Zebra.", "We label with Dymo.", false},
		{"We wrap with paper now.", "We label with Dymo.", false},
		{"We label on Zebra paper now.", "We label on Dymo paper.", false},
		{"We run with Zebra now.", "We run with Dymo.", false}, // one may run with both
		// done anew, called otherwise, put elsewhere
		{"The order form has been rebuilt with Svelte.", "The order form is built with React.", true},
		{"The order form was renamed to intake.", "The order form is called slip.", true},
		{"The flour was moved to the loft.", "The flour is in the cellar.", true},
		{"The flour was moved to the loft.", "The flour is expensive.", false},
		{"The scale moved to port 9090.", "The scale runs on port 8080.", true},
		{"The scale moved to the loft.", "The scale runs on port 8080.", false},
		{"The scale moved to the loft.", "The scale runs on batteries.", false},
		{"The market moved to Fridays.", "The market is on Tuesdays.", true},
		{"We moved the market to Fridays.", "The market is on Tuesdays.", true},
		{"The market moved to Fridays.", "The market is in the barn.", false},
		{"The choir moved to Fridays.", "The market is on Tuesdays.", false},
		{"As of today crates are in Bergen.", "Crates are in Odense.", true},
		{"As of today crates are in Bergen.", "Barrels are in Odense.", false},
		{"Shop page link changed to oven.bakery.example.", "The bakery's shop page link is shop.bakery.example.", true},
		{"Shop page colour changed to oven.bakery.example.", "The bakery's shop page link is shop.bakery.example.", false},
		{"The link changed to oven.bakery.example.", "The bakery's shop page link is shop.bakery.example.", false},
		// as it is typed, without an article and in small letters
		{"chip select moved to PC4", "chip select is PC3", true},
		{"we moved chip select to PC4", "chip select is PC3", true},
		{"reset moved to PC4", "chip select is PC3", false},
		{"we run the kiln queue on port 6380 now", "the kiln queue runs on port 6379", true},
		{"mixer runs on port 6380 now", "mixer runs on port 6379", true},
		{"staging moved to oven2.bakery.example", "our staging is at oven1.bakery.example", true},
		{"the order page is https://bakery.example/v2 now", "the order page is https://bakery.example/v1", true},
		{"we renamed dough to batter", "the main branch is called dough", true},
		{"we renamed crumb to batter", "the main branch is called dough", false},
		{"we deliver on Wednesdays from now on", "we deliver on Tuesdays", true},
		{"we deliver on Wednesdays", "we deliver on Tuesdays", false},
		{"we meet on Wednesdays from now on", "we deliver on Tuesdays", false},
		{"we moved the nightly tests to Oven Cloud", "the nightly tests run on Jenkins", true},
		{"we moved the kiln to Oven Cloud", "the kiln runs on gas", false},
		// what there is one of
		{"Ruth is the head baker now", "Nora is the head baker", true},
		{"Ruth is the head baker now", "The head baker is Nora", true},
		{"The head baker is Ruth now", "Nora is our head baker", true},
		{"Ruth is the head baker", "Nora is the head baker", false},
		{"Nora Holm is the head baker now", "Nora is the head baker", false},
		{"Ruth is hungry now", "Nora is hungry", false},
		{"Ruth is a baker now", "Nora is a baker", false},
		{"Nora is in Berlin now", "Nora is the head baker", false},
		{"Ruth is the head miller now", "Nora is the head baker", false},
		// how something is to be done
		{"write the labels in Danish from now on", "write the labels in German", true},
		{"write the labels in Danish", "write the labels in German", false}, // nothing says that it has changed
		{"write the set labels in Danish", "write the set labels in German", false},
		{"write the recipes in Danish from now on", "write the labels in German", false},
		{"Please answer in Danish from now on.", "Always answer in German.", true},
		{"use rye for the buns from now on", "use wheat for the buns", true},
		{"use rye for the rolls from now on", "use wheat for the buns", false},
		{"use rye instead of wheat", "use wheat for the buns", true},
		{"use rye instead of spelt", "use wheat for the buns", false},
		{"deliver only on Tuesdays from now on", "deliver only on Mondays", true},
		{"all labels must be in Danish now", "all labels must be in German", true},
		{"You may bake on Sundays again.", "Never bake on Sundays.", true},
		{"You may bake on Sundays.", "Never bake on Sundays.", false},
		{"You may bake on Sundays again.", "Always bake on Sundays.", false},
		{"You may bake on Sundays again.", "Never bake at night.", false},
		{"Emojis are fine now.", "Never use emojis.", true},
		{"Emojis are fine now.", "Avoid emojis.", true},
		{"You don't have to weigh the buns anymore.", "Always weigh the buns.", true},
		{"You don't have to weigh the buns anymore.", "Never weigh the buns.", false},
		{"You don't have to weigh the buns anymore.", "Ruth can weigh the buns.", false},
		{"No need to weigh the buns before baking anymore.", "Always weigh the buns before baking.", true},
		{"No need to weigh the rolls anymore.", "Always weigh the buns.", false},
		// does not take place after all
		{"The move to the pier is cancelled.", "We will move to the pier in May.", true},
		{"the bakers' offsite has been called off", "The bakers' offsite is on May 3 in Bergen.", true},
		{"The pier move is off the table.", "We're moving to the pier next year.", true},
		{"The move to the pier is cancelled.", "We moved to the pier in May.", false},
		{"The move to the mill is cancelled.", "We will move to the pier in May.", false},
		{"They cancelled.", "We will move to the pier in May.", false},
		// taken back at once
		{"Sorry, the head baker is Ruth.", "The head baker is Nora.", true},
		{"Actually, our ovens run on gas.", "Our ovens run on wood.", true},
		// of two states one
		{"The side door of the shop is locked.", "The side door of the shop is unlocked.", true},
		{"The side door of the shop is locked on Sundays.", "The side door of the shop is unlocked on Mondays.", false},
		{"The side door of the mill is locked.", "The side door of the shop is unlocked.", false},
		{"Is the side door of the shop locked?", "The side door of the shop is unlocked.", false},
		// given up
		{"I sold the rowing boat.", "I own a rowing boat.", true},
		{"I sold the rowing boat.", "I own a canoe.", false},
		{"I sold the rowing boat.", "Ruth owns a rowing boat.", false},
		{"We stopped using Trello for the orders.", "We use Trello for the orders.", true},
		{"I left the rowing club.", "I train in the rowing club on Mondays.", true},
		{"I sold the Marlin 3.", "My 3D printer is a Marlin 3.", true},
		{"I sold the Marlin 5.", "My 3D printer is a Marlin 3.", false},
		{"I sold the Marlin 3.", "My brother's 3D printer is a Marlin 3.", false},
		{"I've given up on rye.", "I use rye.", true},
		{"We switched from rye to spelt and from gas to wood.", "We use rye as the flour.", true},
		{"We switched from rye to spelt for the buns.", "We use rye for the rolls.", false},
		{"We switched from Rye to Spelt.", "We use Rye and Oats.", false},
		{"I left the house.", "I have the house at the lake.", false},
		{"I left the rowing club.", "I joined the rowing club.", false}, // that still happened
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("Reverses(%q, %q) = %v: %+v, %+v", c.newer, c.older, got, newReading(c.newer).states(), newReading(c.older).states())
		}
		if locks := strings.Contains(c.newer, "locked"); c.want && MayReverse(c.newer) == locks {
			t.Errorf("MayReverse(%q) is %v", c.newer, locks)
		}
	}
}

// A sentence is held against many: what it says to be so is read once, and stays as
// it is.
func TestStatesAreReadOnce(t *testing.T) {
	r := newReading("The recipes are kept in the office.")
	first := r.states()
	Reversal("The recipes are now kept in the cellar.")(NewStatement(r.text, time.Time{}))
	restated(newReading("The recipes are now kept in the cellar.").states(), r)
	if again := r.states(); len(first) != 1 || len(again) != 1 || &first[0] != &again[0] || again[0].value == nil {
		t.Errorf("%+v, then %+v", first, again)
	}
}

// A state that ends with the verb has no value, however the words were counted.
func TestAStateWithoutAValueIsNone(t *testing.T) {
	for _, s := range []string{"The depot moved the crane", "We relocated the pump", "Our harbour office relocated a a a a a a a a a a"} {
		for range 20 {
			MayReverse(s)
			handCues(s)
			s += " a"
		}
	}
}
