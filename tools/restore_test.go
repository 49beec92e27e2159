package tools_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// TestUndoOfRestore: what was forgotten or superseded comes back; what held in
// its place gives way or stands beside; undoing it brings the state that was.
func TestUndoOfRestore(t *testing.T) {
	l, _ := open(t)
	a := note(t, l, tools.Note{Text: "The build runs on quay."})
	correct := func(id memtide.ID, text string, minutes int) memtide.ID {
		t.Helper()
		c, err := tools.Correct(t.Context(), l, home, tools.Correction{ID: id, Text: text, At: noon.Add(time.Duration(minutes) * time.Minute)})
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range c.Ops {
			if op.Whole() && !op.Node.IsZero() {
				return op.Node
			}
		}
		t.Fatal("a correction makes no memory")
		return memtide.ID{}
	}
	b := correct(a.ID, "The build runs on weir.", 1)
	c := correct(b, "The build runs on mole.", 2)
	restore := func(id memtide.ID, beside bool, minutes int) (memtide.ChangeSet, error) {
		return tools.Restore(t.Context(), l, home, tools.Restoring{ID: id, Beside: beside, At: noon.Add(time.Duration(minutes) * time.Minute)})
	}
	if _, err := restore(c, false, 3); !errors.Is(err, tools.ErrLive) {
		t.Errorf("what holds: %v", err)
	}
	for _, beside := range []bool{false, true} {
		before := hash(t, l)
		cs, err := restore(a.ID, beside, 4)
		if err != nil {
			t.Fatal(err)
		}
		if !get(t, l, a.ID).Live() || get(t, l, b).Live() || get(t, l, c).Live() != beside {
			t.Errorf("beside %v: live are %v %v %v", beside, get(t, l, a.ID).Live(), get(t, l, b).Live(), get(t, l, c).Live())
		}
		if _, err := undo(t, l, tools.Undoing{Change: string(cs.ID)}, noon.Add(5*time.Minute)); err != nil {
			t.Fatal(err)
		}
		if hash(t, l) != before {
			t.Error("undoing it does not bring the state that was")
		}
	}
	if _, err := tools.Forget(t.Context(), l, home, []memtide.ID{c}, noon.Add(6*time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := restore(c, false, 7); err != nil || !get(t, l, c).Live() {
		t.Errorf("what was forgotten: %v", err)
	}
	if found, err := l.Check(t.Context(), home); err != nil || len(found) > 0 {
		t.Errorf("check: %v %v", found, err)
	}
}

// Who was made one with somebody else is themselves again, and so is the other: each has
// their own names and is mentioned where they were. What came since stays with who stood
// for both.
func TestRestoreOfWhoWasMadeOneWithAnother(t *testing.T) {
	l, _ := open(t)
	anna := &memtide.Node{Kind: memtide.Entity, CanonicalName: "Anna", Content: "Anna", Aliases: []string{"my sister"}, MentionCount: 2, Trust: memtide.TrustUser}
	annie := &memtide.Node{Kind: memtide.Entity, CanonicalName: "Annie", Content: "Annie, who rows", Aliases: []string{"the captain"}, MentionCount: 2, Trust: memtide.TrustUser}
	both := &memtide.Node{Kind: memtide.Fact, Content: "Anna met Annie at the pier.", Trust: memtide.TrustUser}
	boat := &memtide.Node{Kind: memtide.Fact, Content: "Annie owns a boat.", Trust: memtide.TrustUser}
	all := []*memtide.Node{anna, annie, both, boat}
	for i, n := range all {
		n.ID = memtide.NewID(noon, "harbour", i)
	}
	mentions := func(what, who *memtide.Node) memtide.Edge {
		return memtide.Edge{Kind: memtide.Mentions, From: what.ID, To: who.ID}
	}
	plant(t, l, "harbour", all, mentions(both, anna), mentions(both, annie), mentions(boat, annie))
	if _, err := tools.MergeEntities(t.Context(), l, home, tools.Merging{Keep: anna.ID, Gone: annie.ID, At: noon.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	later := &memtide.Node{ID: memtide.NewID(noon.Add(2*time.Hour), "later", 0), Kind: memtide.Fact, Content: "Annie rows in May.", Trust: memtide.TrustUser}
	plant(t, l, "later", []*memtide.Node{later}, mentions(later, anna))
	before := hash(t, l)
	c, err := tools.Restore(t.Context(), l, home, tools.Restoring{ID: annie.ID, At: noon.Add(3 * time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	read(t, l, func(v ledger.View) error {
		for name, want := range map[string]*memtide.Node{"anna": anna, "my sister": anna, "annie": annie, "the captain": annie} {
			if n, err := tools.EntityOf(v.Graph, name); err != nil || n == nil || n.ID != want.ID {
				t.Errorf("%q is %+v: %v", name, n, err)
			}
		}
		for who, want := range map[*memtide.Node]int{anna: 2, annie: 2} {
			n := 0
			for range v.Graph.InLinks(who.ID, memtide.Mentions) {
				n++
			}
			if n != want {
				t.Errorf("%s is mentioned by %d, want %d", who.CanonicalName, n, want)
			}
		}
		return nil
	})
	if n := get(t, l, anna.ID); n.MentionCount != 2 || n.Content != "Anna" {
		t.Errorf("%+v", n)
	}
	if _, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, noon.Add(4*time.Hour)); err != nil || hash(t, l) != before {
		t.Errorf("undoing it does not bring the state that was: %v", err)
	}
	rebuilt(t, l)
}

// Who is parted from another is trusted as before, and is what they were, unless somebody
// has said otherwise since.
func TestRestoreGivesBackWhatAMergeTook(t *testing.T) {
	for _, c := range []struct {
		name    string
		between func(l *ledger.Ledger, keep memtide.ID) error
		trust   memtide.Trust
		kind    string
	}{
		{"nothing between", func(*ledger.Ledger, memtide.ID) error { return nil }, memtide.TrustConfirmed, ""},
		{"confirmed between", func(l *ledger.Ledger, keep memtide.ID) error {
			_, err := tools.Confirm(t.Context(), l, home, keep, noon.Add(2*time.Hour))
			return err
		}, memtide.TrustConfirmed, ""},
		{"described between", func(l *ledger.Ledger, keep memtide.ID) error {
			n := get(t, l, keep)
			_, err := l.Decide(t.Context(), memtide.ChangeSet{ID: "described", Space: home, At: noon.Add(2 * time.Hour), Actor: "rules", Cause: memtide.Cause{Kind: "turn", ID: "t", Stage: "store"}},
				func(_ ledger.View, c *memtide.ChangeSet) error {
					c.Ops = append(c.Ops, memtide.SetNode(n, "content", "Anna, who sails"), memtide.SetNode(n, "entity_type", "captain"))
					return nil
				})
			return err
		}, memtide.TrustTool, "captain"},
	} {
		l, _ := open(t)
		anna := &memtide.Node{ID: memtide.NewID(noon, "harbour", 0), Kind: memtide.Entity, CanonicalName: "Anna", Content: "Anna", Trust: memtide.TrustConfirmed, ConfirmedAt: noon}
		annie := &memtide.Node{ID: memtide.NewID(noon, "harbour", 1), Kind: memtide.Entity, CanonicalName: "Annie", Content: "Annie, who rows", EntityType: "person", FirstSeen: noon.Add(-time.Hour), Trust: memtide.TrustTool}
		plant(t, l, "harbour", []*memtide.Node{anna, annie})
		if _, err := tools.MergeEntities(t.Context(), l, home, tools.Merging{Keep: anna.ID, Gone: annie.ID, At: noon.Add(time.Hour)}); err != nil {
			t.Fatal(err)
		}
		if n := get(t, l, anna.ID); n.Trust != memtide.TrustTool || n.EntityType != "person" {
			t.Fatalf("%s: made one: %+v", c.name, n)
		}
		if err := c.between(l, anna.ID); err != nil {
			t.Fatal(err)
		}
		before := hash(t, l)
		done, err := tools.Restore(t.Context(), l, home, tools.Restoring{ID: annie.ID, At: noon.Add(3 * time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		if n := get(t, l, anna.ID); n.Trust != c.trust || n.EntityType != c.kind || n.ConfirmedAt.IsZero() != (c.trust != memtide.TrustConfirmed) || !n.FirstSeen.IsZero() {
			t.Errorf("%s: %+v", c.name, n)
		}
		if _, err := undo(t, l, tools.Undoing{Change: string(done.ID)}, noon.Add(4*time.Hour)); err != nil || hash(t, l) != before {
			t.Errorf("%s: undoing it does not bring the state that was: %v", c.name, err)
		}
		rebuilt(t, l)
	}
}

// Of three names that were made one after another each is parted from all that stood for it,
// and only from what it has brought itself.
func TestRestoreOfOneOfThree(t *testing.T) {
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		l, _ := open(t)
		var all []*memtide.Node
		for i, name := range []string{"Ann", "Anna", "Annabel"} {
			all = append(all, &memtide.Node{ID: memtide.NewID(noon, "name", i), Kind: memtide.Entity, CanonicalName: name, Content: name, MentionCount: 2,
				Trust: memtide.TrustConfirmed, ConfirmedAt: noon, FirstSeen: noon.Add(time.Duration(i) * time.Hour)})
		}
		all[0].EntityType, all[0].Content, all[0].Trust, all[0].ConfirmedAt = "person", "Ann, who rows", memtide.TrustUser, time.Time{}
		var facts []*memtide.Node
		var edges []memtide.Edge
		for i, text := range []string{"Ann repairs the crane.", "Anna sails the ferry.", "Annabel paints the shed.", "Ann met Anna."} {
			facts = append(facts, &memtide.Node{ID: memtide.NewID(noon, "fact", i), Kind: memtide.Fact, Content: text, Trust: memtide.TrustUser})
			for j, who := range all {
				if i == j || i == 3 && j < 2 {
					edges = append(edges, memtide.Edge{Kind: memtide.Mentions, From: facts[i].ID, To: who.ID})
				}
			}
		}
		all[2].MentionCount = 1
		plant(t, l, "names", append(slices.Clone(all), facts...), edges...)
		for i := range 2 {
			if _, err := tools.MergeEntities(t.Context(), l, home, tools.Merging{Keep: all[i+1].ID, Gone: all[i].ID, At: noon.Add(time.Duration(i+1) * time.Hour)}); err != nil {
				t.Fatal(err)
			}
		}
		mentioned := func(who int) (by []string) {
			read(t, l, func(v ledger.View) error {
				in, err := v.Graph.In(all[who].ID, memtide.Mentions)
				for _, e := range in {
					i := slices.IndexFunc(facts, func(f *memtide.Node) bool { return f.ID == e.From })
					by = append(by, facts[i].Content)
				}
				return err
			})
			slices.Sort(by)
			return by
		}
		is := func(who, count int, kind string, seen time.Duration, by ...string) {
			t.Helper()
			n := get(t, l, all[who].ID)
			if n.MentionCount != count || n.EntityType != kind || n.Content != all[who].Content || n.Trust != all[who].Trust || !n.FirstSeen.Equal(noon.Add(seen)) || !slices.Equal(mentioned(who), by) {
				t.Errorf("%v: %+v, mentioned by %q", order, n, mentioned(who))
			}
		}
		named := func(name string, who int) {
			t.Helper()
			read(t, l, func(v ledger.View) error {
				if n, err := tools.EntityOf(v.Graph, name); err != nil || n == nil || n.ID != all[who].ID {
					t.Errorf("%v: %q is %+v: %v", order, name, n, err)
				}
				return nil
			})
		}
		restore := func(who, hour int) {
			t.Helper()
			before := hash(t, l)
			c, err := tools.Restore(t.Context(), l, home, tools.Restoring{ID: all[who].ID, At: noon.Add(time.Duration(hour) * time.Hour)})
			if err != nil {
				t.Fatal(err)
			}
			after := hash(t, l)
			back, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, noon.Add(time.Duration(hour)*time.Hour+time.Minute))
			if err != nil || hash(t, l) != before {
				t.Fatalf("%v: undoing it does not bring the state that was: %v", order, err)
			}
			if _, err := undo(t, l, tools.Undoing{Change: string(back.Change.ID)}, noon.Add(time.Duration(hour)*time.Hour+2*time.Minute)); err != nil || hash(t, l) != after {
				t.Fatalf("%v: %v", order, err)
			}
		}
		restore(order[0], 3)
		if order[0] == 0 {
			is(2, 3, "", time.Hour, "Ann met Anna.", "Anna sails the ferry.", "Annabel paints the shed.")
			named("ann", 0)
			named("anna", 2)
		} else {
			is(2, 1, "", 2*time.Hour, "Annabel paints the shed.")
			named("ann", 1)
			named("anna", 1)
		}
		restore(order[1], 4)
		is(0, 2, "person", 0, "Ann met Anna.", "Ann repairs the crane.")
		is(1, 2, "", time.Hour, "Ann met Anna.", "Anna sails the ferry.")
		is(2, 1, "", 2*time.Hour, "Annabel paints the shed.")
		for i, name := range []string{"ann", "anna", "annabel"} {
			named(name, i)
		}
		rebuilt(t, l)
	}
}

// Who brings one back of what was forgotten together is told what stays forgotten.
func TestRestoreNamesWhatStaysForgotten(t *testing.T) {
	l, _ := open(t)
	episode, fact := sayThat(t, l, "turn-aa-1", "cli", "The build cache lives on disk nvme3.", nil)
	if _, err := tools.Forget(t.Context(), l, home, []memtide.ID{episode, fact}, noon.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		id   memtide.ID
		want string
	}{
		{fact, "it was forgotten; forgotten with it, and still: episode " + episode.Short()},
		{episode, "it was forgotten"},
	} {
		cs, err := tools.Restore(t.Context(), l, home, tools.Restoring{ID: c.id, At: noon.Add(2 * time.Hour)})
		if err != nil || cs.Reason != c.want {
			t.Errorf("restored: %q, %v; want %q", cs.Reason, err, c.want)
		}
	}
}
