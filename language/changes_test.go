package language

import "testing"

// A step of a procedure changes nothing that is known.
func TestAStepIsNoChange(t *testing.T) {
	for _, s := range []string{
		"To ship an order: Open the board → find the row → change the state from 'Packed' to 'Sent'",
		"The order goes out like this → find the row → change the state from 'Packed' to 'Sent'",
		"Before it is out find the row, then change the state from 'Packed' to 'Sent'.",
		"To ship an order: Find the row and change the state from 'Packed' to 'Sent' when it is out.",
		"An order that is paid: find the row, open it, change the state from 'Packed' to 'Sent'.",
	} {
		if got := Changes(s); len(got) != 0 {
			t.Errorf("%q: %+v", s, got)
		}
	}
	if got := Changes("We changed the state of the order from 'Packed' to 'Sent'"); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}

// "from" alone names what was only behind a verb that leaves it.
// What tells which things are meant, or what goes on at work, names nothing as old.
func TestWhatIsSeenAtWorkIsNoChange(t *testing.T) {
	for s, want := range map[string]int{
		"I need a way to hide boats that are no longer for sale.": 0,
		"The list of the boats is now appearing on the page.":     0,
		"We no longer use lamps that are red.":                    1,
		"The list of the boats is now red.":                       1,
	} {
		if got := Changes(s); len(got) != want {
			t.Errorf("%q: %+v", s, got)
		}
	}
}

func TestWhereSomethingComesFrom(t *testing.T) {
	for s, old := range map[string]string{
		"Pull the latest changes from the main folder to your branch.":           "",
		"Only the entries that changed since the list diverged from the office.": "",
		"The message dropped the words from home.":                               "",
		"We pushed it to there from a side branch.":                              "",
		"We moved away from Trello.":                                             "Trello",
		"The limit was raised to 90 from 30.":                                    "30",
		"We moved from Trello to Plane.":                                         "Trello",
		"brass, not steel please":                                                "steel",
		"use brass instead of steel, thanks":                                     "steel",
		"the hull is now `brass` instead of steel":                               "steel",
		"the skipper is now Ida instead of Ole":                                  "Ole",
		"the hull is now brass":                                                  "hull",
		"brass and not Please Hold":                                              "",
	} {
		got := ""
		for _, c := range Changes(s) {
			got = c.Old
		}
		if got != old {
			t.Errorf("%q: %q", s, got)
		}
	}
}

// What something is used with took the place of nothing.
func TestSwitchedToOneWithAnother(t *testing.T) {
	for s, want := range map[string]Change{
		"Switched to vite with SassPlugin.": {New: "vite"},
		"Switched gulp with vite.":          {Old: "gulp", New: "vite"},
	} {
		if got := Changes(s); len(got) != 1 || got[0] != want {
			t.Errorf("%q: %+v", s, got)
		}
	}
}

// Of which a clause says what it is like, and the next one where things go, that is what they leave.
func TestLeftForWhatItIsLike(t *testing.T) {
	for s, want := range map[string]string{
		"sqlite is overkill, moving to plain json files":    "sqlite",
		"Heroku is too expensive, so we're moving to a vps": "Heroku",
		"redis was flaky, switching to a table":             "redis",
		"the office is too small, moving to a bigger one":   "",
		"the weather is bad, we're moving to the hall":      "",
		"sqlite is fine": "",
		"the boat that we bought is slow, moving to the bay": "",
	} {
		got := ""
		for _, c := range Changes(s) {
			got += c.Old
		}
		if got != want {
			t.Errorf("%q leaves %q, want %q", s, got, want)
		}
	}
}
