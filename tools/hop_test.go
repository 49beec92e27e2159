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
		worth := map[memtide.ID]float64{}
		for _, c := range s.Hop(first[:1]) {
			worth[c.ID] = c.Match
		}
		for _, c := range first {
			worth[c.ID] -= c.Match // what the hop adds
		}
		// Both are tied to the seed as close as can be, and one has the rest of the question.
		if boat, names := worth[ids[2]], worth[ids[1]]; names <= 0 || boat < 1.9*names {
			t.Errorf("the hop adds %.3f to the boat and %.3f to what shares all names", boat, names)
		}
		return nil
	})
}

// TestHopFollowsNoCommonName: what most of the store is about leads nowhere, what few speak
// of does.
func TestHopFollowsNoCommonName(t *testing.T) {
	l, _ := open(t)
	ids := said(t, l,
		memtide.Node{Content: "The novel Red Kite was written by Marta Voss in Tarragona."},
		memtide.Node{Content: "Marta Voss keeps a boat."},
		memtide.Node{Content: "The ferry to Tarragona leaves at noon."},
		memtide.Node{Content: "Marta Voss likes plums."},
		memtide.Node{Content: "Marta Voss met Otto Lind."},
	)
	read(t, l, func(v ledger.View) error {
		s := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: "Where was the novel Red Kite written?", Now: noon.Add(time.Hour)})
		first, err := s.Run(event.Search{Tool: event.SearchText, Limit: 10}, nil)
		if err != nil || len(first) == 0 || first[0].ID != ids[0] {
			t.Fatalf("first %+v, %v", first, err)
		}
		hop := s.Hop(first[:1])
		if len(hop) != 1 || hop[0].ID != ids[2] {
			t.Errorf("the hop finds %+v", hop)
		}
		return nil
	})
}
