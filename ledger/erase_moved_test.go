package ledger_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// ofSession is the erasure of session s1 as it stands now.
func (w *told) ofSession(nodes []memtide.ID, turns, texts []string) ledger.Erasing {
	w.t.Helper()
	heard, err := w.l.DecidedThrough(w.t.Context(), home)
	if err != nil {
		w.t.Fatal(err)
	}
	in := ledger.Erasing{Space: home, Target: "session s1", At: noon.Add(2 * time.Hour), Nodes: nodes, Turns: turns, Texts: texts, Heard: heard,
		Said: func(t memtide.Turn) bool { return t.Session == "s1" }}
	if err := w.l.Forwards(w.t.Context(), home, 0, func(c ledger.Logged) { in.Seen = c.Seq }); err != nil {
		w.t.Fatal(err)
	}
	return in
}

// inTurns reports whether TURNS holds a text.
func (w *told) inTurns(text string) (has bool) {
	w.t.Helper()
	err := w.h.Replay(w.t.Context(), bus.Replay{Flow: event.Turns, Space: home}, func(m bus.Message) error {
		has = has || strings.Contains(string(m.Body), text)
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return has
}

// TestEraseASessionThatGoesOn: what is said between the look and the erasure stays whole,
// in TURNS and as a memory, and the certificate does not name it.
func TestEraseASessionThatGoesOn(t *testing.T) {
	w := newTold(t)
	const text, idle, late = "We deploy on Fridays, says the heron.", "Hm, and what of the walrus?", "The walrus moves to Lisbon in May"
	e1, f1 := w.say(1, text, memtide.ID{}, text)
	w.sayNothing(2, idle)
	in := w.ofSession(append(f1, e1), []string{"turn-1"}, []string{text})
	e3, f3 := w.say(3, late, e1, late)
	e, err := w.l.Erase(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"turn-1", "turn-2"}; !slices.Equal(e.HalfTurns, want) {
		t.Errorf("took the half-turns %q, want %q", e.HalfTurns, want)
	}
	if w.inTurns(text) || w.inTurns(idle) || !w.inTurns(late) {
		t.Errorf("TURNS holds what was said %v, what left no memory %v, what was said later %v", w.inTurns(text), w.inTurns(idle), w.inTurns(late))
	}
	if w.node(e3) == nil || w.node(f3[0]) == nil {
		t.Error("what was said later is no memory any more")
	}
	live := hashOf(t, w.l, home)
	if r, err := w.l.Rebuild(t.Context(), home, nil); err != nil || r.After != live {
		t.Errorf("rebuild: %+v, %v", r, err)
	}
}

// sayNothing publishes a half-turn of which nothing becomes a memory.
func (w *told) sayNothing(n int, text string) {
	w.t.Helper()
	c := w.publish(n, text)
	c.Reason = "nothing to keep"
	for _, stage := range []string{"record", "store"} {
		c.ID, c.Cause.Stage = memtide.NewChangeID(stage, c.Cause.ID), stage
		w.decide(c, func(ledger.View, *memtide.ChangeSet) error { return nil })
	}
}

// TestEraseMoved: what is taken, or said by somebody else, while an erasure is looked at
// stops it, and nothing has happened.
func TestEraseMoved(t *testing.T) {
	const text = "We deploy on Fridays, says the heron."
	for name, then := range map[string]func(w *told, episode, fact memtide.ID){
		"it is said elsewhere": func(w *told, _, _ memtide.ID) { w.say(3, "Again: "+text, memtide.ID{}) },
		"it is said elsewhere in other words": func(w *told, _, fact memtide.ID) {
			w.became("store", "turn-9", func(v ledger.View, c *memtide.ChangeSet) error {
				n, err := v.Graph.Node(fact)
				if err == nil {
					c.Ops = append(c.Ops, memtide.SetNode(n, "access_count", 1))
				}
				return err
			})
		},
		"it becomes one more memory": func(w *told, episode, _ memtide.ID) {
			w.became("reconcile", "turn-1", func(_ ledger.View, c *memtide.ChangeSet) error {
				n := &memtide.Node{ID: memtide.NewID(c.At, c.ID, 0), Kind: memtide.Fact, Content: "The heron deploys.", CreatedAt: c.At, Trust: memtide.TrustUser, Source: memtide.Source{Session: "s1", Turn: "turn-1"}}
				c.Ops = append(c.Ops, memtide.AddNode(n))
				return nil
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTold(t)
			e1, f1 := w.say(1, text, memtide.ID{}, text)
			in := w.ofSession(append(f1, e1), []string{"turn-1"}, []string{text})
			then(w, e1, f1[0])
			w.refuses(in)
		})
	}
	t.Run("it is still being read", func(t *testing.T) {
		w := newTold(t)
		e1, f1 := w.say(1, text, memtide.ID{}, text)
		w.publish(2, "The walrus moves to Lisbon in May")
		w.refuses(w.ofSession(append(f1, e1), []string{"turn-1", "turn-2"}, []string{text}))
	})
}

// became makes a decision on a half-turn.
func (w *told) became(stage, turn string, fn ledger.Decider) {
	w.t.Helper()
	w.decide(memtide.ChangeSet{ID: memtide.NewChangeID(stage, turn), Space: home, At: noon.Add(time.Hour), Actor: "rules", Cause: memtide.Cause{Kind: "turn", ID: turn, Stage: stage}}, fn)
}

func (w *told) refuses(in ledger.Erasing) {
	w.t.Helper()
	before := hashOf(w.t, w.l, home)
	if _, err := w.l.Erase(w.t.Context(), in); !errors.Is(err, ledger.ErrMoved) {
		w.t.Errorf("erase: %v, want %v", err, ledger.ErrMoved)
	}
	if all, err := w.l.Erasures(w.t.Context(), home); err != nil || len(all) > 0 || hashOf(w.t, w.l, home) != before {
		w.t.Errorf("something has happened: %v, %v", all, err)
	}
}
