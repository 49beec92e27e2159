package stages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What a client calls a conversation stands with every memory that is made of it: one that is
// called by a whole text is refused at the door, with the field, and not when there is no room
// for what comes of it.
func TestALongNameIsRefusedAtTheDoor(t *testing.T) {
	w := newWorld(t)
	long := strings.Repeat("n", 2000)
	for field, in := range map[string]event.TurnRequest{
		"session": {Session: long}, "prompt_id": {PromptID: long}, "client": {Client: long}, "project": {Project: long}, "speaker": {Speaker: long},
		"cwd": {Cwd: "/" + strings.Repeat("n", 20000)},
	} {
		in.Space, in.Role, in.Text, in.Time = w.space, memtide.RoleUser, "The lamp is red.", w.clock
		r := request[event.TurnRequest, event.TurnReply](w, event.SubjectTurn, in)
		if r.Error == "" || r.Retry || !strings.Contains(r.Error, field+" has ") {
			t.Errorf("%s: %+v", field, r)
		}
	}
	w.take(event.TurnRequest{Session: strings.Repeat("n", 256), Cwd: "/" + strings.Repeat("n", 4000), Text: "The lamp is red."})
	w.settle()
}

// A half-turn of which more would be kept than one decision may say is given up, with its
// words in the log; the log is well, and the next half-turn is kept.
func TestAHalfTurnWithTooMuchToKeepIsGivenUp(t *testing.T) {
	w := newWorld(t)
	var tags []string
	for i := range memtide.MaxTags {
		tags = append(tags, fmt.Sprint(i, strings.Repeat("t", memtide.MaxTag-4)))
	}
	var b strings.Builder
	for i := range 4000 {
		fmt.Fprintf(&b, "I own boat %d. ", i)
	}
	w.take(event.TurnRequest{Session: "one", Text: b.String(), Tags: tags, SessionTags: tags[:memtide.MaxTags/2]})
	w.settle()
	if _, err := w.Bus.Failing(); err != nil {
		t.Errorf("the log is taken for failing: %v", err)
	}
	w.say("two", "", "The staging host is called heron.")
	w.settle()
	if live := w.live(memories...); len(live) == 0 {
		t.Error("what is said next is not kept")
	}
}
