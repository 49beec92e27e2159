package memtide

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

func node() *Node {
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	return &Node{ID: NewID(at, "c", 1), Kind: Fact, Content: `a <b> & "c"`, CreatedAt: at, Trust: TrustUser, Score: 1.5,
		Tags: []string{"x"}, Attributes: map[string]string{"k": "v"}}
}

func TestOpAndItsInverse(t *testing.T) {
	n := node()
	later := time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for name, op := range map[string]Op{
		"make":        AddNode(n),
		"content":     SetNode(n, "content", "other"),
		"number":      SetNode(n, "score", 2.0),
		"clear":       SetNode(n, "score", 0.0),
		"time":        SetNode(n, "archived_at", later),
		"list":        SetNode(n, "tags", []string{"x", "y"}),
		"map":         SetNode(n, "attributes", map[string]string{"k": "w"}),
		"reference":   SetNode(n, "superseded_by", NewID(later, "c", 2)),
		"struct":      SetNode(n, "source", Source{Client: "cli"}),
		"level":       SetNode(n, "trust", TrustConfirmed),
		"set by wire": throughWire(t, SetNode(n, "content", "x < y")),
	} {
		t.Run(name, func(t *testing.T) {
			var before *Node
			if !op.Whole() {
				before = n
			}
			after, err := op.ApplyNode(before)
			if err != nil {
				t.Fatal(err)
			}
			back, err := op.Inverse().ApplyNode(after)
			if err != nil || !reflect.DeepEqual(back, before) {
				t.Errorf("after the inverse %+v, %v; want %+v", back, err, before)
			}
			if _, err := op.ApplyNode(after); !errors.Is(err, ErrConflict) {
				t.Errorf("applied twice: %v, want ErrConflict", err)
			}
		})
	}
}

// What a memory says must not reach a log by way of an error.
func TestAnErrorOfAnOpNamesTheFieldAndNoValue(t *testing.T) {
	n := node()
	n.Content = "Bob earns a fortune"
	other := node()
	other.Content = "Bob has a debt"
	said := json.RawMessage(`"Bob drinks"`)
	for name, c := range map[string]struct {
		op   Op
		have *Node
		want string
	}{
		"another value":             {SetNode(other, "content", "Bob has a house"), n, "field content"},
		"a value where none was":    {Op{Node: n.ID, Field: "summary", From: said, To: json.RawMessage(`"x"`)}, n, "field summary"},
		"another node":              {AddNode(other).Inverse(), n, "node " + n.ID.String()},
		"a node that is there":      {AddNode(other), n, "node " + n.ID.String()},
		"no node":                   {SetNode(other, "content", "Bob has a house"), nil, "field content"},
		"a value of another type":   {Op{Node: n.ID, Field: "importance", To: said}, n, "field importance"},
		"a level that is none":      {Op{Node: n.ID, Field: "trust", From: json.RawMessage(`"user"`), To: said}, n, "field trust"},
		"a node of another type":    {Op{Node: n.ID, To: said}, nil, "node " + n.ID.String()},
		"a time that is none":       {Op{Node: n.ID, Field: "archived_at", To: said}, n, "field archived_at"},
		"a node with a wrong field": {Op{Node: n.ID, To: json.RawMessage(`{"content":{"is":"Bob drinks"}}`)}, nil, "node " + n.ID.String()},
	} {
		_, err := c.op.ApplyNode(c.have)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "Bob") {
			t.Errorf("%s: %v, want %q and no value", name, err, c.want)
		}
	}
}

// throughWire sends an operation through an encoder that escapes "<".
func throughWire(t *testing.T, op Op) Op {
	t.Helper()
	raw, err := json.Marshal(op)
	if err != nil {
		t.Fatal(err)
	}
	var out Op
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestIDIsAFunctionOfItsCause(t *testing.T) {
	at := time.Date(2026, 5, 1, 10, 0, 0, 123e6, time.UTC)
	a, b := NewID(at, "c", 1), NewID(at, "c", 1)
	if a != b || a == NewID(at, "c", 2) || a == NewID(at, "d", 1) || !a.Time().Equal(at) {
		t.Errorf("%v %v", a, b)
	}
	if p, err := ParseID(a.String()); err != nil || p != a || len(a.Short()) != ShortLen {
		t.Errorf("parse %v %v, short %q", p, err, a.Short())
	}
	if NewID(at.Add(time.Millisecond), "c", 1).Compare(a) <= 0 {
		t.Error("a later id does not sort after an earlier one")
	}
}

// A message of a prompt holds hundreds of ids.
func TestIDsAsTextTakeNoMoreThanTheirText(t *testing.T) {
	id := NewID(time.Date(2026, 5, 1, 10, 0, 0, 123e6, time.UTC), "c", 1)
	var text []byte
	if n := testing.AllocsPerRun(100, func() { text, _ = id.MarshalText() }); n != 1 || string(text) != id.String() {
		t.Errorf("%q, written with %v allocations", text, n)
	}
	var read ID
	if n := testing.AllocsPerRun(100, func() { _ = read.UnmarshalText(text) }); n != 0 || read != id {
		t.Errorf("%v, read with %v allocations", read, n)
	}
	for _, bad := range []string{"x", "01KY00J1BV5JWYQRMBGMMHCDN!", "81KY00J1BV5JWYQRMBGMMHCDNX"} {
		if err := read.UnmarshalText([]byte(bad)); err == nil || read != id {
			t.Errorf("%s is read as %v, %v", bad, read, err)
		}
	}
	if err := read.UnmarshalText([]byte(strings.ToLower(id.String()))); err != nil || read != id {
		t.Errorf("in lower case: %v, %v", read, err)
	}
}

func TestHashIsThatOfEachPartWithItsLength(t *testing.T) {
	// What older versions have stored was named by it: it must never change.
	if got := Hash("message", "", "é"); got != "c1635199f033d6f89e678c3b2d9a049c" {
		t.Errorf("it is %s now", got)
	}
	if Hash("ab", "c") == Hash("a", "bc") {
		t.Error("parts run together")
	}
}

func TestTurnIDIsTheSameForWhoeverReports(t *testing.T) {
	base := Turn{Space: "s", Role: RoleUser, Session: "one", PromptID: "5ff82541-0000-4000-8000-000000000001", Client: "a", Text: "x"}
	for name, tc := range map[string]struct {
		change func(*Turn)
		same   bool
	}{
		"another client":          {func(t *Turn) { t.Client = "b" }, true},
		"a forked session":        {func(t *Turn) { t.Session = "two" }, true},
		"the other half":          {func(t *Turn) { t.Role = RoleAgent }, false},
		"another space":           {func(t *Turn) { t.Space = "r" }, false},
		"another prompt":          {func(t *Turn) { t.PromptID = "5ff82541-0000-4000-8000-000000000002" }, false},
		"a short id, other place": {func(t *Turn) { t.PromptID = "1" }, false},
	} {
		other := base
		tc.change(&other)
		if got := TurnID(other) == TurnID(base); got != tc.same {
			t.Errorf("%s: same is %v", name, got)
		}
	}
	a, b := base, base
	a.PromptID, b.PromptID, b.Session = "1", "1", "two"
	if TurnID(a) == TurnID(b) {
		t.Error("prompt 1 of two sessions is one half-turn")
	}
}

func TestValidateNamesTheField(t *testing.T) {
	for field, change := range map[string]func(*Node){
		"content": func(n *Node) { n.Content = "" }, "trust": func(n *Node) { n.Trust = 0 }, "kind": func(n *Node) { n.Kind = "x" },
		"score": func(n *Node) { n.Score = 6 }, "scope": func(n *Node) { n.Scope = 2 }, "importance": func(n *Node) { n.Importance = 9 },
		"instruction": func(n *Node) { n.Kind, n.Trust = Instruction, TrustTool },
	} {
		n := node()
		change(n)
		if err := n.Validate(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestSpaceToken(t *testing.T) {
	if err := Space("a/b").Validate(); err != nil {
		t.Error(err)
	}
	for _, bad := range []Space{"", " x", "a\nb", "\xff"} {
		if err := bad.Validate(); !errors.Is(err, ErrSpace) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if tok := DefaultSpace.Token(); len(tok) != 26 || DefaultSpace.Partition() >= Partitions {
		t.Errorf("token %q", tok)
	}
}

func TestWholeEdge(t *testing.T) {
	e := &Edge{ID: ID{1}, Kind: Causal, From: ID{2}, To: ID{3}}
	for name, c := range map[string]struct {
		op   Op
		want bool
	}{
		"made":             {AddEdge(e), true},
		"taken away":       {AddEdge(e).Inverse(), true},
		"a field of it":    {SetEdge(e, "weight", 2), false},
		"a node":           {AddNode(node()), false},
		"not to be read":   {Op{Edge: e.ID, To: []byte("{")}, false},
		"without contents": {Op{Edge: e.ID}, false},
	} {
		got := c.op.WholeEdge()
		if (got != nil) != c.want || got != nil && (got.From != e.From || got.To != e.To) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestRecount(t *testing.T) {
	n := node()
	for _, c := range []struct {
		field            string
		was, added, have int // added to was; taken back from have
		want             int
	}{
		{"access_count", 0, 1, 1, 0},
		{"access_count", 4, 2, 9, 7},
		{"mention_count", 0, 3, 5, 2},
		{"mention_count", 1, 3, 2, 0}, // somebody else has taken some away
	} {
		n.AccessCount, n.MentionCount = c.was, c.was
		op := SetNode(n, c.field, c.was+c.added)
		n.AccessCount, n.MentionCount = c.have, c.have
		back, err := op.Inverse().Recount(n).ApplyNode(n)
		if err != nil || !op.Counts() {
			t.Fatal(err, op)
		}
		if got := map[string]int{"access_count": back.AccessCount, "mention_count": back.MentionCount}[c.field]; got != c.want {
			t.Errorf("%s %d + %d, taken back from %d: %d, want %d", c.field, c.was, c.added, c.have, got, c.want)
		}
	}
	if SetNode(n, "score", 2.0).Counts() || AddNode(n).Counts() {
		t.Error("not every field is a counter")
	}
}

// Only what changes nothing on a half-turn, and what nobody waits for, can be carried.
func TestNoChange(t *testing.T) {
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	plain := func() ChangeSet {
		return ChangeSet{ID: "c", Space: "a", Actor: "rules", At: at, Reason: "nothing to keep", Cause: Cause{Kind: "turn", ID: "t", Seq: 7, Stage: "store"}}
	}
	c := plain()
	n, ok := c.NoChange()
	if back := n.In("a"); !ok || !reflect.DeepEqual(c, back) || n.Validate("a") != nil {
		t.Errorf("%v, comes back as %+v; %v", ok, back, n.Validate("a"))
	}
	for name, change := range map[string]func(*ChangeSet){
		"changes something": func(c *ChangeSet) { c.Ops = []Op{{}} },
		"is awaited":        func(c *ChangeSet) { c.Awaits = "reconcile" },
		"of a job":          func(c *ChangeSet) { c.Cause.Kind = "job" },
		"of no half-turn":   func(c *ChangeSet) { c.Cause.Seq = 0 },
	} {
		c := plain()
		change(&c)
		if _, ok := c.NoChange(); ok {
			t.Errorf("%s, and can be carried", name)
		}
	}
	n.Cause.Kind = "job"
	if err := n.Validate("a"); err == nil {
		t.Error("a decision of a job is carried")
	}
}
