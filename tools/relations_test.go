package tools_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// What holds comes before what has ended, what is asked for before the rest of it, the
// newest first, and each once.
func TestRelationsInOrder(t *testing.T) {
	l, _ := open(t)
	entity := func(name string) *memtide.Node {
		n := &memtide.Node{Kind: memtide.Entity, CanonicalName: name, Content: name, Trust: memtide.TrustUser}
		n.ID = memtide.NewID(noon, memtide.ChangeID(name), 0)
		return n
	}
	marta, mill, dock, yard, club, ghost := entity("Marta"), entity("Mill"), entity("Dock"), entity("Yard"), entity("Club"), entity("Ghost")
	ghost.ArchivedAt = noon
	day := func(d int) time.Time { return noon.AddDate(0, 0, d) }
	is := func(predicate string, to *memtide.Node, from, until time.Time) memtide.Edge {
		return memtide.Edge{Kind: memtide.Relation, Predicate: predicate, From: marta.ID, To: to.ID, ValidFrom: from, ValidUntil: until}
	}
	owned := memtide.Edge{Kind: memtide.Relation, Predicate: "belongs_to", From: yard.ID, To: marta.ID, ValidFrom: day(-9)}
	plant(t, l, "marta", []*memtide.Node{marta, mill, dock, yard, club, ghost},
		is("works_at", mill, day(-90), day(-50)), is("works_at", dock, day(-50), time.Time{}), is("works_at", dock, day(-40), time.Time{}),
		is("likes", club, day(-20), time.Time{}), is("uses", yard, day(-10), day(5)), is("likes", ghost, day(-1), time.Time{}),
		is("uses", club, day(-60), day(-30)), owned)
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"who is Marta?", []string{"Yard belongs to", "uses Yard", "likes Club", "works at Dock", "uses Club until -30", "works at Mill until -50"}},
		{"where does Marta work?", []string{"works at Dock", "Yard belongs to", "uses Yard", "likes Club", "works at Mill until -50", "uses Club until -30"}},
		{"what about the club?", []string{"likes Club", "Yard belongs to", "uses Yard", "works at Dock", "uses Club until -30", "works at Mill until -50"}},
	} {
		read(t, l, func(v ledger.View) error {
			all, err := tools.Relations(v.Graph, marta.ID, language.Terms(c.query), event.Query{Now: noon})
			var got []string
			for r := range all {
				text := r.Predicate + " " + r.Other.CanonicalName
				if r.Back {
					text = r.Other.CanonicalName + " " + r.Predicate
				}
				if !r.Ended.IsZero() {
					text += fmt.Sprintf(" until %.0f", r.Ended.Sub(noon).Hours()/24)
				}
				got = append(got, text)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s\ngot  %q\nwant %q", c.query, got, c.want)
			}
			return err
		})
	}
}
