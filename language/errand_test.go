package language

import "testing"

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
	} {
		if got := CuesOf(in).Errand; got != want {
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
	} {
		if got := CuesOf(in).Standing; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}
