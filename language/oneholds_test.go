package language

import (
	"testing"
	"time"
)

func TestInWhichOfManyAThingIs(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"my desk is in room 12", "my desk is in room 14", Denies},
		{"our choir is in hall Curie", "our choir is in hall Noether", Denies},
		{"our office is on the 3rd floor", "our office is on the 5th floor", Denies},
		{"my locker is number 212", "my locker is number 240", Denies},
		{"my parking spot is B14", "my parking spot is C3", Denies},

		{"my desk is in room 12", "my brother's desk is in room 14", Unrelated},
		{"my desk is in room 12", "my desk is in building 4", Unrelated}, // and in that room
		{"my desk is in room 12", "on Mondays my desk is in room 14", Unrelated},
		{"the choir on Monday is in room 3", "the choir on Friday is in room 5", Unrelated},
		{"my bike is on floor 2", "my car is on floor 3", Unrelated},
		{"the chairs are in room 3", "the chairs are in room 5", Unrelated}, // some here, some there
		{"the printer is in room 3", "the second printer is in room 5", Unrelated},
		{"chapter 3 is in room 4", "chapter 5 is in room 6", Unrelated},
	} {
		if got := Clash(NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{})); got != c.want {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
	if CuesOf("our office is on the 3rd floor").Plan {
		t.Error("the 3rd floor is a day of the month")
	}
}

func TestMovedFirst(t *testing.T) {
	at := time.Date(2026, 1, 2, 9, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"Ana takes the ferry on 6 January", "moved: she takes it on 8 January", Updates},
		{"my ferry leaves on 6 January", "postponed: it leaves on 8 January", Updates},
		{"my ferry leaves on 6 January", "it was moved back, it leaves on 8 January", Updates},
		{"my ferry leaves on 6 January", "sad: it leaves on 8 January", Unrelated},
		{"my ferry leaves on 6 January", "moved: the bus stops on 8 January", Unrelated},
	} {
		if got := Relate(NewStatement(c.newer, at), NewStatement(c.older, at), nil); got != c.want {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
}
