package language

import "testing"

// A prompt that names nothing gives another value to what was told in the prompt before.
func TestGivesAnew(t *testing.T) {
	for _, c := range []struct {
		before, reply, prompt string
		want                  bool
	}{
		{"the gate checks run every 30 days", "Got it.", "Make that 60 days for the checks", true},
		{"my hearing test is on 26 february", "Noted.", "it was moved to 5 march", true},
		{"the shed code is 4321", "Noted.", "no wait, not 4321. the caretaker reserved it. 4410", true},
		{"the shed code is 4321", "Noted.", "no wait, not 4321", true},
		{"the watch begins at 9:30", "Noted.", "it's at 10 now", true},
		{"the test db listens on port 5433", "ok", "sorry, 5434", true},
		{"supper with the Lunds is on friday", "Enjoy!", "they moved it to saturday", true},
		{"the berth costs 35 a month", "ok", "the berth went up. 42 now", true},
		{"the talk for the crew is on tuesday", "ok", "crew cant make it. thursday instead", true},
		{"the tour meets at gate C3", "ok", "no sorry, C5", true},
		{"the release branch is called rel-june", "ok", "hm no, call it rel-summer", true},
		{"the cups are green", "ok", "make them blue please", true},
		{"the pump runs at 40 rpm", "Every 40 rpm or so.", "make it 50 because the tank is big", true},
		{"the pump runs at 40 rpm", "Noted. Anything else?", "make it 50", true},
		// What it is may be left out, where a word says that it is otherwise.
		{"the flag rollout is at 10%", "ok", "bumping to 25% today", true},
		{"Mara takes over the ferry on 1 july", "ok", "has to be 15 july, she's away", true},
		{"I pay 11.99 for the tide app each month", "ok", "12.99 since may", true},
		{"rowing is mondays at 17:00", "ok", "from september on 17:30", true},
		{"the lock has 12 gates", "ok", "we just scaled it to 24", true},
		{"the lock takes 2 boats", "ok", "the port raised that to 5, so no queue needed", true},
		{"the tide rows hold 40 px", "ok", "too small. 60 px", true},
		{"the warranty ends 2 feb 2027", "ok", "sry looked at the wrong slip, 2 aug 2027", true},
		{"the boat check is on thursday", "ok", "yard called, now its friday", true},
		{"the lock has 3 gates", "ok", "not anymore, 5", true},
		{"the regatta is on 8 october", "ok", "moved again, 22 october", true},
		{"the regatta is on 8 october", "ok", "they pulled it forward to 5 october", true},
		{"the regatta is on 8 october", "ok", "saved, see you on 5 october", false},
		{"the lock has 3 gates", "ok", "now 8 weeks of sun", false},
		{"our router is at 10.0.0.1", "ok", "ping it at 10.0.0.2", false},
		{"the lock takes 2 boats", "ok", "we sent it to 5 boats", false},
		{"the lock takes 2 boats", "ok", "give the ferry 5", false},
		{"the flag rollout is at 10%", "ok", "error rate went to 25%", false},
		// What is asked, may be, or is not so.
		{"my hearing test is on 26 february", "Noted.", "was it moved to 5 march?", false},
		{"the watch begins at 9:30", "ok", "dont move it to 10", false},
		{"the watch begins at 9:30", "ok", "maybe make it 10", false},
		{"the watch begins at 9:30", "ok", "it was moved to 10. no it wasn't", false},
		{"the watch begins at 9:30", "ok", "it's still at 9:30", false},
		{"supper with the Lunds is on friday", "ok", "they said \"move it to saturday\"", false},
		// What is of something else, or of a case.
		{"the gate checks run every 30 days", "ok", "the backups are slow. make those 60 days", false},
		{"the pump runs at 40 rpm", "ok", "make it 50 in the tests", false},
		{"the pump runs at 40 rpm", "ok", "the fan is at 50 now", false},
		{"the rack has 6 disks", "ok", "no, 8 users asked for it", false},
		{"supper is on the 7th", "ok", "the cook cancelled. coming on the 8th instead", false},
		{"I get up at 6", "ok", "set it to 7", false},
		{"we get up at 6", "ok", "make it 7", true},
		{"the quay costs 35 a month", "ok", "the quay has a new crane. it's 42 now", false},
		{"the locket is from june 15th", "ok", "add the ring to the list. I bought it on june 1st", false},
		// By how much it moves is no value, and of two nobody knows which one is meant.
		{"jobs stop after 20 seconds", "ok", "raise it by 10 seconds", false},
		{"the watch begins at 9:30 and lunch is at 12:30", "ok", "it's at 10 now", false},
		// What the reply told or asked about may be meant.
		{"jobs stop after 20 seconds", "The run took 50 seconds.", "make it 40 seconds", false},
		{"the test db listens on port 5433", "Which port does the lamp api use?", "make it 6000", false},
	} {
		if got := GivesAnew(c.prompt, c.before, c.reply); got != c.want {
			t.Errorf("%q behind %q (%s): %v", c.prompt, c.before, c.reply, got)
		}
	}
}

// Who only says that a value is not the one gives no rule against it.
func TestDeniesOnly(t *testing.T) {
	for s, want := range map[string]bool{
		"no wait, not 4321.":  true,
		"not 7:12":            true,
		"no, not B12":         true,
		"no tabs":             false,
		"not in 5 minutes":    false,
		"not on fridays":      false,
		"not on friday":       false,
		"not 2 but 3":         false,
		"don't use port 4321": false,
	} {
		if got := DeniesOnly(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestMovesOn(t *testing.T) {
	for _, c := range []struct {
		s, before string
		want      bool
	}{
		{"42 now", "the berth went up.", true},
		{"thursday instead", "the talk was moved.", true},
		{"42 now", "the berth is dear.", false},
		{"42", "the berth went up.", false},
		{"42 now", "the berth went up to 40.", false},
	} {
		if got := MovesOn(c.s, c.before); got != c.want {
			t.Errorf("%q behind %q: %v", c.s, c.before, got)
		}
	}
}
