package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// How widely a rule holds is not always said with it: one for everything takes the place
// of one for the project in which both were said, and the other way round, but nothing
// of what was said in another project.
func TestARuleIsChangedWhereItWasSaid(t *testing.T) {
	for _, c := range []struct {
		in   [2]string // projects
		said [2]string
		live []string
	}{
		{[2]string{"pump", "pump"}, [2]string{"please answer in German", "please answer in Danish from now on"}, []string{"please answer in Danish from now on"}},
		{[2]string{"pump", "pump"}, [2]string{"Always weigh the grain.", "You don't have to weigh the grain anymore."}, []string{"You don't have to weigh the grain anymore."}},
		{[2]string{"pump", "mill"}, [2]string{"please answer in German", "please answer in Danish from now on"}, []string{"please answer in Danish from now on"}},
		{[2]string{"pump", "mill"}, [2]string{"In this repository write comments in German.", "In this repository write comments in Danish from now on."},
			[]string{"In this repository write comments in Danish from now on.", "In this repository write comments in German."}},
		{[2]string{"pump", "mill"}, [2]string{"Always weigh the grain.", "You don't have to weigh the grain anymore."}, []string{"Always weigh the grain.", "You don't have to weigh the grain anymore."}},
	} {
		w := newWorld(t)
		for i, text := range c.said {
			w.say(string(rune('a'+i)), c.in[i], text)
			w.settle()
		}
		got := w.live(memtide.Fact, memtide.Instruction, memtide.Event)
		slices.Sort(got)
		if !slices.Equal(got, c.live) {
			t.Errorf("in %q:\n got  %q\n want %q", c.in, got, c.live)
		}
	}
}

// What is said everywhere is held against what is said of a project, many side by side:
// where each was said is asked of the graph, which answers one at a time.
func TestScopesSideBySide(t *testing.T) {
	w := newWorld(t)
	things := strings.Fields("crane barrel ladder pump kiln lathe anvil bench press drill saw forge")
	tell := func(session, ban string) event.TurnReply {
		var said []string
		for i, thing := range things {
			other := things[(i+1)%len(things)]
			said = append(said, fmt.Sprintf("I prefer the %s to the %s.", thing, other), fmt.Sprintf("In this project we %s move the %s with the %s.", ban, thing, other))
		}
		r := w.say(session, "shop", strings.Join(said, " "))
		w.settle()
		return r
	}
	tell("one", "always")
	r := tell("two", "never")
	if c, known, err := w.Ledger.Recorded(t.Context(), w.space, memtide.NewChangeID("reconcile", r.ID)); err != nil || !known || c.Reason != "" || len(c.Ops) == 0 {
		t.Errorf("decided: %v %q, %d operations (%v)", known, c.Reason, len(c.Ops), err)
	}
}

// No number of memories of another project pushes out what is of this one.
func TestOtherProjectsPushNothingOut(t *testing.T) {
	const rule = "The tests of the shop are run with the make target check."
	w := newWorld(t)
	ids := w.plantAll(&memtide.Node{Kind: memtide.Entity, Content: "Anna", CanonicalName: "Anna", Subtype: "person"},
		&memtide.Node{Kind: memtide.Fact, Content: "She lives in Lisbon.", Project: "shop"},
		&memtide.Node{Kind: memtide.Instruction, Content: rule, Project: "shop"},
		&memtide.Node{Kind: memtide.Fact, Content: "The harbor crane greasing rota hangs.", Project: "shop"})
	w.link(memtide.Mentions, ids[1], ids[0])
	var others []*memtide.Node
	for i := range 90 {
		others = append(others, &memtide.Node{Kind: memtide.Instruction, Content: fmt.Sprintf("Step %d of the lathe is done by hand.", i), Project: "mill"},
			&memtide.Node{Kind: memtide.Fact, Content: fmt.Sprintf("The harbor crane greasing rota is %d.", i), Project: "mill"})
	}
	for i, id := range w.plantAll(others...) {
		if i%2 == 1 && i < 40 {
			w.link(memtide.Mentions, id, ids[0])
		}
	}
	if got := w.ask(event.AskRequest{Session: "s1", Mode: event.ModeSessionStart, Source: "startup", Project: "shop"}).Block; !strings.Contains(got, rule) {
		t.Errorf("a session begins with %q", got)
	}
	w.waitFor("the vectors", func() bool { return w.vectors() >= 2+len(others) })
	const text = "harbor crane greasing rota is"
	if err := w.Ledger.ReadFor(t.Context(), w.space, text, time.Second, func(v ledger.View) error {
		s := tools.NewSearcher(v, event.Query{Space: w.space, Mode: event.ModePrompt, Text: text, Now: w.clock, Project: "shop"})
		for _, search := range []event.Search{{Tool: event.SearchVector, Limit: 10}, {Tool: event.SearchEntity, Names: []event.Name{{Name: "Anna", ID: ids[0]}}, Limit: 10}} {
			found, err := s.Run(search, nil)
			if err != nil {
				return err
			}
			want := map[string]memtide.ID{event.SearchVector: ids[3], event.SearchEntity: ids[1]}[search.Tool]
			if !slices.ContainsFunc(found, func(c event.Candidate) bool { return c.ID == want }) {
				t.Errorf("%s has not found it among %d", search.Tool, len(found))
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// What one project has changed of a rule for all is not told in another one.
func TestAChangeStaysInItsProject(t *testing.T) {
	w := newWorld(t)
	w.say("monday", "docks", "In all my projects, always build against glibc 2.31, the port authority depends on it.")
	w.settle()
	w.say("tuesday", "docks", "In this project we raise glibc to 2.35 after all, the linker of the dredger needs it.")
	w.settle()
	for project, told := range map[string]bool{"docks": true, "shop": false} {
		got := w.ask(event.AskRequest{Session: "in " + project, Project: project, Prompt: "Which glibc shall I build against?"}).Block
		if !strings.Contains(got, "2.31") || strings.Contains(got, "since then") != told || strings.Contains(got, "dredger") && !told {
			t.Errorf("in %s:\n%s", project, got)
		}
	}
}

// What the user has reported in one project is not told in another one, in which the agent
// has answered: it goes from folder to folder while it works.
func TestAReportStaysInItsProject(t *testing.T) {
	const report, mended = "the tide table always skips the last row of a month", "The reader stopped at an empty cell. It goes on to the end now."
	for project, told := range map[string]bool{"docks": true, "shop": false} {
		w := newWorld(t)
		w.take(event.TurnRequest{Session: "one", PromptID: "p", Project: "docks", Text: report})
		w.take(event.TurnRequest{Role: memtide.RoleAgent, Session: "one", PromptID: "p", Project: project, Text: mended})
		w.settle()
		got := w.ask(event.AskRequest{Session: "two", Project: project, Prompt: "what was it that the reader stopped at in the tide table?"}).Block
		if !strings.Contains(got, mended) || strings.Contains(got, report) != told {
			t.Errorf("in %s:\n%s", project, got)
		}
	}
}
