package graphdb

import (
	"bytes"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// small is a store in which every bucket has a row.
type small struct {
	ada, fact, rule, episode, successor *memtide.Node
	mentions, contradicts               *memtide.Edge
}

func newSmall() small {
	s := small{
		ada: newNode(1, memtide.Entity, "Ada"), fact: newNode(2, memtide.Fact, "Ada likes tea"),
		rule: newNode(3, memtide.Instruction, "answer briefly"), episode: newNode(4, memtide.Episode, "I like tea"),
		successor: newNode(5, memtide.Fact, "Ada likes coffee"),
	}
	s.ada.Aliases = []string{"ADA"} // folds to a name that it has: one row
	s.fact.SupersededBy = s.successor.ID
	s.rule.Scope, s.rule.ArchivedAt, s.rule.Attributes = 0.5, at(9), map[string]string{Quarantine: "from a tool"}
	s.episode.Source = memtide.Source{Session: "s1", Turn: "turn1", Role: memtide.RoleUser}
	s.mentions = newEdge(6, memtide.Mentions, s.fact, s.ada)
	s.contradicts = newEdge(7, memtide.Contradicts, s.rule, s.episode)
	return s
}

func (s small) sets() []Sequenced {
	c := set(1, memtide.AddNode(s.ada), memtide.AddNode(s.fact), memtide.AddNode(s.rule), memtide.AddNode(s.episode),
		memtide.AddNode(s.successor), memtide.AddEdge(s.mentions), memtide.AddEdge(s.contradicts))
	c.Cause.Kind, c.Cause.Stage, c.Cause.Seq, c.Awaits = "turn", "store", 30, "reconcile"
	return []Sequenced{{Seq: 1, Change: c}, {Seq: 2, Change: set(2)}}
}

// damage changes one row: to val, or away when val is nil.
type damage struct {
	name     string
	bucket   string
	key, val []byte
	want     []string
}

func hexed(b []byte) string { return fmt.Sprintf("%x", b) }

func join(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

func indexDamage(s small) []damage {
	ep, ada, fact, rule := s.episode.ID[:], s.ada.ID[:], s.fact.ID[:], s.rule.ID[:]
	nobody := memtide.ID{1, 2, 3}
	missing := func(b string, key []byte, owner string) damage {
		return damage{b + " loses a row", b, key, nil, []string{b + " " + hexed(key) + ": row of " + owner + " is missing"}}
	}
	extra := func(b string, key []byte, problem string) damage {
		return damage{b + " gains a row: " + problem, b, key, []byte{}, []string{b + " " + hexed(key) + ": " + problem}}
	}
	other := "row does not follow from its node or edge"
	gone := "node " + nobody.String() + ": no such node or edge"
	ts := appendUint(nil, timeKey(s.episode.CreatedAt))
	scope := appendUint(nil, scopeKey(0.5))
	out := link{s.fact.ID, 3, s.ada.ID, s.mentions.ID}.appendTo(nil)
	in := link{s.ada.ID, 3, s.fact.ID, s.mentions.ID}.appendTo(nil)
	return []damage{
		missing("out", out, "edge "+s.mentions.ID.String()),
		missing("in", in, "edge "+s.mentions.ID.String()),
		extra("out", join(ada, []byte{3}, fact, s.mentions.ID[:]), other),
		extra("in", join(ada, []byte{3}, fact, nobody[:]), "edge "+nobody.String()+": no such node or edge"),
		extra("in", in[:linkLen-1], "key is malformed"),
		missing("ix_kind", join([]byte{7}, ep), "node "+s.episode.ID.String()),
		{"ix_kind has another state", "ix_kind", join([]byte{7}, ep), []byte{1},
			[]string{"ix_kind " + hexed(join([]byte{7}, ep)) + ": row of node " + s.episode.ID.String() + " has value 01, want 00"}},
		extra("ix_kind", join([]byte{6}, ep), other),
		extra("ix_kind", join([]byte{99}, ep), "key is malformed"),
		missing("ix_name", join([]byte("ada\x00"), ada), "node "+s.ada.ID.String()),
		extra("ix_name", join([]byte("lovelace\x00"), ada), other),
		extra("ix_name", join([]byte("ada\x00"), nobody[:]), gone),
		extra("ix_name", []byte("ada\x00"), "key is malformed"),
		missing("ix_session", join([]byte("s1\x00"), ts, ep), "node "+s.episode.ID.String()),
		{"ix_session has another role", "ix_session", join([]byte("s1\x00"), ts, ep), []byte{7, 2},
			[]string{"ix_session " + hexed(join([]byte("s1\x00"), ts, ep)) + ": row of node " + s.episode.ID.String() + " has value 0702, want 0701"}},
		extra("ix_session", join([]byte("s2\x00"), ts, ep), other),
		missing("ix_turn", join([]byte("turn1\x00"), ep), "node "+s.episode.ID.String()),
		extra("ix_turn", join([]byte("turn1\x00"), rule), other),
		missing("ix_project", join([]byte{0}, ep), "node "+s.episode.ID.String()),
		extra("ix_project", join([]byte("harbour\x00"), ep), other),
		missing("ix_time", join(ts, ep), "node "+s.episode.ID.String()),
		extra("ix_time", join(make([]byte, 8), ep), other),
		missing("ix_scope", join(scope, rule), "node "+s.rule.ID.String()),
		extra("ix_scope", join(scope, fact), other),
		missing("ix_superseded", join(s.successor.ID[:], fact), "node "+s.fact.ID.String()),
		extra("ix_superseded", join(ada, fact), other),
		missing("ix_short", join([]byte(s.episode.ID.Short()), ep), "node "+s.episode.ID.String()),
		extra("ix_short", join([]byte("0000000"), ep), other),
		missing("ix_quarantine", rule, "node "+s.rule.ID.String()),
		extra("ix_quarantine", fact, other),
		missing("ix_contradicts", join([]byte{0}, s.contradicts.ID[:]), "edge "+s.contradicts.ID.String()),
		extra("ix_contradicts", join([]byte{1}, s.contradicts.ID[:]), other),
		extra("ix_contradicts", join([]byte{0}, s.mentions.ID[:]), other),
		extra("ix_contradicts", s.contradicts.ID[:], "key is malformed"),
		{"ix_contradicts has other ends", "ix_contradicts", join([]byte{0}, s.contradicts.ID[:]), join(rule, rule), []string{
			"ix_contradicts " + hexed(join([]byte{0}, s.contradicts.ID[:])) + ": row of edge " + s.contradicts.ID.String() +
				" has value " + hexed(join(rule, rule)) + ", want " + hexed(join(rule, ep))}},
	}
}

func bodyDamage(s small) []damage {
	node := func(n *memtide.Node, do func(*memtide.Node)) []byte { c := *n; do(&c); return nodeValue(&c) }
	edge := func(do func(*memtide.Edge)) []byte { c := *s.mentions; do(&c); return edgeValue(&c) }
	fact, ada, mentions := s.fact.ID.String(), s.ada.ID.String(), s.mentions.ID.String()
	nobody := memtide.ID{1, 2, 3}
	return []damage{
		{"node is not canonical", "nodes", s.ada.ID[:], append(nodeValue(s.ada), ' '), []string{"nodes " + ada + ": encoding is not canonical"}},
		{"node is not valid", "nodes", s.ada.ID[:], node(s.ada, func(n *memtide.Node) { n.Importance = 9 }),
			[]string{"nodes " + ada + ": invalid node " + ada + ": importance is 9, want 1 to 5 (0 is not set)"}},
		{"node under another id", "nodes", s.successor.ID[:], nodeValue(s.ada), []string{
			"nodes " + s.successor.ID.String() + ": holds node " + ada,
			"ix_kind " + hexed(join([]byte{2}, s.successor.ID[:])) + ": row does not follow from its node or edge",
			"ix_project " + hexed(join([]byte{0}, s.successor.ID[:])) + ": row does not follow from its node or edge",
			"ix_time " + hexed(join(appendUint(nil, timeKey(at(5))), s.successor.ID[:])) + ": row does not follow from its node or edge",
			"ix_short " + hexed(join([]byte(s.successor.ID.Short()), s.successor.ID[:])) + ": row does not follow from its node or edge",
		}},
		{"node gone", "nodes", s.ada.ID[:], nil, []string{
			"meta nodes: is 5, want 4",
			"edges " + mentions + ": end " + ada + " is not there",
			"ix_kind " + hexed(join([]byte{1}, s.ada.ID[:])) + ": node " + ada + ": no such node or edge",
			"ix_name " + hexed(join([]byte("ada\x00"), s.ada.ID[:])) + ": node " + ada + ": no such node or edge",
			"ix_project " + hexed(join([]byte{0}, s.ada.ID[:])) + ": node " + ada + ": no such node or edge",
			"ix_time " + hexed(join(appendUint(nil, timeKey(at(1))), s.ada.ID[:])) + ": node " + ada + ": no such node or edge",
			"ix_short " + hexed(join([]byte(s.ada.ID.Short()), s.ada.ID[:])) + ": node " + ada + ": no such node or edge",
		}},
		{"superseded by nobody", "nodes", s.fact.ID[:], node(s.fact, func(n *memtide.Node) { n.SupersededBy = nobody }), []string{
			"nodes " + fact + ": superseded_by " + nobody.String() + " is not there",
			"ix_superseded " + hexed(join(nobody[:], s.fact.ID[:])) + ": row of node " + fact + " is missing",
			"ix_superseded " + hexed(join(s.successor.ID[:], s.fact.ID[:])) + ": row does not follow from its node or edge",
		}},
		{"node under a short key", "nodes", []byte("short"), nodeValue(s.ada),
			[]string{"nodes " + hexed([]byte("short")) + ": key has 5 bytes, want 16", "meta nodes: is 5, want 6"}},
		{"edge is not canonical", "edges", s.mentions.ID[:], append(edgeValue(s.mentions), '\n'), []string{"edges " + mentions + ": encoding is not canonical"}},
		{"edge is not valid", "edges", s.mentions.ID[:], edge(func(e *memtide.Edge) { e.CreatedAt = e.ValidFrom }),
			[]string{"edges " + mentions + ": invalid edge " + mentions + ": created_at is not set"}},
		{"edge has an unknown version", "edges", s.mentions.ID[:], append([]byte{9}, edgeValue(s.mentions)[1:]...), []string{
			"edges " + mentions + ": store is damaged or not a graph: edge value has no known version",
			"out " + hexed(link{s.fact.ID, 3, s.ada.ID, s.mentions.ID}.appendTo(nil)) + ": edge " + mentions + ": store is damaged or not a graph: edge value has no known version",
			"in " + hexed(link{s.ada.ID, 3, s.fact.ID, s.mentions.ID}.appendTo(nil)) + ": edge " + mentions + ": store is damaged or not a graph: edge value has no known version",
		}},
		{"edge gone", "edges", s.mentions.ID[:], nil, []string{
			"meta edges: is 2, want 1",
			"out " + hexed(link{s.fact.ID, 3, s.ada.ID, s.mentions.ID}.appendTo(nil)) + ": edge " + mentions + ": no such node or edge",
			"in " + hexed(link{s.ada.ID, 3, s.fact.ID, s.mentions.ID}.appendTo(nil)) + ": edge " + mentions + ": no such node or edge",
		}},
	}
}

func bookDamage(s small) []damage {
	first, second := []byte(set(1).ID), []byte(set(2).ID)
	value := func(d decision) []byte { return d.encode() }
	was := decision{1, 30, "store", "reconcile"}
	return []damage{
		{"applied is malformed", "applied", second, []byte("x"), []string{"applied " + string(second) + ": value is malformed"}},
		{"applied is above applied_seq", "applied", second, value(decision{seq: 9, stage: "verb"}), []string{"meta applied_seq: is 2, applied has 9"}},
		{"two of one sequence", "applied", second, value(decision{seq: 1, stage: "verb"}), []string{"applied: two change sets have sequence 1"}},
		{"applied loses a row", "applied", first, nil, []string{
			"meta decided/store: name is unknown", "open " + hexed(openKey(30, "reconcile")) + ": row does not follow from applied"}},
		{"applied has another half-turn", "applied", first, value(decision{1, 31, was.stage, was.awaits}), []string{
			"meta decided/store: is 000000000000001e, want 31",
			"open " + hexed(openKey(30, "reconcile")) + ": row does not follow from applied",
			"open " + hexed(openKey(31, "reconcile")) + ": row is missing"}},
		{"open loses a row", "open", openKey(30, "reconcile"), nil, []string{"open " + hexed(openKey(30, "reconcile")) + ": row is missing"}},
		{"open gains a row", "open", openKey(29, "reconcile"), []byte{}, []string{"open " + hexed(openKey(29, "reconcile")) + ": row does not follow from applied"}},
		{"open has half a key", "open", []byte("half"), []byte{}, []string{"open " + hexed([]byte("half")) + ": key is malformed"}},
		{"meta counts wrong", "meta", []byte("nodes"), appendUint(nil, 4), []string{"meta nodes: is 4, want 5"}},
		{"meta has an unknown name", "meta", []byte("colour"), []byte("red"), []string{"meta colour: name is unknown"}},
		{"meta has an unknown stage", "meta", []byte("decided/x"), appendUint(nil, 4), []string{"meta decided/x: name is unknown"}},
		{"meta has another decision", "meta", []byte("decided/store"), appendUint(nil, 4), []string{"meta decided/store: is 0000000000000004, want 30"}},
		{"meta loses a decision", "meta", []byte("decided/store"), nil, []string{"meta decided/store: is missing"}},
		{"meta loses its incarnation", "meta", []byte("incarnation"), nil, []string{"meta incarnation: is missing"}},
		{"applied_seq is too low", "meta", []byte("applied_seq"), appendUint(nil, 1), []string{"meta applied_seq: is 1, applied has 2"}},
		{"an unknown bucket", "cookies", []byte("a"), []byte("b"), []string{"cookies: bucket is unknown"}},
	}
}

// TestCheckFinds damages one row behind our back and requires exactly the
// findings that follow from it.
func TestCheckFinds(t *testing.T) {
	s := newSmall()
	all := append(append(indexDamage(s), bodyDamage(s)...), bookDamage(s)...)
	hit := map[string]bool{}
	for _, d := range all {
		hit[d.bucket] = true
		t.Run(d.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "graph.db")
			db := openAt(t, path, Options{})
			if err := db.ApplyBatch(s.sets()); err != nil {
				t.Fatal(err)
			}
			if got := violations(t, db); got != nil {
				t.Fatalf("before the damage: %q", got)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			raw(func(tx *bolt.Tx) error { return d.do(t, tx) })(t, path)

			damaged, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer damaged.Close()
			if diff := cmp.Diff(d.want, violations(t, damaged)); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			n := 0
			if err := damaged.Check(func(Violation) bool { n++; return false }); err != nil || n != 1 {
				t.Errorf("%d findings reported after a stop, %v", n, err)
			}
		})
	}
	for b := range numBuckets {
		if !hit[b.String()] {
			t.Errorf("no damage in bucket %s", b)
		}
	}
}

func (d damage) do(t *testing.T, tx *bolt.Tx) error {
	b, err := tx.CreateBucketIfNotExists([]byte(d.bucket))
	if err != nil {
		return err
	}
	have := b.Get(d.key)
	if d.val == nil {
		if have == nil {
			t.Fatalf("%s has no row %x to lose", d.bucket, d.key)
		}
		return b.Delete(d.key)
	}
	if bytes.Equal(have, d.val) && have != nil {
		t.Fatalf("%s has that row %x already", d.bucket, d.key)
	}
	return b.Put(d.key, d.val)
}
