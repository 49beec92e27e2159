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
