package tools_test

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// TestIrregularFormsAreFound: a question has the base of a verb, what was told its
// past, and the form that was asked for comes first where both were told.
func TestIrregularFormsAreFound(t *testing.T) {
	l, _ := open(t)
	ids := said(t, l, memtide.Node{Content: "Mila bought a crane."}, memtide.Node{Content: "Mila drove to the depot."},
		memtide.Node{Content: "Otto drives to the depot."}, memtide.Node{Content: "Otto painted a shed."})
	for _, c := range []struct {
		asked string
		want  []memtide.ID
	}{
		{"What did she buy?", ids[:1]},
		{"Who has drove?", ids[1:3]},
		{"What did he draw?", nil},
	} {
		read(t, l, func(v ledger.View) error {
			found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: c.asked, Now: noon.Add(time.Hour)}).
				Run(event.Search{Tool: event.SearchText, Limit: 3}, nil)
			if len(found) != len(c.want) {
				t.Errorf("%s: %d found, want %d", c.asked, len(found), len(c.want))
				return err
			}
			for i, id := range c.want {
				if found[i].ID != id {
					t.Errorf("%s: %d. is another one", c.asked, i+1)
				}
			}
			return err
		})
	}
}
