package stages_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/stagestest"
)

// A half-turn whose sender had no time to find out its project belongs to it all
// the same: it takes the place of what was said there before, and is not shown
// elsewhere.
func TestTheDaemonFindsTheProjectThatTheSenderCouldNot(t *testing.T) {
	looked := 0
	w := newWorldWith(t, stagestest.Options{Intake: remember.Intake{Project: func(_ context.Context, dir string) (string, error) {
		looked++
		return map[string]string{"/work/shop": "shop"}[dir], nil
	}}})
	const before, now = "The nightly backup takes 23 minutes.", "The nightly backup takes 25 minutes now."
	w.say("one", "shop", before)
	w.take(event.TurnRequest{Session: "two", Cwd: "/work/shop", Unplaced: true, Text: now})
	w.take(event.TurnRequest{Session: "three", Cwd: "/work/shop", Text: "The depot has a red gate."}) // the sender knows of none
	w.settle()
	for _, n := range w.nodes(memories...) {
		if want := n.Content != before; n.Live() != want {
			t.Errorf("%q [%s]: live %v", n.Content, n.Project, n.Live())
		}
		if want := map[bool]string{true: "", false: "shop"}[n.Source.Session == "three"]; n.Project != want {
			t.Errorf("%q belongs to %q, not to %q", n.Content, n.Project, want)
		}
	}
	// A tool must not have folders of this machine looked at.
	r := request[event.TurnRequest, event.TurnReply](w, event.SubjectToolTurn, event.TurnRequest{Space: w.space, Role: memtide.RoleUser,
		Session: "four", Cwd: "/work/shop", Unplaced: true, Time: w.clock, Text: "The depot has a green door."})
	w.settle()
	if r.Error != "" || looked != 1 || slices.ContainsFunc(w.nodes(memtide.Episode), func(n *memtide.Node) bool { return n.Source.Session == "four" && n.Project != "" }) {
		t.Errorf("looked %d times, want once: %s", looked, r.Error)
	}
}

// A question whose sender had no time to find out its project is asked in that from
// which something was said in the same folder; no folder is looked at for it.
func TestAQuestionWithoutItsProjectIsAskedInThatOfItsFolder(t *testing.T) {
	known := map[string]string{}
	w := newWorldWith(t, stagestest.Options{Intake: remember.Intake{Placed: func(cwd, project string) { known[cwd] = project }},
		ProjectOf: func(cwd string) string { return known[cwd] }})
	w.take(event.TurnRequest{Session: "one", Project: "shop", Cwd: "/work/shop", Text: "The nightly backup takes 23 minutes."})
	w.settle()
	for _, c := range []struct {
		cwd      string
		unplaced bool
		want     bool
	}{{"/work/shop", true, true}, {"/work/other", true, false}, {"/work/shop", false, false}} {
		r := w.ask(event.AskRequest{Session: "two" + c.cwd, Cwd: c.cwd, Unplaced: c.unplaced, Prompt: "How long does the nightly backup take?"})
		if strings.Contains(r.Block, "23 minutes") != c.want {
			t.Errorf("from %s, unplaced %t: %q (%s)", c.cwd, c.unplaced, r.Block, r.Reason)
		}
	}
	r := request[event.TurnRequest, event.TurnReply](w, event.SubjectToolTurn, event.TurnRequest{Space: w.space, Role: memtide.RoleUser,
		Session: "four", Project: "shop", Cwd: "/work/tool", Time: w.clock, Text: "The depot has a green door."})
	w.settle()
	if r.Error != "" || known["/work/tool"] != "" {
		t.Errorf("a tool has placed a folder: %q, %s", known, r.Error)
	}
	w.take(event.TurnRequest{Session: "five", Cwd: "/work/late", Unplaced: true, Text: "The depot has a blue roof."})
	if _, told := known["/work/late"]; told {
		t.Errorf("who could not find out a project has placed a folder: %q", known)
	}
}
