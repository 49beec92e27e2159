package language

import "testing"

// What is done in one file, to one piece, or for one case is done once.
func TestAnOrderForOneFileOrCase(t *testing.T) {
	for in, want := range map[string]bool{
		"wrap the calls in winch.go":                          true,
		"tag the functions in src/tide/routes.py":             true,
		"format the tables in TIDES.md":                       true,
		"group the routes in harbour.rb please":               true,
		"document the flags in pump.yaml":                     true,
		"test the helper in lib/rope.test.js":                 true,
		"use an enum instead of the strings in lamp.ts":       true,
		"write some copy for the ferry page":                  true,
		"write a poem about Runa when she is away":            true,
		"write a check for the loader when the list is short": true,
		"name a few icons for the menu when it is closed":     true,
		"log a warning in the loop when the tank is full":     true,

		"sort bells alphabetically":                   false,
		"keep the constants in buoys.py":              false,
		"put new routes in routes.rb":                 false,
		"always wrap the calls in winch.go":           false,
		"don't wrap the calls in winch.go":            false,
		"write a test when you mend a winch":          false,
		"write a test for every winch":                false,
		"write some notes before each trip":           false,
		"write a log entry when you change the level": false,
		"use spaces instead of tabs in Makefiles":     false,
		"when the tank is full, return an empty list": false,
		"use the logger instead of print":             false,
	} {
		if c := handCues(in); c.Errand != want || c.Directs == want {
			t.Errorf("%q: errand %v, directs %v", in, c.Errand, c.Directs)
		}
	}
}

// What an order of the moment mentions belongs to it.
func TestErrand(t *testing.T) {
	for in, want := range map[string]bool{
		"collect all the pipes that we changed":                       true,
		"update the almanac with the storms we have seen so far":      true,
		"go ahead and open the valve I told you about":                true,
		"record the level so that someone else can go on tomorrow":    true,
		"let's start with the west tank":                              true,
		"lets take a step back and see why the pump was closed":       true,
		"I want to verify that the east tank was really filled":       true,
		"I need to understand why the bell rang":                      true,
		"close the lid, I think that will stop the noise":             true,
		"I want you to check the marks that were made":                true,
		"fix the gauge, we moved the tank to the roof":                false,
		"open the valve because the pump broke down":                  false,
		"I want to paint the barn this summer":                        false,
		"We emptied the tank":                                         false,
		"Always collect the pipes that we changed":                    false,
		"Use the brass valve instead of the steel one, Ida chose it":  false,
		"Help me find a present for my sister who collects old coins": false,

		"Watch 41: look at all the tanks and empty what is full":           true,
		"Night of 2026-03-01: read the marks, mend the gauge and start it": true,
		"Round 7: can you look at why the bell rang?":                      true,
		"ugly, try again":                        true,
		"ugly, ask Ida":                          false,
		"I find the old rope ugly, try it again": false,
		"You are the keeper of a lighthouse":     false,
		"You are a keeper of tanks":              true,
		"You're a keeper of tanks":               true,
		"You are a keeper of tanks and must never open the east valve alone": false,
		"You are right, the east tank is full":                               false,
		"Watch 41: we emptied the east tank":                                 false,
		"Notes of watch 41: summarise what was found in the tanks":           true,
		"Watch 41: summarise what was found in the tanks":                    true,
		"Rule 3: close the lid when it rains":                                false,
		"Ask Ida whether the rope is long enough":                            true,
		"ask the keeper about the key":                                       true,
		"Ask Ida before you open the valve":                                  false,
		"Ask me about the key when a lock is new":                            false,
		"Always ask Ida about ropes":                                         false,
		"write the plan for the pier: two pages":                             true,
		"Write the name of the tank in red for the keeper":                   false,
		"Write the log before the report":                                    false,
		"Write the marks for the keeper each night":                          false,
		"Watch 41: always note the level":                                    false,
		"End of march we drain the west tank":                                false,
		"End the drill of the west crew":                                     true,
	} {
		if got := handCues(in).Errand; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// A thing that is to be made may always do something; that is no rule.
func TestOfProduct(t *testing.T) {
	for in, want := range map[string]bool{
		"Write a filter that never drops a line":               false,
		"Add a valve to always keep the level above the mark":  false,
		"Create a rule that we never pour above the red mark":  true,
		"Always write a filter that drops blank lines":         true,
		"When you add a tank, always draw a line on the chart": true,
		"The save button (red) should always blink":            false,
	} {
		if got := handCues(in).Standing; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}
