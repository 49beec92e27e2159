package remember

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

func TestWhatIsWorthReading(t *testing.T) {
	for _, c := range []struct {
		text        string
		user, agent bool
	}{
		{"Always run the linter before you commit.", true, false},
		{"I prefer tabs over spaces.", true, false},
		{"scents this winter: fig, cedar and burnt orange", true, false},
		{"open questions: fig, cedar", false, false},
		{"My sister Anna moved to Lisbon.", true, false},
		{"We decided to use SQLite instead of PostgreSQL.", true, true},
		{"The deploy broke because the migration ran twice.", true, true},
		{"The upload hangs because the proxy buffers it.", true, true},
		{"The upload is fast because the proxy passes it on.", true, false},
		{"There are still two lids on the tank page, one too many.", false, false},
		{"The lamp page is empty when I click on it.", false, false},
		{"I will test it later.", false, false},
		{"The winch stock is 14 in the table.", true, false},
		{"The fair opens tomorrow.", true, false},
		{"the plans of the old boat are on the usb stick in the attic, in danish", true, true},
		{"The old endpoints are still called by the scales in the fish hall, they can't be updated.", true, true},
		{"Ich denke, die Seite ist wieder leer, und der Knopf geht immer noch nicht.", true, false},
		{"Wilma owns a red truck.", true, false},
		{"The harbour service expects `berth` as an object with a number in it, not as a string.", true, true},
		{"The pump takes `flow` in litres a minute, the gauge in cubic metres.", true, true},
		{"There are 3 ways to dry a rope.", true, false},
		{"The preview is loading very slowly right now, maybe it's the wifi.", false, false},
		{"I read somewhere that gulls can recognise a hundred faces.", false, false},
		{"The upload got to about half and stopped, then it moved again.", false, false},
		{"All 14 tests pass, and I have updated the lamp page.", false, false},
		{"I heard that Olaf is getting divorced.", false, false},
		{"The insurer wants to know what kind of pump we have and who services it.", false, false},
		{"Ida asks how we define a berth, answer in one line.", false, false},
		{"A boat is a boat.", false, false},
		{"Wait no, undo that.", false, false},
		{"ask koen about the tide contract, hes the legal guy", true, false},
		{"no dairy in recipes, im lactose intolerant", true, false},
		{"new goal btw, sub 1:42", true, false},
		{"call in 10, wrap up", false, false},
		{"the contractor is Henk Vos, hes slow but good", true, false},
		{"Actually, move it from Ulm to Bonn.", true, false},
		{"The gauge looks odd on my phone.", false, false},
		{"We decided to mend the old winch first.", true, true},
		{"I'll use the old winch instead.", true, false},
		{"The fix was to oil the hinge, the gauge fails on dry days.", true, true},
		{"The broker password is ⟦redacted:password⟧ for now.", false, false},
		{"token: ⟦redacted:token⟧", false, false},
		{"We deploy with the token ⟦redacted:token⟧ to the server called Heron.", true, false},
		{"Collect all the pipes that we have painted so far.", false, false},
		{"Use brass instead of steel for the valve.", true, false},
		{"The valve was shut for three reasons:", false, false},
		{"The pump stopped because of **this**:", false, false},
		{"I think you just emptied the wrong tank.", false, false},
		{"Tin it is then.", true, false},
		{"standup is on tuesdays", true, false},
		{"ok, thanks!", false, false},
		{"go on", false, false},
		{"What is the capital of Peru?", false, false},
		{"/compact now please", false, false},
	} {
		if got := worth(c.text, memtide.RoleUser); got != c.user {
			t.Errorf("user, %q: %v", c.text, got)
		}
		if got := worth(c.text, memtide.RoleAgent); got != c.agent {
			t.Errorf("agent, %q: %v", c.text, got)
		}
	}
}

// A short sentence beside a task is of that task, unless it says that it stands, or tells of a
// person. Alone, or beside what only tells, it is kept.
func TestWhatIsSaidAside(t *testing.T) {
	order, tell := "Draw the tank on the second page and put its name below the lid, please. ", "The tank stands on the second quay and its name is painted below the lid. "
	for s, kept := range map[string]bool{
		"I stopped the pump.": false, "use all colours": false, "Use brass for every lid.": true, "the winch is blue": false,
		"The gauge beside those lids runs on 12 volts.": false, "The gauge beside those lids on the quay runs on 12 volts.": true,
		"Never draw a lid.": true, "Lids in red, always.": true, "dates in bold, every list you write": true, "I am a nurse.": true, "My sister owns a red truck.": true, "We moved to brass.": true, "The gauge runs on 12 volts.": true,
		"the winch is blue and stands beside the old boiler": true,
	} {
		has := func(turn event.TurnTaken) bool {
			return slices.ContainsFunc(items(t, turn), func(f event.Found) bool { return f.Content == s })
		}
		elsewhere := said(memtide.RoleUser, order+s)
		elsewhere.Project = ""
		if has(said(memtide.RoleUser, order+s)) != kept || !has(elsewhere) || !has(said(memtide.RoleUser, s)) || !has(said(memtide.RoleUser, tell+s)) || !has(said(memtide.RoleUser, "Stop. "+s)) {
			t.Errorf("%q: beside an order %v, want %v; in no project %v, alone %v, beside what is told %v, behind a word %v", s, !kept, kept, has(elsewhere),
				has(said(memtide.RoleUser, s)), has(said(memtide.RoleUser, tell+s)), has(said(memtide.RoleUser, "Stop. "+s)))
		}
	}
	if got := items(t, said(memtide.RoleAgent, "Shall I go on with the second page of the list of all lids now? The list broke because of you.")); len(got) != 1 {
		t.Errorf("of the agent: %+v", got)
	}
}

func TestWhatIsWantedOnceIsNoPlan(t *testing.T) {
	for s, plans := range map[string]int{
		"I want to send a card.":   0,
		"i need to buy milk later": 0,
		"What shall I write to our parents? I want to surprise our parents.":   0,
		"I want to surprise our parents.":                                      1,
		"Which book is good for beginners? I want to learn Danish.":            1,
		"I have to pay the fee on 3 May.":                                      1,
		"Remember that I want to send a card.":                                 1, // asked for
		"Draw the tank on the second page. I want to buy a house by the quay.": 1,
	} {
		turn := said(memtide.RoleUser, s)
		turn.Project = ""
		n := 0
		for _, f := range items(t, turn) {
			if f.Kind == memtide.Plan {
				n++
			}
		}
		if n != plans {
			t.Errorf("%q: %d plans, want %d", s, n, plans)
		}
	}
}

// What only leads to a question behind it is not kept, and what tells something by itself is.
func TestWhatLeadsToAQuestion(t *testing.T) {
	for text, want := range map[string]bool{
		"new skipper needs a key, where do they get it":                  false,
		"sounding for 12 boats plus 3 rafts, what numbers do i take":     false,
		"We moved the herons to the north pond, what do they eat there?": true,
		"The crane lifts 900 kg now, what else has to change?":           true,
	} {
		if _, ok := worthPart(text, memtide.RoleUser); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}

func TestWhatIsToldBesideAQuestion(t *testing.T) {
	for s, want := range map[string]string{
		"As my daughter is allergic to nuts, what can I bake?":          "my daughter is allergic to nuts",
		"Since our mill closes in June, when do I have to give notice?": "our mill closes in June",
		"We send the leaflet on Thursdays now, what's the best hour?":   "We send the leaflet on Thursdays now",
		"Since the tests fail, what do I change?":                       "",
		"A new miller needs a key, how do they get in?":                 "",
	} {
		got := ""
		if sp, ok := worthPart(s, memtide.RoleUser); ok {
			got = s[sp.Start:sp.End]
		}
		if got != want {
			t.Errorf("%q leaves %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]bool{
		"We keep the sacks in the loft.": true, "Our millers are mostly students.": true, "Our mill has no lift.": true, "Our miller retired.": true, "The mill race is over.": true,
		"I do see the mill.": false, "The meeting is over.": false,
	} {
		if got := worth(s, memtide.RoleUser); got != want {
			t.Errorf("%q is worth knowing: %v, want %v", s, got, want)
		}
	}
}
