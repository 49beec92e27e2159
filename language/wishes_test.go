package language

import "testing"

// What the listener shall do whenever such a thing is to be done is a rule; what is asked
// for of the thing at hand is none.
func TestStandingWishes(t *testing.T) {
	for text, want := range map[string]bool{
		"don't rewrite my sentences":                                  true,
		"do not rephrase my wording":                                  true,
		"please don't reword what I wrote":                            true,
		"Please don't change what I write.":                           true,
		"don't correct my grammar":                                    true,
		"don't shorten my comments unless I ask":                      true,
		"don't rewrite my sentence in the log":                        false,
		"don't rewrite this sentence":                                 false,
		"don't touch my boat":                                         false,
		"don't rewrite my chapters in the log":                        false,
		"please don't reword it":                                      false,
		"can you take a copy before you paint the hull each time":     true,
		"Could you ask me before you sell a jug every time?":          true,
		"can you check the hall every time you leave":                 true,
		"would you please call before you enter each time":            true,
		"can you take a copy before the launch":                       false,
		"can you take a copy before you paint the hull":               false,
		"can you ring the bell each time the lock opens":              false,
		"can you check each time stamp":                               false,
		"price lists in euro and dollars pls, always both":            true,
		"charts in colour, always with units":                         true,
		"prices in kroner, always all of them":                        true,
		"he sings at noon, always with friends":                       false,
		"the lamps on the pier, always in pairs":                      false,
		"long walks on Friday, always with Ida":                       false,
		"prices in kroner and euro please":                            false,
		"ropes only from our own archive":                             true,
		"Tickets only from the club shop please":                      true,
		"parts only from the internal catalogue":                      true,
		"ropes only from the archive were lost":                       false,
		"ropes only from this shop":                                   false,
		"a rope only from the shop":                                   false,
		"ropes only from Friday":                                      false,
		"please explain everything simply":                            true,
		"explain things to me in short sentences":                     true,
		"Explain things to us step by step, please.":                  true,
		"explain everything in plain English":                         true,
		"explain this simply":                                         false,
		"explain it to me in short sentences":                         false,
		"please explain the lock simply":                              false,
		"please explain everything that happened":                     false,
		"explain everything in this log":                              false,
		"explain everything":                                          false,
		"for charts always use chalk":                                 true,
		"for charts always use chalk, Ida wants it that way":          true,
		"for sail repairs never use glue because the club forbids it": true,
		"in drawings always use ink":                                  true,
		"for this chart use chalk":                                    false,
		"for charts I always use chalk":                               false,
		"in summer people always swim":                                false,
		"Ida wants the chart":                                         false,
	} {
		if got := handCues(text).Directs; got != want {
			t.Errorf("%q directs %v", text, got)
		}
	}
}
