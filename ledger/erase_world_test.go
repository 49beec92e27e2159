package ledger_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// told is a space whose half-turns have become episodes and facts, as the
// stages make them.
type told struct {
	t   *testing.T
	dir string
	h   *bustest.Harness
	l   *ledger.Ledger
}

func newTold(t *testing.T) *told {
	dir := t.TempDir()
	w := &told{t: t, dir: dir, h: bustest.StartWith(t, bustest.Options{Dir: dir})}
	w.open()
	return w
}

func (w *told) open() {
	w.t.Helper()
	l, err := ledger.Open(w.h.Bus, filepath.Join(w.dir, "spaces"), ledger.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	w.l = l
	w.t.Cleanup(func() { _ = l.Close() })
}

// say publishes a half-turn, and keeps it as an episode behind the one before,
// and each of the facts as one that is derived from it.
func (w *told) say(n int, text string, before memtide.ID, facts ...string) (episode memtide.ID, derived []memtide.ID) {
	w.t.Helper()
	c := w.publish(n, text)
	at, id := c.At, c.Cause.ID
	source := memtide.Source{Session: "s1", Turn: id, Role: memtide.RoleUser}
	w.decide(c, func(_ ledger.View, c *memtide.ChangeSet) error {
		episode = memtide.NewID(at, c.ID, 0)
		c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: episode, Kind: memtide.Episode, Content: text, CreatedAt: at, Trust: memtide.TrustUser, Source: source}))
		if !before.IsZero() {
			c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(at, c.ID, 1), Kind: memtide.Temporal, From: episode, To: before, CreatedAt: at}))
		}
		return nil
	})
	c.ID, c.Cause.Stage = memtide.NewChangeID("store", id), "store"
	w.decide(c, func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Reason = "nothing to keep"
		for i, f := range facts {
			n := &memtide.Node{ID: memtide.NewID(at, c.ID, 2*i), Kind: memtide.Fact, Content: f, CreatedAt: at, Trust: memtide.TrustUser, Source: source}
			derived = append(derived, n.ID)
			c.Ops = append(c.Ops, memtide.AddNode(n), memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(at, c.ID, 2*i+1), Kind: memtide.DerivedFrom, From: n.ID, To: episode, CreatedAt: at}))
		}
		return nil
	})
	return episode, derived
}

// publish publishes a half-turn, and returns the draft of its first decision.
func (w *told) publish(n int, text string) memtide.ChangeSet {
	w.t.Helper()
	id, at := fmt.Sprintf("turn-%d", n), noon.Add(time.Duration(n)*time.Minute)
	turn := memtide.Turn{ID: id, Space: home, Role: memtide.RoleUser, Text: text, Session: "s1", Time: at, Trust: memtide.TrustUser}
	stored, err := w.h.Publish(w.t.Context(), event.TurnTaken{Turn: turn}, bus.Meta{ID: id, Space: home})
	if err != nil {
		w.t.Fatal(err)
	}
	return memtide.ChangeSet{ID: memtide.NewChangeID("record", id), Space: home, At: at, Actor: "rules", Cause: memtide.Cause{Kind: "turn", ID: id, Seq: stored.Seq, Stage: "record"}}
}

func (w *told) decide(c memtide.ChangeSet, fn ledger.Decider) memtide.ChangeSet {
	w.t.Helper()
	out, err := w.l.Decide(w.t.Context(), c, fn)
	if err != nil {
		w.t.Fatal(err)
	}
	return out
}

// change makes one decision of a person.
func (w *told) change(input string, fn func(v ledger.View, c *memtide.ChangeSet) error) {
	w.t.Helper()
	w.decide(draft(home, "test", input, noon.Add(time.Hour)), fn)
}

func (w *told) node(id memtide.ID) (n *memtide.Node) {
	w.t.Helper()
	err := w.l.Read(w.t.Context(), home, func(v ledger.View) (err error) {
		n, err = v.Graph.Node(id)
		return err
	})
	if err != nil && !errors.Is(err, graphdb.ErrNotFound) {
		w.t.Fatal(err)
	}
	return n
}

// holding returns the files that hold one of the texts.
func (w *told) holding(texts ...string) (files []string) {
	w.t.Helper()
	err := filepath.WalkDir(w.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, s := range texts {
			if strings.Contains(string(raw), s) {
				files = append(files, strings.TrimPrefix(path, w.dir)+": "+s)
			}
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return files
}

const secretPlan = "The walrus moves to Lisbon in May"

// erasable is a space in which a text stands in many places: an episode, a
// fact, what superseded that, a summary, a counter's history.
type erasable struct {
	*told
	episodes, facts []memtide.ID
	in              ledger.Erasing
}

func newErasable(t *testing.T) *erasable {
	w := &erasable{told: newTold(t)}
	e1, f1 := w.say(1, "We deploy on Fridays. The heron is grey.", memtide.ID{}, "We deploy on Fridays.")
	e2, f2 := w.say(2, secretPlan+". Tests run at nine.", e1, secretPlan, "Tests run at nine.")
	e3, f3 := w.say(3, "The marten sleeps \"well\" <there>.", e2, "The marten sleeps.")
	w.change("supersede", func(v ledger.View, c *memtide.ChangeSet) error {
		old, err := v.Graph.Node(f1[0])
		if err != nil {
			return err
		}
		n, err := v.Graph.Node(f3[0])
		c.Ops = append(c.Ops, memtide.SetNode(old, "superseded_by", f2[0]), memtide.SetNode(n, "attributes", map[string]string{"previous_text": secretPlan, "k": "v"}),
			memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(c.At, c.ID, 1), Kind: memtide.Supersedes, From: f2[0], To: f1[0], CreatedAt: c.At}))
		return err
	})
	w.change("count", func(v ledger.View, c *memtide.ChangeSet) error {
		for _, id := range []memtide.ID{f2[0], f2[1]} {
			n, err := v.Graph.Node(id)
			if err != nil {
				return err
			}
			c.Ops = append(c.Ops, memtide.SetNode(n, "access_count", n.AccessCount+1))
		}
		return nil
	})
	w.change("settle", func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := v.Graph.Node(f3[0])
		if err != nil {
			return err
		}
		c.Ops = append(c.Ops, memtide.SetNode(n, "attributes", map[string]string{"previous_text": secretPlan, "k": "w"}))
		old, err := v.Graph.Node(f1[0])
		c.Ops = append(c.Ops, memtide.SetNode(old, "superseded_by", f3[0]))
		return err
	})
	w.episodes, w.facts = []memtide.ID{e1, e2, e3}, []memtide.ID{f1[0], f2[0], f2[1], f3[0]}
	w.in = ledger.Erasing{Space: home, Target: "node " + f2[0].String(), At: noon.Add(2 * time.Hour), Nodes: []memtide.ID{e2, f2[0]},
		Turns: []string{"turn-2"}, Texts: []string{secretPlan, secretPlan + ". Tests run at nine."}}
	return w
}

// proven fails the test unless the text is gone everywhere, the neighbours are
// there, and a rebuild comes to the same state.
func (w *erasable) proven() {
	w.t.Helper()
	ctx := w.t.Context()
	if found := w.holding(secretPlan); len(found) > 0 {
		w.t.Errorf("the erased text is still in %q", found)
	}
	for i, id := range []memtide.ID{w.episodes[1], w.facts[1]} {
		if w.node(id) != nil {
			w.t.Errorf("erased node %d is still there", i)
		}
	}
	for i, id := range []memtide.ID{w.episodes[0], w.episodes[2], w.facts[0], w.facts[2], w.facts[3]} {
		if w.node(id) == nil {
			w.t.Errorf("neighbour %d is gone", i)
		}
	}
	if n := w.node(w.facts[3]); n != nil && (n.Attributes["k"] != "w" || n.Attributes["previous_text"] != "⟦erased⟧") {
		w.t.Errorf("attributes of a neighbour: %v", n.Attributes)
	}
	if n := w.node(w.facts[0]); n != nil && n.SupersededBy != w.facts[3] {
		w.t.Errorf("a neighbour is superseded by %s", n.SupersededBy)
	}
	if n := w.node(w.facts[2]); n != nil && n.AccessCount != 1 {
		w.t.Errorf("a neighbour has %d uses", n.AccessCount)
	}
	err := w.l.Read(ctx, home, func(v ledger.View) error {
		if out, err := v.Graph.Out(w.episodes[2], memtide.Temporal); err != nil || len(out) != 1 || out[0].To != w.episodes[0] {
			w.t.Errorf("the conversation is cut where a half-turn is gone: %v, %v", out, err)
		}
		return nil
	})
	if err != nil {
		w.t.Error(err)
	}
	if found, err := w.l.Check(ctx, home); err != nil || len(found) > 0 {
		w.t.Errorf("check: %v %v", found, err)
	}
	live := hashOf(w.t, w.l, home)
	r, err := w.l.Rebuild(ctx, home, nil)
	if err != nil || r.Before != live || r.After != live {
		w.t.Errorf("rebuild: %+v, %v; live %s", r, err, live)
	}
	if c, known, err := w.l.Recorded(ctx, home, memtide.NewChangeID("record", "turn-2")); err != nil || !known || len(c.Ops) != 0 {
		w.t.Errorf("the half-turn has no decision any more, it would be kept again: %v %v %v", c, known, err)
	}
	if _, err := w.l.Decide(ctx, draft(home, "test", "after", noon.Add(3*time.Hour)), fact("The quay is long.")); err != nil {
		w.t.Errorf("nothing can be decided any more: %v", err)
	}
}
