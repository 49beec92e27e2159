package stages_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/tools"
)

// What tells several things stays where one of them has changed, and is not told
// without that: a fact, the half-turn that it was said in, and a rule.
func TestWhatHasChangedInPartSaysSo(t *testing.T) {
	const (
		wiki  = "The wiki is a gitbook site, it lives in the harbour bucket."
		now   = "We're on docusaurus now, gitbook had no search."
		glibc = "Always build against glibc 2.31, the port authority depends on it."
		after = "We raise glibc to 2.35 after all, the linker needs it."
	)
	w := newWorld(t)
	w.say("monday", "docks", wiki)
	w.say("monday", "docks", glibc)
	w.say("tuesday", "docks", now)
	w.say("tuesday", "docks", after)
	w.settle()
	ask := func(session, prompt string) string {
		return w.ask(event.AskRequest{Session: session, Project: "docks", Prompt: prompt}).Block
	}
	got := ask("wednesday", "Which bucket does the wiki live in?")
	for _, want := range []string{wiki + " — since then: " + now, "glibc 2.31, the port authority depends on it. — since then: " + after} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	all := w.rules("docks")
	if len(all) != 1 || len(all[0].Amended) != 1 || all[0].Amended[0].Content != after {
		t.Errorf("rules: %+v", all)
	}
	got = ask("thursday", "Does the wiki live in the bucket as a gitbook site, or are we on docusaurus?")
	if !strings.Contains(got, now) || strings.Contains(got, "since then: "+now) {
		t.Errorf("what has changed is told itself:\n%s", got)
	}
}

// What has changed once more is told to its end.
func TestWhatChangedTwiceIsTold(t *testing.T) {
	const (
		now   = "We are on docusaurus now, gitbook had no search, and it builds on the crane runner."
		again = "We are on hugo now, docusaurus was too slow."
	)
	w := newWorld(t)
	w.say("monday", "docks", "The wiki is a gitbook site, it lives in the harbour bucket.")
	w.say("tuesday", "docks", now)
	w.say("wednesday", "docks", again)
	w.settle()
	got := w.ask(event.AskRequest{Session: "friday", Project: "docks", Prompt: "Which bucket does the wiki live in?"}).Block
	if want := "since then: " + now + "; since then: " + again; !strings.Contains(got, want) {
		t.Errorf("%q is not in\n%s", want, got)
	}
}

// The order in which two half-turns arrive is nothing to what the later one says.
func TestWhatArrivesLateIsAmended(t *testing.T) {
	w := newWorld(t)
	take := func(session, text string, at time.Time) {
		w.take(event.TurnRequest{Role: memtide.RoleUser, Text: text, Session: session, PromptID: "1", Client: "test", Project: "docks", Cwd: "/docks", Time: at})
	}
	take("tuesday", "We're on docusaurus now, gitbook had no search.", w.clock)
	w.settle()
	take("monday", "The wiki is a gitbook site, it lives in the harbour bucket.", w.clock.AddDate(0, 0, -1))
	w.settle()
	got := w.ask(event.AskRequest{Session: "friday", Project: "docks", Prompt: "Which bucket does the wiki live in?"}).Block
	if !strings.Contains(got, "since then: We're on docusaurus now") {
		t.Errorf("told\n%s", got)
	}
}

// Nobody's word is amended by that of somebody who is to be believed less.
func TestTheAgentDoesNotAmendTheUser(t *testing.T) {
	w := newWorld(t)
	w.halves("monday", "1", "The wiki is a gitbook site, it lives in the harbour bucket.", "Noted.")
	w.halves("monday", "2", "Does the search work?", "I decided to move: the wiki is a docusaurus site now, because gitbook had no search.")
	w.settle()
	if n := w.edges(memtide.Amends); n != 0 {
		t.Errorf("%d edges", n)
	}
	w.halves("monday", "3", "We're on docusaurus now, gitbook had no search.", "Noted.")
	w.settle()
	if n := w.edges(memtide.Amends); n != 1 {
		t.Errorf("by the user: %d edges", n)
	}
}

// rules lists the standing directives of a project.
func (w *world) rules(project string) (all []tools.Rule) {
	w.t.Helper()
	if err := w.Ledger.Read(w.t.Context(), w.space, func(v ledger.View) (err error) {
		all, err = tools.Rules(v, project, w.clock)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return all
}

// A rule that is dropped leaves the rules, and one that only has a word in common stays.
func TestADroppedRuleIsInForceNoLonger(t *testing.T) {
	w := newWorld(t)
	w.say("monday", "docks", "please always stamp letters btw, Ida hates the dull seals")
	w.say("monday", "docks", "Never seal letters without asking Ole.")
	w.say("tuesday", "docks", "forget about the stamp test")
	w.settle()
	if all := w.rules("docks"); len(all) != 2 {
		t.Fatalf("before: %+v", all)
	}
	w.say("wednesday", "docks", "stamping letters: we drop that, the ink ran. Plain letters please.")
	w.settle()
	for _, r := range w.rules("docks") {
		if strings.Contains(r.Node.Content, "always stamp") {
			t.Errorf("in force: %s", r.Node.Content)
		}
	}
}

// Of two rules that have the one word by which a rule is dropped nobody knows which is meant.
func TestADroppedRuleMustBeCertain(t *testing.T) {
	w := newWorld(t)
	w.say("monday", "docks", "Always stamp letters.")
	w.say("monday", "docks", "Always stamp the crates with the date.")
	w.say("tuesday", "docks", "we drop the stamp rule")
	w.settle()
	old := 0
	for _, r := range w.rules("docks") {
		if strings.Contains(r.Node.Content, "Always stamp") {
			old++
		}
	}
	if old != 2 {
		t.Errorf("%d of 2 rules are in force", old)
	}
}

// A summary says what it was made of, and what has changed of that since stands behind it.
func TestASummarySaysWhatHasChangedInPart(t *testing.T) {
	const (
		odile = "The barge Odile carries 40 crates, its deck is painted red"
		now   = "Odile carries 60 crates."
		crane = "The crane of the north quay lifts 40 tonnes"
	)
	w := newWorld(t)
	old := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: odile + ".", Project: "docks"}, &memtide.Node{Kind: memtide.Fact, Content: crane + ".", Project: "docks"})
	sum := w.plantAll(&memtide.Node{Kind: memtide.Summary, Subtype: "session", Content: "Session of 2026-11-20 in docks: " + odile + ". " + crane + ".", Project: "docks"})[0]
	for _, id := range old {
		w.link(memtide.DerivedFrom, sum, id)
	}
	by := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: now, Project: "docks"})[0]
	w.link(memtide.Amends, by, old[0])
	block := w.ask(event.AskRequest{Mode: event.ModeSessionStart, Session: "thursday", Project: "docks", Source: "startup"}).Block
	if want := crane + ". — since then: " + now; !strings.Contains(block, want) {
		t.Errorf("%q is not in\n%s", want, block)
	}
}

// What the agent has found out is kept, and changes nothing that was known: at the end of
// each task it tells what works now.
func TestWhatTheAgentHasFoundOutAmendsNothing(t *testing.T) {
	const before, after = "The harbour service keeps its tide table in a bucket called tides, and the bucket holds 40 tables.", "The harbour service now keeps its tide table in a bucket called waves, because the old one was full."
	w := newWorld(t)
	w.halves("one", "1", "where does it come from?", before)
	w.halves("two", "2", "and today?", after)
	w.say("one", "shop", "The pier is painted by Ida in May.")
	w.settle()
	if _, _, err := maintain.Run(t.Context(), maintain.Deps{Bus: w.Bus, Ledger: w.Ledger}, event.JobDue{Job: "consolidate", Space: w.space, ScheduledAt: w.clock.Add(24 * time.Hour), Cause: "request"}, false); err != nil {
		t.Fatal(err)
	}
	if sums := w.live(memtide.Summary); len(sums) == 0 || !strings.Contains(strings.Join(sums, " "), "Ida") || strings.Contains(strings.Join(sums, " "), "bucket") {
		t.Errorf("summed up: %q", sums)
	}
	kept := slices.DeleteFunc(w.nodes(memtide.Fact), func(n *memtide.Node) bool { return n.Source.Role == memtide.RoleUser })
	if len(kept) != 2 || kept[0].Subtype != memtide.Found || kept[1].Subtype != memtide.Found {
		t.Fatalf("kept: %q %q", kept[0].Content, w.live(memories...))
	}
	for _, n := range kept {
		if !n.Live() {
			t.Errorf("%q has ended", n.Content)
		}
	}
	if got := w.ask(event.AskRequest{Session: "three", Project: "shop", Prompt: "In which bucket is the tide table of the harbour service?"}).Block; !strings.Contains(got, "called tides") || strings.Contains(got, "since then") {
		t.Errorf("told:\n%s", got)
	}
}

// A tool that somebody leaves by what it is like is told with that, however short both are.
func TestAToolThatIsLeft(t *testing.T) {
	w := newWorld(t)
	w.say("monday", "docks", "store everything in sqlite")
	w.say("tuesday", "docks", "sqlite is overkill, moving to plain json files")
	w.settle()
	got := w.ask(event.AskRequest{Session: "wednesday", Project: "docks", Prompt: "Where do we store everything?"}).Block
	if !strings.Contains(got, "plain json files") || strings.Contains(got, "store everything in sqlite") && !strings.Contains(got, "since then") {
		t.Errorf("told\n%s", got)
	}
}
