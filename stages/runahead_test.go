package stages_test

import (
	"slices"
	"strings"
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
		n := &memtide.Node{ID: memtide.NewID(t.Time, c.ID, 0), Kind: memtide.Episode, Subtype: string(t.Role), Content: t.Text,
			CreatedAt: t.Time, Salience: memtide.FullSalience, Trust: t.Trust, Project: t.Project, Source: memtide.Source{Session: t.Session, Turn: t.ID, Role: t.Role}}
		if len(t.SessionTags) > 0 {
			n.Attributes = map[string]string{memtide.SessionTags: strings.Join(t.SessionTags, "\n")}
		}
		c.Ops = append(c.Ops, memtide.AddNode(n))
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

// A stand-alone memory has the tags that its session had when it was told. One that a
// half-turn gives which was said before it and came in behind it is none of them.
func TestATagThatCameInBehindAMemoryIsNotItsOwn(t *testing.T) {
	for _, behind := range []bool{false, true} {
		w := newWorld(t)
		last := w.take(event.TurnRequest{Session: "one", Text: "The crane of the yard is yellow.", SessionTags: []string{"harbour"}})
		w.settle()
		late := w.half(memtide.RoleUser, "one", "p", "The wooden gate is green.")
		late.SessionTags = []string{"refit"}
		fact := w.half(memtide.RoleUser, "one", "", "Anna is a nurse in Lisbon.")
		fact.Fact = memtide.Fact
		fact.ID = memtide.TurnID(fact.Turn)
		if behind {
			w.publishAhead(last.Seq, 1, fact, late)
		} else {
			w.publishAhead(last.Seq, 0, late, fact)
		}
		want := "refit"
		if behind {
			want = "harbour"
		}
		facts := w.nodes(memtide.Fact)
		nurse := slices.IndexFunc(facts, func(n *memtide.Node) bool { return n.Content == fact.Text })
		if nurse < 0 {
			t.Fatal("nothing is known of the nurse")
		}
		if tags := facts[nurse].Tags; !slices.Contains(tags, want) || slices.Contains(tags, "refit") == behind {
			t.Errorf("the half-turn came in behind it: %v; tags %q, want %q", behind, tags, want)
		}
	}
}
