package stages_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Who or what somebody is in one project is told in no other: the fact is of the project, and so is what the entity is
// called by it.
func TestARoleOfAProjectStaysThere(t *testing.T) {
	w := newWorld(t)
	for n, c := range []struct{ said, ask, role string }{
		{"Our client Falkenberg pays by the hour.", "Who is Falkenberg?", "client"},
		{"Our server is called Otter.", "What is Otter?", "server"},
		{"Our investor is Zoltan.", "Who is Zoltan?", "investor"},
	} {
		w.space = memtide.Space(fmt.Sprintf("role%d", n))
		w.say("s1", "alpha", c.said)
		w.settle()
		for _, m := range w.nodes(memtide.Fact, memtide.Instruction) {
			if m.Project != "alpha" {
				t.Fatalf("%q is of project %q", m.Content, m.Project)
			}
		}
		if got := w.ask(event.AskRequest{Session: "q", Project: "beta", Prompt: c.ask}).Block; strings.Contains(got, c.role) {
			t.Errorf("told in another project:\n%s", got)
		}
	}
}

// However often somebody is spoken of elsewhere, that is not told here.
func TestWhomManyMentionElsewhereIsNotToldOf(t *testing.T) {
	w := newWorld(t)
	w.say("s1", "alpha", "Our client Falkenberg pays by the hour.")
	w.settle()
	var many []*memtide.Node
	for n := range 300 {
		many = append(many, &memtide.Node{Kind: memtide.Fact, Project: "alpha", Content: fmt.Sprintf("Berth %d is paid.", n), Salience: memtide.FullSalience, Trust: memtide.TrustUser, CreatedAt: w.clock})
	}
	ids := w.plantAll(many...)
	who := w.nodes(memtide.Entity)[0]
	w.decide("links", func(c *memtide.ChangeSet) {
		for i, id := range ids {
			c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(c.At, c.ID, 1000+i), Kind: memtide.Mentions, From: id, To: who.ID, Weight: 1, CreatedAt: c.At}))
		}
	})
	if got := w.ask(event.AskRequest{Session: "q", Project: "beta", Prompt: "Who is Falkenberg?"}).Block; strings.Contains(got, "client") {
		t.Errorf("told in another project:\n%s", got)
	}
}
