package stages_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// It is often the user who finds out why something went wrong. What they say of it holds with what
// it explains, whatever the agent makes of it.
func TestTheCauseThatTheUserHasFoundIsKept(t *testing.T) {
	const report = "the pump of pier 4 stops every night"
	for _, c := range []struct{ name, before, said, reply, want, as string }{
		{"in the next prompt", report + ". any idea?", "it was the controller, its fan had seized. cleaned it on Friday", "Good. I put the cleaning into the plan.", "it was the controller, its fan had seized. cleaned it on Friday", report + "."},
		{"with the report", "", report + ". had a closer look: it's not the pump, it's the relay that sticks. a knock helps", "That explains the nights: the relay is cold then. I added a heater to the list.", report + ". had a closer look: it's not the pump, it's the relay that sticks. a knock helps", ""},
		{"and the agent agrees", report, "found it, the harbour office switches that line off at ten", "That fits what I saw. I left the pump as it is. I added an alarm.", "found it, the harbour office switches that line off at ten", report},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			if c.before != "" {
				w.halves("one", "p", c.before, "I would look at the timer first.")
			}
			w.halves("one", "q", c.said, c.reply)
			w.settle()
			var kept []*memtide.Node
			for _, n := range w.nodes(memories...) {
				if n.Source.Role == memtide.RoleUser && n.Live() && strings.Contains(c.said, n.Content) {
					kept = append(kept, n)
				}
			}
			if len(kept) != 1 || kept[0].Content != c.want || kept[0].Subtype != memtide.Incident || kept[0].Project != "shop" {
				t.Fatalf("kept %q", w.live(memories...))
			}
			if slices.ContainsFunc(w.live(memories...), func(s string) bool { return s == report || strings.HasPrefix(s, "That ") }) {
				t.Errorf("besides that holds: %q", w.live(memories...))
			}
			want := c.want
			if c.as != "" {
				want += " — reported as: " + c.as
			}
			if got := w.ask(event.AskRequest{Session: "two", PromptID: "q", Project: "shop", Prompt: "the pump of pier 4 stops at night again, what was wrong with it?"}).Block; !strings.Contains(got, want) {
				t.Errorf("told:\n%s", got)
			}
		})
	}
}

// What only sounds like it is no cause where nothing was reported.
func TestWhereNothingWasReportedNoCauseIsFound(t *testing.T) {
	w := newWorld(t)
	w.halves("one", "p", "Paint the bench of pier 4 green.", "Painted.")
	w.halves("one", "q", "it was the harbour master's wish", "Fine.")
	w.halves("one", "r", "found it, the paint is in the shed behind the crane", "Good.")
	w.settle()
	for _, n := range w.nodes(memories...) {
		if n.Subtype == memtide.Incident {
			t.Errorf("%q is told as a cause", n.Content)
		}
	}
	if live := w.live(memories...); !slices.Contains(live, "found it, the paint is in the shed behind the crane") {
		t.Errorf("what was told is not kept: %q", live)
	}
}

// Who says that it goes well again has found the cause, reported or not: one memory, with what was
// reported just before.
func TestWhatTheUserHasMended(t *testing.T) {
	for said, want := range map[string]string{
		"it was a sock in the pump, works again":                        "it was a sock in the pump, works again",
		"It was a stale lock file. Works now.":                          "It was a stale lock file. Works now.",
		"The heater stays cold. It was a closed valve, it works again.": "The heater stays cold. It was a closed valve, it works again.",
		"The tide is high. It was a closed valve, it works again.":      "It was a closed valve, it works again.",
		"turns out the fuse was blown, replaced it and it works again":  "turns out the fuse was blown, replaced it and it works again",
		"it was a sock in the pump":                                     "",
	} {
		w := newWorld(t)
		w.halves("one", "p", said, "Good to hear.")
		w.settle()
		got := ""
		for _, n := range w.nodes(memories...) {
			if n.Live() && n.Subtype == memtide.Incident {
				got += n.Content
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}

// Of what somebody explains by itself nothing is told that was said to go wrong before it.
func TestWhatExplainsItselfWasNotReportedAsSomethingElse(t *testing.T) {
	w := newWorld(t)
	w.halves("one", "p", "the lift of pier 2 stops every night", "I look at its log.")
	w.halves("one", "q", "The crane of pier 4 was broken because its rope had worn through.", "Fine.")
	w.settle()
	got := w.ask(event.AskRequest{Session: "two", Project: "shop", Prompt: "Why was the crane of pier 4 broken?"}).Block
	if !strings.Contains(got, "its rope had worn through") || strings.Contains(got, "reported as") {
		t.Errorf("told:\n%s", got)
	}
	if !slices.ContainsFunc(w.nodes(memories...), func(n *memtide.Node) bool {
		return n.Subtype == memtide.Incident && strings.Contains(n.Content, "rope")
	}) {
		t.Errorf("no cause is kept: %q", w.live(memories...))
	}
}
