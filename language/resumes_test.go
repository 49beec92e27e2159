package language

import (
	"strings"
	"testing"
)

func TestResumes(t *testing.T) {
	const none = "-"
	for prompt, want := range map[string]string{
		"where did we leave off with the ferry?":                          "ferry",
		"Where were we?":                                                  "",
		"ok, where are we with the dry dock":                              "dry dock",
		"where do things stand?":                                          "",
		"remind me where we left off on the pump":                         "pump",
		"What's the latest on the lease?":                                 "lease",
		"what is the status of the oil spill?":                            "oil spill",
		"any news on the crane?":                                          "crane",
		"How far did we get with the harbor map?":                         "harbor map",
		"how is the harbor map coming along":                              "harbor map",
		"what were we doing?":                                             "",
		"What did we do last week?":                                       "",
		"what did we do on the pump yesterday?":                           "pump",
		"what have we done so far on the pump?":                           "pump",
		"what was the last thing we tried for the oil spill?":             "oil spill",
		"what's still open for the ferry?":                                "ferry",
		"what is left to do in the engine room?":                          "engine room",
		"what's left to do before the regatta?":                           "regatta",
		"what did we do before?":                                          "",
		"what's next?":                                                    "",
		"next steps for the ferry?":                                       "ferry",
		"what happened with the crane?":                                   "crane",
		"What's new with the lease":                                       "lease",
		"did we fix the squeaking door?":                                  "squeaking door",
		"is the pier painted and done yet?":                               "pier painted and",
		"Let's continue with the oil spill.":                              "oil spill",
		"continue where we left off":                                      "",
		"Please pick up where we stopped with the crane, but be careful.": "crane",
		"go on with the lease":                                            "lease",
		"Good morning! Back to the ferry.":                                "ferry",
		"resume work on the crane":                                        "crane",

		"what happened to Nora's boat?":                none,
		"have I ever painted a boat?":                  none,
		"how is my progress coming along?":             none,
		"continue":                                     none,
		"go on":                                        none,
		"continue with the next step":                  none,
		"proceed with it":                              none,
		"how is it going?":                             none,
		"how are you doing":                            none,
		"where are we storing the ropes?":              none,
		"Where does the crane stand?":                  none,
		"where is the crane?":                          none,
		"where did we put the anchor?":                 none,
		"what did we decide about the anchor?":         none,
		"what did the mate do last week?":              none,
		"what's the weather in Kiel?":                  none,
		"what is the latest version of the map?":       none,
		"go back to the old paint":                     none,
		"continue: true is missing in the config":      none,
		"We left off the second coat.":                 none,
		"Why did the pump stop?":                       none,
		"the status of the crane must be shown in red": none,
		"What are you doing? The rope is right there.": none,
		"proceed through step 4":                       none,
		"":                                             none,
		"Paint the boat after this plan. Next steps: " + strings.Repeat("Scrape off the old paint, then wait. ", 9): none,
	} {
		r, ok := Resumes(prompt)
		got := r.Topic
		if !ok {
			got = none
		}
		if got != want {
			t.Errorf("%q: %q, want %q", prompt, got, want)
		}
	}
	for prompt, order := range map[string]bool{"continue with the ferry": true, "where are we with the ferry?": false} {
		if r, _ := Resumes(prompt); r.Order != order {
			t.Errorf("%q orders: %v", prompt, r.Order)
		}
	}
}

func TestGoesOn(t *testing.T) {
	for prompt, want := range map[string]bool{
		"yes, Ida wants to do that": true, "right, that explains it": true, "It hums at night, too.": true, "ok, that did it": true, "it's wet": true,
		"they come on Friday": true, "no, the other one": true,
		"A letter says that it rains. What do you make of it?": false, "I heard that Bob left": false, "this rope is wet": false, "that crane squeaks": false,
		"paint it": false, "the pump hums": false, "": false,
	} {
		if got := GoesOn(prompt); got != want {
			t.Errorf("%q: %v", prompt, got)
		}
	}
}
