package language

import "testing"

// What all answers are to be like is a rule, and no order of the moment.
func TestOrdersForEveryReply(t *testing.T) {
	for s, want := range map[string]bool{
		"Start each reply with a one-line summary.":  true,
		"Please end every reply with the next step.": true,
		"Keep all answers under 100 words.":          true,
		"Limit all replies to three sentences.":      true,
		"Only suggest free software.":                true,
		"Stop apologizing in your answers.":          true,
		"I want prices always in euros.":             true,
		"I'm not a fan of abbreviations in names.":   true,
		"Only suggest the third one.":                false,
		"Limit all responses to 2 MB each.":          false,
		"Cache all responses for a minute.":          false,
		"Keep all responses of the API in the log.":  false,
		"Start every server with the new flag.":      false,
		"I want it always in euros.":                 false,
		"I want to always be kind.":                  false,
	} {
		if c := CuesOf(s); c.Directs != want || want && c.Errand {
			t.Errorf("%q: %v, an errand %v", s, c.Directs, c.Errand)
		}
	}
}
