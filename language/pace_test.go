package language

import "testing"

// TestPace holds that how often something is done is one value, in whatever words.
func TestPace(t *testing.T) {
	related(t, []relatedPair{
		{"The well is tested every two weeks", "The well is tested once a month now", Updates},
		{"The well is tested every two weeks", "The well is tested monthly now", Updates},
		{"The well is tested every night", "The well is tested every six hours", Updates},
		{"We water the ferns twice a week", "We water the ferns every other day now", Updates},
		{"The well is tested every two weeks", "The well is tested every 14 days", Unrelated},
		{"The well is tested weekly", "The pump is tested monthly", Unrelated},
		{"We save 50 euros every week", "We save 200 euros every month", Unrelated},
		{"Lee features my blog in the Harbour Weekly", "I cut the blog posts down from weekly to monthly", Unrelated},
		{"Our monthly fee is 30 euros", "Our weekly round begins at the pier", Unrelated},
	})
}

// TestHoursInWords holds which words tell an hour.
func TestHoursInWords(t *testing.T) {
	related(t, []relatedPair{
		{"The ferry round starts at 9:30", "The ferry round was moved to a quarter past ten", Updates},
		{"I feed the goats around midnight", "I feed the goats around half past ten these days", Updates},
		{"The mill opens at eight", "The mill opens at nine now", Updates},
		{"The mill opens at eight", "The mill doesn't open until nine now", Updates},
		{"The tide sheet is printed every night at 2", "The tide sheet is printed every night at 4", Updates},
		{"The ferry round starts at noon", "The ferry round starts at 12 pm now", Unrelated},
		{"The mill opens at 8", "The mill opens at 8 am now", Unrelated},
		{"The dose of the mill is capped at 8", "The mill opens at 9 now", Unrelated},
	})
}

// TestValuesToldByTheirVerb holds values that the words beside them make out: retries,
// ages, one more, a sum, a release.
func TestValuesToldByTheirVerb(t *testing.T) {
	related(t, []relatedPair{
		{"The beacon retries five times", "I lowered the number of retries of the beacon to two", Updates},
		{"The sluice times out after 30 s", "I doubled the timeout of the sluice to 60 s this morning", Updates},
		{"The badge expires after 30 days", "The badge expires after 20 days now", Updates},
		{"We use Terraform 1.3 for the dam", "We upgraded Terraform to 1.9 on Friday", Updates},
		{"Nina is seven", "Nina turned eight on Friday", Updates},
		{"My uncle is 59 years old", "My uncle had his 60th birthday", Updates},
		{"We have two goats", "A third goat moved in with us last week", Updates},
		{"We have two goats", "A fourth goat moved in with us last week", Unrelated},
		{"We baked two cakes", "We baked a third cake", Unrelated},
		{"My berth costs 82 euros", "They put the berth up to 87 euros", Updates},
		{"The crew ran 5 miles a day", "The crew will run 8 miles a day now", Updates},
		{"The kiln takes 10 minutes", "The kiln takes 15 minutes since this morning", Updates},
	})
}
