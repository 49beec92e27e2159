package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

// An order that gives a known thing another value changes what is told of it, though no memory is
// made of the order and the reply says no more than that it is done.
func TestAnOrderChangesWhatWasKnown(t *testing.T) {
	for _, c := range []struct {
		known, order, prompt string
		changed              bool
	}{
		{"The tide pump runs at 40 rpm.", "raise the tide pump to 55 rpm please", "How fast does the tide pump run?", true},
		{"the buoy delivery is on the 21st of June", "ok great. move the buoy delivery to the 23rd of June", "When is the buoy delivery?", true},
		{"our depot host is called heron", "can you rename the depot host to egret?", "What is our depot host called?", true},
		{"The tide pump runs at 40 rpm.", "set the harbour crane to 55 rpm please", "How fast does the tide pump run?", false},
		{"The tide pump runs at 40 rpm.", "move the tide pump log to docs/pump", "How fast does the tide pump run?", false},
		// Of a long one nobody could tell beside the memory what it changes.
		{"The tide pump runs at 40 rpm.", "raise the tide pump to 55 rpm please. " + strings.Repeat("The gulls were loud on the quay. ", 6), "How fast does the tide pump run?", false},
		{"our depot host is called heron", "never rename the depot host to egret", "What is our depot host called?", false},
	} {
		w := newWorld(t)
		w.dayOf("s1", c.known, "Noted.")
		w.dayOf("s2", c.order, "Done.")
		got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: c.prompt}).Block
		told := false
		for line := range strings.SplitSeq(got, "\n") {
			if strings.Contains(line, c.known) {
				told = true
				if strings.Contains(line, "since then") != c.changed {
					t.Errorf("%s\n%s", c.order, line)
				}
			}
		}
		if !told {
			t.Errorf("%s: %q is not told\n%s", c.order, c.known, got)
		}
	}
}

// It does so by a clock that was set back, too.
func TestAnOrderByAnEarlierClockChangesWhatWasKnown(t *testing.T) {
	w := newWorld(t)
	w.halves("s1", "1", "The tide pump runs at 40 rpm.", "Noted.")
	w.settle()
	w.clock = w.clock.Add(-24 * time.Hour)
	w.halves("s2", "1", "raise the tide pump to 55 rpm please", "Done.")
	w.settle()
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "How fast does the tide pump run?"}).Block
	if !strings.Contains(got, "40 rpm. — since then") {
		t.Errorf("told as if it held:\n%s", got)
	}
}

// What was ordered or told before and is no memory is told with what it was changed to, too, however many
// exchanges or sessions lie between, and as often as it was changed; so is the agent's report that it was done.
func TestAnOrderChangesWhatWasOnlyToldInPassing(t *testing.T) {
	const (
		grey  = "make the harbour logo grey please"
		blue  = "make the harbour logo blue, ole doesn't like the grey"
		green = "the logo, actually green. ole changed his mind again"
		ferry = "make the ferry logo blue"
		done  = "Changed the harbour logo to grey."
	)
	w := newWorld(t)
	w.dayOf("s1", grey, done)
	if live := w.live(memtide.Fact); len(live) != 0 {
		t.Fatalf("a memory was made: %v", live)
	}
	w.dayOf("s1", "the gulls were loud today", "They were.")
	w.dayOf("s2", blue, "Done.")
	w.dayOf("s3", ferry, "Done.")
	w.dayOf("s4", green, "Done.")
	seen := map[string]bool{}
	for i, prompt := range []string{"what colour is the harbour logo?", "what did ole say of the harbour logo?", "which logo did I want grey?"} {
		got := w.ask(event.AskRequest{Session: fmt.Sprint("q", i), Project: "shop", Prompt: prompt}).Block
		for line := range strings.SplitSeq(got, "\n") {
			for _, said := range []string{grey, blue, done} {
				_, since, ok := strings.Cut(line, "] "+said)
				if !ok {
					continue
				}
				if seen[said] = true; !strings.Contains(since, "since then") {
					t.Errorf("told as if it held:\n%s", line)
				}
			}
		}
		if !strings.Contains(got, green) {
			t.Errorf("not told:\n%s", got)
		}
	}
	if len(seen) < 2 {
		t.Errorf("told are only %v", seen)
	}
}

// What was taken back at once, or said in another project, has changed nothing.
func TestAnOrderThatWasTakenBackChangesNothing(t *testing.T) {
	const grey, blue = "make the harbour logo grey please", "make the harbour logo blue"
	for _, c := range []struct {
		project, reply, next string
		changed              bool
	}{{"shop", "Done.", "thanks", true}, {"shop", "Done.", "no wait, leave it as it was", false}, {"pier", "Done.", "thanks", false}, {"shop", "I can't do that, the file is locked.", "ok", false}} {
		w := newWorld(t)
		w.dayOf("s1", grey, "Done.")
		w.clock = w.clock.Add(48 * time.Hour)
		for i, text := range []string{blue, c.next} {
			w.take(event.TurnRequest{Session: "s2", PromptID: fmt.Sprint(i), Project: c.project, Text: text})
			w.take(event.TurnRequest{Role: memtide.RoleAgent, Session: "s2", PromptID: fmt.Sprint(i), Project: c.project, Text: c.reply})
		}
		w.settle()
		got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "what colour is the harbour logo?"}).Block
		if !strings.Contains(got, grey) || strings.Contains(got, grey+" — since then") != c.changed {
			t.Errorf("%+v:\n%s", c, got)
		}
	}
}

// A tool that was named in an order of which no memory was made is told with the one that has its place now.
func TestAnotherToolChangesWhatWasOnlyOrdered(t *testing.T) {
	const was, now = "lint the crane code with flake8", "ruff for linting from now on"
	w := newWorld(t)
	w.dayOf("s1", was, "Done.")
	if live := w.live(memtide.Fact, memtide.Instruction); len(live) != 0 {
		t.Fatalf("a memory was made: %v", live)
	}
	w.dayOf("s2", "format the ferry code with black", "Done.")
	w.dayOf("s3", now, "Okay.")
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "with what do we lint the crane code?"}).Block
	if !strings.Contains(got, was+" — since then: ") || strings.Contains(got, "black — since then") {
		t.Errorf("told as if it held:\n%s", got)
	}
}

// What was noted by hand takes the place of nothing, and says so of what was noted before.
func TestANoteSaysWhatItChanges(t *testing.T) {
	w := newWorld(t)
	for _, text := range []string{"The tide pump runs at 40 rpm.", "The tide pump is painted green.", "The tide pump runs at 60 rpm now."} {
		w.clock = w.clock.Add(time.Hour)
		if _, err := tools.Remember(t.Context(), w.Ledger, w.space, tools.Note{Text: text, At: w.clock}); err != nil {
			t.Fatal(err)
		}
	}
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "How fast does the tide pump run, and how is it painted?"}).Block
	if !strings.Contains(got, "40 rpm. — since then: ") || strings.Count(got, "since then") != 1 {
		t.Errorf("told as if it held, or as if the other did not:\n%s", got)
	}
}

// What waits in quarantine changes nothing of what is told, though it is found, and dropped for its few
// words before anybody looks at it.
func TestAnOrderInQuarantineChangesNothing(t *testing.T) {
	const grey, green = "make the harbour logo on the east sign beside the ferry ramp grey please", "the logo, actually green. ole changed his mind again"
	w := newWorld(t)
	w.dayOf("s1", grey, "Done.")
	w.dayOf("s2", "the harbour sign is beside the ferry", "Yes.")
	w.dayOf("s4", green, "Done.")
	i := slices.IndexFunc(w.nodes(memtide.Episode), func(n *memtide.Node) bool { return n.Content == green })
	told := w.nodes(memtide.Episode)[i]
	attributes := told.Attributes
	for n, c := range []struct {
		attributes map[string]string
		changed    bool
	}{{attributes, true}, {tools.WithAttribute(attributes, tools.Withheld, told.ID.String()), false}, {attributes, true}} {
		if n > 0 {
			w.decide("test", func(set *memtide.ChangeSet) {
				op := memtide.SetNode(told, "attributes", c.attributes)
				now, err := op.ApplyNode(told)
				if err != nil {
					t.Fatal(err)
				}
				told, set.Ops = now, append(set.Ops, op)
			})
		}
		r := w.ask(event.AskRequest{Session: fmt.Sprint("q", n), Project: "shop", Explain: true, Prompt: "how is the harbour logo on the east sign beside the ferry ramp?"})
		if !slices.ContainsFunc(r.Receipt.Drops, func(d event.Drop) bool { return d.ID == told.ID && d.Why == "gate" }) || !strings.Contains(r.Block, grey) {
			t.Fatalf("this proves nothing: %v\n%s", r.Receipt.Drops, r.Block)
		}
		if strings.Contains(r.Block, grey+" — since then: the logo, actually green") != c.changed {
			t.Errorf("%v:\n%s", c.attributes, r.Block)
		}
	}
}

// Who searches by hand and in no project is told of each what has changed in its own.
func TestASearchInNoProjectIsToldWhatHasChanged(t *testing.T) {
	const grey = "make the harbour logo grey please"
	w := newWorld(t)
	w.dayOf("s1", grey, "Done.")
	w.dayOf("s2", "make the harbour logo blue, ole doesn't like the grey", "Done.")
	got := w.ask(event.AskRequest{Mode: event.ModeQuery, Prompt: "what colour is the harbour logo?"}).Block
	if !strings.Contains(got, grey+" — since then: make the harbour logo blue") {
		t.Errorf("told as if it held:\n%s", got)
	}
}
