package language

import "testing"

func TestWhatAnOrderSets(t *testing.T) {
	for order, want := range map[string]string{
		"set the queue depth to 40":                             "we set the queue depth to 40",
		"Could you please move the rehearsal to thursday?":      "we moved the rehearsal to thursday",
		"ok, bump postgres to 17 in staging, then run the lint": "we bumped postgres to 17 in staging",
		"put the rent budget at 900 too":                        "we put the rent budget at 900",
		"rename the depot host to kestrel please":               "we renamed the depot host to kestrel",
		"push the review to monday because Ole is away":         "we moved the review to monday",
		"move it to docs/":                                      "",
		"set a queue depth of 5 in this test to see":            "",
		"always set the queue depth to 40":                      "",
		"don't move the rehearsal to thursday":                  "",
		"set the depth back to 40":                              "",
		"explain how the depth is set to 40":                    "",
		"update the handbook to mention the queue depth":        "",
		"push to origin":                                        "",
		"we set the queue depth to 40":                          "",
		"make the harbour logo blue":                            "the harbour logo is blue now",
		"turn the lamp in the hall orange please":               "the lamp in the hall is orange now",
		"make the sidebar 300px wide":                           "the sidebar is 300px wide now",
		"make the tests faster":                                 "",
		"make the logo blue in this test":                       "",
		"make the page load in 3 seconds":                       "",
	} {
		if got := SetTo(order); got != want {
			t.Errorf("%q: %q, want %q", order, got, want)
		}
	}
}

func TestMadeOther(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"the harbour logo is blue now", "The harbour logo is red.", true},
		{"the sidebar is 300px wide now", "the sidebar is 240px wide", true},
		{"the harbour logo is blue now", "the harbour logo links to the quay", false},
		{"the harbour logo is blue now", "the ferry logo is red", false},
		{"the harbour logo is blue now", "the harbour logo is blue", false},
		{"the harbour logo is blue now", "the harbour logo was red", false},
		{"the harbour logo is blue now", "is the harbour logo red?", false},
		{"the harbour logo is blue now", "make sure the harbour logo is red", false},
	} {
		if got := MadeOther(c.newer, c.older); got != c.want {
			t.Errorf("%q of %q: %v", c.newer, c.older, got)
		}
	}
}
