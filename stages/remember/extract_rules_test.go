package remember

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// The rules give a memory at most three tags: whom and what it names, then its
// nouns.
func TestTagsOfARule(t *testing.T) {
	for text, want := range map[string][]string{
		"The heron server listens on port 8443.":                {"server", "port"},
		"Ines Falk runs Falkner Press.":                         {"ines falk", "falkner press"},
		"Anna, Bert, Carla and Dora live in Lisbon.":            {"anna", "bert", "carla"},
		"Always use the quick script before you open a branch.": {"script", "branch"},
		"I prefer tea over coffee.":                             {"tea", "coffee"},
		"We decided to use SQLite instead of PostgreSQL.":       {"sqlite", "postgresql"},
	} {
		got := items(t, said(memtide.RoleUser, text))
		if len(got) != 1 {
			t.Errorf("%q: %d items", text, len(got))
			continue
		}
		if d := cmp.Diff(want, got[0].Tags); d != "" {
			t.Errorf("%q: %s", text, d)
		}
	}
}

// What is to be observed in one task is said beside what it asks for, and is no rule
// for the next one, unless it says itself that it stands.
func TestARuleOfOneTaskDoesNotStand(t *testing.T) {
	for text, want := range map[string]bool{
		"Keep labels short.":                                                         true,
		"Keep labels short. Do not use abbreviations.":                               true,
		"Thanks! Keep labels short.":                                                 true,
		"Fix the label of the east tank. Keep labels short.":                         false,
		"Why is the east tank empty? Do not use abbreviations.":                      false,
		"I want to name the tanks by colour. Do not use numbers.":                    false,
		"Fix the label of the east tank. Always keep labels short.":                  true,
		"Fix the label of the east tank. I prefer brass over plastic":                true,
		"what was it i meant... ah yes, no labels without a date please":             true,
		"what is it... fix the east tank. Always keep labels short.":                 true,
		"fan questions belong into the forum, not into letters. close them politely": true,
		"Keep labels short. Fix the east tank.":                                      false,
	} {
		stands := false
		for _, f := range items(t, said(memtide.RoleUser, text)) {
			stands = stands || f.Attributes[ledger.Standing] != ""
		}
		if stands != want {
			t.Errorf("%q stands: %v", text, stands)
		}
	}
}

// What a tool tells of a thing waits for nobody: it tells the agent nothing to do.
func TestWhatAToolTellsOfAThingIsAFact(t *testing.T) {
	for s, waits := range map[string]bool{"The CI runs on ubuntu-24.04.": false, "The tide script lives in tools/tide.sh.": false, "Always run the CI on ubuntu-24.04.": true} {
		turn := said(memtide.RoleUser, s)
		turn.Trust = memtide.TrustTool
		got := items(t, turn)
		if len(got) != 1 || got[0].Kind != memtide.Fact || (got[0].Attributes[tools.Quarantine] != "") != waits {
			t.Errorf("%q: %+v, waits %v", s, got, waits)
		}
	}
}

// What the user is as a person belongs to no project, also where it is said beside an order; what is
// said of the work in the same breath does.
func TestWhatTheUserIsBelongsToNoProject(t *testing.T) {
	for text, want := range map[string]string{
		"I turn 50 in October.":                                             "",
		"I turn 50 in October. Fix the form of the east tank.":              "",
		"Fix the form of the east tank. I'm colourblind, so name the hues.": "",
		"my birthday is on the 3rd of May. Fix the form of the east tank.":  "",
		"I have asthma. Fix the form of the east tank.":                     "",
		"I've got two cats. Fix the form of the east tank.":                 "",
		"I moved from Cork to Porto last year. Fix the form.":               "",
		"I'm from the platform team.":                                       "shop",
		"I moved the build to another host.":                                "shop",
		"I drive the rollout of v3.":                                        "shop",
	} {
		got := items(t, said(memtide.RoleUser, text))
		if len(got) == 0 {
			if want == "" {
				t.Errorf("%q: nothing is kept", text)
			}
			continue
		}
		for _, f := range got {
			if f.Project != want {
				t.Errorf("%q: %q is of project %q, want %q", text, f.Content, f.Project, want)
			}
		}
	}
}

// A rule that is put in passing stands beside an order, and what sounds like one among many
// sentences on what is to be built does not.
func TestARulePutInPassingStands(t *testing.T) {
	long := "Fix the form of the east tank. The form has three parts. The first part is the depth. The second part is the level. The third part is the name. "
	for text, want := range map[string]bool{
		"Add a check of the east tank. tests go next to the code":            true,
		"Port the east tank to typescript? no semicolons in the ts code btw": true,
		"Fix the form of the east tank. Generated files aren't committed.":   true,
		"Fix the form of the east tank. Root users are a no-go.":             true,
		"Fix the form of the east tank. Gauges are read by the night crew.":  false,
		"Fix the form of the east tank. No need for a check here.":           false,
		long + "Generated files aren't committed.":                           false,
		long + "Never commit generated files.":                               true,
	} {
		if got := len(pinned(t, text)) > 0; got != want {
			t.Errorf("%q: stands is %v", text, got)
		}
	}
}
