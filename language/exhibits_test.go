package language

import "testing"

// What is looked at while one works is described and forgotten; what a thing does
// as a rule is kept.
func TestWhatIsLookedAtIsNoHabit(t *testing.T) {
	for s, want := range map[string]bool{
		"The screenshot shows two buttons.":                  false,
		"The diff adds three files and removes one.":         false,
		"The loop visits every other row and then stops.":    true, // every: as a rule
		"The loop counts to ten and then stops.":             false,
		"The user clicks on save and nothing happens.":       false,
		"The log contains a stack trace of the worker.":      false,
		"The log goes to Loki.":                              true,
		"The user only sees the invoices of the own office.": true,
		"The login page shows a banner to guests.":           true,
		"The build takes a while, let me grab a coffee.":     false,
		"The build takes twenty minutes on the old runner.":  true,
		"The cache survives a restart.":                      true,
		"The archive keeps a copy of each contract.":         true,
	} {
		if got := handCues(s).Habit; got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
