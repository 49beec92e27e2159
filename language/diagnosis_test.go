package language

import "testing"

func TestFoundCause(t *testing.T) {
	for s, want := range map[string]bool{
		"it was the pump controller, its fan had stopped":                       true,
		"it was a stale lock":                                                   true,
		"ok it was dns":                                                         true,
		"its not the belt, it's the motor that overheats":                       true,
		"it wasn't the cable, it was the switch":                                true,
		"had a look: it's not the sensor, it's our mixer":                       true,
		"found it, the tide office sends the file twice":                        true,
		"I found the bug: the reader counts bytes":                              true,
		"figured it out, the clock of that box is an hour behind":               true,
		"the culprit was the second cron job":                                   true,
		"it was slow yesterday":                                                 false,
		"it was a good day":                                                     false,
		"it was the first time":                                                 false,
		"it was running at 3":                                                   false,
		"it's the new harbour":                                                  false,
		"was it the pump controller?":                                           false,
		"maybe it was the pump controller":                                      false,
		"found it":                                                              false,
		"I found the bug in the second list of harbours":                        false,
		"the pump controller stops every night":                                 false,
		"it wasn't there":                                                       false,
		"it's not slow, it's broken":                                            false,
		"fix the bug that was in the reader":                                    false,
		"it was Friday":                                                         false,
		"if it was the pump controller, we would have seen it in the night log": false,
	} {
		if got := FoundCause(s); got != want {
			t.Errorf("FoundCause(%q) = %t", s, got)
		}
	}
}
