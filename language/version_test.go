package language

import (
	"slices"
	"testing"
)

func TestNamesVersion(t *testing.T) {
	for s, want := range map[string]bool{
		"were on sqlite 3 and zig 0.13":        true,
		"this barn is all oak and runs bell 4": true,
		"our pumps are on kelp 2.1 now":        true,
		"we keep 12 lamps":                     false, // counts
		"we keep at least 12":                  false,
		"we have about 30":                     false,
		"the lamp went out at 7":               false,
		"we are at step 4":                     false,
		"we moved in march 2024":               false,
		"look at kelp 2":                       false, // is about nothing of ours
		"the beam is 20 px wide":               false,
		"the key is 4711":                      false,
	} {
		if got := NamesVersion(s); got != want {
			t.Errorf("%q names a version: %v, want %v", s, got, want)
		}
	}
}

// What the listener can't do to any of a kind is a rule; what he can't do is so.
func TestCannotAnyIsARule(t *testing.T) {
	for s, rule := range map[string]bool{
		"You can't use any copper nails in here": true,
		"u cant bring any dogs":                  true,
		"You can't see the lamp from the pier":   false,
		"We can't find any nails":                false,
	} {
		if got := handCues(s).Instruction >= 0.5; got != rule {
			t.Errorf("%q is a rule: %v, want %v", s, got, rule)
		}
	}
}

// followed is what one statement is to another that was made three days before.
type followed struct {
	older, newer string
	want         Relation
}

func testFollows(t *testing.T, rows []followed) {
	t.Helper()
	for _, tt := range rows {
		if got := Relate(NewStatement(tt.newer, clock), NewStatement(tt.older, clock.AddDate(0, 0, -3)), nil); got != tt.want {
			t.Errorf("%q, then %q: %v, want %v", tt.older, tt.newer, got, tt.want)
		}
	}
}

// One thing has one release: who names another one need not say that it has changed.
func TestReleaseFollowsRelease(t *testing.T) {
	testFollows(t, []followed{
		{"kelp version is 20", "we're on kelp 22", Updates},
		{"we use kelp 20", "the kelp version is 22", Updates},
		{"kelp is 3.11", "kelp is 3.12 here since this morning", Updates},
		{"kelp 3.11", "kelp is 3.12 here since this morning", Updates},
		{"we use Kelp 2.4", "we're on kelp 2.5 on the barge now", Updates},
		{"Kelp is on 16.", "Kelp is on 17 now.", Updates},
		{"Kelp is on 16.", "Brine is on 17 now.", Unrelated},
		{"kelp version is 20 for the barge", "we're on kelp 22 now for the barge", Updates},
		{"the kelp version of the barge is 20", "we're on kelp 22 on the dock", Unrelated},
		{"kelp version is 20", "we're on kelp 20.0", Unrelated},
		{"kelp version is 20", "we're on brine 22", Unrelated},
		{"we test on kelp 20", "we're on kelp 22", Unrelated}, // who tests may test on an older one
		{"kelp is 3.11 here", "kelp in the yard is 3.9", Unrelated},
		{"the pump runs on grow 4", "the pump runs on grow 5 now", Unrelated},
	})
}

// The hour of one thing changes without a word that says so. Of several things, or of one
// on several days, each has its own.
func TestHourFollowsHour(t *testing.T) {
	testFollows(t, []followed{
		{"The roll call is at 10:00.", "The roll call is at 9:30.", Updates},
		{"roll call is at 10 on Mondays", "roll call is at 9 on Mondays", Updates},
		{"The night ferry starts at 01:30.", "The night ferry begins at 00:45, the lock opens earlier these days.", Updates},
		{"our mill opens at 9am", "our mill opens at 10am", Updates},
		{"The roll call is at 10.", "The roll call moved to 9:30.", Updates},
		{"The roll call is at 10.", "The supper moved to 9:30.", Unrelated},
		{"roll call is at 10 on Mondays", "roll call is at 9 on Fridays", Unrelated},
		{"the ferry starts at 8pm on Saturday", "the ferry starts at 6pm on Sunday", Unrelated},
		{"the mill tour starts at 10am", "the mill market starts at 9am", Unrelated},
		{"I have a fitting at 10:00.", "I have a fitting at 9:30.", Unrelated},
		{"A fitting is at 10:00.", "A fitting is at 9:30.", Unrelated},
		{"We had supper at 7pm.", "We had supper at 8pm.", Unrelated},
		{"the mill opens at 6am", "the mill closes at 6:30pm", Unrelated},
	})
}

func TestReleases(t *testing.T) {
	for s, want := range map[string][]string{
		"kelp 3.11, bound with brine":            {"kelp 3.11", "bound with brine"},
		"Kelp 2.4, everything with brine sheets": {"Kelp 2.4", "everything with brine sheets"},
		"kelp 3.11, run with brine":              {"kelp 3.11, run with brine"},
		"kelp 3.11 with brine 2":                 {"kelp 3.11 with brine 2"},
		"kelp 3.11 is too old":                   nil,
		"bump kelp to 3.12":                      nil,
		"the kelp 3.11":                          nil,
		"on line 40, with brine":                 nil,
		"kelp 3.11 or 3.12?":                     nil,
	} {
		var got []string
		for _, p := range Releases(s) {
			got = append(got, s[p.Start:p.End])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q lists releases: %q, want %q", s, got, want)
		}
	}
}

// A tool whose name is another word, too, has releases with a dot. Whose release it is counts.
func TestReleaseOfATool(t *testing.T) {
	testFollows(t, []followed{
		{"the daemon uses go 1.21", "we upgraded to go 1.22", Updates},
		{"go is 1.21", "we moved to go 1.22", Updates},
		{"we're on go 1.21", "upgraded to go 1.22", Updates},
		{"go version is 1.21", "we bumped to go 1.22", Updates},
		{"the api uses express 4.18", "we upgraded to express 5.0", Updates},
		{"the store is postgres 14", "we upgraded to postgres 16", Updates},
		{"the daemon uses go 1.21", "we upgraded the worker to go 1.22", Unrelated},
		{"the daemon uses go 1.21", "the worker is on go 1.22 now", Unrelated},
		{"the daemon uses go 1.21", "we upgraded the go plugin to 1.22", Unrelated},
		{"the app uses react 18", "the admin app uses react 19 now", Unrelated},
		{"the store is postgres 14", "the mirror is on postgres 16 now", Unrelated},
		{"the daemon uses go 1.21", "go 1.22 was released yesterday", Unrelated},
		{"the daemon uses go 1.21", "I have to go 1.22 miles", Unrelated},
		{"we go 3 times a week", "we moved to go 1.22", Unrelated},
	})
}
