package hookbridge

import (
	"bytes"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// told is a standard output that says when something was printed.
type told struct {
	bytes.Buffer
	printed chan struct{}
}

func (w *told) Write(b []byte) (int, error) {
	defer close(w.printed)
	return w.Buffer.Write(b)
}

// The daemon gets the half-turn while it still searches.
func TestTurnGoesWithTheQuestion(t *testing.T) {
	p := newPaths(t)
	came := make(chan struct{})
	startDaemon(t, p, &daemon{
		ask: func(event.AskRequest) event.AskReply {
			select {
			case <-came:
			case <-time.After(2 * hardLimit):
			}
			return event.AskReply{Block: block}
		},
		turn: func(event.TurnRequest) event.TurnReply {
			close(came)
			return event.TurnReply{ID: "t", Outcome: event.TurnNew}
		},
	})
	if got := run(t, p, payload("hook_event_name", "UserPromptSubmit", "prompt", "hello there")); got == "" {
		t.Error("no answer: the half-turn did not come before it")
	}
	if left := spooled(t, p); len(left) > 0 {
		t.Errorf("spooled %v", left)
	}
}

// Without a prompt id the daemon could not tell that the half-turn belongs to
// the question.
func TestTurnWithoutPromptIDWaits(t *testing.T) {
	p := newPaths(t)
	came := make(chan struct{})
	d := startDaemon(t, p, &daemon{
		ask: func(event.AskRequest) event.AskReply {
			select {
			case <-came:
				t.Error("the half-turn came before the answer")
			case <-time.After(30 * time.Millisecond):
			}
			return event.AskReply{Block: block}
		},
		turn: func(event.TurnRequest) event.TurnReply {
			close(came)
			return event.TurnReply{ID: "t", Outcome: event.TurnNew}
		},
	})
	got := run(t, p, `{"hook_event_name":"UserPromptSubmit","session_id":"s-1","prompt":"hello there"}`)
	d.mu.Lock()
	defer d.mu.Unlock()
	if got == "" || len(d.turns) != 1 || len(spooled(t, p)) != 0 {
		t.Errorf("printed %q, %d half-turns, spool %v", got, len(d.turns), spooled(t, p))
	}
}

// A daemon that ends after it has answered and before it has acknowledged the
// half-turn leaves it to the spool; what was printed stays printed.
func TestDaemonEndsAfterTheAnswer(t *testing.T) {
	p := newPaths(t)
	out := &told{printed: make(chan struct{})}
	d := &daemon{ask: func(event.AskRequest) event.AskReply { return event.AskReply{Block: block} }}
	d.turn = func(event.TurnRequest) event.TurnReply {
		<-out.printed
		d.kill()
		return event.TurnReply{ID: "t", Outcome: event.TurnNew}
	}
	startDaemon(t, p, d)
	runTo(t, p, out, payload("hook_event_name", "UserPromptSubmit", "prompt", "hello there"))
	if got := spooled(t, p); out.Len() == 0 || len(got) != 1 || got[0].Text != "hello there" || got[0].PromptID != "p-1" {
		t.Errorf("printed %q, spooled %v", out, got)
	}
}
