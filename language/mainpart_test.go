package language

import (
	"strings"
	"testing"
)

func TestTheMainPartOfAPromptIsWhatItAsks(t *testing.T) {
	for _, x := range []struct{ prompt, main string }{
		{"Where does Anna live? I want to send a card.", "Where does Anna live?"},
		{"We rewrite the gateway in spring. Which region is the bucket in? Rename the flag of the exporter, too.",
			"Which region is the bucket in?\nRename the flag of the exporter, too."},
		{"Where does Anna live?", ""},
		{"Where does Anna live? When is her birthday?", ""},                  // all of it asks
		{"The workers die of OOM on the new cluster. Seen that before?", ""}, // it points at what was said
		{"The freeze is over. What's missing?", ""},                          // and this says nothing of what
		{"I am late. Where is it? Where does Bruno keep the sail plan?", "Where is it?\nWhere does Bruno keep the sail plan?"},
		{"The tide is in. Where should I do this?", ""},
		{"The tide is in. How is the sail?", ""}, // one term alone
		{"One. Two. Three. Four. Five. Six. Where does Bruno keep the sail plan?", ""},
		{"Where does Bruno keep the sail plan? " + strings.Repeat("We talked of ropes and of nothing else, ", 25) + "as ever.", ""},
		{"The freeze is over. I am in Ghent today.", ""},
	} {
		if got := MainPart(x.prompt); got != x.main {
			t.Errorf("MainPart(%q) = %q, want %q", x.prompt, got, x.main)
		}
	}
}

func TestWhatAQuestionIsForSaysLessOfHowFarItLeans(t *testing.T) {
	asked, aside := "How does a bloom filter work?", "We are planning the budget for next year."
	alone, both := Leaning(asked, ""), Leaning(aside+" "+asked, MainPart(aside+" "+asked))
	if whole := formSum(aside + " " + asked); whole <= alone {
		t.Fatalf("the sum of all words is %.1f, that of the question %.1f: the aside says nothing", whole, alone)
	} else if both >= whole || both-alone > (whole-alone)*0.75 {
		t.Errorf("leaning %.1f, of the question alone %.1f, of all words %.1f", both, alone, whole)
	}
}
