package language

import "testing"

// TestPastThatLooksLikeThePresent: of a verb whose past looks like its present the
// time tells, and of some only the past is ever said.
func TestPastThatLooksLikeThePresent(t *testing.T) {
	for s, want := range map[string]string{
		"We found the leak in the kiln.":            "event",
		"We left Otterbank for Brunvik.":            "event",
		"They saw the leak first.":                  "event",
		"Dana found the leak.":                      "event",
		"We put the lamp up in May 2026.":           "event",
		"We set the limit to 5 in March.":           "event",
		"They hit the limit two days ago.":          "event",
		"We cut the cable last week.":               "event",
		"I put the lamp up yesterday.":              "event",
		"We will put the lamp up in May.":           "plan",
		"We put the lamp up next week.":             "plan",
		"We have to set the alarm by Friday.":       "plan",
		"end of november we sail":                   "plan",
		"We sail at the beginning of february.":     "plan",
		"the season starts mid-december":            "plan",
		"End of December was cold.":                 "",
		"The middle of the lock is deep.":           "",
		"We put the bins out on Fridays.":           "",
		"We cut the hedge every March.":             "",
		"If we put the lamp up on Friday, it pays.": "plan",
		"We read the meter from disk.":              "",
		"Turn to the left pane.":                    "",
	} {
		got := ""
		switch c := handCues(s); {
		case c.Event:
			got = "event"
		case c.Plan:
			got = "plan"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
