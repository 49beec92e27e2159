package tools_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// harbour is a space with some memories of two people and a crane.
func harbour(t *testing.T, l *ledger.Ledger) (anna, bruno *memtide.Node) {
	t.Helper()
	anna = &memtide.Node{Kind: memtide.Entity, CanonicalName: "Anna", Content: "Anna, the user's sister", Aliases: []string{"my sister"}, EntityType: "person", MentionCount: 2}
	bruno = &memtide.Node{Kind: memtide.Entity, CanonicalName: "Bruno", Content: "Bruno", MentionCount: 1, FirstSeen: noon.AddDate(0, -3, 0)}
	fact := &memtide.Node{Kind: memtide.Fact, Content: "Anna steers the crane."}
	event := &memtide.Node{Kind: memtide.Event, Content: "Anna repaired the crane.", EventTime: noon.AddDate(0, -1, 0)}
	plan := &memtide.Node{Kind: memtide.Plan, Content: "Bruno paints the crane.", EventTime: noon.AddDate(0, 1, 0), Project: "docks"}
	gone := &memtide.Node{Kind: memtide.Fact, Content: "Anna sold the crane.", ArchivedAt: noon}
	sum := &memtide.Node{Kind: memtide.Summary, Content: "About Anna: she steers the crane."}
	nodes := []*memtide.Node{anna, bruno, fact, event, plan, gone, sum}
	for i, n := range nodes {
		n.ID, n.Trust = memtide.NewID(noon, "harbour", i), memtide.TrustUser
	}
	m := func(from, to *memtide.Node) memtide.Edge {
		return memtide.Edge{Kind: memtide.Mentions, From: from.ID, To: to.ID}
	}
	plant(t, l, "harbour", nodes, m(fact, anna), m(event, anna), m(gone, anna), m(sum, anna), m(plan, bruno),
		memtide.Edge{Kind: memtide.Relation, Predicate: "works_for", From: bruno.ID, To: anna.ID})
	return anna, bruno
}

func TestLookupFilters(t *testing.T) {
	l, _ := open(t)
	harbour(t, l)
	const fact, event, plan, sum = "Anna steers the crane.", "Anna repaired the crane.", "Bruno paints the crane.", "About Anna: she steers the crane."
	for _, c := range []struct {
		name string
		f    tools.Filter
		want []string
	}{
		{"kind", tools.Filter{Text: "crane", Kinds: []memtide.Kind{memtide.Plan}}, []string{plan}},
		{"two kinds", tools.Filter{Kinds: []memtide.Kind{memtide.Event, memtide.Plan}}, []string{plan, event}},
		{"entity", tools.Filter{Text: "crane", Entity: "Anna", Kinds: []memtide.Kind{memtide.Fact, memtide.Event}, Limit: 2}, []string{event, fact}},
		{"alias", tools.Filter{Entity: "My Sister"}, []string{sum, fact, "Anna, the user's sister", event}},
		{"what is not meant", tools.Filter{Text: "crane", Entity: "Bruno"}, []string{plan}},
		{"after", tools.Filter{Text: "crane", After: noon.Add(time.Hour)}, []string{plan}},
		{"after is included", tools.Filter{Kinds: []memtide.Kind{memtide.Plan}, After: noon.AddDate(0, 1, 0)}, []string{plan}},
		{"before is not", tools.Filter{Kinds: []memtide.Kind{memtide.Plan}, Before: noon.AddDate(0, 1, 0)}, nil},
		{"before", tools.Filter{Before: noon}, []string{event}},
		{"between", tools.Filter{Text: "crane", After: noon.AddDate(0, -2, 0), Before: noon.Add(-time.Hour)}, []string{event}},
		{"project", tools.Filter{Text: "crane", Kinds: []memtide.Kind{memtide.Plan}, Project: "barn"}, nil},
		{"limit", tools.Filter{Kinds: []memtide.Kind{memtide.Fact, memtide.Event, memtide.Plan}, Limit: 2}, []string{plan, fact}},
		{"no such words", tools.Filter{Text: "submarine", Kinds: []memtide.Kind{memtide.Fact}}, nil},
	} {
		read(t, l, func(v ledger.View) error {
			c.f.Now = noon.Add(time.Hour)
			found, err := tools.Lookup(v, home, c.f)
			var got []string
			for _, m := range found {
				got = append(got, m.Node.Content)
				if (m.Relevance > 0) != (c.f.Text != "") {
					t.Errorf("%s: relevance %v", c.name, m.Relevance)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.name, diff)
			}
			return err
		})
	}
	read(t, l, func(v ledger.View) error {
		for want, f := range map[error]tools.Filter{
			graphdb.ErrNotFound: {Entity: "Zoe"}, memtide.ErrInvalid: {Kinds: []memtide.Kind{"wish"}},
		} {
			if _, err := tools.Lookup(v, home, f); !errors.Is(err, want) {
				t.Errorf("%+v: %v, want %v", f, err, want)
			}
		}
		for _, f := range []tools.Filter{{Limit: -1}, {After: noon, Before: noon}} {
			if _, err := tools.Lookup(v, home, f); !errors.Is(err, memtide.ErrInvalid) {
				t.Errorf("%+v: %v", f, err)
			}
		}
		return nil
	})
}

// However many others have the words, what fits is found: it is filtered first
// and counted then.
func TestLookupCountsWhatFits(t *testing.T) {
	l, _ := open(t)
	var nodes []*memtide.Node
	for i := range 300 {
		nodes = append(nodes, &memtide.Node{Kind: memtide.Fact, Content: fmt.Sprintf("Crane crane crane %d.", i), Trust: memtide.TrustUser})
	}
	last := &memtide.Node{Kind: memtide.Fact, Content: "There was once a crane that stood beside the water and had a long arm.", Trust: memtide.TrustUser, EventTime: noon.AddDate(-5, 0, 0)}
	plant(t, l, "1", append(nodes, last))
	read(t, l, func(v ledger.View) error {
		found, err := tools.Lookup(v, home, tools.Filter{Text: "crane", Before: noon.AddDate(-1, 0, 0), Limit: 1, Now: noon})
		if len(found) != 1 || found[0].Node.ID != last.ID {
			t.Errorf("found %+v", found)
		}
		return err
	})
}

func TestProfileOfAnEntity(t *testing.T) {
	l, _ := open(t)
	anna, bruno := harbour(t, l)
	read(t, l, func(v ledger.View) error {
		p, err := tools.ProfileOf(v, "my sister", 1)
		if err != nil {
			return err
		}
		if p.Node.ID != anna.ID || p.Total != 2 || len(p.Memories) != 1 || p.Memories[0].Content != "Anna steers the crane." || len(p.Summaries) != 1 {
			t.Errorf("%+v", p)
		}
		if diff := cmp.Diff([]tools.Related{{Predicate: "works_for", Name: "Bruno", ID: bruno.ID, Back: true}}, p.Relations); diff != "" {
			t.Errorf("relations (-want +got):\n%s", diff)
		}
		if _, err := tools.ProfileOf(v, "Zoe", 1); !errors.Is(err, graphdb.ErrNotFound) {
			t.Errorf("nobody: %v", err)
		}
		return nil
	})
}

// One entity takes over what another is called, what mentions it and what it is
// related to; an undo parts them.
func TestMergedEntitiesAreOne(t *testing.T) {
	l, _ := open(t)
	anna, _ := harbour(t, l)
	annie := &memtide.Node{Kind: memtide.Entity, CanonicalName: "Annie Berg", Content: "Annie Berg", Aliases: []string{"ANNA", "the captain"}, MentionCount: 3, FirstSeen: noon, Trust: memtide.TrustUser}
	boat := &memtide.Node{Kind: memtide.Fact, Content: "Annie Berg owns a boat.", Trust: memtide.TrustUser}
	for i, n := range []*memtide.Node{annie, boat} {
		n.ID = memtide.NewID(noon, "annie", i)
	}
	plant(t, l, "annie", []*memtide.Node{annie, boat}, memtide.Edge{Kind: memtide.Mentions, From: boat.ID, To: annie.ID})
	before := hash(t, l)
	c, err := tools.MergeEntities(t.Context(), l, home, tools.Merging{Keep: anna.ID, Gone: annie.ID, At: noon.Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	n := get(t, l, anna.ID)
	if got := strings.Join(n.Aliases, ", "); got != "my sister, Annie Berg, the captain" || n.MentionCount != 5 || n.CanonicalName != "Anna" || n.EntityType != "person" || n.Content != "Anna, the user's sister" {
		t.Errorf("%+v", n)
	}
	if got := get(t, l, annie.ID); got.SupersededBy != anna.ID {
		t.Errorf("the other one: %+v", got)
	}
	read(t, l, func(v ledger.View) error {
		for _, name := range []string{"Annie Berg", "the captain", "Anna"} {
			if id, err := tools.Named(v, name); id != anna.ID || err != nil {
				t.Errorf("%q is %s, %v", name, id.Short(), err)
			}
		}
		p, err := tools.ProfileOf(v, "Annie Berg", 10)
		if p.Total != 3 {
			t.Errorf("%d memories", p.Total)
		}
		return err
	})
	for _, in := range []tools.Merging{{Keep: anna.ID, Gone: anna.ID}, {Keep: anna.ID, Gone: boat.ID}, {Keep: anna.ID, Gone: annie.ID}} {
		if _, err := tools.MergeEntities(t.Context(), l, home, in); !errors.Is(err, tools.ErrNoPair) {
			t.Errorf("%+v: %v", in, err)
		}
	}
	rebuilt(t, l)
	if _, err := undo(t, l, tools.Undoing{Change: string(c.ID)}, noon.Add(2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if after := hash(t, l); after != before {
		t.Errorf("state %s after the undo, %s before", after, before)
	}
}

// Who says that two are one vouches for that, and not for what is told of either.
func TestAMergeRaisesNoWords(t *testing.T) {
	for i, c := range []struct {
		keep, gone, want memtide.Trust
		told             string // of whom stays
	}{
		{memtide.TrustConfirmed, memtide.TrustTool, memtide.TrustTool, "Odile"},
		{memtide.TrustUser, memtide.TrustAgent, memtide.TrustAgent, "Odile"},
		{memtide.TrustTool, memtide.TrustUser, memtide.TrustTool, "Odile"},
		{memtide.TrustConfirmed, memtide.TrustTool, memtide.TrustConfirmed, "Odile, the harbour master"},
	} {
		l, _ := open(t)
		keep := &memtide.Node{ID: memtide.NewID(noon, "keep", i), Kind: memtide.Entity, CanonicalName: "Odile", Content: c.told, Trust: c.keep}
		gone := &memtide.Node{ID: memtide.NewID(noon, "gone", i), Kind: memtide.Entity, CanonicalName: "Odil", Content: "Odil, who has the keys", Trust: c.gone}
		if c.keep == memtide.TrustConfirmed {
			keep.ConfirmedAt = noon
		}
		plant(t, l, "two", []*memtide.Node{keep, gone})
		before := hash(t, l)
		m, err := tools.MergeEntities(t.Context(), l, home, tools.Merging{Keep: keep.ID, Gone: gone.ID, At: noon.Add(time.Hour)})
		if err != nil {
			t.Fatal(err)
		}
		if n := get(t, l, keep.ID); n.Trust != c.want || n.ConfirmedAt.IsZero() == (n.Trust == memtide.TrustConfirmed) {
			t.Errorf("%q: trust %s, confirmed %s, want %s", n.Content, n.Trust, n.ConfirmedAt, c.want)
		}
		rebuilt(t, l)
		if _, err := undo(t, l, tools.Undoing{Change: string(m.ID)}, noon.Add(2*time.Hour)); err != nil || hash(t, l) != before {
			t.Errorf("taken back: %v", err)
		}
	}
}

// A name means the one that has it as its own before one that is called so; what
// is forgotten is meant by no name.
func TestANameBeforeAnAlias(t *testing.T) {
	l, _ := open(t)
	entity := func(i int, name string, aliases ...string) *memtide.Node {
		return &memtide.Node{ID: memtide.NewID(noon.Add(time.Duration(i)*time.Second), "alias", i), Kind: memtide.Entity, CanonicalName: name, Content: name, Aliases: aliases, Trust: memtide.TrustUser}
	}
	called, first, second, own, gone := entity(0, "Falcon nine", "falcon"), entity(1, "Ina", "my sister"), entity(2, "Uta", "my sister"), entity(3, "Falcon"), entity(4, "Heron")
	gone.ArchivedAt = noon
	plant(t, l, "1", []*memtide.Node{called, first, second, own, gone})
	read(t, l, func(v ledger.View) error {
		for name, want := range map[string]memtide.ID{"Falcon": own.ID, "falcon NINE": called.ID, "my sister": first.ID} {
			if id, err := tools.Named(v, name); id != want || err != nil {
				t.Errorf("%q is %s, want %s: %v", name, id.Short(), want.Short(), err)
			}
		}
		if _, err := tools.Named(v, "heron"); !errors.Is(err, graphdb.ErrNotFound) {
			t.Errorf("forgotten: %v", err)
		}
		return nil
	})
}

func TestARuleHoldsSinceItWasSaid(t *testing.T) {
	friday := noon.AddDate(0, 0, 5)
	standing := map[string]string{ledger.Standing: ledger.StandsWish}
	for _, c := range []struct {
		name string
		n    memtide.Node
		want time.Time
	}{
		{"a rule", memtide.Node{Kind: memtide.Instruction, Scope: 1}, noon},
		{"a standing wish", memtide.Node{Kind: memtide.Opinion, Attributes: standing}, noon},
		{"how one thing is done", memtide.Node{Kind: memtide.Instruction, Scope: 0.2}, friday},
		{"a plan", memtide.Node{Kind: memtide.Plan}, friday},
		{"a pinned plan", memtide.Node{Kind: memtide.Plan, Pinned: true}, friday},
		{"a half-turn", memtide.Node{Kind: memtide.Episode}, noon},
	} {
		c.n.CreatedAt, c.n.EventTime = noon, friday
		if got := tools.Happened(&c.n); !got.Equal(c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Of two lines that name the day of the same thing themselves it is to be seen which was said last.
func TestTheDateOfALine(t *testing.T) {
	saturday := noon.AddDate(0, 0, 5)
	named := saturday.Format("2 Jan")
	for text, want := range map[string]time.Time{
		"the audit is on " + named:                                          noon,
		"the audit is on " + strings.ToLower(named):                         noon,
		"the audit is on " + saturday.Format("January 2"):                   noon,
		"the audit is on " + saturday.Format("2006-01-02"):                  noon,
		"the audit is on the " + saturday.Format("2") + "th":                noon,
		"the audit is on Saturday":                                          saturday,
		"the audit is in five days":                                         saturday,
		"the audit of 2027 takes " + saturday.Format("2"):                   saturday,
		"the audit is on " + saturday.Format("2") + " machines in the yard": saturday,
	} {
		n := memtide.Node{Kind: memtide.Fact, Content: text, CreatedAt: noon, EventTime: saturday}
		if got := tools.When(&n, time.UTC); !got.Equal(want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// Without words the newest stands first by the date that is shown: a plan whose words
// name its day is shown with the day that it was said on.
func TestAListIsInTheOrderOfTheDatesThatItShows(t *testing.T) {
	l, _ := open(t)
	day := time.Date(2031, 12, 24, 0, 0, 0, 0, time.UTC)
	named := &memtide.Node{ID: memtide.NewID(noon.Add(-time.Hour), "n", 0), Kind: memtide.Plan, Content: "The tide report is due on December 24th 2031.", EventTime: day, CreatedAt: noon.Add(-time.Hour), Trust: memtide.TrustUser}
	later := &memtide.Node{ID: memtide.NewID(noon, "n", 1), Kind: memtide.Plan, Content: "Anna paints the crane tomorrow.", EventTime: noon.AddDate(0, 0, 1), CreatedAt: noon, Trust: memtide.TrustUser}
	plant(t, l, "1", []*memtide.Node{named, later})
	read(t, l, func(v ledger.View) error {
		found, err := tools.Lookup(v, home, tools.Filter{Kinds: []memtide.Kind{memtide.Plan}, Now: noon.Add(time.Hour)})
		var shown []time.Time
		for _, m := range found {
			shown = append(shown, tools.When(m.Node, time.UTC))
		}
		if len(shown) != 2 || shown[0].Before(shown[1]) {
			t.Errorf("shown in the order of %v", shown)
		}
		return err
	})
}

// A list goes on behind the last memory of the page before, also where that is forgotten
// meanwhile; what words find has no further page. An agent is not shown a half-turn of which
// something is in quarantine.
func TestAListGoesOnBehindAMemory(t *testing.T) {
	l, _ := open(t)
	for i := range 5 {
		note(t, l, tools.Note{Text: fmt.Sprintf("Box %d is green.", i), At: noon.Add(time.Duration(i) * time.Minute)})
	}
	look := func(f tools.Filter) (found []tools.Match, err error) {
		f.Now = noon.Add(time.Hour)
		read(t, l, func(v ledger.View) error { found, err = tools.Lookup(v, home, f); return nil })
		return found, err
	}
	var met []string
	f := tools.Filter{Limit: 2}
	for {
		page, err := look(f)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			break
		}
		for _, m := range page {
			met = append(met, m.Node.Content)
		}
		f.Behind = page[len(page)-1].Node.ID
		if _, err := tools.Forget(t.Context(), l, home, []memtide.ID{f.Behind}, noon.Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"Box 4 is green.", "Box 3 is green.", "Box 2 is green.", "Box 1 is green.", "Box 0 is green."}; !slices.Equal(met, want) {
		t.Errorf("%q", met)
	}
	if _, err := look(tools.Filter{Text: "box", Behind: f.Behind}); !errors.Is(err, memtide.ErrInvalid) {
		t.Errorf("a page of what words find: %v", err)
	}
	c := memtide.ChangeSet{ID: memtide.NewChangeID("test", "w"), Space: home, At: noon, Actor: "rules", Cause: memtide.Cause{Kind: "request", ID: "w", Stage: "test"}}
	if _, err := l.Decide(t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(noon, c.ID, 0), Kind: memtide.Episode, Content: "Delete the volume.", CreatedAt: noon,
			Trust: memtide.TrustAgent, Attributes: map[string]string{tools.Withheld: "x"}}))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for agent, want := range map[bool]int{false: 1, true: 0} {
		if all, err := look(tools.Filter{Kinds: []memtide.Kind{memtide.Episode}, Agent: agent}); err != nil || len(all) != want {
			t.Errorf("agent %v: %d, %v", agent, len(all), err)
		}
	}
}
