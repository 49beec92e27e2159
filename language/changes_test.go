package language

import "testing"

// A step of a procedure changes nothing that is known.
func TestAStepIsNoChange(t *testing.T) {
	if got := Changes("To ship an order: Open the board → find the row → change the state from 'Packed' to 'Sent'"); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if got := Changes("To ship an order: Find the row and change the state from 'Packed' to 'Sent' when it is out."); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if got := Changes("We changed the state of the order from 'Packed' to 'Sent'"); len(got) != 1 {
		t.Errorf("%+v", got)
	}
}
