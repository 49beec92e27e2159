package stages_test

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
)

// What is said in haste to be otherwise now is kept, and takes the place of what was.
func TestWhatIsOtherwiseInHasteTakesThePlace(t *testing.T) {
	for _, c := range []struct{ was, now string }{
		{"use mailgun for the tide bulletins", "drop mailgun, tide bulletins go through brevo"},
		{"we host on linode", "we're leaving linode, the new server is at vultr"},
		{"the mooring export is a csv", "no more csv, the mooring export is json"},
		{"my berth fee is 90", "berth fee went up again: 94"},
		{"ask Karim about the invoices", "the invoices are Nadia's now"},
		{"the berth plan is in plans/berths.sql", "the berth plan is in plans/main.sql now"},
		{"the logbook lives in Trello", "logbook is in Notion now"},
		{"pilotage is free over 50 euros", "pilotage is free over 40 now, not 50"},
	} {
		w := newWorld(t)
		w.say("monday", "docks", c.was)
		w.say("tuesday", "docks", c.now)
		w.settle()
		live := w.live(memtide.Fact, memtide.Instruction, memtide.Opinion, memtide.Plan, memtide.Event)
		if !slices.Contains(live, c.now) || slices.Contains(live, c.was) && w.edges(memtide.Amends) == 0 {
			t.Errorf("%q, then %q: known is %q", c.was, c.now, live)
		}
		if rules := w.rules("docks"); len(rules) != 0 {
			t.Errorf("%q stands as a rule", rules[0].Node.Content)
		}
	}
}
