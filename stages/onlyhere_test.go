package stages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What is so in one project ends nothing that the user has told to be so in all of them.
func TestOneProjectEndsNothingOfAll(t *testing.T) {
	w := newWorld(t)
	for n, c := range []struct{ all, here string }{
		{"Always run the tests before you commit, in every project.", "Here you don't have to run the tests before you commit any more."},
		{"Never use emojis in your replies, in all my projects.", "In this repository you may use emojis in your replies."},
		{"In all my projects always sign off commits.", "In this repository you no longer have to sign off commits."},
		{"Always ask before you push, in every project.", "Here you don't need to ask before you push any more."},
	} {
		w.space = memtide.Space(fmt.Sprintf("scope%d", n))
		w.say("s1", "alpha", c.all)
		w.settle()
		w.say("s2", "alpha", c.here)
		w.settle()
		for _, m := range w.nodes(memories...) {
			if m.Content == c.all && m.Project == "" && !m.Live() {
				t.Errorf("%q holds nowhere any longer for %q", c.all, c.here)
			}
		}
		if got := w.ask(event.AskRequest{Session: "q", Project: "beta", Mode: event.ModeSessionStart}).Block; !strings.Contains(got, c.all) {
			t.Errorf("in another project it is not told that %q", c.all)
		}
	}
}
