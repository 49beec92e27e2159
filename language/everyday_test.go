package language

import (
	"testing"
	"time"
)

// What is in these tables is said every day, and each line hangs on one rule or one list
// of words that nothing else holds.

func TestWhatIsARuleAndWhatIsNot(t *testing.T) {
	for s, want := range map[string]bool{
		"Run tests for each commit.":              true,
		"No output without the flag.":             false, // it was found
		"No reason for comments.":                 false,
		"No difference in tests without a cache.": false,
		"Design a filter that never drops a line": false, // of the filter
		"Draft a letter that always has a joke.":  false,
		"You should be able to see the lid.":      false, // it is foreseen
		"Put the lid over the barrel.":            false, // of one lid
		"Naming: use names we've picked.":         false, // so far
	} {
		if got := handCues(s).Directs; got != want {
			t.Errorf("%q directs: %v", s, got)
		}
	}
}

func TestWhatIsSoAsARule(t *testing.T) {
	for s, want := range map[string]bool{
		"The app works offline.":               true,
		"The pump runs without power.":         true,
		"Trainees can print on the big press.": true,
		"Two approvals are mandatory.":         true,
		"Kids sleep upstairs.":                 true,
		"Trainees can print.":                  false,
		"Trainees can print posters away.":     false,
	} {
		if got := handCues(s).Habit; got != want {
			t.Errorf("%q is so: %v", s, got)
		}
	}
}

func TestWhatIsOfOtherKinds(t *testing.T) {
	for _, c := range []struct {
		text      string
		got, want bool
	}{
		{"status, read out", handCues("The console says connection refused.").Status, true},
		{"preference, by instead of", handCues("I take the train instead of the car.").Preference, true},
		{"preference, by rather than", handCues("I take the train rather than the car.").Preference, true},
		{"event, to come", handCues("We cut the cake on Friday next week.").Event, false},
		{"event, by then", handCues("We put the boat in the water on Friday by noon.").Event, false},
		{"says itself what was done", SelfContained("Look at what you wrote."), true},
		{"English, with its accents", English("The façade is naïve.", false), true},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v", c.text, c.got)
		}
	}
}

func TestWhatEverydayWordsDoToWhatWasSaid(t *testing.T) {
	now := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		newer, older string
		want         Relation
	}{
		{"The link expires after 5 days.", "The link expires after 2 days.", Updates},
		{"We bought two more goats, that makes 9 goats.", "We have 7 goats.", Updates},
		{"We put the limit up to 40.", "The limit is 30.", Updates},
		{"A deposit of about 300 dollars for the barn is due.", "A deposit of about 250 dollars for the mill is due.", Unrelated},
		{"The gate is closed on weekends.", "The gate is open on weekends.", Denies},
		{"The lamp is on by default.", "The lamp is off by default.", Denies},
		{"The police check the gate.", "The police do not check the gate.", Denies},
	} {
		newer, older := NewStatement(c.newer, now), NewStatement(c.older, now.AddDate(0, 0, -9))
		if got := max(Relate(newer, older, nil), Clash(newer, older)); got != c.want {
			t.Errorf("%q, %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
	if m := Mentions("We need a Postgres-compatible store.", nil); len(m) != 1 || m[0].Name != "Postgres" {
		t.Errorf("what is compatible is named: %+v", m)
	}
	vite := NewStatement("We use Vite instead of Webpack since Monday.", now)
	if !vite.Concerns(NewStatement("We use Webpack, three loaders and a script to build the storefront.", now), "Webpack") {
		t.Error("since Monday says that it is settled")
	}
	if c := Changes("Drizzle replaces Prisma."); len(c) != 1 || c[0] != (Change{Old: "Prisma", New: "Drizzle"}) {
		t.Errorf("one that replaces another: %+v", c)
	}
	for newer, older := range map[string]string{
		"We got a new van, a Transit.":      "Our van is a Sprinter.",
		"We got off of Heroku.":             "We use Heroku.",
		"We moved the blog off of Ghost.":   "The blog runs on Ghost.",
		"We moved the blog away from Ghost": "The blog runs on Ghost.",
	} {
		if !Reverses(newer, older) {
			t.Errorf("%q does not end %q", newer, older)
		}
	}
}

func TestTimesOfEveryday(t *testing.T) {
	now := time.Date(2026, 5, 11, 10, 0, 0, 0, time.UTC)
	day := func(m time.Month, d int) time.Time { return time.Date(2026, m, d, 0, 0, 0, 0, time.UTC) }
	for s, want := range map[string]time.Time{
		"In May 5 users left.":             day(5, 1), // of the month
		"We lost in March 3 days.":         day(3, 1),
		"The fair is next March.":          day(3, 1).AddDate(1, 0, 0),
		"The lid is due eod.":              day(5, 11),
		"The fair ends at the end of 2027": day(12, 31).AddDate(1, 0, 0),
	} {
		if got := Times(s, now); len(got) != 1 || !got[0].From.Equal(want) {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
