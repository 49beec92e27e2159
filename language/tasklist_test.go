package language

import (
	"strings"
	"testing"
)

func TestTaskLists(t *testing.T) {
	for text, want := range map[string]string{
		"Change the deck like this:\n- use the green tin\n  and two coats\n- the rail stays white\nThe mast is done.": "- use the green tin\n  and two coats\n- the rail stays white\n",
		"Please check the boat.\n\n1. Hoist the sail\n2) Check the ropes\n":                                           "1. Hoist the sail\n2) Check the ropes\n",
		"## Build a hut with:\n* a door\n\n* a window\nThe crew:\n* Ida\n* Bo":                                        "* a door\n|* a window\n",
		"The crew of the boat:\n- Ida steers\n- Bo cooks":                                                             "",
		"Follow these rules:\n- sign each page":                                                                       "",
		"Remember these marks:\n- red is full":                                                                        "",
		"From now on do it like this:\n- oil the pump first":                                                          "",
		"Check the boat:\n> - is what she wrote\n# Deck\n- is dry":                                                    "",
		"Check the boat:\n[ ] the deck\na) the mast":                                                                  "[ ] the deck\na) the mast",
		"- oil the pump\n- wipe the deck":                                                                             "",
		"Paint the deck.\nUse the green tin.":                                                                         "",
		"":                                                                                                            "",
	} {
		var got []string
		for _, s := range TaskLists(text) {
			got = append(got, text[s.Start:s.End])
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%q: %q, want %q", text, s, want)
		}
	}
}
