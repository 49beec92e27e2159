package stages_test

import (
	"testing"

	"github.com/memtide/memtide"
)

// What is told of somebody of the user's family in one project is known in all, from when
// it was said who they are.
func TestWhatIsToldOfTheFamilyIsOfNoProject(t *testing.T) {
	w := newWorld(t)
	for _, said := range []string{
		"Daan has a new cello.", // who that is is not known yet
		"My sister is called Griet. griet is 41.",
		"my daughter is called noor",
		"noor has swimming at 10, shes 6",
		"My colleague Jonas deploys on Fridays.",
		"Jonas lives in Ulm.",
		"The son of my neighbour is called Daan.",
	} {
		w.say("one", "pump", said)
		w.settle()
	}
	want := map[string]string{
		"Daan has a new cello.": "pump", "My sister is called Griet.": "", "griet is 41.": "", "my daughter is called noor": "",
		"noor has swimming at 10, shes 6": "", "My colleague Jonas deploys on Fridays.": "pump", "Jonas lives in Ulm.": "pump",
	}
	for _, n := range w.nodes(memtide.Fact, memtide.Event, memtide.Plan, memtide.Instruction) {
		if project, asked := want[n.Content]; asked {
			delete(want, n.Content)
			if n.Project != project {
				t.Errorf("%q is of %q, want %q", n.Content, n.Project, project)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("not kept: %v", want)
	}
}
