package main

import (
	"regexp"
	"strings"
	"testing"
)

// A project that nothing belongs to is mistyped, as a space is: whoever reads is told
// which there are, and whoever states a memory that it has made one.
func TestAMistypedProjectIsNamed(t *testing.T) {
	w := heard(t, "harbour", "The crane opens at 8, and the dock is closed on Sundays.")
	for _, call := range []string{"search crane", "search --kind fact", "rules", "weak", "ask when does the crane open?"} {
		said := memtideOn(t, w.Dir, exitNone, append(strings.Fields(call), "--project", "harbr")...)
		if !strings.Contains(said, `there is no project "harbr"; there are: "harbour"`) {
			t.Errorf("%s: %s", call, said)
		}
	}
	memtideOn(t, w.Dir, exitOK, "search", "crane", "--project", "harbour")
	if said := memtideOn(t, w.Dir, exitOK, "remember", "The gate is green.", "--project", "harbr"); !strings.Contains(said, `project "harbr" is new; there were: "harbour"`) {
		t.Errorf("remember: %s", said)
	}
	if said := memtideOn(t, w.Dir, exitOK, "remember", "The fence is blue.", "--project", "harbour"); strings.Contains(said, "is new") {
		t.Errorf("remember in one that there is: %s", said)
	}
	if said := memtideOn(t, w.Dir, exitOK, "status"); !strings.Contains(said, "projects    harbour, harbr") {
		t.Errorf("status: %s", said)
	}
}

// The project of the folder is none that is mistyped: nothing is known of it yet.
func TestTheProjectOfTheFolderMayBeNew(t *testing.T) {
	w := heard(t, "harbour", "The crane opens at 8.")
	dir := t.TempDir() + "/quay"
	repository(t, dir, "")
	t.Chdir(dir)
	for _, name := range []string{"quay", "."} {
		if said := memtideOn(t, w.Dir, exitNone, "rules", "--project", name); !strings.Contains(said, `no rule is in force for you and project "quay"`) {
			t.Errorf("%s: %s", name, said)
		}
	}
}

// A prompt is given nothing of another project, and its receipt cannot say why: whoever
// asks by hand is told what would fit, and where.
func TestAskNamesWhatAnotherProjectKnows(t *testing.T) {
	w := heard(t, "orchard", "The frost model retrains every Sunday.")
	hear(t, w, "harbour", "The crane is painted green.")
	said := memtideOn(t, w.Dir, exitOK, "ask", "--project", "harbour", "when does the frost model retrain?")
	block, _, _ := strings.Cut(said, "\nreceipt ")
	if !strings.Contains(said, "of other projects fit") || !regexp.MustCompile(`fact +orchard .*frost model retrains`).MatchString(said) || strings.Contains(block, "frost") {
		t.Errorf("in another project: %s", said)
	}
	for _, args := range [][]string{{"--project", "orchard", "when does the frost model retrain?"}, {"--project", "harbour", "how is the crane painted?"}} {
		if said := memtideOn(t, w.Dir, exitOK, append([]string{"ask"}, args...)...); strings.Contains(said, "of other projects") {
			t.Errorf("%v: %s", args, said)
		}
	}
}
