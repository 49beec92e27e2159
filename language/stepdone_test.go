package language

import "testing"

// That a numbered part of the work is done is of the session; what is done to a thing is not.
func TestStepDone(t *testing.T) {
	for s, want := range map[string]bool{
		"S14 completed": true, "s3 is completed": true, "T-104 is complete": true, "step 3 done": true, "Phase 2 is now finished.": true, "Task 7.2 is done": true,
		"We finished the pier in 2019.": false, "The pier is finished.": false, "Port 8080 is taken.": false, "Ticket sales are done by 5 clerks.": false,
		"Phase 2 is finished by Olaf.": false, "done": false, "step 3": false,
	} {
		if got := CuesOf(s).Status; got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
