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
		{"Our cousin Nina is seven.", "Nina turned eight yesterday.", Updates},
		{"The colt is called Brisk and he is two.", "Brisk turned three last month.", Updates},
		{"Our regatta is on June 14.", "We had to postpone the regatta to September 5.", Updates},
		{"I row 20 laps each Tuesday", "I've worked my way up to 30 laps each Tuesday", Updates},
		{"I've written to 11 shipyards so far", "I've written to 17 shipyards by now and heard back from two", Updates},
		{"The tide server has 8 GB of memory.", "The tide server has 24 GB of memory now and the weekly export runs through.", Updates},
		{"I have a booster jab for Rabies scheduled on April 5", "I'm going to Harbour Clinic on April 2 for my Rabies booster jab", Updates},
		{"I have a booster jab for Rabies scheduled on April 5", "I'm going to Harbour Clinic on April 2 for the booster jab of Ben", Unrelated},
		{"My uncle is 59 years old", "My uncle had his 60th birthday", Updates},
		{"We have two goats", "A third goat moved in with us last week", Updates},
		{"We have two goats", "A fourth goat moved in with us last week", Unrelated},
		{"We baked two cakes", "We baked a third cake", Unrelated},
		{"My berth costs 82 euros", "They put the berth up to 87 euros", Updates},
		{"The crew ran 5 miles a day", "The crew will run 8 miles a day now", Updates},
		{"The kiln takes 10 minutes", "The kiln takes 15 minutes since this morning", Updates},
	})
}
