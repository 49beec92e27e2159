package ledger

import (
	"testing"

	"github.com/memtide/memtide"
)

func TestAttr(t *testing.T) {
	p := newProjects(nil)
	of := func(n memtide.Node, speaker string) Attr { return Attr(p.attr(&n, speaker)) }
	a := of(memtide.Node{Kind: memtide.Episode, Project: "shed", Content: "Where is the key?",
		Source: memtide.Source{Session: "one", Role: memtide.RoleAgent}}, "Mila Berg")
	if a.Kind() != memtide.Episode || !a.Agent() || !a.Inquires() || a.Dated() || a.Subject() != NameHash("mila") || a.project() != p.number("shed") {
		t.Errorf("attr %x does not say what the node says", uint64(a))
	}
	b := of(memtide.Node{Kind: memtide.Fact, Content: "It rained on 3 March 2024.", Source: memtide.Source{Session: "one"}}, "")
	if b.Kind() != memtide.Fact || b.Agent() || b.Inquires() || !b.Dated() || b.Subject() != 0 || b.project() != 0 {
		t.Errorf("attr %x does not say what the node says", uint64(b))
	}
	if a.Session() == 0 || a.Session() != b.Session() {
		t.Errorf("sessions %x and %x, want the same", a.Session(), b.Session())
	}
	c := of(memtide.Node{Kind: memtide.Episode, Source: memtide.Source{Session: "two"}}, "")
	if c.Session() == a.Session() || of(memtide.Node{Kind: memtide.Episode}, "").Session() != 0 {
		t.Error("another session has the same number, or none has one")
	}
}

func TestWhatIsADirective(t *testing.T) {
	wish := map[string]string{Standing: StandsWish}
	for _, c := range []struct {
		name string
		n    memtide.Node
		want bool
	}{
		{"marked", memtide.Node{Kind: memtide.Instruction, Scope: 0.2, Attributes: wish}, true},
		{"a preference", memtide.Node{Kind: memtide.Opinion, Attributes: wish}, true},
		{"for everything", memtide.Node{Kind: memtide.Instruction, Scope: 0.8}, true},
		{"how things are done here", memtide.Node{Kind: memtide.Instruction, Scope: 0.5}, false},
		{"an opinion", memtide.Node{Kind: memtide.Opinion, Scope: 1}, false},
		{"a fact", memtide.Node{Kind: memtide.Fact, Attributes: wish}, false},
		{"pinned by hand", memtide.Node{Kind: memtide.Fact, Pinned: true, Trust: memtide.TrustUser}, true},
		{"pinned, and not the user's", memtide.Node{Kind: memtide.Fact, Pinned: true, Trust: memtide.TrustTool}, false},
		{"a half-turn", memtide.Node{Kind: memtide.Episode, Pinned: true, Trust: memtide.TrustUser, Content: "Where?"}, false},
	} {
		if a := Attr(newProjects(nil).attr(&c.n, "")); a.Pinned() != (c.want && c.n.Pinned) || a.Inquires() != (c.n.Kind == memtide.Episode) {
			t.Errorf("%s: %x beside the text", c.name, uint64(a))
		}
		if got := Directs(&c.n); got != c.want || Attr(newProjects(nil).attr(&c.n, "")).Directs() != got {
			t.Errorf("%s: %v, want %v, and the same beside the text", c.name, got, c.want)
		}
	}
}

func TestSees(t *testing.T) {
	p := newProjects(nil)
	v := View{proj: p}
	own := Attr(p.attr(&memtide.Node{Kind: memtide.Fact, Project: "shed"}, ""))
	other := Attr(p.attr(&memtide.Node{Kind: memtide.Fact, Project: "boat"}, ""))
	none := Attr(p.attr(&memtide.Node{Kind: memtide.Plan}, ""))
	for _, c := range []struct {
		name string
		sc   Scope
		want [3]bool // own, other, none
	}{
		{"a project sees itself and what belongs to all", Scope{Project: "shed"}, [3]bool{true, false, true}},
		{"an unknown project sees what belongs to all", Scope{Project: "barn"}, [3]bool{false, false, true}},
		{"any", Scope{Any: true}, [3]bool{true, true, true}},
		{"kinds", Scope{Any: true, Kinds: []memtide.Kind{memtide.Plan, memtide.Event}}, [3]bool{false, false, true}},
	} {
		sees := v.Sees(c.sc)
		if got := [3]bool{sees(own), sees(other), sees(none)}; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
