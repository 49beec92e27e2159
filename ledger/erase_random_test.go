package ledger_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// TestEraseRandom erases random memories out of a random history, and holds the
// rebuilt graph against the live one.
func TestEraseRandom(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	w := newTold(t)
	var nodes []memtide.ID
	texts := map[memtide.ID]string{}
	var before memtide.ID
	for n := range 40 {
		text := fmt.Sprintf("Sentence number %d-%d of the story.", n, rnd.Uint32())
		e, fs := w.say(n, text+" And more.", before, text)
		before = e
		nodes = append(nodes, fs...)
		texts[fs[0]] = text
		if n%3 == 2 {
			w.random(rnd, n, nodes)
		}
	}
	for k := range 5 {
		id := nodes[rnd.IntN(len(nodes))]
		if w.node(id) == nil {
			continue
		}
		turn := w.node(id).Source.Turn
		if _, err := w.l.Erase(t.Context(), ledger.Erasing{Space: home, Target: fmt.Sprint(k), At: noon.Add(time.Duration(k) * 24 * time.Hour),
			Nodes: []memtide.ID{id, w.episodeOf(id)}, Turns: []string{turn}, Texts: []string{texts[id]}}); err != nil {
			t.Fatal(err)
		}
		if found := w.holding(texts[id]); len(found) > 0 {
			t.Fatalf("%q is still in %q", texts[id], found)
		}
		live := hashOf(t, w.l, home)
		if r, err := w.l.Rebuild(t.Context(), home, nil); err != nil || r.After != live {
			t.Fatalf("rebuild: %+v, %v", r, err)
		}
	}
	if found, err := w.l.Check(t.Context(), home); err != nil || len(found) > 0 {
		t.Errorf("check: %v %v", found, err)
	}
}

func (w *told) episodeOf(id memtide.ID) (episode memtide.ID) {
	w.t.Helper()
	err := w.l.Read(w.t.Context(), home, func(v ledger.View) error {
		for k := range v.Graph.OutLinks(id, memtide.DerivedFrom) {
			episode = k.Node
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return episode
}

// random changes some of the nodes: one supersedes another, one quotes another,
// one is used, one is forgotten.
func (w *told) random(rnd *rand.Rand, n int, nodes []memtide.ID) {
	a, b := nodes[rnd.IntN(len(nodes))], nodes[rnd.IntN(len(nodes))]
	if a == b {
		return
	}
	w.change(fmt.Sprint("random ", n), func(v ledger.View, c *memtide.ChangeSet) error {
		x, err := v.Graph.Node(a)
		if err != nil {
			return err
		}
		y, err := v.Graph.Node(b)
		if err != nil {
			return err
		}
		switch rnd.IntN(4) {
		case 0:
			if y.SupersededBy != a { // no circles
				c.Ops = append(c.Ops, memtide.SetNode(x, "superseded_by", b), memtide.AddEdge(&memtide.Edge{
					ID: memtide.NewID(c.At, c.ID, 1), Kind: memtide.Supersedes, From: b, To: a, CreatedAt: c.At}))
			}
		case 1:
			c.Ops = append(c.Ops, memtide.SetNode(x, "attributes", map[string]string{"previous_text": y.Content, "n": fmt.Sprint(n)}))
		case 2:
			c.Ops = append(c.Ops, memtide.SetNode(x, "access_count", x.AccessCount+1), memtide.SetNode(y, "access_count", y.AccessCount+2))
		default:
			c.Ops = append(c.Ops, memtide.SetNode(x, "archived_at", c.At))
		}
		return nil
	})
}
