package language

import "testing"

func TestStandingByForm(t *testing.T) {
	for in, want := range map[string]bool{
		"In future use the brass valve":                            true,
		"Please name the tanks by their colour in future":          true,
		"Clean the lid before every storm":                         true,
		"Draw a line for every tank that you add":                  true,
		"Use one colour for all tanks":                             true,
		"By default, answer in Danish":                             true,
		"Make the marks in future columns wider by a third":        false,
		"Remove the level for each tank in the chart":              false,
		"Read the new manual in all the different languages":       false,
		"By default it reads the level from the east tank":         false,
		"Think about the lid, so that you always do this":          false,
		"Write it down so that you never do that again":            false,
		"The bell always rings at noon - no need to listen for it": false,
	} {
		if got := handCues(in).Standing; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// What is said of each part belongs to the thing that has the parts.
func TestOfEachPart(t *testing.T) {
	for in, want := range map[string]bool{
		"Use another colour for each tank":             true,
		"Always use another colour for each tank":      false,
		"In all my gardens, use another colour":        false,
		"Whenever you draw a tank, use another colour": false,
	} {
		if got := handCues(in).ProjectBound; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}
