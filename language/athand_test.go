package language

import "testing"

// What points at a thing at hand, or depends on an answer, is no rule for later.
func TestDirectsBeyondNow(t *testing.T) {
	for in, want := range map[string]bool{
		"The lid must be painted with two coats":                  true,
		"All sketches must be in by the 22nd":                     false,
		"All sketches must be in before the 3rd of May":           false,
		"All sketches must be read by the 2nd mate":               true,
		"Only the captain may do that":                            false,
		"Only the captain may touch those":                        false,
		"Only the captain may sail":                               true,
		"This repository must stay small":                         true,
		"You don't have to ask me before you paint":               true,
		"Prefer brass, and leave the lids as they are":            true,
		"This is no tank and should not be painted":               false,
		"The east tank should be linked, not this one":            false,
		"Those lids need to be moved to the top":                  false,
		"There's no need to paint the lid":                        false,
		"Turn the handle so that the guest doesn't have to do it": false,
		"If so, use the brass valve":                              false,
		"If not, I prefer the steel valve":                        false,
		"Write a summary for everything we've painted":            false,
		"Do not remove marks, we like the ones we have painted":   true,
		"Please do a quick count":                                 false,
		"Write a note for the gatekeeper":                         false,
		"Write a note for every gatekeeper":                       true,
		"Write me a note for the gatekeeper":                      false,
		"Write us a song about the east tank":                     false,
		"Write me a note for every gatekeeper":                    true,
		"Put into the east tank":                                  false,
		"Put screws into boxes":                                   true,
		"You need to read the manual of the east tank":            false,
		"You should ask the gatekeeper":                           false,
		"You must ask the gatekeeper before you pour":             true,
		"You should not pour above the mark":                      true,
		"Address 3, 8 and 11":                                     false,
		"Address the last remark of the keeper":                   false,
		"Address me by my first name":                             true,
	} {
		if got := handCues(in).Directs; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// What is only considered, and a number as it is at a time, are no rules.
func TestWhatIsConsideredOrCounted(t *testing.T) {
	for in, want := range map[string]float64{
		"or we use the brass valve":              0,
		"or maybe we use the brass valve":        0,
		"or I keep the tank under the roof":      0,
		"the level is 1,900 as of this morning":  0,
		"we have 40 boats as of today":           0,
		"we use the brass valve":                 0.6,
		"the tide report uses feet as of monday": 0.6,
	} {
		if got := handCues(in).Instruction; got != want {
			t.Errorf("%q: %v, want %v", in, got, want)
		}
	}
}

// Who forbids in two words or in one says the same.
func TestForbidsEitherWay(t *testing.T) {
	for _, what := range []string{"modify the east tank", "remove marks from the gauge"} {
		short, long := handCues("Don't "+what).Instruction, handCues("Do not "+what).Instruction
		if short != long || short < 0.5 {
			t.Errorf("%q: %v with don't, %v with do not", what, short, long)
		}
	}
	if got := handCues("Don't worry about the lid").Instruction; got != 0 {
		t.Errorf("a comfort has %v", got)
	}
}

func TestOpensPointing(t *testing.T) {
	for in, want := range map[string]bool{
		"This made the pump stop":                     true,
		"However, it was caused by the valve":         false,
		"These marks are due to the rain":             true,
		"This project uses brass because steel rusts": false,
		"The pump stopped because the valve was shut": false,
	} {
		if got := OpensPointing(in); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestLikesCertain(t *testing.T) {
	for in, want := range map[string]bool{
		"I don't like the border":             true,
		"I really love these colours":         true,
		"I like oysters":                      false,
		"Ida likes the border":                false,
		"I like to paint, and the lid is red": false,
	} {
		if got := LikesCertain(in); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// A file of mine is no part of my life, and what picks something up decides nothing.
func TestOwnFiles(t *testing.T) {
	for in, want := range map[string]bool{"Improve my CONVENTIONS.md": false, "Improve my garden": true} {
		if got := handCues(in).Personal; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
	for in, want := range map[string]bool{"The lid was picked up by the crane": false, "We picked brass": true, "The pump keeps the decision logic small": false} {
		if got := handCues(in).Decision; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// Who says what the project at hand is tells it to whoever asks later; what only points
// at something beside it tells nobody.
func TestTellsWhatTheWholeIs(t *testing.T) {
	for s, want := range map[string]bool{
		"this is the website of the fire brigade":           true,
		"This is the kiln service: it heats every night.":   true,
		"this repo is the website of the fire brigade":      true,
		"This is kilnd: we sell pots with it.":              true,
		"This is kilnd, a daemon that watches the kiln.":    true,
		"hi, this is firmware for our kiln":                 true,
		"this is odd: it cracks every night":                false,
		"this is the note: it says nothing about the glaze": false,
		"this is our third pot, two cracked":                false,
		"this is a broken tool: it cracks":                  false,
		"this is why: we forgot the glaze":                  false,
	} {
		if c := handCues(s); OpensPointing(s) == want || c.Definition != want && want {
			t.Errorf("%q: tells what the whole is: %v, want %v (%+v)", s, !want, want, c)
		}
	}
}

// "Here" is the project behind a kind of what is in it, and else the place at hand.
func TestHereOfAKind(t *testing.T) {
	for s, want := range map[string]bool{
		"use brass screws in kelp here":          true,
		"use brass screws here":                  false,
		"use brass screws in the lid here":       false,
		"use brass screws in kelp here and sand": false,
		"we never use brass screws here":         true,
		"we always oil barrel lids here":         true,
		"we never use locks here":                true,
		"we never meet anybody here":             false,
	} {
		if c := handCues(s); (c.Directs && c.ProjectBound) != want {
			t.Errorf("%q is a rule of the project: %v, want %v (%+v)", s, !want, want, c)
		}
	}
}

func TestOfThem(t *testing.T) {
	yes(t, OfThem, map[string]bool{
		"Close them politely": true, "ok, close them": true, "Tell them the date": true,
		"Close the gates": false, "Them first": false, "Close it": false, "": false,
	})
}

func TestBreaksOff(t *testing.T) {
	yes(t, BreaksOff, map[string]bool{
		"What was it...": true, "What was it… ": true, `"and then..."`: true,
		"What was it?": false, "What... was it": false, "": false,
	})
}

// What somebody has to do with those whom the work at hand is for is of that work; what
// names them, and what is of the speaker's own life, is not.
func TestDealsHere(t *testing.T) {
	for in, want := range map[string]bool{
		"my rate for them is 85":                        true,
		"My hourly rate here is 90.":                    true,
		"my day rate for this client is 700":            true,
		"my fee for the project is 4000 euros":          true,
		"My contact at the client is Vera":              true,
		"my budget for this job is 20 hours":            true,
		"my invoices to them go out monthly":            true,
		"My quote for the customer was 12k":             true,
		"my contract with them ends in June":            true,
		"my first estimate for this gig was two weeks":  true,
		"my rate is 85":                                 false,
		"My rate for Contoso is 85 per hour":            false,
		"my sister is their contact at the client":      false,
		"my price for the bike was 300":                 false,
		"my gift for them is a vase":                    false,
		"my parents live here":                          false,
		"my rent here is 900":                           false,
		"my mortgage rate at the bank is 4 percent":     false,
		"my electricity contract with Vattenfall is up": false,
		"my heart rate is 60 in the morning":            false,
		"my budget for the holiday is 2000":             false,
	} {
		if c := handCues(in); c.ProjectBound != want || !c.Personal {
			t.Errorf("%q: bound %v, personal %v", in, c.ProjectBound, c.Personal)
		}
	}
}

func TestOrdersPointed(t *testing.T) {
	yes(t, OrdersPointed, map[string]bool{
		"exclude those always": true, "never touch them": true, "never sell those without a word to Ida": true, "always use that for the pier": true,
		"don't ever sell these": false, "please never do that again": true, "always run it twice": true, "skip them, always": true,
		"exclude those ropes always": false, "run them with ninja from now on": false, "never touch that lamp": false, "keep it short": false, "never sell it without a receipt": false,
		"when a rope breaks, always oil it": false, "always ask me before you touch them": false, "they sold them": false, "": false,
	})
}
