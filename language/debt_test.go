package language

import (
	"testing"
	"time"
)

func TestWhoOwesWhom(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"I owe my brother 600 dollars.", "I owe my brother 250 dollars now.", Updates},
		{"I owe my brother 600 dollars.", "I owe him 250 dollars now.", Updates},
		{"I owe Ben 200 euros.", "I paid Ben back 120 euros, so I owe him 80 euros now.", Updates},
		{"I owe my brother 600 dollars.", "My brother owes my mother 250 dollars.", Unrelated},
		{"I owe my brother 600 dollars.", "I owe my mother 250 dollars now.", Unrelated},
		{"I owe my brother 600 dollars.", "My sister owes my brother 250 dollars now.", Unrelated},
	} {
		if got := Relate(NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{}), nil); got != c.want {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"The guild gives us 25 free days.", "The council raised the free days to 28.", Updates},
		{"The guild gives us 25 free days.", "The council raised the fee to 28.", Unrelated},
	} {
		if got := Relate(NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{}), nil); got != c.want {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
	for s, want := range map[string]string{
		"The rate climbed to 3.4% after the change, what next?": "The rate climbed to 3.4% after the change",
		"We meet every two weeks, what agenda works?":           "We meet every two weeks",
	} {
		if sp := Told(s); s[sp.Start:sp.End] != want {
			t.Errorf("%q tells %q, want %q", s, s[sp.Start:sp.End], want)
		}
	}
}
