package language

import "testing"

// What a value stands in the place of need not repeat its unit or its month, and ends it.
func TestTheOldValueIsNamed(t *testing.T) {
	testFollows(t, []followed{
		{"we keep logs for 30 days", "logs have to go after 14 days not 30", Updates},
		{"we keep logs for 30 days, a job drops older ones at night", "logs go after 14 days, not 30", Updates},
		{"we keep logs for 30 days", "logs go after 14 days and not 30", Updates},
		{"we keep logs for 30 days", "logs go after 14 days instead of 30", Updates},
		{"the pause is 30 seconds", "the pause is 20 seconds, not 30", Updates},
		{"we have 4 boats", "we have 3 boats not 4", Updates},
		{"harvest orders close on 15 dec", "last order day is 13 dec not 15", Updates},
		{"the exam is on the 15th", "the exam is on the 13th not the 15th", Updates},
		{"the piano tuner comes on the 16th", "the piano tuner can't on the 16th, comes on the 23rd", Updates},
		{"the piano tuner comes on the 16th", "I can't on the 16th, my aunt comes on the 23rd", Unrelated},
		{"the exam is on 15 May", "the exam is on 13 May, not on the 15th", Updates},
		{"we keep logs for 90 days", "logs go after 14 days not 30", Unrelated},
		{"we keep charts for 30 days", "logs go after 14 days not 30", Unrelated},
		{"the trials need 30 days", "logs go after 14 days not 30", Unrelated},
		{"the gala is on 15 dec", "the deadline is 13 dec not 15", Unrelated},
		{"I drink 4 coffees a day", "yesterday I drank 3 coffees instead of 4", Unrelated},
		{"the plan has 5 seats", "we need 3 seats not 5", Unrelated},
	})
}
