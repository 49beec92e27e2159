package language

import (
	"strings"
	"testing"
)

func TestAsksSeveral(t *testing.T) {
	for question, want := range map[string]bool{
		"Which boats has she built?":                       true,
		"What of her old things does she keep?":            true,
		"How many knots does he know?":                     true,
		"What are the names of the two harbours?":          true,
		"What has Mila painted?":                           true,
		"From which islands did the ferries come?":         true,
		"Do you remember what tools were on the list?":     true,
		"Hello. What children did she teach?":              true,
		"Which boat has she built?":                        false,
		"Which has she built?":                             false,
		"What is the name of the harbour?":                 false,
		"What does he paint?":                              false,
		"How much rope is left?":                           false,
		"Sail the boat which has the green stripes.":       false,
		"The harbours are closed, so what did she do then": false,
		"Write a function that lists files.":               false,
		"":                                                 false,
	} {
		if got := AsksSeveral(question); got != want {
			t.Errorf("%q: %v, want %v", question, got, want)
		}
	}
}

func TestAsksSummary(t *testing.T) {
	for text, want := range map[string]bool{
		"Can you summarize how the boat came along?": true,
		"Give me an overview of the repairs.":        true,
		"A recap of last week, please":               true,
		"summarise the talk with the harbour master": true,
		"How did the boat come along?":               false,
		"In summer we sail.":                         false,
		"":                                           false,
	} {
		if got := AsksSummary(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestAskingAroundWhatIsBroughtAlong: a question stands before or behind a long text.
func TestAskingAroundWhatIsBroughtAlong(t *testing.T) {
	const question = "Which boats has she built?"
	long := strings.Repeat("The crane is green. ", 200)
	for text, want := range map[string]bool{
		question + "\n" + long:               true,
		long + "\n" + question:               true,
		long:                                 false,
		strings.Repeat("ü", 2*longestAsking): false,
	} {
		if got := AsksSeveral(text); got != want {
			t.Errorf("%.40q…: %v, want %v", text, got, want)
		}
	}
}
