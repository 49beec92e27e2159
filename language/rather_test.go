package language

import "testing"

// What the speaker would rather have for the matter at hand is no rule, and of the project in
// which they say so; how they are spoken to, and how all of a kind is written, is one.
func TestRatherAtHand(t *testing.T) {
	for text, once := range map[string]bool{
		"ole suggests a spinlock, i'd rather LOCK TABLE": true,
		"I'd rather use a timer than a cron job":         true,
		"For this ticket I'd rather have early returns":  true,
		"I'd rather have short columns for the report":   true,
		"I'd rather drop the column":                     true,
		"I'd rather use kafka than nats":                 true,
		"I would rather put it in the sidebar":           true,
		"I'd much rather poll than use webhooks":         true,
		"I'd rather have two queues than one":            true,
		"I'd rather keep prices as integers":             true,
		"I'd rather get a phone call than a letter":      true,
		"I'd rather have a queue than a timer":           true,
		"I'd rather get an answer from Ruth than none":   true,
		"I'd rather get an answer today than a plan":     true,
		"I'd rather have this test than that one":        true,
		"I'd rather see the diff than the plan":          true,
		"I'd rather get the second question than a test": true,
		"I'd rather get one question answered first":     true,

		"I'd rather have short answers":                    false,
		"I would rather have you ask first":                false,
		"I'd rather have the answers in German":            false,
		"I'd rather you ask first":                         false,
		"I'd rather we use tabs than spaces":               false,
		"I'd rather use composition than inheritance":      false,
		"I'd rather have bullet lists than long texts":     false,
		"I'd rather always see the diff first":             false,
		"I'd rather be asked than surprised":               false,
		"I'd rather get one question than a wrong guess":   false,
		"I'd rather have an error than a silent default":   false,
		"I would rather see a failing test than none":      false,
		"I'd rather get no answer than a made-up one":      false,
		"I'd rather hear a question too many than too few": false,
		"I'd rather write small functions":                 false,
		"I'd rather eat fish than meat":                    false,
		"From now on I'd rather have a queue for each job": false,
	} {
		c := handCues(text)
		if c.Directs == once {
			t.Errorf("%q directs: %v", text, c.Directs)
		}
		if once && !c.ProjectBound {
			t.Errorf("%q is of no project", text)
		}
	}
}
