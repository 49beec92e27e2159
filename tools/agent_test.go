package tools_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/tools"
)

// What an agent may change is what agents have said, or, where the user lets it, all but rules,
// names and what was said.
func TestWhatAnAgentMayChange(t *testing.T) {
	agent := memtide.Source{Role: memtide.RoleAgent}
	for i, c := range []struct {
		n        memtide.Node
		own, all bool
	}{
		{memtide.Node{Kind: memtide.Fact, Trust: memtide.TrustAgent, Source: agent}, true, true},
		{memtide.Node{Kind: memtide.Event, Trust: memtide.TrustTool, Source: agent}, true, true},
		{memtide.Node{Kind: memtide.Fact, Trust: memtide.TrustUser, Source: memtide.Source{Role: memtide.RoleUser}}, false, true},
		{memtide.Node{Kind: memtide.Fact, Trust: memtide.TrustConfirmed, Source: agent}, false, true},
		{memtide.Node{Kind: memtide.Fact, Trust: memtide.TrustFile, Source: agent}, false, true},
		{memtide.Node{Kind: memtide.Fact, Trust: memtide.TrustImported}, false, true},
		{memtide.Node{Kind: memtide.Fact, Trust: memtide.TrustAgent, Source: agent, Pinned: true}, false, false},
		{memtide.Node{Kind: memtide.Instruction, Trust: memtide.TrustUser}, false, false},
		{memtide.Node{Kind: memtide.Entity, Trust: memtide.TrustAgent, Source: agent}, false, false},
		{memtide.Node{Kind: memtide.Summary, Trust: memtide.TrustAgent, Source: agent}, false, false},
		{memtide.Node{Kind: memtide.Episode, Trust: memtide.TrustAgent, Source: agent}, false, false},
	} {
		c.n.ID = memtide.NewID(noon, "n", i)
		for all, may := range map[bool]bool{false: c.own, true: c.all} {
			if err := tools.MayChange(&c.n, tools.Acting{By: "mcp:x", All: all}); (err == nil) != may || err != nil && !errors.Is(err, tools.ErrUsers) {
				t.Errorf("%+v, all %v: %v", c.n, all, err)
			}
		}
	}
}

func TestWhatAnAgentMaySee(t *testing.T) {
	for i, c := range []struct {
		n          memtide.Node
		p, none, a bool
	}{
		{memtide.Node{Trust: memtide.TrustUser}, true, true, true},
		{memtide.Node{Trust: memtide.TrustUser, Project: "p"}, true, false, true},
		{memtide.Node{Trust: memtide.TrustUser, Project: "q"}, false, false, true},
		{memtide.Node{Trust: memtide.TrustRecalled}, false, false, false},
		{memtide.Node{Trust: memtide.TrustUser, Attributes: map[string]string{tools.Quarantine: "why"}}, false, false, false},
		{memtide.Node{Trust: memtide.TrustUser, Attributes: map[string]string{tools.Withheld: "why"}}, false, false, false},
	} {
		if p, none, a := tools.MaySee(&c.n, "p"), tools.MaySee(&c.n, ""), tools.MaySee(&c.n, tools.AnyProject); p != c.p || none != c.none || a != c.a {
			t.Errorf("%d: %v, %v, %v", i, p, none, a)
		}
	}
}

// A replacement is of the same project or of none, and not of itself; every change names who has
// asked for it.
func TestAnAgentReplaces(t *testing.T) {
	l, _ := open(t)
	var nodes []*memtide.Node
	for i, project := range []string{"p", "p", "q"} {
		nodes = append(nodes, &memtide.Node{ID: memtide.NewID(noon, "n", i), Kind: memtide.Fact, Content: fmt.Sprintf("Crane %d is green.", i), Project: project,
			Trust: memtide.TrustAgent, Source: memtide.Source{Role: memtide.RoleAgent}})
	}
	plant(t, l, "1", nodes)
	acting := tools.Acting{By: "mcp:x", At: noon}
	for n, want := range map[int]string{0: "says that already", 2: `is of project "q"`} {
		if _, err := tools.AgentReplaces(t.Context(), l, home, nodes[0].ID, nodes[n].ID, acting); !errors.Is(err, memtide.ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%d: %v", n, err)
		}
	}
	c, err := tools.AgentReplaces(t.Context(), l, home, nodes[0].ID, nodes[1].ID, acting)
	if err != nil || c.Actor != "mcp:x" || get(t, l, nodes[0].ID).SupersededBy != nodes[1].ID {
		t.Fatal(err, c)
	}
	if _, err := tools.AgentForgets(t.Context(), l, home, nodes[0].ID, acting); !errors.Is(err, tools.ErrSuperseded) {
		t.Error(err)
	}
	if c, err = tools.AgentTakesBack(t.Context(), l, home, string(c.ID), acting); err != nil || c.Actor != "mcp:x" || !get(t, l, nodes[0].ID).SupersededBy.IsZero() {
		t.Error(err, c)
	}
	byUser, err := tools.Vote(t.Context(), l, home, tools.Ballot{ID: nodes[2].ID, Weight: 3, At: noon})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tools.AgentTakesBack(t.Context(), l, home, string(byUser.ID), acting); !errors.Is(err, tools.ErrUsers) {
		t.Error(err)
	}
	acting.All = true
	if _, err := tools.AgentTakesBack(t.Context(), l, home, string(byUser.ID), acting); err != nil {
		t.Error(err)
	}
}
