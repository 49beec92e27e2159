package language

import "testing"

// What somebody would like to change, or thinks about, has not changed.
func TestAThoughtChangesNothing(t *testing.T) {
	const limit, fair = "the baggage limit is 20 kg", "the fair is on May 5"
	testFollows(t, []followed{
		{limit, "we should raise the baggage limit to 25 kg", Unrelated},
		{limit, "we could bump the baggage limit to 25 kg", Unrelated},
		{limit, "can we raise the baggage limit to 25 kg?", Unrelated},
		{limit, "maybe we raise the baggage limit to 25 kg", Unrelated},
		{limit, "I'd like to raise the baggage limit to 25 kg", Unrelated},
		{limit, "Odile wants us to raise the baggage limit to 25 kg", Unrelated},
		{limit, "the airline asked us to lower the baggage limit to 15 kg", Unrelated},
		{limit, "we're thinking about raising the baggage limit to 25 kg", Unrelated},
		{limit, "we're considering raising the baggage limit to 25 kg", Unrelated},
		{fair, "we might move the fair to May 9", Unrelated},
		{fair, "Odile would like to move the fair to May 9", Unrelated},
		{limit, "we decided to raise the baggage limit to 25 kg", Updates},
		{limit, "we had to raise the baggage limit to 25 kg", Updates},
		{limit, "we're raising the baggage limit to 25 kg", Updates},
		{limit, "we'll raise the baggage limit to 25 kg", Updates},
		{limit, "the baggage limit should be 25 kg now", Updates},
		{fair, "Odile wanted more time, so we moved the fair to May 9", Updates},
	})
}

// What takes place is moved to another day, and not what is only called after it.
func TestWhatMovesToAnotherDay(t *testing.T) {
	testFollows(t, []followed{
		{"the regatta is on May 5", "regatta slips to May 9, the mole is closed", Updates},
		{"the launch is on May 5", "launch moves to May 9, the tuner was ill", Updates},
		{"the regatta is on May 5", "regatta shifts to May 9", Updates},
		{"my birthday dinner is on May 5", "birthday dinner moves to May 9", Updates},
		{"the fee is 20 euros", "the fee rises to 25 euros", Updates},
		{"the regatta is on tuesday", "moved the regatta to thursday", Updates},
		{"the launch is friday", "the launch is monday now", Updates},
		{"the regatta is on tuesday", "the audit is on thursday", Unrelated},
		{"I row on monday", "I swim on thursday", Unrelated},
		{"the launch is on May 5", "the launch party moves to May 9", Unrelated},
		{"the wedding is on May 5", "the wedding rehearsal moves to May 9", Unrelated},
		{"the regatta is on May 5", "regatta invoice slips to May 9", Unrelated},
		{"the launch is on May 5", "the audit moves to May 9", Unrelated},
		{"my hourly fee is 85", "hourly fee goes up to 95", Updates},
		{"my hourly fee is 85", "new pupils pay 95 an hour from January", Unrelated},
	})
}
