package stages_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/stagestest"
	"github.com/memtide/memtide/tools"
)

// world is a pipeline with one space and a clock that the test moves.
type world struct {
	*stagestest.World
	t       *testing.T
	space   memtide.Space
	clock   time.Time
	decided int
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldWith(t, stagestest.Options{})
}

func newWorldWith(t *testing.T, opts stagestest.Options) *world {
	t.Helper()
	w := &world{t: t, space: "test", clock: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)}
	opts.Now = func() time.Time { return w.clock }
	w.World = stagestest.Start(t, opts)
	return w
}

func request[In, Out any](w *world, subject string, in In) Out {
	w.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		w.t.Fatal(err)
	}
	msg, err := w.Conn().Request(subject, body, 10*time.Second)
	if err != nil {
		w.t.Fatal(err)
	}
	var out Out
	if err := json.Unmarshal(msg.Data, &out); err != nil {
		w.t.Fatalf("%s: %v: %s", subject, err, msg.Data)
	}
	return out
}

// say hands a half-turn over and fails the test when it is refused.
func (w *world) say(session, project, text string) event.TurnReply {
	w.t.Helper()
	w.clock = w.clock.Add(time.Minute)
	r := request[event.TurnRequest, event.TurnReply](w, event.SubjectTurn, event.TurnRequest{
		Space: w.space, Role: memtide.RoleUser, Text: text, Session: session, Project: project, Client: "test", Time: w.clock,
	})
	if r.Error != "" {
		w.t.Fatal(r.Error)
	}
	return r
}

// take hands over a half-turn as it stands, and returns what the door says.
func (w *world) take(in event.TurnRequest) event.TurnReply {
	w.t.Helper()
	in.Space = w.space
	if in.Role == "" {
		in.Role = memtide.RoleUser
	}
	if in.Time.IsZero() {
		w.clock = w.clock.Add(time.Minute)
		in.Time = w.clock
	}
	r := request[event.TurnRequest, event.TurnReply](w, event.SubjectTurn, in)
	if r.Error != "" {
		w.t.Fatal(r.Error)
	}
	return r
}

// settle waits until every half-turn has its decisions.
func (w *world) settle() {
	w.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		n, err := w.Ledger.Pending(w.t.Context(), w.space)
		if err != nil {
			w.t.Fatal(err)
		}
		if n == 0 {
			return
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("%d half-turns are not decided", n)
		}
	}
}

// rest waits until every half-turn is decided, no job is due, and all that the
// log has is in the graph.
func (w *world) rest() {
	w.t.Helper()
	w.settle()
	w.waitFor("the jobs", func() bool {
		n, err := w.Bus.Waiting(w.t.Context(), event.Maintain, maintain.Worker)
		return err == nil && n == 0
	})
	w.waitFor("what the log has", func() bool {
		all, err := w.Ledger.Log(w.t.Context(), w.space, 1, nil)
		if err != nil || len(all) == 0 {
			return err == nil
		}
		known, err := w.Ledger.Known(w.t.Context(), w.space, all[0].ID)
		return err == nil && known
	})
}

// waitFor polls until ok, for at most a few seconds.
func (w *world) waitFor(what string, ok func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Fatalf("waited in vain for %s", what)
		}
	}
}

func (w *world) ask(in event.AskRequest) event.AskReply {
	w.t.Helper()
	w.clock = w.clock.Add(time.Minute)
	in.Space, in.DeadlineMS = w.space, 5000
	if in.Mode == "" {
		in.Mode = event.ModePrompt
	}
	r := request[event.AskRequest, event.AskReply](w, event.SubjectAsk, in)
	if r.Error != "" {
		w.t.Fatal(r.Error)
	}
	return r
}

// memories are the kinds that are made of what was said.
var memories = []memtide.Kind{memtide.Fact, memtide.Event, memtide.Instruction, memtide.Opinion, memtide.Plan}

// deadLetters returns how many there are, and logs why.
func (w *world) deadLetters() int {
	w.t.Helper()
	all, err := w.Dead(w.t.Context(), 100)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, d := range all {
		w.t.Logf("dead letter: %s", d.Why)
	}
	return len(all)
}

// nodes returns all nodes of a kind, also those that are not live, oldest first.
func (w *world) nodes(kinds ...memtide.Kind) []*memtide.Node {
	w.t.Helper()
	var all []*memtide.Node
	err := w.Ledger.Read(w.t.Context(), w.space, func(v ledger.View) error {
		for n, err := range v.Graph.AllNodes() {
			if err != nil {
				return err
			}
			if slices.Contains(kinds, n.Kind) {
				all = append(all, n)
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

// live returns the contents of the live nodes of some kinds, oldest first.
func (w *world) live(kinds ...memtide.Kind) []string {
	w.t.Helper()
	var out []string
	for _, n := range w.nodes(kinds...) {
		if n.Live() {
			out = append(out, n.Content)
		}
	}
	return out
}

func (w *world) edges(kind memtide.EdgeKind) int {
	w.t.Helper()
	n := 0
	err := w.Ledger.Read(w.t.Context(), w.space, func(v ledger.View) error {
		for e, err := range v.Graph.AllEdges() {
			if err != nil {
				return err
			}
			if e.Kind == kind {
				n++
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// plant puts a fact into memory past the doors, as a foreign store might hold it.
func (w *world) plant(text string) memtide.ID {
	w.t.Helper()
	return w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: text, Trust: memtide.TrustImported})[0]
}

// plantAll puts nodes into memory past the doors, in one change set. The user
// has said them now, unless they say otherwise.
func (w *world) plantAll(nodes ...*memtide.Node) []memtide.ID {
	w.t.Helper()
	w.clock = w.clock.Add(time.Minute)
	at := w.clock
	ids := make([]memtide.ID, len(nodes))
	w.decide("plant", func(c *memtide.ChangeSet) {
		for i, n := range nodes {
			n.ID, n.CreatedAt = memtide.NewID(at, c.ID, i), cmp.Or(n.CreatedAt, at)
			n.Trust = cmp.Or(n.Trust, memtide.TrustUser)
			ids[i] = n.ID
			c.Ops = append(c.Ops, memtide.AddNode(n))
		}
	})
	return ids
}

func (w *world) link(kind memtide.EdgeKind, from, to memtide.ID) {
	w.t.Helper()
	w.decide("link", func(c *memtide.ChangeSet) {
		c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(w.clock, c.ID, 0), Kind: kind, Predicate: map[bool]string{true: "uses"}[kind == memtide.Relation],
			From: from, To: to, CreatedAt: w.clock}))
	})
}

// decide makes a change set of the user's, each time another.
func (w *world) decide(stage string, fill func(*memtide.ChangeSet)) {
	w.t.Helper()
	w.decided++
	id := fmt.Sprint(w.decided)
	draft := memtide.ChangeSet{ID: memtide.NewChangeID(stage, id), Space: w.space, At: w.clock, Actor: "user",
		Cause: memtide.Cause{Kind: "request", ID: id, Stage: stage}}
	if _, err := w.Ledger.Decide(w.t.Context(), draft, func(_ ledger.View, c *memtide.ChangeSet) error { fill(c); return nil }); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) vectors() (n int) {
	w.t.Helper()
	err := w.Ledger.Read(w.t.Context(), w.space, func(v ledger.View) error {
		n = v.Vectors.Len()
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// neighbours returns the nodes whose edges of a kind lead to a node.
func (w *world) neighbours(id memtide.ID, kind memtide.EdgeKind) (all []*memtide.Node) {
	w.t.Helper()
	err := w.Ledger.Read(w.t.Context(), w.space, func(v ledger.View) error {
		for l := range v.Graph.InLinks(id, kind) {
			n, err := v.Graph.Node(l.Node)
			if err != nil {
				return err
			}
			all = append(all, n)
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

// erase erases what is named, as the daemon does.
func (w *world) erase(what string, cascade bool) error {
	plan, err := tools.PlanErase(w.t.Context(), w.Ledger, w.space, what, cascade)
	if err != nil {
		return err
	}
	_, err = w.Ledger.Erase(w.t.Context(), plan.Erasing(w.space, w.clock))
	return err
}
