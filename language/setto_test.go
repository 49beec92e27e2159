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
	} {
		if got := SetTo(order); got != want {
			t.Errorf("%q: %q, want %q", order, got, want)
		}
	}
}
