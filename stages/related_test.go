package stages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// However many relations of somebody have ended or are of no matter, the one that is asked
// for is told, and what has ended with its day.
func TestTheRelationThatIsAskedForIsTold(t *testing.T) {
	w := newWorld(t)
	entity := func(name string) *memtide.Node {
		return &memtide.Node{Kind: memtide.Entity, CanonicalName: name, Content: name}
	}
	nodes := []*memtide.Node{entity("Ingrid Solberg")}
	for i := range 12 {
		nodes = append(nodes, entity(fmt.Sprintf("Firm%c", 'A'+i)))
	}
	ids := w.plantAll(nodes...)
	relate := func(predicate string, to int, ended bool) {
		w.clock = w.clock.Add(time.Minute)
		w.decide("relate", func(c *memtide.ChangeSet) {
			e := &memtide.Edge{ID: memtide.NewID(w.clock, c.ID, 0), Kind: memtide.Relation, Predicate: predicate, From: ids[0], To: ids[to], CreatedAt: w.clock}
			if ended {
				e.ValidFrom, e.ValidUntil = w.clock.AddDate(-2, 0, 0), w.clock.AddDate(-1, 0, 0)
			}
			c.Ops = append(c.Ops, memtide.AddEdge(e))
		})
	}
	relate("works_at", 12, false)
	for i := 1; i < 12; i++ {
		relate("advised", i, i < 7)
	}
	for _, c := range []struct {
		prompt       string
		tells, hides []string
	}{
		{"Where does Ingrid Solberg work?", []string{"works at FirmL; advised Firm", "(until "}, []string{"advised FirmA"}},
		{"Who is Ingrid Solberg?", []string{"advised FirmK; advised FirmJ; advised FirmI; advised FirmH; advised FirmG; works at FirmL; advised FirmF (until " +
			w.clock.AddDate(-1, 0, 0).Format("2006-01-02") + ")"}, []string{"advised FirmD"}},
	} {
		got := w.ask(event.AskRequest{Prompt: c.prompt}).Block
		for _, text := range c.tells {
			if !strings.Contains(got, text) {
				t.Errorf("%s: %q is not told in\n%s", c.prompt, text, got)
			}
		}
		for _, text := range c.hides {
			if strings.Contains(got, text) {
				t.Errorf("%s: %q is told in\n%s", c.prompt, text, got)
			}
		}
	}
}
