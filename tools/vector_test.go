package tools_test

import (
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
		want         bool
	}{
		{"in a conversation", true, words, "doctor", "My physician moved to another street.", true},
		{"WiFi (N2)", true, words, "WiFi", "The network configuration lies in the drawer.", true},
		{"among facts that stand alone", false, words, "doctor", "My physician moved to another street.", false},
		{"without a table", true, nil, "doctor", "My physician moved to another street.", false},
		{"WiFi without a table", true, nil, "WiFi", "The network configuration lies in the drawer.", false},
	} {
		h := bustest.Start(t)
		l, err := ledger.Open(h.Bus, t.TempDir(), ledger.Options{Words: c.table})
		if err != nil {
			t.Fatal(err)
		}
		ids := said(t, l, memtide.Node{Content: "The kettle is on."}, memtide.Node{Content: c.saved},
			memtide.Node{Content: "Tea is ready."})
		if c.linked {
			chain(t, l, ids...)
		}
		read(t, l, func(v ledger.View) error {
			found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: c.asked, Now: noon.Add(time.Hour)}).
				Run(event.Search{Tool: event.SearchText, Limit: 3}, nil)
			if got := len(found) > 0 && found[0].ID == ids[1]; got != c.want {
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
