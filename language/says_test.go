package language

import "testing"

func TestNames(t *testing.T) {
	for in, want := range map[string]bool{
		"The Heron of the East Tank": true,
		"Heron (1992)":               true,
		"Heron lids":                 false,
		"the 2":                      false,
	} {
		if got := Names(in); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestSays(t *testing.T) {
	for in, want := range map[string]bool{
		"The pump runs at night":                      true,
		"Pumps drain the yard":                        true,
		"The gauge peaks at 14 bar":                   true,
		"Ida, Bo and Kai live in Lisbon":              true,
		"We have two pumps":                           true,
		"It's the east tank":                          true,
		"Backups: every night":                        true,
		"Ida — keeper of the gate":                    true,
		"The average weight of our lids is about 2kg": true,
		"Ida owns the gate, Bo the pump":              true,

		"The tank holds Ida's lids":        true,
		"\"Heron\" means the east tank":    true,
		"Heron (a tank) is full":           true,
		"SUPER simple":                     false,
		"2 warnings":                       false,
		"Loose lids in the yard":           false,
		"The last two lids for the gate":   false,
		"In the Heron view":                false,
		"Knock out 5":                      false,
		"Heron as the second colour":       false,
		"Current Heron lids and Bo valves": false,
		"Tank Cover Management":            false,
		"A loose lid (painted)":            false,
		"The lid was painted (twice)":      true,
		"":                                 false,
	} {
		if got := Says(in); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestTellsOfThings(t *testing.T) {
	for text, want := range map[string]bool{
		"`tide.csv` has no header, the columns are read by their place.": true,
		"The harbour API sends at most 200 berths a page.":               true,
		"The lamp needs Modbus 2, older masters do not see it.":          true,
		"The lamps on the quay are dimmed at night.":                     false, // which, nobody knows who was not there
		"There are 3 lamps on the quay.":                                 false,
		"I found 3 lamps on the quay.":                                   false,
		"Your copy of `tide.csv` has no header.":                         false,
		"The quay was painted by 3 men.":                                 false,
		"`tide.csv` is now read line by line.":                           false,
		"`tide.csv` will be read next.":                                  false,
	} {
		if got := TellsOfThings(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestAPriceIsSaid(t *testing.T) {
	for s, want := range map[string]bool{"The subscription costs $12 a month": true, "The winch costs €12": true, "subscription costs": false} {
		if got := Says(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
