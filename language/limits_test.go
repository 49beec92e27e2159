package language

import (
	"testing"
	"time"
)

// How far something may go, and how somebody wants to be turned to, is meant to hold; so is a rule that
// is given with its reason, whoever the reason speaks of.
func TestLimitsAndRulesWithTheirReason(t *testing.T) {
	for s, want := range map[string]bool{
		"please don't upgrade node past 20, the sonar module breaks there": true,
		"don't go below 1.5 bar in the boiler":                             true,
		"never raise the limit above 30":                                   true,
		"minimum 14 pt everywhere in this app":                             true,
		"the labels are too small, at least 14 pt everywhere":              true,
		"at most 3 columns in all tables":                                  true,
		"wake me at night only for leaks":                                  true,
		"only page us when the pump is down":                               true,
		"don't leave the yawl alone ever":                                  true,
		"don't touch the sluice yourself ever, tell me and I do it":        true,
		"pls answer me in short sentences, i read this on the phone":       true,
		"please answer in short sentences because i read on the phone":     true,
		"no emojis please, my teacher sees my screen":                      true,

		"don't go above 30 today":                                           false,
		"don't move the label over 3 lines yet":                             false,
		"why don't you go below 1.5?":                                       false,
		"at least 3 tests fail everywhere":                                  false,
		"minimum 14 pt":                                                     false,
		"page me when it is done":                                           false,
		"ask me only this":                                                  false,
		"have you ever sailed alone":                                        false,
		"please run the tests, they fail on my machine":                     false,
		"please show me the diff, I want to see it":                         false,
		"for the visit of Thursday, put all boats in blue, I will be there": false,
	} {
		if got := CuesOf(s).Directs; got != want {
			t.Errorf("%q: directs %t", s, got)
		}
	}
}

func TestPassesLimit(t *testing.T) {
	now := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	limit := NewStatement("please don't bump gulp above 3.19, the sonar module breaks above that", now)
	for s, want := range map[string]bool{
		"gulp 3.24 works, I tried it on my boat": true,
		"we're on gulp 4 now":                    true,
		"upgraded gulp to 3.20.1":                true,
		"gulp 3.18 works as well":                false,
		"gulp 3.19.6 is pinned":                  false,
		"does gulp 3.24 work":                    false,
		"gulp 3.24 is not supported":             false,
		"gulp 3.24 breaks the sonar":             false,
		"if gulp 3.24 works, tell me":            false,
		"we will go to gulp 4 in spring":         false,
		"node 22 works":                          false,
		"the gulp file has 400 lines":            false,
		"they say gulp 3.24 might work":          false,
	} {
		if got := NewStatement(s, now).PassesLimit(limit); got != want {
			t.Errorf("%q: %t", s, got)
		}
	}
	if below := NewStatement("don't let gulp go below 3", now); NewStatement("gulp 2 works", now).PassesLimit(below) {
		t.Error("let is no verb of bringing")
	}
	if below := NewStatement("don't lower gulp below 3", now); !NewStatement("gulp 2 works", now).PassesLimit(below) {
		t.Error("2 is below 3")
	}
}
