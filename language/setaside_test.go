package language

import "testing"

// A value that is set aside for another one is ended where it alone is told.
func TestAValueThatIsSetAside(t *testing.T) {
	const kept = "charts are kept for 14 days"
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{kept, "disregard the 14 days, the port wants 90", true},
		{kept, "forget about those 14 days, it's 90 now", true},
		{kept, "please ignore the 14 days, the port asked for 90 days", true},
		{kept, "we scrapped the 14 days, it's 90 from now on", true},
		{kept, "never mind the 14 days, the port wants 90", true},
		{kept, "the 14 days are off, the port wants 90", true},
		{kept, "disregard the 14 days rule, the port wants 90", true},
		{"the deposit is $400", "scratch the $400, the landlord wants $500", true},
		{"the winch turns 90 rpm/s", "90 rpm/s feels sluggish, 110", true},
		{"the pause is 8 seconds", "8 s is too short, make it 12", true},
		{"the pause is 8 seconds", "8 s is overkill, 5", true},
		{"the pause is 8 seconds", "8 s pause feels laggy, 5", true},
		{"the winch waits 8 seconds", "8 s fade feels laggy, 5", false},
		{"the pause is 8 seconds", "8 s feels right, 12 would be too long", false},
		{"the pause is 8 seconds", "8 s isn't too short, 5 is", false},
		{"the pause is 8 seconds", "8 s is too early to tell, 12 boats came", false},
		{kept, "disregard the 30 days, the port wants 90", false},
		{kept, "disregard the 14 days", false},
		{kept, "disregard the 14 days warning, there are 3 more", false},
		{kept, "don't forget the 14 days, the port wants 90", false},
		{kept, "I forgot the 14 days, the port wants 90", false},
		{kept, "can we drop the 14 days and take 90?", false},
		{kept, "the harbour master ignores the 14 days, the port wants 90", false},
		{"charts are kept for 14 days, logs for 30 days", "disregard the 14 days, the port wants 90", false},
		{"we have 14 boats", "disregard the 14 days, the port wants 90", false},
		{"scrap the 14 days, the guild wants 20", "disregard the 14 days, the port wants 90", false},
	} {
		if got := NewStatement(c.newer, clock).SetsAside(NewStatement(c.older, clock)); got != c.want {
			t.Errorf("%q, then %q: %v", c.older, c.newer, got)
		}
	}
}
