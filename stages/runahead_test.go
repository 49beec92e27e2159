package stages_test

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// half is one side of an exchange as TURNS holds it.
func (w *world) half(role memtide.Role, session, id, text string) event.TurnTaken {
	w.clock = w.clock.Add(time.Second)
	t := event.TurnTaken{Turn: memtide.Turn{Space: w.space, Role: role, Session: session, Project: "shop", PromptID: id, Text: text, Time: w.clock,
		Trust: map[memtide.Role]memtide.Trust{memtide.RoleUser: memtide.TrustUser, memtide.RoleAgent: memtide.TrustAgent}[role]}}
	t.ID = memtide.TurnID(t.Turn)
	return t
}

// publishAhead puts half-turns into TURNS behind a sequence, of which one is
// recorded before all else is done: as it may be when record runs ahead.
func (w *world) publishAhead(behind uint64, ahead int, all ...event.TurnTaken) {
	w.t.Helper()
	t, seq := all[ahead], behind+1+uint64(ahead)
	draft := memtide.ChangeSet{ID: memtide.NewChangeID("record", t.ID), Space: w.space, At: t.Time, Actor: "rules",
		Cause: memtide.Cause{Kind: "turn", ID: t.ID, Seq: seq, Stage: "record"}}
	if _, err := w.Ledger.Decide(w.t.Context(), draft, func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(t.Time, c.ID, 0), Kind: memtide.Episode, Subtype: string(t.Role), Content: t.Text,
			CreatedAt: t.Time, Salience: memtide.FullSalience, Trust: t.Trust, Project: t.Project, Source: memtide.Source{Session: t.Session, Turn: t.ID, Role: t.Role}}))
		return nil
	}); err != nil {
		w.t.Fatal(err)
	}
	for i, t := range all {
		stored, err := w.Publish(w.t.Context(), t, bus.Meta{ID: t.ID, Space: w.space, Trace: t.ID})
		if err != nil || stored.Seq != behind+1+uint64(i) {
			w.t.Fatalf("half-turn %d has sequence %d: %v", i, stored.Seq, err)
		}
	}
	w.settle()
}

// Whether an answer has used a memory is decided on what was said up to it. A
// prompt that comes in behind its answer has no part in it, also when it happens to
// be recorded already: read again, it would not be.
func TestAPromptBehindItsAnswerDecidesNothing(t *testing.T) {
	for _, behind := range []bool{false, true} {
		w := newWorld(t)
		last := w.say("zero", "shop", tags)
		w.settle()
		id := w.nodes(memtide.Fact)[0].ID
		prompt, answer := w.half(memtide.RoleUser, "one", "p", pipeline), w.half(memtide.RoleAgent, "one", "p", "Its images are tagged with Heron.")
		answer.Shown = []memtide.ID{id}
		if behind {
			w.publishAhead(last.Seq, 1, answer, prompt)
		} else {
			w.publishAhead(last.Seq, 0, prompt, answer)
		}
		if _, gained := w.recorded(answer.ID); gained == behind {
			t.Errorf("prompt behind its answer: %v; the memory has gained: %v", behind, gained)
		}
	}
}

// The same holds for whether the agent has put a question that the user answers.
func TestAnAnswerBehindTheReplyDecidesNothing(t *testing.T) {
	for _, behind := range []bool{false, true} {
		w := newWorld(t)
		k := disagree(t, w)
		last := w.say("three", "shop", "The harbour is small.")
		w.settle()
		unasked, reply := w.half(memtide.RoleAgent, "three", "q", "It is merged."), w.half(memtide.RoleUser, "three", "r", "The first one holds.")
		reply.Conflicts = []event.Conflict{{Edge: k.Edge.ID, First: k.A.ID, Second: k.B.ID, PromptID: "q"}}
		if behind {
			w.publishAhead(last.Seq, 1, reply, unasked)
		} else {
			w.publishAhead(last.Seq, 0, unasked, reply)
		}
		if settled := len(w.conflicts()) == 0; settled != behind {
			t.Errorf("what the agent said came behind the reply: %v; settled: %v", behind, settled)
		}
	}
}
