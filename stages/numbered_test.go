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
