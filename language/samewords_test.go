package language

import (
	"testing"
	"time"
)

// What is said again, word for word but for the value, gives another value of the same.
func TestTheSameWordsWithAnotherValue(t *testing.T) {
	testFollows(t, []followed{
		{"The timeout is 20 seconds.", "The timeout is 30 seconds.", Updates},
		{"The timeout is 20 seconds in production.", "Our timeout is now 30 seconds in production.", Updates},
		{"We use 2 workers in staging.", "We use 4 workers in staging.", Updates},
		{"Backups run at 2am.", "Backups run at 3am.", Updates},
		{"Batches contain 100 rows.", "Batches contain 500 rows.", Updates},
		{"The kiln size is 20.", "The kiln size is 30.", Updates},
		{"The timeout is 20 seconds.", "The timeout is 20 seconds.", Unrelated},
		{"The timeout is 20 seconds in production.", "The timeout is 30 seconds in staging.", Unrelated},
		{"I ran 3 km.", "I ran 5 km.", Unrelated}, {"The deploy took 5 minutes.", "The deploy took 9 minutes.", Unrelated}, {"I ran 3 km.", "No, I ran 5 km.", Updates}, // and once more
		{"I drink 3 cups today.", "I drink 5 cups today.", Unrelated},          // that was another day
		{"Photo of two goats.", "Photo of three goats.", Unrelated},            // tells nothing
		{"There is a call at 9am.", "There is a call at 10am.", Unrelated},     // another call
		{"The timeout is 1 second.", "The timeout is 900 seconds.", Unrelated}, // too far apart
		{"Is the timeout 20 seconds?", "Is the timeout 30 seconds?", Unrelated},
		{"Line 3 is 20 pixels wide.", "Line 4 is 30 pixels wide.", Unrelated},
	})
	everywhere := func(string) bool { return true }
	newer, older := NewStatement("The timeout is 30 seconds.", time.Time{}), NewStatement("The timeout is 20 seconds.", time.Time{})
	if got := Relate(newer, older, everywhere); got != Unrelated {
		t.Errorf("of words that are everywhere: %v", got)
	}
}

// What is on other days now is no more on those of before.
func TestTheSameWordsWithOtherDays(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"The crew meets on Thursdays.", "The crew now meets on Wednesdays.", Updates},
		{"The crew meets on Thursdays.", "Our crew meets on Wednesdays from now on.", Updates},
		{"The crew meets on Tuesdays and Thursdays.", "The crew meets on Wednesdays these days.", Updates},
		{"We go to the pool on Saturdays.", "We go to the pool on Sundays now.", Updates},
		{"The regatta is on Friday.", "The regatta is on Saturday after all.", Updates},
		{"The crew meets on Thursdays.", "The crew meets on Wednesdays.", Unrelated},
		{"The crew meets on Thursdays.", "The crew also meets on Wednesdays now.", Unrelated},
		{"The crew does not meet on Thursdays.", "The crew does not meet on Wednesdays now.", Unrelated},
		{"The crew meets on Thursdays.", "The choir now meets on Wednesdays.", Unrelated},
		{"The job runs on the old box.", "The job runs on Sundays now.", Unrelated},
		{"Ana's birthday is October 4.", "Ana's birthday is October 14.", Denies},
		{"Ben's birthday is October 4.", "Ana's birthday is October 14.", Unrelated},
	} {
		if got := Clash(NewStatement(c.newer, clock), NewStatement(c.older, clock.AddDate(0, 0, -3))); got != c.want {
			t.Errorf("%q, then %q: %v, want %v", c.older, c.newer, got, c.want)
		}
	}
}

// The new one of what there is one of takes the place of the one before, of others there may be
// one more; and what is so after all was to be otherwise.
func TestTheNewOneOfAPost(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"Jonas is our product manager.", "Mia is the new product manager.", true},
		{"Our tech lead is Jonas.", "Mia is our new tech lead.", true},
		{"Jonas is the tech lead of the search team.", "Mia is the new tech lead of the billing team.", false},
		{"Jonas is our designer.", "Mia is our new designer.", false},
		{"Bello is our dog.", "Rex is our new dog.", false},
		{"We decided against reed because Ida does not want another tool.", "Actually we do reed after all, Ida agreed.", true},
		{"I'm not going to the fair.", "I'm going to the fair after all.", true},
		{"I'm selling the old boat in May.", "I'm not selling the boat after all.", true},
		{"I'm selling the old boat in May.", "I'm not selling the house after all.", false},
		{"I'm going to the fair.", "I'm going to the fair after all.", false},
		{"I didn't make it to the fair.", "I'm going to the fair after all.", false},
		{"The kitchen fan is off.", "The kitchen fan is on now.", true},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q, then %q: %v", c.older, c.newer, got)
		}
	}
}
