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
)

// pinned returns the texts that came by the channel of standing directives.
func pinned(r event.AskReply) (texts []string) {
	for _, it := range r.Items {
		if it.Pinned || it.Standing {
			texts = append(texts, it.Text)
		}
	}
	return texts
}

// TestTheTimeOfAHabitIsNoDate follows two rules that name a day of the week to
// where they are shown, and a plan that names one, too.
func TestTheTimeOfAHabitIsNoDate(t *testing.T) {
	const (
		friday  = "Never moor the tanker at pier nine on a Friday."
		monday  = "Always ask the pilot before the tanker leaves pier nine on Monday morning."
		tanker  = "The tanker is painted at pier nine on Wednesdays."
		repairs = "On Thursday we are going to repair pier nine."
	)
	w := newWorld(t)
	for _, s := range []string{friday, monday, tanker, repairs} {
		w.say("one", "docks", s)
	}
	w.settle()
	dated := map[string]bool{}
	for _, n := range w.nodes(memtide.Fact, memtide.Instruction, memtide.Plan) {
		dated[n.Content] = !n.EventTime.IsZero()
	}
	for s, want := range map[string]bool{friday: false, monday: false, tanker: false, repairs: true} {
		if got, kept := dated[s]; !kept || got != want {
			t.Errorf("%q: kept %v, dated %v, want %v", s, kept, got, want)
		}
	}
}

// TestARuleStaysAmongTheRules asks for what a half-turn of rules speaks of: they are shown as
// rules, and not behind all else in their half-turn.
func TestARuleStaysAmongTheRules(t *testing.T) {
	const rule = "Never touch a berth table that is printed already, always add a new one."
	w := newWorld(t)
	w.say("one", "docks", "Rules so that we don't fight later. "+rule+" Always write berth numbers with two digits.")
	w.say("one", "docks", "The berth table on the quay is as wide as the gate.")
	w.settle()
	block := w.ask(event.AskRequest{Session: "two", PromptID: "q", Project: "docks", Prompt: "I need a new berth table on the quay, go"}).Block
	rules, _, _ := strings.Cut(block, "Facts:")
	rules, _, _ = strings.Cut(rules, "From earlier")
	if !strings.Contains(rules, rule) || strings.Count(block, rule) != 1 {
		t.Errorf("shown:\n%s", block)
	}
}

// TestStandingDirectivesHaveAChannelOfTheirOwn follows three of them from what
// was said to what is shown.
func TestStandingDirectivesHaveAChannelOfTheirOwn(t *testing.T) {
	const (
		dates   = "Always write dates with the year first, in all my projects."
		answers = "I've never sailed, and I prefer short answers with one example, so can you explain what a bowline is?"
		vendor  = "In this repository never touch the vendor folder."
	)
	w := newWorld(t)
	w.say("one", "docks", dates)
	w.say("one", "docks", answers)
	w.say("one", "docks", vendor)
	w.say("one", "docks", "The harbour crane is serviced by Bruno in Hamburg.")
	w.say("six", "barn", "The barn door is painted by Ines every spring.")
	w.settle()
	ask := func(session, project, prompt string) event.AskReply {
		return w.ask(event.AskRequest{Session: session, Project: project, Prompt: prompt})
	}
	const crane = "Who services the harbour crane?"

	// Of the fact and what was said of it one is shown: which, hangs on what the jobs have
	// made in the meantime.
	whole := func(when string) {
		t.Helper()
		block := ask("two", "docks", crane).Block
		rules, _, _ := strings.Cut(strings.ReplaceAll(block, "From earlier conversations:", "Facts:"), "Facts:")
		for _, want := range []string{dates, "I prefer short answers with one example", vendor} {
			if !strings.Contains(rules, want) || strings.Count(block, want) != 1 {
				t.Errorf("%s: %q is not shown once, as a rule:\n%s", when, want, block)
			}
		}
		if strings.Count(block, "Bruno") != 1 {
			t.Errorf("%s: block:\n%s", when, block)
		}
	}
	whole("at first")
	if again := ask("two", "docks", "Where does Bruno service the crane?"); strings.Contains(again.Block, dates) {
		t.Errorf("shown in this session already: %s", again.Block)
	}
	w.take(event.TurnRequest{Session: "two", Mark: event.MarkCompacted})
	whole("after a compaction")

	if other := ask("three", "barn", "Who paints the barn door?"); strings.Contains(other.Block, "vendor") || !strings.Contains(other.Block, dates) {
		t.Errorf("a rule of another project: %q", other.Block)
	}
	if none := ask("four", "docks", "thanks, looks good"); len(none.Items) > 0 || none.Block != "" {
		t.Errorf("a prompt that needs no memory got %q", none.Block)
	}
	start := w.ask(event.AskRequest{Mode: event.ModeSessionStart, Session: "five", Project: "docks"})
	if !strings.Contains(start.Block, dates) || !strings.Contains(start.Block, vendor) || strings.Count(start.Block, dates) != 1 {
		t.Errorf("session start: %q", start.Block)
	}
	// Who asks by hand gets what was asked for as if there were no pins, and them behind it.
	byHand := w.ask(event.AskRequest{Mode: event.ModeQuery, Project: "docks", Prompt: "xylophone", Limit: 3})
	if len(pinned(byHand)) != 3 || len(byHand.Items) != 3 {
		t.Errorf("by hand: %+v", byHand.Items)
	}
}

func TestPinsKeepToTheirTokensAndAreReplaced(t *testing.T) {
	w := newWorld(t)
	tools := []string{"hammers", "chisels", "planes", "rasps", "gouges", "mallets", "clamps", "squares", "scrapers", "awls", "saws", "files",
		"drills", "levels", "pliers", "shears", "anvils", "tongs", "vices", "wedges", "adzes", "augers", "bevels", "burnishers", "calipers", "dividers"}
	for _, tool := range tools {
		w.say("one", "", "Always oil the "+tool+" and hang the "+tool+" on the wall behind the bench by the window before you leave the workshop for the night.")
	}
	w.say("one", "", "The harbour crane is serviced by Bruno in Hamburg.")
	w.settle()
	byHand := event.AskRequest{Mode: event.ModeQuery, Prompt: "Who services the harbour crane?", Limit: 5}
	r := w.ask(byHand)
	tokens := 0
	for _, it := range r.Items {
		if it.Pinned {
			tokens += it.Tokens
		}
	}
	if n := len(pinned(r)); tokens > 600 || n < 5 || n >= len(tools) {
		t.Errorf("%d pins with %d tokens: %q", n, tokens, pinned(r))
	}
	fits := w.ask(event.AskRequest{Mode: event.ModeQuery, Prompt: "Where do the hammers go when they are oiled?", Limit: 5})
	if got := pinned(fits); len(got) == 0 || !strings.Contains(got[0], "hammers") {
		t.Errorf("pinned %q, want the rule that fits first", got)
	}

	w = newWorld(t)
	w.say("one", "", "Always deploy the website on Mondays.")
	w.settle()
	w.say("one", "", "Always deploy the website on Thursdays instead of Mondays.")
	w.say("one", "", "The harbour crane is serviced by Bruno in Hamburg.")
	w.settle()
	if got := pinned(w.ask(byHand)); len(got) != 1 || !strings.Contains(got[0], "Thursdays") {
		t.Errorf("pinned %q, want the newer rule alone", got)
	}
}

// TestOfManyRulesThoseThatSpeakOfItAreShown: a session's start has no room for all of
// them, so a prompt that is given nothing else is given those that have words of it.
func TestOfManyRulesThoseThatSpeakOfItAreShown(t *testing.T) {
	const branch = "Always ask before you delete a branch."
	for _, others := range []int{5, 40} {
		w := newWorld(t)
		rule := func(text string) *memtide.Node {
			return &memtide.Node{Kind: memtide.Instruction, Content: text, Scope: 1, BaseConfidence: 1, Trust: memtide.TrustUser,
				Attributes: map[string]string{ledger.Standing: ledger.StandsWish}}
		}
		nodes := []*memtide.Node{rule(branch)}
		for i := range others {
			nodes = append(nodes, rule(fmt.Sprintf("Never paint gate %c%c.", 'a'+i%26, 'a'+i/2%26)))
		}
		w.plantAll(nodes...)
		for prompt, want := range map[string]bool{"delete these two branches": others == 40, "Run it again.": false, "Thanks!": false, "good job on the branches": false, "my branch froze, sorry": false, "Sort the table by name.": false, "Close the gate in line 12.": false} {
			got := w.ask(event.AskRequest{Session: prompt, Prompt: prompt}).Block
			if strings.Contains(got, branch) != want || strings.Contains(got, "gate") {
				t.Errorf("%d others, %q is given\n%s", others, prompt, got)
			}
		}
	}
}

// TestWhatIsSaidInSeveralSessionsStands: who orders the same again in each conversation
// wants it to hold, in whatever form.
func TestWhatIsSaidInSeveralSessionsStands(t *testing.T) {
	const sails = "In the sail checks look at the seams, not at the number of sails."
	type saying struct {
		session string
		hours   int
	}
	for name, c := range map[string]struct {
		said []saying
		want bool
	}{
		"in three sessions on three days":     {[]saying{{"one", 0}, {"two", 24}, {"three", 48}}, true},
		"… told late":                         {[]saying{{"three", 48}, {"one", 0}, {"two", 24}}, true},
		"… the last and the first on one day": {[]saying{{"one", 0}, {"three", 48}, {"two", 1}}, true},
		"… one of them twice":                 {[]saying{{"one", 0}, {"two", 24}, {"two", 25}, {"one", 26}, {"three", 48}}, true},
		"in two sessions":                     {[]saying{{"one", 0}, {"two", 24}, {"one", 48}, {"two", 72}}, false},
		"in three sessions of one afternoon":  {[]saying{{"one", 0}, {"two", 1}, {"three", 2}}, false},
		"in a fourth one, a day later":        {[]saying{{"one", 0}, {"two", 1}, {"three", 2}, {"four", 30}}, true},
		"in one of these again, a day later":  {[]saying{{"one", 0}, {"two", 1}, {"three", 2}, {"three", 30}}, true},
		"in one session, for three days":      {[]saying{{"one", 0}, {"one", 24}, {"one", 48}}, false},
		"without a session":                   {[]saying{{"", 0}, {"", 24}, {"", 48}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			start := w.clock
			w.clock = start.Add(100 * time.Hour) // what is told of the future is told of now
			for _, s := range c.said {
				w.take(event.TurnRequest{Session: s.session, Project: "docks", Text: sails, Time: start.Add(time.Duration(s.hours) * time.Hour)})
				w.settle()
			}
			if n := w.nodes(memtide.Instruction); len(n) != 1 || len(strings.Fields(n[0].Attributes["said_in"])) > 2 {
				t.Errorf("instructions: %+v", n)
			}
			w.say("five", "docks", "The harbour crane is serviced by Bruno in Hamburg.")
			w.settle()
			got := pinned(w.ask(event.AskRequest{Mode: event.ModeQuery, Project: "docks", Prompt: "Who services the harbour crane?", Limit: 5}))
			if stands := slices.Contains(got, sails); stands != c.want {
				t.Errorf("stands: %v, want %v: pinned %q", stands, c.want, got)
			}
		})
	}
}

// TestWhatIsSaidAgainIsNoted: an instruction alone, what says itself that it stands stays
// that, and the sessions are noted in one order.
func TestWhatIsSaidAgainIsNoted(t *testing.T) {
	told := func(text string, sessions ...string) map[string]string {
		w := newWorld(t)
		start := w.clock
		w.clock = start.Add(100 * time.Hour)
		for i, s := range sessions {
			w.take(event.TurnRequest{Session: s, Project: "docks", Text: text, Time: start.Add(time.Duration(30*i) * time.Hour)})
			w.settle()
		}
		n := w.nodes(memories...)
		if len(n) != 1 {
			t.Fatalf("%q: %+v", text, n)
		}
		return n[0].Attributes
	}
	if got := told("Always grease the crane before lifting.", "one", "two", "three"); got["standing"] != "always" || got["said_in"] != "" {
		t.Errorf("a rule that says so: %v", got)
	}
	if got := told("The harbour crane is serviced by Bruno in Hamburg.", "one", "two", "three"); got["standing"] != "" || got["said_in"] != "" {
		t.Errorf("a fact: %v", got)
	}
	const sails = "In the sail checks look at the seams, not at the number of sails."
	a, b := told(sails, "one", "two", "three"), told(sails, "one", "three", "two")
	if a["said_in"] != b["said_in"] || a["standing"] != "often" || b["standing"] != "often" {
		t.Errorf("in one order %v, in the other %v", a, b)
	}
}
