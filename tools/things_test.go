package tools_test

import (
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
	"github.com/memtide/memtide/wordvec"
)

// TestThingsOfAKind: a question for a kind finds what names a thing of that kind,
// in a conversation and only there, and a request that names the kind does not.
func TestThingsOfAKind(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		linked bool
		table  *wordvec.Table
		asked  string
		want   bool
	}{
		{"what", true, words, "What vehicles stand in the barn?", true},
		{"how many", true, words, "How many vehicles stand in the barn?", true},
		{"among facts that stand alone", false, words, "What vehicles stand in the barn?", false},
		{"without a table", true, nil, "What vehicles stand in the barn?", false},
		{"a request", true, words, "Summarize the vehicles in the barn.", false},
		{"an opinion", true, words, "Which vehicles do you like in the barn?", false},
		{"another kind", true, words, "What furniture stands in the barn?", false},
	} {
		h := bustest.Start(t)
		l, err := ledger.Open(h.Bus, t.TempDir(), ledger.Options{Words: c.table})
		if err != nil {
			t.Fatal(err)
		}
		ids := said(t, l, memtide.Node{Content: "The vehicle is late."}, memtide.Node{Content: "Now then."},
			memtide.Node{Content: "Rain again."}, memtide.Node{Content: "Who sings?"}, memtide.Node{Content: "Well."},
			memtide.Node{Content: "A tractor and a wagon."}, memtide.Node{Content: "Fine."}, memtide.Node{Content: "Tea is ready."})
		if c.linked {
			chain(t, l, ids...)
		}
		read(t, l, func(v ledger.View) error {
			found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: c.asked, Now: noon.Add(time.Hour)}).
				Run(event.Search{Tool: event.SearchText, Limit: 3}, nil)
			got := slices.ContainsFunc(found, func(f event.Candidate) bool { return f.ID == ids[5] })
			if got != c.want {
				t.Errorf("%s: found %v, want %v", c.name, got, c.want)
			}
			return err
		})
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
