package language

import "testing"

// What a speaker asks to be kept is kept, whatever leads to it.
func TestWhatIsAskedToBeKept(t *testing.T) {
	for s, want := range map[string]string{
		"Remind me that the kiln has to cool for two hours.": "the kiln has to cool for two hours.",
		"Write down that Tom owes me 20 euros.":              "Tom owes me 20 euros.",
		"Save this: the spare key is at the neighbour's.":    "the spare key is at the neighbour's.",
		"You should know that I work part-time.":             "I work part-time.",
		"It's worth remembering that the API caps at 100.":   "the API caps at 100.",
		"Mind you, the tablet version has no login.":         "the tablet version has no login.",
		"Remember this: the gate opens at seven.":            "the gate opens at seven.",
		"For the record, the gate was green.":                "the gate was green.",
		"For your information: the gate was green.":          "the gate was green.",
		"Remind me to lock the gate.":                        "",
		"Remind me how the kiln is lit.":                     "",
		"You should know better than that.":                  "",
		"Write down the three numbers.":                      "",
		"Should I write down that Tom owes me 20 euros?":     "",
	} {
		span, ok := Reminder(s)
		if got := s[span.Start:span.End]; got != want || ok != (want != "") {
			t.Errorf("%q: %q %v", s, got, ok)
		}
	}
}

// What the speaker wants to be reminded of at a time is a plan, and no order.
func TestWhatToBeRemindedOf(t *testing.T) {
	for s, want := range map[string]bool{
		"Remind me to call the bank on Friday.":                   true,
		"Please remind me to water the beans in 3 days.":          true,
		"Don't let me forget to pay the rent on the 1st.":         true,
		"Remind me to breathe.":                                   false,
		"Remind me what we said on Friday.":                       false,
		"Remind users to update their password every month.":      false,
		"Can you remind me to call the bank on Friday or Monday?": false,
	} {
		if c := CuesOf(s); RemindsToAct(s) != want || want && (!c.Plan || c.Errand) {
			t.Errorf("%q: %v, a plan %v, an errand %v", s, RemindsToAct(s), c.Plan, c.Errand)
		}
	}
}
