package language

import "testing"

// What somebody wants of a thing is asked of it; what somebody wants to do, and what is
// wanted by a day, is planned.
func TestWhatIsWantedIsNoPlan(t *testing.T) {
	for text, want := range map[string]string{
		"the chandler wants brass":                          "wanted",
		"Odile wants the deck to be grey":                   "wanted",
		"no more hemp, the insurer wants nylon":             "wanted",
		"forget the 14 m, the port wants 20":                "wanted",
		"Odile wants dark sails.":                           "wanted",
		"the owner wants `brine` as glue":                   "wanted",
		"our captain wants two pumps instead of one":        "wanted",
		"the board wants no diesel on the pier":             "wanted",
		"the harbour office wants a log of each trip":       "wanted",
		"the insurer wants the mast checked":                "wanted",
		"Odile wants to see the mast":                       "plan",
		"the owner wants the sails on Friday":               "plan",
		"the owner wants brass, we will buy it":             "plan",
		"we are going to paint, the owner wants grey":       "plan",
		"the owner wants in":                                "plan",
		"the owner wants to paint the deck next week":       "plan",
		"the owner wants the appointment moved":             "plan",
		"the owner wants the lamp back by Friday":           "plan",
		"I want to paint the deck":                          "plan",
		"we want to sail in May":                            "plan",
		"whether the owner wants grey is open, is it blue?": "",
	} {
		c, got := handCues(text), ""
		switch {
		case c.Wanted && !c.Plan:
			got = "wanted"
		case c.Plan && !c.Wanted:
			got = "plan"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A day of what was is no plan, in whichever clause the verb stands.
func TestADayOfWhatWasIsNoPlan(t *testing.T) {
	for text, want := range map[string]string{
		"the trip on Friday was a mess":                      "event",
		"the 1.33 lock leaks, rolled back to 1.32 on Friday": "event",
		"the trips were short on Monday":                     "event",
		"mast too heavy, went back to ash on Friday":         "event",
		"the market in April was a joke":                     "event",
		"the mast was weak, the next one is due on Friday":   "plan",
		"the lock leaks, we change it on Friday":             "plan",
		"the trip on Friday is short":                        "plan",
		"the plan was to sail on Friday":                     "plan",
		"the first one was weak, the other comes on Friday":  "plan",
		"was the trip on Friday a mess?":                     "",
	} {
		c, got := handCues(text), ""
		switch {
		case c.Plan:
			got = "plan"
		case c.Event:
			got = "event"
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNowAndPlanned(t *testing.T) {
	for text, want := range map[string]string{
		"the pump is now at pier 2, the old one gets scrapped on Friday":      "the pump is now at pier 2|the old one gets scrapped on Friday",
		"the mast is of ash now and the old mast will be sold":                "the mast is of ash now|the old mast will be sold",
		"The logs are now in the shed; Odile is going to burn the rest.":      "The logs are now in the shed|Odile is going to burn the rest.",
		"the office is now at pier 4, but we will keep the shed":              "the office is now at pier 4|we will keep the shed",
		"the crane now runs on diesel, the wires get cut on Friday":           "the crane now runs on diesel|the wires get cut on Friday",
		"the pump is now at pier 2, it gets scrapped on Friday":               "", // which one, nobody knows
		"the pump is at pier 2, the old one gets scrapped on Friday":          "",
		"the pump is now at pier 2, the old one is at pier 3":                 "",
		"the pump will now be at pier 2, the old one gets scrapped on Friday": "",
		"the pump is now at pier 2, on Friday":                                "",
		"from now on the pump is off, the old one gets scrapped on Friday":    "",
		"we sail on Friday, the pump is now at pier 2":                        "",
	} {
		now, planned, ok := NowAndPlanned(text)
		got := ""
		if ok {
			got = text[now.Start:now.End] + "|" + text[planned.Start:planned.End]
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestWhatMovesToADayIsNoOrder(t *testing.T) {
	for s, order := range map[string]bool{
		"launch moves to May 9":                    false,
		"launch moves to nov 9, the tuner was ill": false,
		"review meeting shifts to Monday":          false,
		"audit got moved to July 14":               false,
		"release slides to april 9":                false,
		"design review slips to the 12th":          false,
		"review was pushed back to Friday":         false,
		"demo has been postponed until next week":  false,
		"launch goes to 10":                        false,
		"move the launch to May 9":                 true,
		"release slides to the press":              true,
		"review moves to the board before they go": true,
		"launch the demo on May 9":                 true,
		"audit the books until Friday":             true,
		"push the review to Friday":                true,
		"schedule moves for Friday":                true,
	} {
		if got := newReading(s).imperative(); got != order {
			t.Errorf("%q is an order: %v, want %v", s, got, order)
		}
	}
}

func TestUndertakes(t *testing.T) {
	yes(t, Undertakes, map[string]bool{
		"I'll use the old winch instead.":                 true,
		"Once you agree, I'll paint the whole deck.":      true,
		"I’ll look at the chart.":                         true,
		"I will now mend the winch.":                      true,
		"I now will mend the winch.":                      true,
		"I'm going to look at the chart first.":           true,
		"Let me look at the chart first.":                 true,
		"We decided to mend the old winch first.":         false,
		"I'm going home when the winch holds.":            false,
		"Let the winch run dry before you oil it.":        false,
		"I'm glad that it holds.":                         false,
		"I now see why the winch stops.":                  false,
		"The harbour lets boats in at night, tell me so.": false,
	})
}
