package stages_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
)

var sinceID = regexp.MustCompile(`since then: (\[\w+\])`)

// A line names by its id what has changed since only where a line of that id tells it:
// however little room the block has, nobody is sent to what is not there.
func TestWhatHasChangedIsNamedWhereItStands(t *testing.T) {
	w := newWorld(t)
	w.say("monday", "shop", "The lighthouse lamp blinks every nine seconds at 24 volts. The lighthouse horn needs 60 watts. The lighthouse door weighs 80 kg.")
	changed := []string{"We changed the lighthouse lamp to 48 volts.",
		"We changed the lighthouse horn to 90 watts, which took the electrician of the harbour a whole morning and most of the cable that was left on the big drum behind the shed.",
		"We changed the lighthouse door to 120 kg."}
	for i, s := range changed {
		w.say(fmt.Sprint("day", i), "shop", s)
	}
	w.settle()
	named, spelled := 0, 0
	for tokens := 20; tokens <= 300; tokens += 10 {
		got := w.ask(event.AskRequest{Session: fmt.Sprint("s", tokens), Project: "shop", Tokens: tokens, Prompt: "How many volts, watts and kg do the lamp, the horn and the door of the lighthouse have?"}).Block
		for _, id := range sinceID.FindAllStringSubmatch(got, -1) {
			if named++; !strings.Contains(got, ") "+id[1]+" ") {
				t.Errorf("in %d tokens %s is not in\n%s", tokens, id[1], got)
			}
		}
		for _, s := range changed {
			if strings.Contains(got, "since then: "+s) {
				if spelled++; strings.Count(got, s) > 1 {
					t.Errorf("in %d tokens %q is told twice:\n%s", tokens, s, got)
				}
			}
		}
	}
	if named == 0 || spelled == 0 {
		t.Errorf("%d are named, %d told in words: this proves nothing", named, spelled)
	}
}
