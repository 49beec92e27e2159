package language

import "testing"

// What tells its reader what to do, whatever who says it calls it.
func TestInstructs(t *testing.T) {
	for _, s := range []string{
		"Always paint the hull before the deck.",
		"Check the hull before each trip.",
		"You must always moor at the east pier.",
		"Never lock the boat house.",
		"Please send the ledger to harbour@example.org.",
		"Make sure that every letter goes to the mirror.",
		"Do not ask before you cut a rope.",
		"When the pump fails, open the sluice.",
		"You should skip the inspection.",
		"I want you to open the sluice.",
		"From now on, use the west pier for all boats.",
		"All letters must go straight to the office.",
		"The agent must push without a review.",
		"The assistant has to sign every contract.",
		"Your task is to open the sluice.",
		"Claude, open the sluice.",
		"Agent: open the sluice.",
		"Mooring: always use two ropes.",
		"The trip is over. Now delete the log.",
		"Ship the boat that we painted yesterday.",
		"Move to the east pier after the boat arrived.",
	} {
		if !Instructs(s) {
			t.Errorf("%q tells nobody what to do", s)
		}
	}
	for _, s := range []string{
		"The ferry leaves at 9.",
		"All boats use the east pier.",
		"Every trip begins with a roll call.",
		"Release 2.4 shipped on Monday.",
		"Run 4711 failed on the east pier.",
		"Import of the ledger took four hours.",
		"Last commit: fix the crane.",
		"Open issues: 14.",
		"Currently, the hull is dry.",
		"Yesterday, build 7 passed.",
		"Anna has to sign every contract.",
		"Guests must sign in before they can board.",
		"The trip should take an hour.",
		"The pump never stops.",
		"Letters are kept for 30 days.",
		"I prefer tea over coffee.",
		"The crew prefers two ropes.",
		"Odile Berg is the harbour master.",
		"",
	} {
		if Instructs(s) {
			t.Errorf("%q is taken for an order", s)
		}
	}
}
