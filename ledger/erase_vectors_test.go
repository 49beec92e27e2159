package ledger_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// asked collects the texts of which vectors were made.
type asked struct {
	mu    sync.Mutex
	texts map[string]bool
}

// embedding opens the ledger of a told space with an embedder that collects, and waits
// until every vector is made.
func (w *told) embedding() *asked {
	w.t.Helper()
	_ = w.l.Close()
	a := &asked{texts: map[string]bool{}}
	l, err := ledger.Open(w.h.Bus, w.t.TempDir(), ledger.Options{Embedder: ledger.Embedder{ID: "x", Dims: 2, Context: 0.4, Embed: func(s string) []float32 {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.texts[s] = true
		return []float32{1, 0}
	}}})
	if err != nil {
		w.t.Fatal(err)
	}
	w.l = l
	w.t.Cleanup(func() { _ = l.Close() })
	ctx := w.t.Context()
	go func() { _ = l.Run(ctx) }()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		vectors, nodes := 0, 0
		err := l.Read(ctx, home, func(v ledger.View) error {
			vectors = v.Vectors.Len()
			for _, c := range v.Graph.Counts() {
				nodes += c.Live
			}
			return nil
		})
		switch {
		case err != nil:
			w.t.Fatal(err)
		case nodes > 0 && vectors == nodes && !l.Embedding():
			return a
		case time.Now().After(deadline):
			w.t.Fatalf("%d vectors of %d memories", vectors, nodes)
		}
	}
}

// TestEraseTakesRecordedVectors: every vector that was made of an erased text is taken,
// also of the part of a long half-turn that its neighbours are found by, and of summaries
// that quote it.
func TestEraseTakesRecordedVectors(t *testing.T) {
	const secret = "walrus"
	long := strings.Repeat("The walrus moves to Lisbon in May, and nobody is to know of it. ", 100)
	for name, c := range map[string]struct {
		text string
		made int // texts with the secret of which there are vectors, at least
	}{
		"short":               {"The walrus moves to Lisbon in May.", 4},
		"long":                {long, 6}, // the whole, with its date; its beginning; its end; the fact
		"long, no blanks":     {strings.Repeat("walrus-in-may/", 400), 5},
		"long, behind a fact": {"The walrus sleeps. " + long, 6},
	} {
		t.Run(name, func(t *testing.T) {
			w := newTold(t)
			e1, _ := w.say(1, "We deploy on Fridays. The heron is grey.", memtide.ID{}, "We deploy on Fridays.")
			first, _, _ := strings.Cut(c.text, ".")
			e2, f2 := w.say(2, c.text, e1, first)
			w.say(3, "The marten sleeps.", e2, "The marten sleeps.")
			quotes := []*memtide.Node{{Content: "Of the pier: " + first + ". The marten sleeps."}, {Content: "Of the quay."}}
			for i, n := range quotes {
				n.ID, n.Kind, n.CreatedAt, n.Trust = memtide.NewID(noon, "quotes", i), memtide.Summary, noon, memtide.TrustUser
				w.change(fmt.Sprint("quotes ", i), func(_ ledger.View, c *memtide.ChangeSet) error {
					c.Ops = append(c.Ops, memtide.AddNode(n))
					return nil
				})
			}
			w.change("quotes later", func(_ ledger.View, c *memtide.ChangeSet) error {
				c.Ops = append(c.Ops, memtide.SetNode(quotes[1], "content", "Of the quay: "+first+"."))
				return nil
			})
			a := w.embedding()
			in := ledger.Erasing{Space: home, Target: "turn turn-2", At: noon.Add(time.Hour), Nodes: append(f2, e2), Turns: []string{"turn-2"}, Texts: []string{c.text, first}}
			e, err := w.l.Erase(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			a.mu.Lock()
			defer a.mu.Unlock()
			made := 0
			for text := range a.texts {
				if !strings.Contains(text, secret) {
					continue
				}
				made++
				if !slices.Contains(e.Vectors, memtide.Hash(text)) {
					t.Errorf("a vector stays recorded of %d bytes, %q", len(text), text[:min(len(text), 40)])
				}
			}
			if made < c.made {
				t.Errorf("vectors of %d texts with the secret, want at least %d: the test proves nothing", made, c.made)
			}
		})
	}
}

// TestEraseTakesVectorsOfNames: an entity that is called less now had vectors of what it
// was called, also before something else of it was changed.
func TestEraseTakesVectorsOfNames(t *testing.T) {
	w := newTold(t)
	id := memtide.NewID(noon, "odile", 0)
	w.change("name", func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: id, Kind: memtide.Entity, CanonicalName: "Odile", Content: "Odile", CreatedAt: noon, Trust: memtide.TrustUser}))
		return nil
	})
	set := func(stage, turn, field string, value any) {
		t.Helper()
		w.became(stage, turn, func(v ledger.View, c *memtide.ChangeSet) error {
			n, err := v.Graph.Node(id)
			if err == nil {
				c.Ops = append(c.Ops, memtide.SetNode(n, field, value))
			}
			return err
		})
	}
	set("store", "turn-2", "aliases", []string{"my therapist"})
	set("store", "turn-3", "content", "Odile, who sails")
	set("reconcile", "turn-3", "aliases", []string{"my therapist", "my aunt"})
	e, err := w.l.Erase(t.Context(), ledger.Erasing{Space: home, Target: "turn turn-2", At: noon.Add(2 * time.Hour), Turns: []string{"turn-2"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := w.node(id).Aliases; !slices.Equal(got, []string{"my aunt"}) {
		t.Errorf("is called %q", got)
	}
	for _, text := range []string{"Odile\nOdile\n\nmy therapist", "Odile\nOdile, who sails\n\nmy therapist", "Odile\nOdile, who sails\n\nmy therapist\nmy aunt"} {
		if !slices.Contains(e.Vectors, memtide.Hash(text)) {
			t.Errorf("a vector of %q stays recorded", text)
		}
	}
}
