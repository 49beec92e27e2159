package language

import "testing"

func TestTellsMend(t *testing.T) {
	for s, want := range map[string]bool{
		"it was a sock in the pump, works again":                        true,
		"It was a stale lock file. Works now.":                          true,
		"the pump won't drain. it was a sock, works again":              true,
		"Turns out the fuse was blown, replaced it and it works again.": true,
		"ok so the culprit was a full disk, fixed now":                  true,
		"it was the cable and the printer prints again":                 true,
		"Turned out to be one loose wire; all good now.":                true,

		"That was an old filter, runs fine now":                 true,
		"the problem was my own script, it's fixed":             true,
		"my mistake was our old key, fixed it":                  false, // of no thing that goes
		"my fault was our old key, fixed that":                  true,
		"it was just some rust in the joint, solved now":        true,
		"it was only the Heron valve and so it drains again":    true,
		"it was two loose screws so the lamp is back to normal": true,
		"they were the wrong bolts, works again":                false,
		"Turns out, the belt had slipped, it is solved":         true,
		"Turned out that Docker was out of space, back up":      true,
		"it was a sock in the pump, the pump itself now runs":   true,
		"it was a sock in the pump, has already helped":         true,
		"it was the bearing, I solved it":                       true,

		"if it was a sock in the pump, works again":                  false,
		"it was probably a sock in the pump, works again":            false,
		"was it a sock in the pump, or works again?":                 false,
		"I heard it was a sock in the pump, works again":             false,
		"it was a week, works again":                                 false,
		"it was a, works again":                                      false,
		"it was a sock in the pump, all of it":                       false,
		"it was a sock in the pump, back in the drawer":              false,
		"it was a sock in the pump, runs hot":                        false,
		"it was a sock in the pump, the helped ones left":            false,
		"it was the plan to repair it, works again":                  false,
		"it is a sock in the pump, works again":                      false,
		"the pump was a present, works again":                        false,
		"it was a great talk, works now for me":                      false,
		"it was a long day, all good":                                false,
		"it was a sock in the pump":                                  false,
		"it works again":                                             false,
		"it was great, works again":                                  false,
		"it was a sock in the pump, still not fixed":                 false,
		"was it a sock in the pump?":                                 false,
		"maybe it was a sock in the pump, works again":               false,
		"it was a sock in the pump, and the dryer doesn't run again": false,
		"the ferry was a week late, fixed now":                       false,
	} {
		if got := TellsMend(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
