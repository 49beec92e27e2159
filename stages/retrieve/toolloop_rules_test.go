package retrieve

import (
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Beside a prompt questions take no place of what was told, and what the nets find need not
// outdo them.
func TestWhatTravelsOn(t *testing.T) {
	var found candidates
	for i := range 100 {
		c := event.Candidate{ID: memtide.ID{15: byte(i)}, Kind: memtide.Episode, BM25: 9, Match: 1 - float64(i)/100, Relevance: 1 - float64(i)/100}
		if i < 30 {
			c.Traits = event.TraitAsks
		}
		found.merge([]event.Candidate{c})
	}
	for _, x := range []struct {
		name string
		q    event.Query
		want int
	}{
		{"a prompt", event.Query{Mode: event.ModePrompt}, 30 + mostCarried},
		{"a start", event.Query{Mode: event.ModeSessionStart}, mostCarried},
		{"by hand", event.Query{Mode: event.ModeQuery, Limit: 10}, event.MaxCandidates},
	} {
		got := found.carry(x.q)
		if len(got) != x.want {
			t.Errorf("%s: %d travel on, want %d", x.name, len(got), x.want)
		}
		if floor := found.floor(x.q); (floor == 0) != (x.want == event.MaxCandidates) || floor > merit(got[len(got)-1]) {
			t.Errorf("%s: the floor is %f", x.name, floor)
		}
	}
}
