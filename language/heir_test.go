package language

import (
	"testing"
	"time"
)

// What a statement ends as a whole, and what it leaves alone.
func TestEndsWhole(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"The nightly imports run on bamboo", "bamboo is gone, buildkite runs them", true},
		{"packages are handled with pipenv", "pipenv is out", true},
		{"We fetch the eggs from the Marlow farm", "dropped the Marlow farm", true},
		{"We're staying at the Astoria in July", "the Astoria fell through", true},
		{"We're going to Malta in July", "Malta didn't work out", true},
		{"The mirrors run on Jenkins", "we're off jenkins", true},
		{"The mirrors run on Jenkins and take 4 hours", "we're off jenkins", false},
		{"I know the history of the Marlow farm", "dropped the Marlow farm", false},
		{"We stayed at the Astoria in July", "the Astoria fell through", false},
		{"The mirrors run on Jenkins", "jenkins is out for lunch", false},
		{"Ravi is our team lead", "Dana took over from Ravi as team lead", true},
		{"our tutor is Ravi", "Dana took over from Ravi", true},
		{"Ravi is our team lead", "Dana took over from Ravi as treasurer", false},
		{"Ravi is our team lead", "Dana should take over from Ravi", false},
		{"my berth is 31C", "my berth is 12D", true},
		{"our booth at the market is D7", "they moved our booth to E2", true},
		{"berth 31C on the night train", "they changed my berth to 4A", true},
		{"my berth is 31C", "my sister's berth is 12D", false},
		{"my berth on the way out is 31C", "my berth on the way back is 12D", false},
		{"my berth is 31C", "my berth on the ferry is 12D", false},
		{"our cabin is 20 degrees", "our cabin is 18 degrees", false},
	} {
		n, o := NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{})
		if got := n.EndsWhole(o); got != c.want {
			t.Errorf("%q ends %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
}

// Who ended something may be left out.
func TestWhoEndedItMayBeLeftOut(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"We drive a Saab", "Sold the Saab, got a Kia", true},
		{"I'm learning Dutch on Babbel", "gave up on Babbel", true},
		{"Kim handles payroll", "payroll went to Sven", true},
		{"We drive a Saab", "Sell the Saab", false},
		{"We drive a Saab", "sold the boat", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q reverses %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
}

// A value that has changed, by a word that was not read, and one that only looks so.
func TestValuesOtherwiseSince(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"keep 14 nightly dumps", "keep 5 nightly dumps instead", Updates},
		{"keep 14 nightly dumps", "keep 5 weekly dumps instead", Unrelated},
		{"the release branch needs three reviews", "we lowered it to two reviews on the release branch", Updates},
		{"the pool costs 29 a month", "the pool's 35 a month since March", Updates},
		{"we pay 45 a month for Sentry", "Sentry is 70 a month after the renewal", Updates},
		{"the garage costs 29 a month", "the pool's 35 a month since March", Unrelated},
		{"the hall lamp is 4000 K", "changed the desk lamp to 2700 K", Unrelated},
		{"Release is planned for March 14", "release slipped to March 21", Updates},
	} {
		n, o := NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{})
		if got := Relate(n, o, nil); got != c.want {
			t.Errorf("%q of %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
}

// Tools of two languages stand side by side, and two dates of one thing do not.
func TestToolsOfTwoWorldsHoldBoth(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"lint with pylint", "lint with stylelint", Unrelated},
		{"lint with pylint", "lint with flake8", Denies},
		{"format with rustfmt", "format with prettier", Unrelated},
		{"my hearing is May 4", "my hearing is May 14", Denies},
		{"my hearing is May 4", "my fitting is May 14", Unrelated},
	} {
		n, o := NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{})
		if got := Clash(n, o); got != c.want {
			t.Errorf("%q of %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
	if n, o := NewStatement("the frontend was moved to vitest", time.Time{}), NewStatement("we use pytest", time.Time{}); n.SwapsTool(o) {
		t.Error("vitest takes the place of pytest")
	}
}
