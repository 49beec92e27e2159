package language

import "testing"

// A step of a procedure changes nothing that is known.
func TestAStepIsNoChange(t *testing.T) {
	for _, s := range []string{
		"To ship an order: Open the board → find the row → change the state from 'Packed' to 'Sent'",
		"The order goes out like this → find the row → change the state from 'Packed' to 'Sent'",
		"Before it is out find the row, then change the state from 'Packed' to 'Sent'.",
		"To ship an order: Find the row and change the state from 'Packed' to 'Sent' when it is out.",
		"An order that is paid: find the row, open it, change the state from 'Packed' to 'Sent'.",
	} {
		if got := Changes(s); len(got) != 0 {
			t.Errorf("%q: %+v", s, got)
		}
	}
	if got := Changes("We changed the state of the order from 'Packed' to 'Sent'"); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}
