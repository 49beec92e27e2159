package language

import (
	"testing"
	"time"
)

// What stands "instead of" something takes the place of what was said of the same, and
// of nothing that only has the word.
func TestWhatTakesThePlace(t *testing.T) {
	at := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		newer, was, older string
		want              bool
	}{
		{"Use pnpm instead of yarn for installing packages.", "yarn", "Use yarn for installing packages.", true},
		{"Always use pnpm instead of npm in this repository.", "npm", "Always use npm in this repository.", true},
		{"Use pnpm instead of npm in this repository.", "npm", "Use npm in this repository.", true},
		{"Use spaces instead of tabs.", "tabs", "Use tabs.", true},
		{"Use brass instead of steel in this yard from now on.", "steel", "We use steel for everything.", true},
		{"Always use brass instead of steel.", "steel", "We use steel for all lids.", true},
		{"Use brass instead of steel.", "steel", "We use steel for all lids.", false},
		{"From now on use brass instead of steel.", "steel", "Always use steel.", true},
		{"Use tin from now on instead of brass.", "brass", "From now on, use brass instead of steel.", true},
		{"From now on use brass instead of steel.", "steel", "Always paint steel.", false},
		{"Always paint brass instead of steel.", "steel", "We use steel for all lids.", false},
		{"Recipes are sorted by season, not by author.", "by author", "Recipes are sorted by author.", true},
		{"The choir rehearses in the gym instead of the chapel since Monday.", "chapel", "The choir rehearses in the chapel.", true},
		{"The errors of the importer go to the journal now instead of a file.", "file", "The errors of the importer go to a file.", true},
		{"Mails go by Postmark now instead of Sendgrid.", "Sendgrid", "The mails about new boats leave by Sendgrid.", true}, // now: one word of it is enough
		{"Items 1 and 2 only, not 3.", "3", "Proceed with part 3 of the move.", false},
		{"The report should have the number, not the name.", "name", "The session name and the task number are optional.", false},
		{"We want to test the tour module, not the command line.", "command line", "Test the tour module, not the command line.", false},
		{"The start page still shows the old logo instead of the new one.", "new one", "The start page shows the new one.", false},
		{"You're using tabs, not spaces.", "spaces", "Use spaces.", false},
		{"Is the list sorted by season, not by author?", "by author", "The list is sorted by author.", false},
		{"The shed should be marked as open, not complete.", "complete", "Is the shed complete?", false},
		{"Draw a short legend here instead of a full legend.", "full legend", "Draw the legend as a full legend.", false},
		{"I saw the map rather than the tour.", "tour", "Paid for the tour.", false}, // another verb
		{"radio.cpp uses LOG, replace all of it with Serial.", "all of it", "All of it uses LOG.", false},
		{"We replace Leaflet with OpenLayers.", "Leaflet", "The maps are drawn with Leaflet.", true},
		{"The map was built from the roster, which version 3 no longer reads.", "reads", "The gate reads the badge.", false},
		{"We no longer want to add boats to the list.", "want", "We want to keep that format.", false},
		{"The station no longer reports to the harbour.", "reports", "The station reports its tides.", false},
		{"Show the Cursor extension, not the CLI.", "CLI", "Cursor CLI", false},
		{"The station no longer reports over Zigbee.", "reports", "The station reports over Zigbee.", true},
		{"Petra is now head of the yard.", "Petra", "Ask Petra before you touch the crane.", false},
		{"Petra is now head of the yard.", "Petra", "Petra is allergic to tar.", false},
		{"Petra is now head of the yard.", "Petra", "Our accountant is Petra.", false},
		{"The lamp is now red.", "lamp", "The lamp hangs at the pier.", false},
		{"Dory is now Marlin.", "Dory", "The pilot boat is Dory.", true},
		{"We switched from tin to lead for the nets.", "tin", "We use tin for the buoys.", false},
		{"We switched from tin to lead for the nets.", "tin", "We use tin.", false},
		{"We switched from tin to lead for the nets.", "tin", "We use tin for the nets.", true},
		{"We switched from tin to lead for safety.", "tin", "We use tin for the nets.", true},
		{"We swapped tin for lead.", "tin", "We use tin for the nets.", true},
		{"We replaced tin with lead on the pilot boat.", "tin", "The sinkers are made of tin.", false},
		{"We replaced tin with lead on Monday.", "tin", "The sinkers are made of tin.", true},
		{"The dinghy is painted with tar instead of oil.", "oil", "The ferry is painted with oil.", false},
		{"The crew switched from tin to lead.", "tin", "The sinkers are made of tin.", false},
		{"Our team switched from tin to lead.", "tin", "The sinkers are made of tin.", true},
		{"We moved staging from Odense to Bergen.", "Odense", "Prod runs in Odense.", false},
		{"I booked the crossing in June instead of May.", "May", "I book the crossing in May.", true},
		{"We moved the ferry from Odense to Bergen.", "Odense", "The yard is in Odense.", false},
		{"We moved the ferry from Odense to Bergen.", "Odense", "The ferry lies in Odense.", true},
		{"The apprentice painted the dinghy with tar instead of oil.", "oil", "We paint with oil.", false},
		{"We paint with tar instead of oil since May.", "oil", "We paint with oil.", true},
		{"This time we bought tar from Ida instead of Olaf.", "Olaf", "We buy our tar from Olaf.", false},
		{"The rules in the annex used to be in their own logbook.", "be in their own logbook", "Each boat has to be in their own logbook.", false},
	} {
		if got := NewStatement(c.newer, at).Concerns(NewStatement(c.older, at), c.was); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}

func TestCorrectsByMoreThanThatItIsWrong(t *testing.T) {
	at := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for s, want := range map[string]bool{
		"Your way of finding the boat in the list is wrong.":      false,
		"Your way of finding the boat if it exists is wrong.":     false,
		"The bikes rely on the now-finished ramps.":               false,
		"The boat is no longer in the list.":                      true,
		"The harbour master is actually Ida, sorry, I was wrong.": true,
	} {
		if got := NewStatement(s, at).Corrects(); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

// What is not so under a condition is not denied.
func TestNegatedUnderACondition(t *testing.T) {
	at := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	for s, want := range map[string]bool{
		"Prefix the name if it is not there already": false,
		"Do not prefix the name if it is there":      true,
		"If in doubt, do not prefix the name":        true,
	} {
		if got := NewStatement(s, at).Negated(); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
	if got := Clash(NewStatement("We don't want that.", at), NewStatement("We want a real rehearsal.", at)); got != Unrelated {
		t.Errorf("what that is nobody knows: %v", got)
	}
}
