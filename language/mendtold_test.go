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
