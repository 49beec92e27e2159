package stages_test

import (
	"fmt"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// Two windows that are used in turns in one folder end no session; one that is new
// there lets the one that was used last be summed up, once.
func TestTwoWindowsInOneFolder(t *testing.T) {
	w := newWorld(t)
	say := func(session string, n int) {
		w.take(event.TurnRequest{Session: session, Client: "test", Cwd: "/work/shop", Project: "shop",
			Text: fmt.Sprintf("We decided to move depot %d to Redis because the disk was full.", n)})
		w.rest()
	}
	say("one", 30) // one half-turn alone is not summed up
	for n := range 6 {
		say("one", 2*n)
		say("two", 2*n+1)
	}
	if all := w.live(memtide.Summary); len(all) != 1 { // of what was said in the first when the second began
		t.Errorf("%d summaries, want 1: %q", len(all), all)
	}
	say("three", 20)
	if all := w.live(memtide.Summary); len(all) != 2 {
		t.Errorf("%d summaries after a new session, want 2: %q", len(all), all)
	}
}

// A summary that cannot be ordered is ordered when the half-turn is sent again, which
// is durable by then.
func TestASummaryThatCouldNotBeOrderedIsNotLost(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "We decided to use Redis instead of Memcached.")
	w.say("one", "shop", "The deploy broke because the migration ran twice.")
	w.rest()
	refuse := func(yes bool) {
		t.Helper()
		js, err := jetstream.New(w.Conn())
		if err != nil {
			t.Fatal(err)
		}
		s, err := js.Stream(t.Context(), bus.StreamMaintain)
		if err != nil {
			t.Fatal(err)
		}
		cfg := s.CachedInfo().Config
		if cfg.MaxMsgSize = -1; yes {
			cfg.MaxMsgSize = 1
		}
		if _, err := js.UpdateStream(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
	}
	in := event.TurnRequest{Space: w.space, Role: memtide.RoleUser, Session: "two", PromptID: "p", Project: "shop", Client: "test", Time: w.clock,
		Text: "My brother Tom works at Siemens."}
	refuse(true)
	for range 2 {
		if r := request[event.TurnRequest, event.TurnReply](w, event.SubjectTurn, in); r.Error == "" || !r.Retry {
			t.Errorf("the job could not be ordered: %+v", r)
		}
	}
	refuse(false)
	if r := request[event.TurnRequest, event.TurnReply](w, event.SubjectTurn, in); r.Error != "" || r.Outcome != event.TurnKnown {
		t.Errorf("sent again: %+v", r)
	}
	w.rest()
	if all := w.live(memtide.Summary); len(all) != 1 {
		t.Errorf("%d summaries, want 1: %q", len(all), all)
	}
}
