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

// What is ordered, told or reported as done is another way than what is so since only where both speak of one thing
// and the values differ.
func TestSetOther(t *testing.T) {
	for _, c := range []struct {
		later, earlier string
		want           bool
	}{
		{"make the logo blue", "make the logo grey", true},
		{"make the logo blue", "Changed the logo to grey.", true},
		{"change the logo to blue", "make the logo grey", true},
		{"change the logo to blue", "I made the logo blue.", false},
		{"change the logo to blue", "the logo looks odd on the phone", false},
		{"change the logo to blue", "put the logo on the cover", false},
		{"make the harbour logo blue", "make the ferry logo grey", false},
		{"the logo is red", "the logo is blue", true},
		{"set the timeout to 60 s", "set the timeout to 30 s", true},
		{"set the timeout to 60 s", "the timeout is 60 s", false},
		{"set the upload timeout to 60 s", "the retry timeout is 30 s", false},
		{"queue limit to 60", "set the queue limit to 40", true},
		{"rename the depot host to egret", "rename the depot host to heron", true},
		{"rename getUser to fetchUser", "rename getOrder to fetchOrder", false},
		{"move the demo to friday", "I moved the demo to Monday.", true},
		{"move the demo to friday", "I moved the demo to Friday.", false},
		{"move the demo to friday", "prepare slides for the demo on friday", false},
		{"move the demo to friday", "who comes to the demo on monday?", false},
		{"the demo is on monday now", "move the demo to friday", true},
		{"the retro is on monday", "move the demo to friday", false},
		{"ruff for linting from now on", "lint the crane code with flake8", true},
		{"use ruff for linting instead of flake8", "fix what flake8 says", true},
		{"ruff for linting from now on", "format the crane code with black", false},
	} {
		so := NowSet(c.later)
		if so == "" {
			t.Errorf("%q sets nothing", c.later)
		} else if got := SetOther(so, c.earlier); got != c.want {
			t.Errorf("%q after %q: %v", c.later, c.earlier, got)
		}
	}
	for _, s := range []string{"is the logo blue?", "look at the logo", "the logo might be blue", "put the button on the left", "we fixed the lamp yesterday"} {
		if so := NowSet(s); so != "" {
			t.Errorf("%q sets something: %q", s, so)
		}
	}
}
