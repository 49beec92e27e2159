package language

import (
	"slices"
	"testing"
	"time"
)

// Each of these sentences is told by a rule that no other test here would miss.
func TestRulesOfOneSentence(t *testing.T) {
	directs := func(s string) bool { return handCues(s).Directs }
	yes(t, directs, map[string]bool{
		"In the docs always use British spelling": true, "For the ferry never sell two tickets": true, "On the quay do not smoke": false,
		"We do not use jugs anymore": false,
	})
	habit := func(s string) bool { return handCues(s).Habit }
	yes(t, habit, map[string]bool{
		"My aunts drive a van now": true, "My raft has a sail now": true, "I prefer brass over the kiln": false, "We always use pnpm for the ferry desk": false,
	})
	machine := func(s string) bool { return ActOf(s).Machine }
	yes(t, machine, map[string]bool{"[ERROR] the mill stopped": true, "fatal: the mill stopped": true, "The mill stopped": false})
	yes(t, OpensStanding, map[string]bool{
		"Always weigh the sacks": true, "never weigh the sacks": true, "From now on weigh the sacks": true, "For each sack write a label": false,
	})
	yes(t, Lifts, map[string]bool{"You may sell jugs again": true, "You don't need to weigh the sacks anymore": true, "You may sell jugs": false})
	yes(t, TellsApart, map[string]bool{"They raised the price, so we pay 345": true, "Fix the gauge, we moved the tank": true, "Fix the gauge and the tank": false})
	presumes := func(s string) bool { return Presumes(s, Told(s)) }
	yes(t, presumes, map[string]bool{"How do I split the budget of $900?": true, "How do I split $900?": false})
	if got := handCues("The sluice is opened every spring").Instruction; got != 0.5 {
		t.Errorf("the habit of a thing is graded %v", got)
	}
	for text, want := range map[string]Fault{`Search for "x" does not find it`: SureFault, "go vet complains about the mill": LikelyFault, "go to the mill": NoFault} {
		if got := FaultOf(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string][]string{
		"Sailors cannot enter the vault": nil, "Asked Bo about the bolts": {"Bo"}, "See ./mill for the rest": {"./mill"},
	} {
		var got []string
		for _, m := range Mentions(text, nil) {
			got = append(got, m.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// The same of two statements.
func TestRulesOfTwoStatements(t *testing.T) {
	said := func(text string) Statement { return NewStatement(text, time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)) }
	font := said("The font is Lato")
	if !font.SameSubject(said("The font is Inter")) || font.SameSubject(said("The logo is Lato")) {
		t.Error("the subject is told by its words")
	}
	mill := said("The mill uses 4 workers")
	if !mill.CountsOther(said("The mill has 2 queues")) || mill.CountsOther(said("The mill uses 5 workers")) {
		t.Error("workers are no queues")
	}
	if app := said("The web app is slow"); !app.OtherOne(said("The tablet app is slow")) || app.OtherOne(said("The web app is fast")) {
		t.Error("two apps are told apart by the word before them")
	}
	kiln := said("I no longer use the kiln")
	if kiln.Concerns(said("I prefer brass over the kiln"), "the kiln") || !kiln.Concerns(said("I dry jugs in the kiln"), "the kiln") {
		t.Error("what is set below something else ends nothing of it")
	}
	for _, c := range []struct {
		newer, older string
		want         Relation
	}{
		{"The ferry was moved, it leaves at 13:05", "The ferry leaves at 11:20", Updates},
		{"Raised the diving limit to 30 m", "The diving depth is 20 m", Unrelated},
	} {
		if got := Relate(said(c.newer), said(c.older), nil); got != c.want {
			t.Errorf("%q after %q: %v", c.newer, c.older, got)
		}
	}
}

func TestWhatNobodyHasInHandIsNoRule(t *testing.T) {
	for text, want := range map[string]bool{
		"The old winch is owned by nobody.":   true,
		"nobody runs the quay":                true,
		"no one handles the night tide":       true,
		"Nobody leads the choir any more.":    true,
		"nobody touches the winch":            false,
		"the winch is run by Ole":             false,
		"tell nobody that Ole runs the winch": false,
	} {
		if got := handCues(text); newReading(text).caredByNobody() != want || want && got.Instruction > 0.4 {
			t.Errorf("%q: %v %+v", text, !want, got)
		}
	}
}
