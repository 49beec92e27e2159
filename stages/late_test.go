package stages_test

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/maintain"
)

// Sessions of long ago, out of the transcripts of a year, are summed up in a later night,
// each once, whenever they came in.
func TestOldSessionsAreSummedUpLater(t *testing.T) {
	w := newWorld(t)
	now := w.clock
	say := func(session string, at time.Time, text string) {
		for i, half := range []event.TurnRequest{{Role: memtide.RoleUser, Text: text}, {Role: memtide.RoleAgent, Text: "Noted."}} {
			half.Session, half.PromptID, half.Client, half.Project, half.Cwd, half.Time = session, "1", "test", "shop", "/"+session, at.Add(time.Duration(i)*time.Second)
			w.take(half)
		}
	}
	say("spring", now.AddDate(0, -7, 0), "We decided to keep the ledger of the mill in Postgres.")
	say("winter", now.AddDate(0, -10, 0), "We decided to move the kiln behind the barn.")
	say("thanks", now.AddDate(0, -9, 0), "Thanks a lot!")
	w.settle()
	summed := func() map[string]int {
		out := map[string]int{}
		for _, n := range w.nodes(memtide.Summary) {
			out[n.Source.Session]++
		}
		return out
	}
	night := time.Now().AddDate(0, 0, 9) // days after they were stored
	w.job(maintain.Deps{}, "consolidate", night)
	w.job(maintain.Deps{}, "consolidate", night.AddDate(0, 0, 1))
	if got := summed(); got["spring"] != 1 || got["winter"] != 1 || got["thanks"] != 0 {
		t.Errorf("summaries by session: %v", got)
	}
	w.rebuilt()
}

// A late half-turn tells two values, and the same later one has taken the place of both.
func TestTwoLateValuesGiveWayToOne(t *testing.T) {
	w := newWorld(t)
	late := w.clock
	w.clock = w.clock.Add(time.Hour)
	w.say("one", "shop", "The staging port is 9090.")
	w.settle()
	w.take(event.TurnRequest{Session: "two", Project: "shop", Client: "test", Text: "The staging port is 8080. Sorry, I was wrong: the staging port is 7070.", Time: late})
	w.settle()
	if got := w.live(memtide.Fact); len(got) != 1 || got[0] != "The staging port is 9090." {
		t.Errorf("it holds that %q", got)
	}
	if n := w.deadLetters(); n > 0 {
		t.Errorf("%d dead letters", n)
	}
	w.rebuilt()
}
