package language

import "testing"

func TestSomebodyElseAnswersForIt(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"Ruben took over the billing service from Lena.", "Lena is the owner of the billing service.", true},
		{"Ruben has taken over the billing service.", "Lena owns the billing service.", true},
		{"Ruben takes over the tide table", "Lena writes the tide table.", true},
		{"Ruben takes over the tide table", "Lena does the tide table.", true},
		{"Ruben takes over the tide table", "Lena reads the tide table.", false},
		{"Ruben takes over the tide table", "Lena writes the logbook.", false},
		{"Ruben leads the tide table", "Lena writes the tide table.", false},
		{"Ruben is now in charge of the billing service.", "Lena is responsible for the billing service.", true},
		{"Nora left for the coast, so Ruth is the shop manager of the dairy.", "Nora is the shop manager of the dairy.", true},
		{"Nora likes the coast, so Ruth is the shop manager of the mill.", "Nora is the shop manager of the dairy.", false},
		{"Nora is the shop manager of the dairy.", "Ruth is the shop manager of the dairy.", false},
		{"Ruth takes the minutes in our farm council now.", "Nora takes the minutes in our farm council.", true},
		{"Starting this month Ruth takes the minutes of the farm council.", "Nora takes the minutes of the farm council.", true},
		{"Nora can't do it, so Ruth will be in charge of cheese for the fair.", "Nora is in charge of cheese for the fair.", true},
		{"Nora stepped down, and Ruth is coaching the rowing team.", "Nora coaches the rowing team.", true},
		{"Ruth is coaching the rowing team.", "Nora coaches the rowing team.", false},
		{"Nora was promoted, and the rowing team is led by Ruth now.", "Nora leads the rowing team.", true},
		{"Ruben is the new head of sales.", "Lena is the head of sales.", true},
		{"My brother took over the bakery from our parents.", "My father owns the bakery.", true},
		{"Ruben owns the billing service.", "Lena owns the billing service.", false}, // they may share it
		{"Lena now owns the billing service.", "Lena owns the billing service.", false},
		{"Ruben took over the mail service.", "Lena owns the billing service.", false},
		{"Ruben took over on call from Lena.", "Lena is on call.", true},
		{"Ruben is on call now.", "Lena is on call.", true},
		{"Ruben is on pager duty since Monday.", "Lena is on pager duty.", true},
		{"Ruben is on call.", "Lena is on call.", false},
		{"Ruben is on call now, too.", "Lena is on call.", false},
		{"Ruben is on call for the mail service now.", "Lena is on call.", false},
		{"Ruben is on call now.", "Lena is on call on weekends.", false},
		{"Ruben is on the phone now.", "Lena is on the phone.", false},
		{"Ruben took over the billing service.", "Lena likes the billing service.", false},
		{"Ruben now owns a boat.", "Lena owns a boat.", false}, // each has one
		{"Ruben now owns horses.", "Lena owns horses.", false},
		{"Lena handed over billing to Omar.", "Lena owns billing.", true},
		{"Omar is now on-call.", "Lena is on call.", true},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}
