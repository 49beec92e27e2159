package language

import "testing"

func TestARuleIsReadWithoutItsReason(t *testing.T) {
	for s, want := range map[string]bool{
		"seeds must be fixed in all trials, I've lost days to that kind of thing": true,
		"use slip only, no red or green, the label of the shop depends on it":     true,
		"all pots must be signed, we had two complaints":                          true,
		"don't move the red shelf, Ole counts the pots on it by hand":             true,
		"keep the sacks under 50 kg, the lift refuses heavier ones":               true,
		"don't move the red shelf please Ole counts the pots on it by hand":       true,
		"don't fire the big kiln, the chimney is blocked":                         false,
		"don't fire the big kiln, Ole is cleaning it":                             false,
		"fetch a pot, the shop sells bigger ones":                                 false,
		"the kiln must be broken, it made a noise":                                false,
		"fire the pots tonight, the shop is empty":                                false,
		"we sold the last pot, I must dig new clay":                               false,
		"should all pots be signed, I wonder":                                     false,
	} {
		if got := handCues(s).Directs && handCues(s).Instruction >= 0.7; got != want {
			t.Errorf("%q: a rule: %v, want %v (%+v)", s, got, want, handCues(s))
		}
	}
}

// A rule under a label holds, whatever reason the label gives, and what will be else is no plan.
func TestWhatWillBeElseIsNoPlan(t *testing.T) {
	for s, want := range map[string]struct{ rule, plan bool }{
		"yard rules because the neighbours will sue: never hammer after 8":        {true, false},
		"naming policy since the printer will choke: never use umlauts":           {true, false},
		"deck rules bc the harbour master will nag: always check the knots":       {true, false},
		"never lend the big saw, he'll lose it otherwise":                         {true, false},
		"always grease the chain or else the lock will jam":                       {true, false},
		"docstrings in danish because the new crew will read them":                {true, false},
		"the sluice stays shut because the cellar will flood":                     {false, false},
		"the pump runs all night or the barn will be under water":                 {false, false},
		"the bell rings at noon, the cook will forget the soup otherwise":         {false, false},
		"we ship on wednesdays because the van will be gone by friday":            {false, false},
		"we will move the boat because the berth is too small":                    {false, true},
		"on friday I'll oil the winch because the crew will be away":              {false, true},
		"we are going to buy sails or oars":                                       {false, true},
		"I'll call the yard or Per will do it":                                    {false, true},
		"the ferry will leave at 9":                                               {false, true},
		"shopping list because guests will come: bread and eggs":                  {false, false},
		"Ole weighed the sacks, so the limit for each sack is 40 kg from here on": {true, false},
		"the rope broke twice, and the old rope is not used any more from now on": {true, false},
		"we sold the barge and I work from home from now on":                      {false, false},
		"the crew painted the hull so that they can sail from here on":            {false, false},
	} {
		if c := handCues(s); c.Directs != want.rule || c.Plan != want.plan {
			t.Errorf("%q: directs %v, plans %v", s, c.Directs, c.Plan)
		}
	}
}

// Of nothing and nobody a ban is said in the present, and so is a list of what there is not to be.
func TestBansToAll(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).Directs }, map[string]bool{
		"nothing leaves the workshop":                      true,
		"nothing leaves our network":                       true,
		"nothing goes to production untested":              true,
		"nobody touches the staging rack":                  true,
		"no one pushes to main":                            true,
		"nobody merges on fridays":                         true,
		"nobody edits the tide table by hand":              true,
		"no one deploys after four":                        true,
		"nothing gets published before the harbour agrees": true,
		"no faces no birthdays":                            true,
		"no addresses, no phone numbers":                   true,
		"no surnames no licence plates no exact ages":      true,

		"nothing leaves the queue":                        false,
		"nothing leaves the workshop today":               false,
		"nothing leaves the workshop when the bell rings": false,
		"nobody touches the old winch anymore":            false,
		"nothing leaves the workshop in one piece":        false,
		"nobody touches fish in my family":                false,
		"nobody commits as often as Ole":                  false,
		"nobody knows why":                                false,
		"nobody likes the new bell":                       false,
		"nothing gets published":                          false,
		"nothing goes right":                              false,
		"nothing happens when I ring":                     false,
		"did nobody touch the rack?":                      false,
		"no wind no waves no sun":                         false,
		"no phone no email":                               false,
		"no faces were seen":                              false,
		"no errors no warnings":                           false,
	})
}

// What there is to be none of is banned with its reason behind it, and with "please" of
// certain things, too.
func TestABanHasAReason(t *testing.T) {
	for s, want := range map[string]bool{
		"no comments in json please it looks untidy":    true,
		"no comments in json, it breaks the parser":     true,
		"no comments in the letters to the shop please": true,
		"no comments on the draft":                      false,
	} {
		if got := handCues(s).Directs; got != want {
			t.Errorf("%q: a rule: %v, want %v (%+v)", s, got, want, handCues(s))
		}
	}
}
