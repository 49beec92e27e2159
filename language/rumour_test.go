package language

import "testing"

// What is announced as hearsay is no rule, plan or decision of who passes it on.
func TestHearsayIsNobodysWill(t *testing.T) {
	for _, s := range []string{
		"heard from a carter that we might drop the mill in Brede, but dont quote me",
		"gossip: they say the harbour master wants us on steam by summer",
		"rumour has it that we move to Brede in spring",
		"Rumor: the mill will close in May",
		"word is that we will sell the barge",
		"word on the street is we will switch to diesel",
		"people say we should never use that dock",
		"I heard that the mill should always run at night",
		"we've heard they will drop the old gauge next year",
		"a little bird told me that we are going to hire ten millers",
		"there is talk of moving the mill to Utrecht next year",
		"there are rumours that the launch will be cancelled",
		"the grapevine says we should avoid the new canteen",
		"some guy on the radio says you must never oil a loom",
		"someone in accounting told me that all bills must be in crowns from now on",
		"supposedly we will get new oars in March",
		"we might drop the mill, but keep it to yourself",
		"don't quote me on that",
		"dont tell anyone yet!",
	} {
		if c := handCues(s); c.Instruction >= 0.5 || c.Directs || c.Decision || c.Preference || c.Plan && !c.Gossip {
			t.Errorf("%q: %+v", s, c)
		}
	}
}

// Who draws a rule from what was heard gives it, and a word for the telling may name a thing.
func TestNoHearsay(t *testing.T) {
	for _, s := range []string{
		"heard the gauge changes in May, so always name the gauge on the bill",
		"Rumour has it that the mill closes; never send flour there.",
		"they oil their looms, always oil ours too",
		"never quote me in the ledger",
		"don't quote me in the ledger",
		"Never tell anyone about the drafts before they are signed.",
		"Gossip nodes should always use the north gate",
		"Word wrap must always be at 80",
		"people should never walk on the dyke",
		"someone must always check the winch",
		"always keep it to the point",
	} {
		if c := handCues(s); c.Gossip || !c.Directs {
			t.Errorf("%q: %+v", s, c)
		}
	}
	for _, s := range []string{"I heard that Olaf got the crane going", "I heard back from the dock: they will paint the hull on Friday", "What have you heard of the mill?", "The word is always written with a hyphen", "Rosa says that we will paint the hull on Friday"} {
		if handCues(s).Gossip {
			t.Errorf("%q is gossip", s)
		}
	}
}

// What a manual, a linter or somebody's crew says is no rule of the speaker, nor is what must
// have happened.
func TestRulesOfOthers(t *testing.T) {
	yes(t, func(s string) bool { c := handCues(s); return c.Directs || c.Standing || c.Instruction >= 0.5 }, map[string]bool{
		"The manual says never to tilt the lamp.":                           false,
		"The docs state that the client must always be closed.":             false,
		"mypy insists that every function must be annotated":                false,
		"the warning reads: never open the hatch under load":                false,
		"At the yard they must never whistle.":                              false,
		"In her crew everyone must wear a helmet, at all times.":            false,
		"in his company nobody may push to main":                            false,
		"Ole must have forgotten the key.":                                  false,
		"Anna must have written it.":                                        false,
		"our style guide says functions must be short":                      true,
		"in our company nobody may push to main":                            true,
		"the linter is strict, so always run it before you push":            true,
		"And from now on always run mypy before you say that you are done.": true,
		"At the border of each module, errors must be wrapped.":             true,
		"In the yard people must be told before you launch.":                true,
		"Every launch must have a pilot.":                                   true,
	})
}
