package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

const kilnBefore, kilnNow, kilnThen = "The kiln controller listens on port 4100.", "The kiln controller listens on port 4200 now.", "The kiln controller listens on port 4300 now."

// A clock that is set back, by NTP or because a machine was put back to an earlier
// moment, makes no older what is said by it, in the same session or another one.
func TestAClockThatIsSetBackMakesNothingOlder(t *testing.T) {
	for _, back := range []time.Duration{2 * time.Second, 24 * time.Hour, 50 * 365 * 24 * time.Hour} {
		for _, session := range []string{"one", "two"} {
			w := newWorld(t)
			w.say("one", "kiln", kilnBefore)
			w.settle()
			w.clock = w.clock.Add(time.Second - back)
			for _, text := range []string{kilnNow, kilnThen} {
				w.clock = w.clock.Add(time.Millisecond)
				w.take(event.TurnRequest{Session: session, Project: "kiln", Client: "test", Text: text, Time: w.clock})
				w.settle()
			}
			if got := w.live(memtide.Fact); len(got) != 1 || got[0] != kilnThen {
				t.Errorf("%s back, session %s: it holds that %q", back, session, got)
			}
			w.rebuilt()
			if got := w.ask(event.AskRequest{Session: "three", Project: "kiln", PromptID: "p", Prompt: "Which port does the kiln controller listen on?"}); !strings.Contains(got.Block, "4300") || strings.Contains(got.Block, "(19") {
				t.Errorf("%s back, session %s: shown %q", back, session, got.Block)
			}
		}
	}
}

// A daemon whose clock is not set yet leaves what was said by one that was set its time.
func TestADaemonBeforeItsClockIsSet(t *testing.T) {
	w := newWorld(t)
	said := w.clock
	w.clock = time.Unix(40, 0)
	w.take(event.TurnRequest{Session: "one", Project: "kiln", Client: "test", Text: kilnNow, Time: said})
	w.settle()
	w.clock = said.Add(time.Hour)
	if got := w.ask(event.AskRequest{Session: "two", Project: "kiln", PromptID: "p", Prompt: "Which port does the kiln controller listen on?"}); !strings.Contains(got.Block, "("+said.Format(time.DateOnly)+")") {
		t.Errorf("shown %q", got.Block)
	}
}

// Not even a daemon that has begun since then: what was said by the later clock stands
// in the memory, and in the log by how much the last half-turn came behind it.
func TestAClockThatWasSetBackWhileNoDaemonRan(t *testing.T) {
	w := newWorld(t)
	ahead := w.clock.Add(24 * time.Hour)
	heard := event.TurnTaken{Turn: memtide.Turn{ID: "behind", Space: w.space, Role: memtide.RoleUser, Session: "one", Project: "kiln", Text: kilnBefore, Trust: memtide.TrustUser,
		Time: w.clock, Heard: ahead}}
	if _, err := w.Bus.Publish(t.Context(), heard, bus.Meta{ID: heard.ID, Space: w.space, Trace: heard.ID}); err != nil {
		t.Fatal(err)
	}
	w.decided++
	w.settle()
	w.say("two", "kiln", kilnNow)
	w.settle()
	if got := w.live(memtide.Fact); len(got) != 1 || got[0] != kilnNow {
		t.Errorf("it holds that %q", got)
	}

	w = newWorld(t)
	w.decide("plant", func(c *memtide.ChangeSet) {
		c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(ahead, c.ID, 0), Kind: memtide.Fact, Content: kilnBefore, Project: "kiln", CreatedAt: ahead, Trust: memtide.TrustUser}))
	})
	w.say("one", "kiln", kilnNow)
	w.settle()
	if got := w.live(memtide.Fact); len(got) != 1 || got[0] != kilnNow {
		t.Errorf("it holds that %q", got)
	}
}

// Beside a clock that was set back what comes late, out of a transcript, goes by its
// own time as ever.
func TestWhatComesLateAfterTheClockWasSetBack(t *testing.T) {
	w := newWorld(t)
	w.say("one", "kiln", kilnNow)
	w.settle()
	w.clock = w.clock.Add(-24 * time.Hour)
	w.take(event.TurnRequest{Session: "old", Project: "kiln", Client: "test", Text: kilnBefore, Time: w.clock.Add(-time.Hour)})
	w.settle()
	for _, text := range w.live(memtide.Fact) {
		if text == kilnBefore {
			t.Error("what was said before holds")
		}
	}
}

// What was said by a clock that was ahead is found all the same.
func TestWhatWasSaidByALaterClockIsFound(t *testing.T) {
	w := newWorld(t)
	w.say("one", "kiln", kilnBefore)
	w.settle()
	later := w.clock.Add(time.Hour)
	w.clock = w.clock.Add(-24 * time.Hour)
	q := event.AskRequest{Session: "two", Project: "kiln", PromptID: "p", Prompt: "Which port does the kiln controller listen on?"}
	if r := w.ask(q); !strings.Contains(r.Block, "4100") {
		t.Errorf("shown: %q", r.Block)
	}
	q.Session, q.PromptID, q.Now = "three", "q", w.clock
	if r := w.ask(q); strings.Contains(r.Block, "4100") {
		t.Errorf("shown at a moment that was asked for: %q", r.Block)
	}
	q.Session, q.PromptID, q.Now = "four", "r", later
	if r := w.ask(q); !strings.Contains(r.Block, "4100") {
		t.Errorf("shown at a later moment: %q", r.Block)
	}
}
