package language

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSpelled(t *testing.T) {
	for fast, careful := range map[string]string{
		"dont use tabs in the almanac":         "don't use tabs in the almanac",
		"the heron doesnt eat bread":           "the heron doesn't eat bread",
		"thats the gauge of the east tank":     "that's the gauge of the east tank",
		"lets try the brass valve":             "let's try the brass valve",
		"ok, lets go with the brass valve":     "ok, let's go with the brass valve",
		"ive moved to Bergen":                  "I've moved to Bergen",
		"we arent going to paint the gate":     "we aren't going to paint the gate",
		"you shouldnt pour above the red mark": "you shouldn't pour above the red mark",
	} {
		if diff := cmp.Diff(CuesOf(careful), CuesOf(fast)); diff != "" {
			t.Errorf("%q against %q (-want +got):\n%s", fast, careful, diff)
		}
		if a, b := ActOf(careful), ActOf(fast); a != b {
			t.Errorf("%q does %+v, want %+v", fast, b, a)
		}
	}
	if ts := spelled("the lever lets you turn it"); ts[2].text != "lets" {
		t.Errorf("read as %q", ts[2].text)
	}
}
