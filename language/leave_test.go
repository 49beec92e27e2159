package language

import "testing"

// What is not to be done without the speaker's leave, and when they are to be asked, is a
// rule, of whatever single thing it is said.
func TestWhatNeedsLeaveIsARule(t *testing.T) {
	for in, want := range map[string]bool{
		"don't sell anything of the new potter without me looking at it": true,
		"don't fire the big kiln without telling me":                     true,
		"don't order clay unless I said yes":                             true,
		"Don't start the wheel without asking me first.":                 true,
		"nothing leaves the yard without me seeing it first":             true,
		"no jug is sold without a review":                                true,
		"do not move the shelf without my ok":                            true,
		"don't fire the kiln without Ole watching":                       true,
		"don't send it without asking me":                                false,
		"don't worry unless I call":                                      false,
		"don't fire the kiln without looking":                            false,
		"don't open the door unless the lamp is green":                   false,
		"nothing works without my key":                                   false,
		"nobody came without asking":                                     false,
		"fire the kiln without asking me":                                false,

		"before you throw something away ask me":   true,
		"if a jug is cracked tell me":              true,
		"when the kiln is done tell me":            false,
		"if it cracks tell me":                     false,
		"if you need a hand just let me know":      false,
		"I want a line before each of the jugs":    false,
		"before you came Ole told me":              false,
		"if you can help me with the clay":         false,
		"only add a package if there is no other":  true,
		"only order clay this time if it is cheap": false,
		"only stir the pot":                        false,

		"I want the jugs counted before every sale":      true,
		"I'd like the kiln to be swept each time":        true,
		"I want to swim before every meal":               false,
		"I want a shelf for every jug":                   false,
		"when i say done i mean swept and locked":        true,
		"when I say that they laugh":                     false,
		"whatever you do don't touch the old kiln":       true,
		"whatever you do, don't touch the old kiln":      true,
		"whatever you do it cracks":                      false,
		"don't send letters by yourself":                 true,
		"don't lift the heavy sacks by yourself, we ask": false,
		"Before you're done sorting ask me":              true,
		"Only add a package if the old one is gone":      false,
	} {
		c := handCues(in)
		if got := c.Directs && c.Instruction >= 0.5; got != want {
			t.Errorf("%q: %v, want %v %+v", in, got, want, c)
		}
	}
}
