package stages_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm/llmtest"
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

// What one project says of two names that others know, too, is told there alone, unless it
// was said of the user's own life. A name of which nothing else is known is not told.
func TestARelationStaysInItsProject(t *testing.T) {
	type said struct{ project, text, from, predicate, to string }
	mill := said{"mill", "Zephyr replaces the Initech engine in March, which is confidential.", "Zephyr", "replaces", "Initech"}
	docks := said{"docks", "Zephyr runs on the Heron.", "Zephyr", "runs_on", "Heron"}
	for _, c := range []struct {
		name  string
		all   []said
		in    string
		tells string
		hides string
	}{
		{"at home", []said{docks, mill}, "mill", "— replaces Initech", "— runs on"},
		{"elsewhere", []said{docks, mill}, "docks", "— runs on Heron", "Initech"},
		{"the same, said in another one later", []said{docks, {"mill", "So Zephyr runs on the Heron, says the crew of the mill.", "Zephyr", "runs_on", "Heron"}}, "docks", "— runs on Heron", ""},
		{"nothing else is known", []said{mill}, "docks", "", "Zephyr"},
		{"of the user", []said{{"mill", "My sister Anna works at Globex.", "Anna", "works_at", "Globex"}}, "docks", "— works at Globex", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			w, _ := modelled(t, func(_ string, r llmtest.Request) llmtest.Reply {
				for _, s := range c.all {
					if strings.Contains(r.Last(), s.text) {
						return say(args{"items": []args{{"n": 1, "kind": "fact", "text": s.text, "entities": []args{{"name": s.from}, {"name": s.to}},
							"relations": []args{{"from": s.from, "predicate": s.predicate, "to": s.to}}}}})
					}
				}
				return say(args{"items": []args{}})
			}, "extract")
			for i, s := range c.all {
				w.say(fmt.Sprint("s", i), s.project, s.text)
				w.settle()
			}
			if got := w.edges(memtide.Relation); got != len(c.all) {
				t.Fatalf("%d relations", got)
			}
			got := w.ask(event.AskRequest{Session: "ask", Project: c.in, Prompt: "What is " + c.all[0].from + "?"}).Block
			if !strings.Contains(got, c.tells) || c.hides != "" && strings.Contains(got, c.hides) {
				t.Errorf("tells no %q, or %q:\n%s", c.tells, c.hides, got)
			}
		})
	}
}
