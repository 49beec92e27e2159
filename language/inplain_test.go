package language

import (
	"testing"
	"time"
)

func TestInPlain(t *testing.T) {
	for s, want := range map[string]string{
		"new goal: sub 1:42":                        "the goal is now sub 1:42",
		"new budget btw, 14k":                       "the budget is now 14k",
		"new deadline, may 11":                      "the deadline is now may 11",
		"New meeting room: C3":                      "the meeting room is now C3",
		"btw new rent: 950 from june":               "the rent is now 950 from june",
		"the wifi name changed: Otter":              "the wifi name is now Otter",
		"standup time has changed, it's 9:45":       "the standup time is now 9:45",
		"release day changed, tuesdays":             "release is on tuesdays now",
		"new release day: tuesday as of next week":  "release is on tuesday now as of next week",
		"my rent went up, 940":                      "my rent is now 940",
		"the fee rose again, 12 euros":              "the fee is now 12 euros",
		"costs went up, 5 of them doubled":          "",
		"new idea: a calendar view":                 "",
		"new bug: 404 on login":                     "",
		"new goal for the team: 99% uptime":         "",
		"new goal, 1:42 is too fast":                "",
		"new plan, we go at 5":                      "",
		"the tests changed, 3 fail":                 "",
		"New York: 5 stops":                         "",
		"new hire, she starts on may 4":             "",
		"the crane has a new hook, 4 m long":        "",
		"The weather changed, and we stayed inside": "",
	} {
		if got := inPlain(s); got != want {
			t.Errorf("%q in plain words: %q, want %q", s, got, want)
		}
	}
}

// What is on certain days of the week is on others by whatever verb that is said.
func TestOtherDays(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"Releases go out on Thursdays after the ops call.", "release day changed, tuesdays", true},
		{"we release on thursdays", "release day changed, its tuesdays from this week on", true},
		{"releases on thursdays", "new release day, tuesdays", true},
		{"Backups run on Sundays.", "Backups are on Saturdays now.", true},
		{"The night boat leaves the pier on Mondays.", "release day changed, tuesdays", false},
		{"Backups run on Sundays.", "Tests run on Mondays now.", false},
		{"Releases go out on Thursdays.", "Releases are on Thursdays now.", false},
	} {
		reverses := Reversal(c.newer)
		if got := reverses != nil && reverses(NewStatement(c.older, time.Now())); got != c.want {
			t.Errorf("%q after %q: %v", c.newer, c.older, got)
		}
	}
}

// The name of a host is no day of the week.
func TestHostsOfADay(t *testing.T) {
	now := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	for s, want := range map[string]int{
		"Mon-1 is the staging box":          0,
		"prod runs on Sun-db-2":             0,
		"the box is tue-5 now":              0,
		"the office is open Mon-Fri":        1,
		"the release is on Monday at 9":     1,
		"the crane comes on Fri 7 August":   1,
		"we meet on Tue, 9-11 in the house": 1,
	} {
		days := 0
		for _, q := range NewStatement(s, now).given {
			if q.unit == "weekday" {
				days = 1
			}
		}
		if len(Times(s, now)) > 0 {
			days = 1
		}
		if days != want {
			t.Errorf("%q names a day: %d, want %d", s, days, want)
		}
	}
	if n := len(NewStatement("the staging box is tue-5, prod is mon-1", now).given); n != 0 {
		t.Errorf("%d values in names of hosts", n)
	}
}
