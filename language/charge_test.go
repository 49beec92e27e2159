package language

import "testing"

func TestSomebodyElseAnswersForIt(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"Ruben took over the billing service from Lena.", "Lena is the owner of the billing service.", true},
		{"Ruben has taken over the billing service.", "Lena owns the billing service.", true},
		{"Ruben is now in charge of the billing service.", "Lena is responsible for the billing service.", true},
		{"Ruben is the new head of sales.", "Lena is the head of sales.", true},
		{"My brother took over the bakery from our parents.", "My father owns the bakery.", true},
		{"Ruben owns the billing service.", "Lena owns the billing service.", false}, // they may share it
		{"Lena now owns the billing service.", "Lena owns the billing service.", false},
		{"Ruben took over the mail service.", "Lena owns the billing service.", false},
		{"Ruben took over the billing service.", "Lena likes the billing service.", false},
		{"Ruben now owns a boat.", "Lena owns a boat.", false}, // each has one
		{"Ruben now owns horses.", "Lena owns horses.", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}
