package language

import (
	"testing"
	"time"
)

// What is so from a day on has no end; what is so for a time, or is from that day, has one.
func TestWhatHoldsFromADay(t *testing.T) {
	for text, want := range map[string]string{
		"the ferry leaves at 6:40 from monday on":                 "2026-10-12",
		"mails go through the harbour office from thursday on":    "2026-10-08",
		"from november the log goes to Mr Ostrander":              "2026-11-01",
		"From Monday on the yard opens at 7.":                     "2026-10-12",
		"from next week on Ida steers the ferry":                  "2026-10-12",
		"the crew eats at noon from tomorrow on":                  "2026-10-08",
		"the kiosk takes cards from november 2 onwards":           "2026-11-02",
		"starting monday the pilots use the new chart":            "2026-10-12",
		"the fare is 5 euro as of november 1":                     "2026-11-01",
		"the fare is 6 euro effective november 1":                 "2026-11-01",
		"the ticket sale runs from monday":                        "2026-10-12",
		"Ida takes the late shift from january":                   "2027-01-01",
		"we'll moor at pier 2 from friday on":                     "2026-10-09",
		"the lock will be shut from monday":                       "2026-10-12",
		"Bram is in charge of the crane from the 20th on":         "2026-10-20",
		"from the 1st of november on we moor at pier 2":           "2026-11-01",
		"the buoys are checked twice a day from today on":         "2026-10-07",
		"new berth from monday on: pier 4":                        "2026-10-12",
		"Ida sails on Friday, from november the log goes to Bram": "2026-11-01",
		"we are in Faro from monday to thursday":                  "",
		"we're in Faro from monday until thursday":                "",
		"Ole is away from monday for two weeks":                   "",
		"Ole is away for a week from monday":                      "",
		"the regatta is a week from monday":                       "",
		"the yard is shut from november 2 to november 5":          "",
		"the lock is shut from monday, till friday I guess":       "2026-10-12",
		"the ticket sale starts from monday":                      "",
		"the log from monday is lost":                             "",
		"here's the chart from monday":                            "",
		"this is the fare table from monday":                      "",
		"we use the numbers from monday":                          "",
		"the invoice from november 3":                             "",
		"copy the tides from january":                             "",
		"the lock was shut from monday on":                        "",
		"from 2019 on we moored at pier 2":                        "",
		"nobody answers the phone after friday":                   "",
		"the ferry leaves on monday":                              "",
		"the office is open from 9 to 5":                          "",
		"as of today the crew has 12 members":                     "",
		"Ida is from Faro, on monday she flies":                   "",
		"we sail at the beginning of november":                    "",
		"from now on the ferry leaves at 6":                       "",
		"every friday from noon on the yard is shut":              "",
		"the mast goes from Ole to Bram on monday":                "",
		"I have the charts from friday, they are wrong":           "",
	} {
		got := ""
		for w := range Occasions(text, october) {
			if w.OpenEnded(october) {
				got = w.From.Format(time.DateOnly)
				break
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The day of a thing that is named to say why something has changed is not the day of the change.
func TestTheDayOfTheCause(t *testing.T) {
	yes(t, func(s string) bool { _, dated := Occasion(s, october); return dated }, map[string]bool{
		"7 cranes on the pier now, the barge of monday was late":  false,
		"7 cranes on the pier, bc Monday's barge was late":        false,
		"the barge of monday was late":                            true,
		"the mast broke, on monday the barge was late":            true,
		"7 cranes since monday, the barge was late":               true,
		"the mast broke, on the morning of monday it was fine":    true,
		"the crane moved, the barge of monday is the first there": true,
	})
}
