package stages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

// Of many half-turns that are alike but for a number the prompt is told the one that it
// names, and of notes that a person has made the newest.
func TestTheNumberThatIsAskedForIsTold(t *testing.T) {
	w := newWorld(t)
	for i := range 8 {
		w.say(fmt.Sprint("s", i), "harbour", fmt.Sprintf("The heron number %d listens on port %d behind the old quay.", 70+i, 4070+i))
	}
	w.settle()
	for _, port := range []string{"5544", "6655"} {
		w.clock = w.clock.Add(time.Minute)
		note := tools.Note{Text: "The staging database of the shop runs on port " + port + ".", Project: "harbour", At: w.clock}
		if _, err := tools.Remember(t.Context(), w.Ledger, w.space, note); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ prompt, tells, hides string }{
		{"where does heron 72 listen?", "4072", "4071"},
		{"which port has the heron number 75?", "4075", "4074"},
		{"which heron listens on port 4073?", "number 73", "4072"},
		{"where does the heron listen?", "4077", "4076"},
		{"which port does the staging database of the shop run on?", "6655", "5544"},
	} {
		got := w.ask(event.AskRequest{Project: "harbour", Prompt: c.prompt}).Block
		if !strings.Contains(got, c.tells) || strings.Contains(got, c.hides) {
			t.Errorf("%s\nis told\n%s", c.prompt, got)
		}
	}
}

// What is said of one of several does not replace what is said of another one, and who asks for
// all of them is told of each.
func TestWhatIsSaidOfOneOfManyLeavesTheOthers(t *testing.T) {
	w := newWorld(t)
	for i, said := range []string{
		"Pump 7 holds 40 liters.", "Pump 8 holds 30 liters.", "Pump 7 holds 45 liters now.",
		"Pump 6 leaks at the lower seal.", "Pump 9 leaks at the lower seal.", "No, pump 8 holds 35 liters.",
		"Ida knows how much pump 8 does hold, and that pump 8 does hold much.", // words enough to stand first
	} {
		w.clock = w.clock.Add(2 * time.Hour)
		w.say(fmt.Sprint("s", i), "harbour", said)
	}
	w.settle()
	for _, c := range []struct {
		prompt       string
		tells, hides []string
	}{
		{"how much does pump 7 hold?", []string{"45"}, []string{"40"}},
		{"how much does pump 8 hold?", []string{"35", "ump 8"}, []string{"30"}},
		{"which pumps leak?", []string{"Pump 6", "Pump 9"}, nil},
	} {
		got := w.ask(event.AskRequest{Project: "harbour", Prompt: c.prompt}).Block
		first := strings.SplitN(strings.SplitAfter(got, "Facts:\n")[1], "\n", 2)[0]
		if !strings.Contains(first, c.tells[0]) && len(c.tells) == 1 {
			t.Errorf("%s\nis told first\n%s", c.prompt, first)
		}
		for _, s := range c.tells {
			if !strings.Contains(got, s) {
				t.Errorf("%s\nis not told %q\n%s", c.prompt, s, got)
			}
		}
		for _, s := range c.hides {
			if strings.Contains(got, s+" liters") {
				t.Errorf("%s\nis told %q\n%s", c.prompt, s, got)
			}
		}
	}
	w.rebuilt()
}
