package tools_test

import (
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// TestHop: what answers the question shares no word with it, and a name with
// what the words find; where people talk with each other no name is followed.
func TestHop(t *testing.T) {
	for _, talk := range []bool{false, true} {
		l, _ := open(t)
		ids := said(t, l,
			memtide.Node{Content: "The novel Red Kite was written by Marta Voss."},
			memtide.Node{Content: "Marta Voss comes from Tarragona."},
			memtide.Node{Content: "The ferry to Sunde leaves at noon."},
			memtide.Node{Content: "Otto Lind keeps bees."},
		)
		if talk {
			chain(t, l, ids...)
		}
		read(t, l, func(v ledger.View) error {
			s := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: "Where was the author of the novel Red Kite born?", Now: noon.Add(time.Hour)})
			first, err := s.Run(event.Search{Tool: event.SearchText, Limit: 10}, nil)
			if err != nil || len(first) == 0 || first[0].ID != ids[0] {
				t.Fatalf("first %+v, %v", first, err)
			}
			if !talk && slices.ContainsFunc(first, func(c event.Candidate) bool { return c.ID == ids[1] }) {
				t.Error("the words find it already: the test shows nothing")
			}
			var got []memtide.ID
			for _, c := range s.Hop(first) {
				got = append(got, c.ID)
			}
			if want := !talk; slices.Contains(got, ids[1]) != want || slices.Contains(got, ids[3]) {
				t.Errorf("talk %v: the hop finds %v", talk, got)
			}
			return nil
		})
	}
}

// TestHopHasTheRest: of what is said of a name, what has the rest of the question comes
// first, however many names others share with the hit that leads there.
func TestHopHasTheRest(t *testing.T) {
	l, _ := open(t)
	ids := said(t, l,
		memtide.Node{Content: "The novel Red Kite was written by Marta Voss with Otto Lind and Ida Falk in Tarragona."},
		memtide.Node{Content: "Otto Lind, Ida Falk and Marta Voss were seen in Tarragona."},
		memtide.Node{Content: "Marta Voss keeps a boat at the lake."},
	)
	read(t, l, func(v ledger.View) error {
		s := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: "Which boat does the author of the novel Red Kite have?", Now: noon.Add(time.Hour)})
		first, err := s.Run(event.Search{Tool: event.SearchText, Limit: 10}, nil)
		if err != nil || len(first) == 0 || first[0].ID != ids[0] {
			t.Fatalf("first %+v, %v", first, err)
		}
		match := map[memtide.ID]float64{}
		for _, c := range s.Hop(first[:1]) {
			match[c.ID] = c.Match
		}
		if match[ids[2]] <= match[ids[1]] || match[ids[1]] == 0 {
			t.Errorf("the boat %.3f, what shares all names %.3f", match[ids[2]], match[ids[1]])
		}
		return nil
	})
}
