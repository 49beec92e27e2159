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

// What is of the user's life is of no project, whatever day it is planned for and whatever else
// stands beside it; and what is told to have changed of it, in whatever project, neither.
func TestWhatIsOfTheUsersLifeIsOfNoProject(t *testing.T) {
	for _, c := range []struct{ told, then, kept string }{
		{"My dentist appointment is on 3 December.", "dentist moved to 10 december", "dentist moved to 10 december"},
		{"My wife's birthday dinner is at Osteria Blu on Friday. Can you fix the flaky gauge test?", "dinner moved to Saturday", "dinner moved to Saturday"},
		{"My daughter's school starts at 8:10.", "school starts at 7:55 now", "school starts at 7:55 now"},
		{"My swimming class is on Tuesdays.", "swimming class is on Thursdays now", "swimming class is on Thursdays now"},
	} {
		w := newWorld(t)
		w.say("one", "pump", c.told)
		w.settle()
		w.say("two", "gauge", c.then)
		w.settle()
		for _, n := range w.nodes(memtide.Fact, memtide.Event, memtide.Plan) {
			if n.Live() != (n.Content == c.kept) || n.Project != "" {
				t.Errorf("%q: live %v, of %q", n.Content, n.Live(), n.Project)
			}
		}
		if w.edges(memtide.Supersedes) != 1 {
			t.Errorf("%q did not take the place of %q", c.then, c.told)
		}
	}
}

// What a project says of its own things takes nothing of the user's life away, nor leaves its project.
func TestAProjectsOwnIsNotOfTheUsersLife(t *testing.T) {
	for _, c := range [][2]string{
		{"My job starts at nine.", "The job starts at three now."},
		{"My meeting with the bank is on 3 December.", "The meeting is on 10 December now."},
		{"My swimming class is on Tuesdays.", "The class Swimming is in pool.go now."},
	} {
		w := newWorld(t)
		w.say("one", "pump", c[0])
		w.settle()
		w.say("two", "gauge", c[1])
		w.settle()
		kept := 0
		for _, n := range w.nodes(memtide.Fact, memtide.Event, memtide.Plan, memtide.Instruction) {
			if kept++; !n.Live() || n.Content == c[1] && n.Project != "gauge" {
				t.Errorf("%q: live %v, of %q", n.Content, n.Live(), n.Project)
			}
		}
		if kept != 2 || w.edges(memtide.Supersedes)+w.edges(memtide.Amends) > 0 {
			t.Errorf("%q: %d kept, some changed", c[1], kept)
		}
	}
}
