package stages_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What was broken, why and what was changed is one memory in the agent's words, and the
// user's report of it holds no longer.
func TestWhatWasBrokenIsKeptWithItsCauseAndWhatWasChanged(t *testing.T) {
	const (
		report = "the tide table skips the last row"
		cause  = "The reader stopped at the first empty cell."
		change = "It stops at the end of the sheet now."
	)
	for _, c := range []struct {
		name, user, agent string
		want, gone        string
	}{
		{"report", report, "Found it. " + cause + " " + change + " All 40 tests pass.", cause + " " + change, report},
		{"question", "why does the tide table skip the last row?", cause + " " + change, cause + " " + change, ""},
		{"beside a fact", "We moved to Harlingen in May. the tide table still skips the last row", cause + " " + change, cause + " " + change, "the tide table still skips the last row"},
		{"what never comes", "we never get the tide mails", cause + " " + change, cause + " " + change, "we never get the tide mails"},
		{"with a because", report, "The reader fails because of an empty cell of last Friday. I moved the check behind it.", "The reader fails because of an empty cell of last Friday. I moved the check behind it.", report},
		{"taken note of", "The harbour lives under /v2", "Got it. The address was /v1. I changed it to /v2.", "", ""},
		{"a state", "The harbour lives under /v2", "The address was /v1. I changed it to /v2.", "The address was /v1. I changed it to /v2.", ""},
		{"only mended", report, "Fixed. All 40 tests pass.", "", ""},
		{"guessed", report, "Probably the reader stops at an empty cell. I let it go on to the end.", "", ""},
		{"planned", report, cause + " I'll let it go on to the end.", "", ""},
		{"an order", "add a column for the wind to the tide table", "The table had seven columns. It has eight now.", "", ""},
		{"a question", "how does the tide table end?", cause + " " + change, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.halves("one", "p", c.user, c.agent)
			w.settle()
			var kept []*memtide.Node
			for _, n := range w.nodes(memories...) {
				if n.Source.Role == memtide.RoleAgent {
					kept = append(kept, n)
				}
			}
			if c.want == "" {
				if len(kept) > 0 {
					t.Fatalf("kept %q", kept[0].Content)
				}
				return
			}
			if len(kept) != 1 || kept[0].Content != c.want || kept[0].Kind != memtide.Event || kept[0].Subtype != "incident" || kept[0].Trust != memtide.TrustAgent || kept[0].Project != "shop" || !kept[0].EventTime.IsZero() {
				t.Fatalf("kept %+v", kept)
			}
			said := w.nodes(memtide.Episode)[1]
			if from := w.neighbours(said.ID, memtide.DerivedFrom); len(from) != 1 || from[0].ID != kept[0].ID {
				t.Errorf("of %q comes %v", said.Content, from)
			}
			live := w.live(memories...)
			if c.gone != "" && slices.Contains(live, c.gone) {
				t.Errorf("the report still holds: %q", live)
			}
			if c.name == "a state" && !slices.Contains(live, c.user) {
				t.Errorf("what may be no report holds no longer: %q", live)
			}
			if strings.HasPrefix(c.user, "We moved") && !slices.ContainsFunc(live, func(s string) bool { return strings.HasPrefix(s, "We moved") }) {
				t.Errorf("what was said beside the report holds no longer: %q", live)
			}
		})
	}
}

// What the user wants to hold is carried out by the agent, and holds.
func TestARuleThatWasCarriedOutHolds(t *testing.T) {
	for rule, reply := range map[string]string{
		"node 20, pnpm not npm!!":                                     "There is one lock file in the root, I removed it.",
		"black not yapf":                                              "There was a yapf config in the root, I removed it.",
		"no lock files in the repo":                                   "There was one in the root, I removed it.",
		"the tide docs are in markdown, not rst":                      "There was one rst file in docs, I converted it.",
		"the tide job fails again, always write the tide log in UTC.": "The job wrote local time. I changed it to UTC.",

		// with what goes wrong as the reason
		"every depth in metres please, the crew keeps mixing them up":          "I checked the table: four rows were in fathoms. They are in metres now.",
		"all depths in metres everywhere, the crew mixes them up every time":   "I checked the table: four rows were in fathoms. They are in metres now.",
		"tide times must be in UTC, the ferry app gets local time wrong":       "The job wrote local time. I changed it to UTC.",
		"depths have to be in metres, the chart shows nonsense otherwise":      "Two columns were in fathoms. I changed them to metres.",
		"I prefer depths in metres, the chart gets fathoms wrong":              "Two columns were in fathoms. I changed them to metres.",
		"tide times must never be rounded, the ferry app breaks":               "Two columns were rounded. I took the rounding out.",
		"always write tide times in UTC please, the ferry app gets them wrong": "The job wrote local time. I changed it to UTC.",
	} {
		w := newWorld(t)
		w.halves("one", "p", rule, reply)
		w.settle()
		want := strings.TrimPrefix(rule, "the tide job fails again, ")
		if live := w.live(memories...); !slices.ContainsFunc(live, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("%q holds no longer: %q", rule, live)
		}
	}
}

// Of a rule and a report in one half-turn only the report falls.
func TestOnlyTheReportBesideARuleFalls(t *testing.T) {
	const report = "the tide table skips the last row"
	for _, rule := range []string{
		"please always write it in UTC",
		"every depth in metres please, the crew keeps mixing them up",
		"tide times must be in UTC, the ferry app gets local time wrong",
		"always write it in UTC please, the viewer gets it wrong",
	} {
		for _, said := range []string{report + ". " + rule, rule + ". " + report} {
			w := newWorld(t)
			w.halves("one", "p", said, "The reader stopped at the first empty cell. It stops at the end of the sheet now.")
			w.settle()
			live := w.live(memories...)
			if !slices.ContainsFunc(live, func(s string) bool { return strings.Contains(s, rule) }) {
				t.Errorf("%q: the rule holds no longer: %q", said, live)
			}
			if slices.ContainsFunc(live, func(s string) bool { return strings.HasPrefix(s, report) }) {
				t.Errorf("%q: the report still holds: %q", said, live)
			}
		}
	}
}

// The agent's words do not say of what they speak: the report stands behind them.
func TestWhatWasMendedIsToldWithWhatWasReported(t *testing.T) {
	w := newWorld(t)
	w.halves("one", "p", "the tide table always skips the last row of a month. what a day", "The reader stopped at an empty cell. It goes on to the end now.")
	w.halves("three", "p", "how many piers are there", "Twelve, in four harbours.")
	w.settle()
	const want = "The reader stopped at an empty cell. It goes on to the end now. — reported as: the tide table always skips the last row of a month."
	if got := w.ask(event.AskRequest{Session: "two", PromptID: "q", Project: "shop", Prompt: "what was it that the reader stopped at in the tide table?"}).Block; !strings.Contains(got, want) {
		t.Errorf("told:\n%s", got)
	}
}

// What the user says next may be that it was not mended.
func TestWhatWasNotMendedIsNoMemory(t *testing.T) {
	for next, holds := range map[string]bool{
		"no, that's not it":         false,
		"still the same":            false,
		"great, now the wind gauge": true,
	} {
		w := newWorld(t)
		w.halves("one", "p", "the tide table skips the last row", "The reader stopped at an empty cell. It goes on to the end now.")
		w.halves("two", "p", "the wind gauge freezes", "Its task was never woken. I wake it once a second.")
		w.halves("one", "q", next, "Ok.")
		w.settle()
		live := w.live(memtide.Event)
		if slices.ContainsFunc(live, func(s string) bool { return strings.HasPrefix(s, "The reader") }) != holds {
			t.Errorf("%q: %q", next, live)
		}
		if !slices.ContainsFunc(live, func(s string) bool { return strings.HasPrefix(s, "Its task") }) {
			t.Errorf("%q: what was mended in another session is gone: %q", next, live)
		}
	}
}

// A report that comes in behind its answer has no part in it, also when it happens to be
// recorded already.
func TestAReportBehindItsAnswerDecidesNothing(t *testing.T) {
	for _, behind := range []bool{false, true} {
		w := newWorld(t)
		last := w.say("zero", "shop", "The harbour is small.")
		w.settle()
		report := w.half(memtide.RoleUser, "one", "p", "why does the tide table skip the last row?")
		answer := w.half(memtide.RoleAgent, "one", "p", "The reader stopped at an empty cell. It goes on to the end now.")
		if behind {
			w.publishAhead(last.Seq, 1, answer, report)
		} else {
			w.publishAhead(last.Seq, 0, report, answer)
		}
		kept := slices.ContainsFunc(w.live(memtide.Event), func(s string) bool { return strings.HasPrefix(s, "The reader") })
		if kept == behind {
			t.Errorf("report behind its answer: %v; kept: %v", behind, kept)
		}
	}
}
