package stages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What was so before, might be so, or is said not to be so, ends nothing that holds: the value is told as the one that holds.
func TestWhatWasSoEndsNothing(t *testing.T) {
	w := newWorld(t)
	for n, c := range []struct{ holds, later string }{
		// the past
		{"The session timeout is 30 minutes.", "The session timeout used to be 60 minutes."},
		{"The session timeout is 30 minutes.", "The session timeout was 60 minutes."},
		{"The upload limit is 20 MB.", "The upload limit was 10 MB before the move."},
		{"The upload limit is 20 MB.", "Last year the upload limit was 10 MB."},
		{"The team has 5 people.", "The team had 9 people."},
		{"We run Postgres 15.", "We used to run Postgres 13."},
		// what is denied
		{"The session timeout is 30 minutes.", "The session timeout is not 60 minutes."},
		{"The session timeout is 30 minutes.", "The session timeout must never be 60 minutes."},
		{"The winch cable holds 900 kg.", "The winch cable doesn't hold 1200 kg."},
		{"A build takes 20 minutes.", "A build never takes 35 minutes."},
		{"We use Postgres 15.", "We don't use Postgres 16."},
		// what may be, or is to be found out
		{"The cache holds 500 entries.", "The cache could hold 900 entries."},
		{"The session timeout is 30 minutes.", "Check whether the session timeout is 60 minutes."},
		{"The session timeout is 30 minutes.", "test if the session timeout is 60 minutes"},
		{"The session timeout is 30 minutes.", "We need to decide whether the session timeout is 60 minutes."},
		{"The session timeout is 30 minutes.", "I was asked why the session timeout is 60 minutes"},
		{"The session timeout is 30 minutes.", "nobody said the session timeout is 60 minutes"},
		// another one
		{"The session timeout is 30 minutes.", "In the old app the session timeout is 60 minutes."},
	} {
		w.space = memtide.Space(fmt.Sprintf("past%d", n))
		w.dayOf("s1", c.holds, "Noted.")
		w.dayOf("s2", c.later, "Noted.")
		for _, m := range w.nodes(memories...) {
			if m.Content == c.holds && !m.Live() {
				t.Errorf("%q holds no longer for %q", c.holds, c.later)
			}
			if m.Kind == memtide.Instruction && strings.Contains(m.Content, "used to be") {
				t.Errorf("%q is an instruction", m.Content)
			}
		}
	}
	w.space = "past1"
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "What is the session timeout?"}).Block
	if !strings.Contains(got, "30 minutes") {
		t.Errorf("told what was so before, and not what is so:\n%s", got)
	}
}
