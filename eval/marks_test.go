package eval

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOneLabelARow(t *testing.T) {
	var m marks
	for _, row := range [][2]string{{"yes", "yes"}, {"yes", "yes"}, {"yes", "no"}, {"no", "no"}, {"no", "yes"}, {"no", "else"}} {
		m.add(one(row[0]), one(row[1]))
	}
	// yes: 2 of 3 made are right, 2 of 3 are found. no: 1 of 2 made, 1 of 3 found; F1 = 2·½·⅓/(½+⅓) = 0.4.
	want := LabelReport{Accuracy: 0.5, MacroF1: 0.53333, Classes: map[string]Class{
		"yes": {N: 3, Precision: 0.66667, Recall: 0.66667, F1: 0.66667},
		"no":  {N: 3, Precision: 0.5, Recall: 0.33333, F1: 0.4},
	}}
	if d := cmp.Diff(want, m.report(false)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestManyMarksARow(t *testing.T) {
	var m marks
	m.add([]mark{{"person", "anna"}, {"place", "lisbon"}},
		[]mark{{"person", "anna"}, {"person", "anna"}, {"person", "lisbon"}, {"", "porto"}})
	m.add([]mark{{"person", "bob"}}, nil)
	// Right: anna. Wrong: lisbon as a person, porto. Missed: lisbon as a place, bob.
	want := LabelReport{Accuracy: 0.2, MacroF1: 0.25, Classes: map[string]Class{
		"person": {N: 2, Precision: 0.5, Recall: 0.5, F1: 0.5},
		"place":  {N: 1},
	}}
	if d := cmp.Diff(want, m.report(true)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	// Whatever the type: anna and lisbon of anna, lisbon, porto; bob is missed.
	if d := cmp.Diff(&Class{N: 3, Precision: 0.66667, Recall: 0.66667, F1: 0.66667}, m.names()); d != "" {
		t.Errorf("names (-want +got):\n%s", d)
	}
}

func TestFoldName(t *testing.T) {
	for in, want := range map[string]string{"Anna  Meyer": "anna meyer", "“Heron”,": "heron", "C++": "c", "李娜": "李娜", "": ""} {
		if got := foldName(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
