package tools_test

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
	"github.com/memtide/memtide/wordvec"
)

// TestWordsStandIn: a question in words that the store does not have finds
// what was said in others, in a conversation and only there.
func TestWordsStandIn(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name         string
		linked       bool
		table        *wordvec.Table
		asked, saved string
		beside       string
		want         bool
	}{
		{"in a conversation", true, words, "meadow", "My pasture lies behind another street.", "", true},
		{"WiFi (N2)", true, words, "WiFi", "The network configuration lies in the drawer.", "", true},
		{"among facts that stand alone", false, words, "meadow", "My pasture lies behind another street.", "", false},
		{"without a table", true, nil, "meadow", "My pasture lies behind another street.", "", false},
		{"asked before", true, words, "meadow", "My pasture lies behind another street.", "where is my meadow", true},
		{"ordered before", true, words, "meadow", "My pasture lies behind another street.", "Write a poem about the meadow.", true},
		{"told", true, words, "meadow", "My pasture lies behind another street.", "The meadow is in bloom.", false},
	} {
		h := bustest.Start(t)
		l, err := ledger.Open(h.Bus, t.TempDir(), ledger.Options{Words: c.table})
		if err != nil {
			t.Fatal(err)
		}
		ids := said(t, l, memtide.Node{Content: "The kettle is on."}, memtide.Node{Content: c.saved},
			memtide.Node{Content: "Tea is ready."}, memtide.Node{Content: "Coffee is, too."}, memtide.Node{Content: "The cups are blue."},
			memtide.Node{Content: "Milk has come."}, memtide.Node{Content: "The window is open."}, memtide.Node{Content: cmp.Or(c.beside, "It rains.")})
		if c.linked {
			chain(t, l, ids...)
		}
		read(t, l, func(v ledger.View) error {
			found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: c.asked, Now: noon.Add(time.Hour)}).
				Run(event.Search{Tool: event.SearchText, Limit: 3}, nil)
			if got := slices.ContainsFunc(found, func(c event.Candidate) bool { return c.ID == ids[1] }); got != c.want {
				t.Errorf("%s: found %v, want %v", c.name, got, c.want)
			}
			return err
		})
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}

// chain links each episode to the one before.
func chain(t *testing.T, l *ledger.Ledger, ids ...memtide.ID) {
	t.Helper()
	at := noon.Add(time.Hour)
	c := memtide.ChangeSet{ID: memtide.NewChangeID("test", "chain"), Space: home, At: at, Actor: "user",
		Cause: memtide.Cause{Kind: "request", ID: "chain", Stage: "test"}}
	_, err := l.Decide(t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
		for i := range ids[1:] {
			c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(at, c.ID, i), Kind: memtide.Temporal,
				From: ids[i+1], To: ids[i], CreatedAt: at}))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestLikenessOfAModelOrders: of two half-turns with the same words of a question,
// the one comes first that its vector is like, as with the table of words: in talk,
// and when the model has answered in time.
func TestLikenessOfAModelOrders(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	side := func(text string) []float32 {
		switch {
		case strings.Contains(text, "heron"): // what the question means, in no word of it
			return []float32{0.1, 1, 0}
		case strings.Contains(text, "winch"):
			return []float32{0.1, 0, 1}
		}
		return []float32{1, 0, 0}
	}
	model := ledger.Embedder{ID: "model", Dims: 3,
		Many: func(_ context.Context, texts []string) (out [][]float32, _ error) {
			for _, text := range texts {
				out = append(out, side(text))
			}
			return out, nil
		},
		Query: func(context.Context, string) []float32 { return []float32{0, 1, 0} }}
	late := model
	late.Query = func(context.Context, string) []float32 { return nil }
	for _, c := range []struct {
		name   string
		linked bool
		by     ledger.Embedder
		first  int
	}{
		{"in talk", true, model, 0},
		{"among facts that stand alone", false, model, 2},
		{"late", true, late, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := bustest.Start(t)
			l, err := ledger.Open(h.Bus, t.TempDir(), ledger.Options{Words: words, Embedder: c.by})
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			ended := make(chan error, 1)
			go func() { ended <- l.Run(ctx) }()
			defer func() {
				cancel()
				if err := errors.Join(<-ended, l.Close()); err != nil {
					t.Error(err)
				}
			}()
			ids := said(t, l, memtide.Node{Content: "the crane there is a heron"}, memtide.Node{Content: "tea is ready"},
				memtide.Node{Content: "the crane there is a winch"})
			if c.linked {
				chain(t, l, ids...)
			}
			embedded(t, l, len(ids))
			err = l.ReadFor(t.Context(), home, "which crane", time.Minute, func(v ledger.View) error {
				q := event.Query{Space: home, Mode: event.ModeQuery, Text: "which crane", Now: noon.Add(2 * time.Hour)}
				found, err := tools.NewSearcher(v, q).Run(event.Search{Tool: event.SearchText, Limit: 3}, nil)
				if len(found) == 0 || found[0].ID != ids[c.first] {
					t.Errorf("found %v, want %v first", found, ids[c.first])
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// embedded waits until so many memories have their vectors.
func embedded(t *testing.T, l *ledger.Ledger, n int) {
	t.Helper()
	have := 0
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(time.Minute); have < n; <-tick.C {
		if time.Now().After(end) {
			t.Fatalf("%d of %d memories have a vector", have, n)
		}
		read(t, l, func(v ledger.View) error { have = v.Vectors.Len(); return nil })
	}
}
