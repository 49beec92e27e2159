package language

import (
	"testing"
	"time"
)

func TestWhatIsSoInOneCaseAlone(t *testing.T) {
	at := time.Date(2026, 11, 2, 10, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		older, newer string
		want         bool
	}{
		{"The probe reports every ten minutes.", "At night the probe reports every hour.", true},
		{"The probe reports every ten minutes.", "The probe reports every hour.", false},
		{"The probe reports at night every ten minutes.", "At night the probe reports every hour.", false},
		{"The bundle is 34 MB.", "Without the fonts the bundle shrank to 27 MB.", true},
		{"The bundle without fonts is 30 MB.", "Without the fonts the bundle shrank to 27 MB.", false},
		{"The bundle is 34 MB.", "Without the fonts the bundle is now 27 MB.", false},
		{"The kiln holds 900 degrees.", "When the door is open the kiln holds 400 degrees.", true},
		{"The p99 is 240 ms.", "With the new index the p99 fell to 90 ms.", false},
		{"The p99 is 240 ms.", "With caching, the p99 fell to 90 ms.", false},
		{"The p99 is 240 ms.", "With caching, the p99 is 90 ms.", true},
		{"I have 6 recipes in my draft.", "With the two breads I have 9 recipes in my draft.", false},
		{"Jobs are retried three times.", "Jobs that hit a lock are retried ten times.", true},
		{"Jobs that hit a lock are retried three times.", "Jobs that hit a lock are retried ten times.", false},
		{"A merge needs one approval.", "On Fridays a merge needs two approvals.", true},
		{"On Mondays a merge needs one approval.", "On Fridays a merge needs two approvals.", false},
		{"The talk is on Friday.", "On Friday the talk is at nine.", false},
		{"We use beeswax as the glaze.", "For a test we use soot as the glaze.", true},
		{"The reviews are on Thursdays.", "The review is on Wednesday this week.", true},
		{"The reviews are on Thursdays.", "The review is on Wednesday as of this week.", false},
		{"The reviews are on Thursdays.", "This week we moved the reviews to Wednesdays from now on.", false},
		{"The review is on Thursday.", "The review is on Wednesday this week.", false},
		{"The hatch size is 32.", "In the tests the hatch size is 8 now.", true},
		{"In the tests the hatch size is 8.", "The hatch size is 64 now.", true},
		{"The hatch size in tests is 32.", "In the tests the hatch size is 8.", false},
		{"the hatch size is 32", "the hatch size is 8 in dev", true},
		{"the hatch size is 32", "the hatch size is 8 in test mode", false},
		{"the hatch size is 32", "locally the hatch size is 8", true},
		{"on localhost the hatch size is 32", "locally the hatch size is 8", false},
		{"The stall opens at nine.", "On weekends the stall opens at ten.", true},
		{"The stall opens at nine on weekends.", "On weekends the stall opens at ten.", false},
		{"Berths are paid within 30 days.", "For Lund Shipping berths are paid within 14 days now.", true},
		{"Lund Shipping pays within 30 days.", "For Lund Shipping it's 14 days now.", false},
		{"Berths are paid within 30 days.", "For berths it's 14 days now.", false},
		{"We build on the old box.", "For CI we use the new box now.", false},
		{"A crate holds 20 kg.", "For example, a crate of 5 kg would do for herbs.", true},
		{"A crate holds 20 kg.", "For our crates it is 5 kg.", false},
		{"The stall is open until six.", "On holidays the stall is open until four.", true},
	} {
		if got := NewStatement(tc.newer, at.AddDate(0, 0, 14)).OnlyInCase(NewStatement(tc.older, at)); got != tc.want {
			t.Errorf("%q after %q: %t", tc.newer, tc.older, got)
		}
	}
}
