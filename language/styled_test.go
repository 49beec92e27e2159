package language

import "testing"

func TestStylesWithoutTheFormOfARule(t *testing.T) {
	for s, want := range map[string]bool{
		"American spelling in the docs, please": true,
		"title case in headings please":         true,
		"docstrings google style":               true,
		"short functions please, 30 lines max":  true,
		"descriptive names please":              true,
		"new functions please":                  false,
		"three functions please":                false,
		"shorter functions please":              false,
		"date format in this header, please":    false,
		"wrong spelling in the docs":            false,
		"is that american spelling in the docs": false,
		"short functions please the linter":     false,
	} {
		if got := CuesOf(s).Directs; got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func TestWhatRunsAgainIsOfTheMoment(t *testing.T) {
	for s, want := range map[string]bool{
		"ole restarted it, works now":                 true,
		"rebooted the router, all good again":         true,
		"fixed it, running":                           true,
		"turned it off and on, it works again":        true,
		"we replaced redis with valkey, works now":    false,
		"turned the caching on, works now":            false,
		"the pump restarted at 5, works now":          false,
		"ole restarted it":                            false,
		"the crane works on sundays, rebooted or not": false,
	} {
		if got := CuesOf(s).Status; got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
