package retrieve

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// Two reports are of the same trouble when enough of the terms that say something, in the
// sentences that say what goes wrong, stand in both: the bounds, each from both sides.
func TestSameTrouble(t *testing.T) {
	for _, x := range []struct {
		name, prompt, report string
		rare                 float64 // nats that each term says
		want                 bool
	}{
		{"two terms of three", "The winch motor is broken.", "The winch is broken.", 9, true},
		{"one is not enough", "The winch is jammed and broken.", "The pump is broken.", 9, false},
		{"but where it happens again", "The winch is broken again.", "The winch has failed.", 9, true},
		{"and of that none is none", "The crane is jammed again.", "The winch has failed.", 9, false},
		{"two of six", "The winch, crane, rope, hook and jib are broken.", "The winch, pump, tank, hose and valve are broken.", 9, true},
		{"two of seven", "The winch, crane, rope, hook, jib and boom are broken.", "The winch, pump, tank, hose, valve and pipe are broken.", 9, false},
		{"two of the shorter one", "The winch is broken.", "The winch, pump, tank, hose, valve and pipe are broken.", 9, true},
		{"the shorter one is the report", "The winch, crane, rope, hook, jib, boom, drum, cable, mast and pulley are broken.", "The winch and crane are broken.", 9, true},
		{"with what else it reports", "The winch, crane, rope, hook, jib, boom, drum, cable, mast and pulley are broken.", "The winch and crane are broken. The pump, tank, hose, valve, pipe, gauge and fan have failed.", 9, false},
		{"what is not reported counts nothing", "The winch motor is broken.", "The winch is broken. Please paint the motor.", 9, true},
		{"nor makes two of one", "The winch and the crane are jammed.", "The winch is broken. Please paint the crane.", 9, false},
		{"terms that say just enough", "The winch motor is broken.", "The winch motor is broken.", 4.5, true},
		{"and those that say less", "The winch motor is broken.", "The winch motor is broken.", 4.4, false},
	} {
		a := assembly{q: event.Query{Text: x.prompt, Mode: event.ModePrompt}, says: func(string) float64 { return x.rare }}
		if got := a.sameTrouble(x.report); got != x.want {
			t.Errorf("%s: %v; the prompt has %v, the report %v", x.name, got, troubleIn(x.prompt), troubleIn(x.report))
		}
	}
}

// A report that covers a quarter of the prompt leads to what mended the trouble, and two such
// at most are shown.
func TestMendOf(t *testing.T) {
	const reports = 3
	db, err := graphdb.Open(filepath.Join(t.TempDir(), "graph.db"), graphdb.Options{Space: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	c := memtide.ChangeSet{ID: memtide.NewChangeID("test", "a"), Space: "test", At: at, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: "a", Stage: "test"}, Reason: "a test"}
	ids := 0
	id := func() memtide.ID { ids++; return memtide.NewID(at, c.ID, ids) }
	add := func(kind memtide.Kind, role memtide.Role, text string) *memtide.Node {
		n := &memtide.Node{ID: id(), Kind: kind, Content: text, CreatedAt: at, Trust: memtide.TrustUser, Source: memtide.Source{Role: role, Turn: text, Session: "s"}}
		if kind == memtide.Event {
			n.Subtype = memtide.Incident
		}
		c.Ops = append(c.Ops, memtide.AddNode(n))
		return n
	}
	link := func(kind memtide.EdgeKind, from, to *memtide.Node) {
		c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: id(), Kind: kind, From: from.ID, To: to.ID, CreatedAt: at}))
	}
	var told, mends []*memtide.Node
	for range reports {
		report := add(memtide.Episode, memtide.RoleUser, "The winch motor is broken.")
		reply := add(memtide.Episode, memtide.RoleAgent, "A fuse had blown. I put in a new one.")
		mend := add(memtide.Event, memtide.RoleAgent, "A fuse had blown. I put in a new one.")
		link(memtide.Temporal, reply, report)
		link(memtide.DerivedFrom, mend, reply)
		told, mends = append(told, report), append(mends, mend)
	}
	if err := db.Apply(1, c); err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]struct {
		relevance float64
		want      int
	}{"a quarter of the prompt": {0.25, 2}, "less than that": {0.24, 0}} {
		err := db.View(func(tx *graphdb.Tx) error {
			a := assembly{q: event.Query{Text: "The winch motor is broken.", Mode: event.ModePrompt, Now: at}, tx: tx, terms: newMemo(termSet),
				says: func(string) float64 { return 9 }}
			got := 0
			for i, n := range told {
				c := event.Candidate{ID: n.ID, Kind: n.Kind, Relevance: x.relevance}
				shown := a.mendOf(&c, n)
				if shown.ID == n.ID {
					continue
				}
				if got++; shown.ID != mends[i].ID || c.ID != mends[i].ID || c.For == nil || *c.For != n.ID {
					t.Errorf("%s: report %d leads to %s, %+v", name, i, shown.Content, c)
				}
			}
			if got != x.want {
				t.Errorf("%s: %d mends, want %d", name, got, x.want)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
