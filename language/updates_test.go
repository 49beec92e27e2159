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
