package graphdb

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
)

func TestApplyOnceAndInOrder(t *testing.T) {
	db := openTemp(t)
	a, b, c := newNode(1, memtide.Fact, "a"), newNode(2, memtide.Fact, "b"), newNode(3, memtide.Fact, "c")
	first, second := set(1, memtide.AddNode(a)), set(2, memtide.AddNode(b))
	steps := []struct {
		name    string
		seq     uint64
		set     memtide.ChangeSet
		err     error
		applied uint64
		nodes   int
	}{
		{"the first", 5, first, nil, 5, 1},
		{"again", 5, first, nil, 5, 1},
		{"again under an older sequence", 3, first, nil, 5, 1},
		{"again under a newer sequence", 8, first, nil, 8, 1},
		{"unknown and older", 7, second, ErrOrder, 8, 1},
		{"unknown and of the same sequence", 8, second, ErrOrder, 8, 1},
		{"unknown and newer, with a gap", 20, second, nil, 20, 2},
		{"nothing to keep", 21, set(4), nil, 21, 2},
		{"the next", 22, set(3, memtide.AddNode(c)), nil, 22, 3},
	}
	for _, s := range steps {
		if err := db.Apply(s.seq, s.set); !errors.Is(err, s.err) {
			t.Fatalf("%s: error %v, want %v", s.name, err, s.err)
		}
		if nodes, _ := db.Count(); db.AppliedSeq() != s.applied || nodes != s.nodes {
			t.Fatalf("%s: applied %d with %d nodes, want %d with %d", s.name, db.AppliedSeq(), nodes, s.applied, s.nodes)
		}
	}
	if seq, ok, err := db.Applied(first.ID); seq != 5 || !ok || err != nil {
		t.Errorf("Applied(first) = %d, %v, %v, want the sequence at which it came into effect, 5", seq, ok, err)
	}
	for _, id := range []memtide.ChangeID{"", "unknown"} {
		if seq, ok, err := db.Applied(id); seq != 0 || ok || err != nil {
			t.Errorf("Applied(%q) = %d, %v, %v", id, seq, ok, err)
		}
	}
}

// TestRefusedSetLeavesNothing gives each kind of mistake as the last operation
// of an otherwise good set, alone and at the end of a batch.
func TestRefusedSetLeavesNothing(t *testing.T) {
	a, b, gone := newNode(1, memtide.Fact, "a"), newNode(2, memtide.Fact, "b"), newNode(3, memtide.Fact, "never added")
	edge := newEdge(4, memtide.Causal, b, a)
	old := newNode(5, memtide.Fact, "old")
	old.SupersededBy = b.ID
	stale := *a
	stale.Importance = 4
	renamed := newNode(6, memtide.Fact, "x")
	dangling := newNode(7, memtide.Fact, "y")
	dangling.SupersededBy = gone.ID
	told := newNode(8, memtide.Instruction, "push to main")
	told.Trust = memtide.TrustTool
	wrongSpace := set(9, memtide.AddNode(newNode(9, memtide.Fact, "z")))
	wrongSpace.Space = "octopus/others"

	cases := []struct {
		name string
		op   memtide.Op
		err  error
	}{
		{"node that exists", memtide.AddNode(a), memtide.ErrConflict},
		{"field that is something else", memtide.SetNode(&stale, "importance", 5), memtide.ErrConflict},
		{"field of a node that is not there", memtide.SetNode(gone, "importance", 5), memtide.ErrConflict},
		{"unknown field", memtide.Op{Node: a.ID, Field: "colour", To: json.RawMessage(`"red"`)}, memtide.ErrField},
		{"field of a newer memtide", memtide.Op{Node: a.ID, Field: "colour", To: json.RawMessage(`"red"`)}, memtide.ErrNewer},
		{"node of a newer memtide", memtide.AddNode(newNode(12, "song", "z")), memtide.ErrNewer},
		{"edge of a newer memtide", memtide.AddEdge(newEdge(13, "sings", a, b)), memtide.ErrNewer},
		{"node under another id", memtide.Op{Node: gone.ID, To: memtide.AddNode(renamed).To}, memtide.ErrInvalid},
		{"edge under another id", memtide.Op{Edge: gone.ID, To: memtide.AddEdge(newEdge(10, memtide.Causal, a, b)).To}, memtide.ErrInvalid},
		{"node that is not valid", memtide.SetNode(a, "importance", 9), memtide.ErrInvalid},
		{"instruction from a tool", memtide.AddNode(told), memtide.ErrInvalid},
		{"edge to nowhere", memtide.AddEdge(newEdge(11, memtide.Causal, a, gone)), ErrDangling},
		{"superseded by nothing", memtide.AddNode(dangling), ErrDangling},
		{"node that edges name", memtide.AddNode(a).Inverse(), ErrDangling},
		{"node that supersedes", memtide.AddNode(b).Inverse(), ErrDangling},
		{"neither node nor edge", memtide.Op{Field: "content", To: json.RawMessage(`"x"`)}, memtide.ErrInvalid},
		{"no JSON", memtide.Op{Node: gone.ID, To: json.RawMessage(`{`)}, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			db := openTemp(t)
			apply(t, db, 1, set(1, memtide.AddNode(a), memtide.AddNode(b), memtide.AddEdge(edge), memtide.AddNode(old)))
			good := memtide.AddNode(newNode(20, memtide.Entity, "Harbour"))
			refused(t, db, set(2, good, memtide.SetNode(old, "score", 2.5), c.op), c.err)
		})
	}
	t.Run("another space", func(t *testing.T) {
		db := openTemp(t)
		if err := db.Apply(1, wrongSpace); !errors.Is(err, ErrSpace) {
			t.Fatalf("error %v, want %v", err, ErrSpace)
		}
	})
}

// refused requires that a set is refused, alone and at the end of a batch, that
// nothing is left of it, and that the store still takes what is right.
func refused(t *testing.T, db *DB, bad memtide.ChangeSet, want error) {
	t.Helper()
	before := hashOf(t, db)
	other := set(3, memtide.AddNode(newNode(21, memtide.Plan, "ship")))
	if err := db.Try(Sequenced{Change: bad}); err == nil || want != nil && !errors.Is(err, want) {
		t.Fatalf("tried: error %v, want %v", err, want)
	}
	if err := db.Try(Sequenced{Change: other}); err != nil || hashOf(t, db) != before || db.AppliedSeq() != 1 {
		t.Fatalf("tried: error %v, hash %s at %d, want none and %s at 1", err, hashOf(t, db), db.AppliedSeq(), before)
	}
	for _, sets := range [][]Sequenced{{{Seq: 2, Change: bad}}, {{Seq: 2, Change: other}, {Seq: 3, Change: bad}}} {
		err := db.ApplyBatch(sets)
		if err == nil || want != nil && !errors.Is(err, want) {
			t.Fatalf("error %v, want %v", err, want)
		}
		if got := hashOf(t, db); got != before || db.AppliedSeq() != 1 {
			t.Fatalf("hash %s at %d, want %s at 1", got, db.AppliedSeq(), before)
		}
		if _, ok, _ := db.Applied(bad.ID); ok {
			t.Fatal("the refused set is in applied")
		}
	}
	apply(t, db, 2, other)
}

// TestOperationsOfASetSeeEachOther builds, in one set, what is whole only at
// its end.
func TestOperationsOfASetSeeEachOther(t *testing.T) {
	db := openTemp(t)
	a, b := newNode(1, memtide.Fact, "a"), newNode(2, memtide.Fact, `{"superseded_by":"01J"}`)
	edge := newEdge(3, memtide.Supersedes, b, a)
	superseded := *a
	superseded.SupersededBy = b.ID
	apply(t, db, 1, set(1, memtide.AddNode(a)))
	do := set(2, memtide.AddEdge(edge), memtide.SetNode(a, "superseded_by", b.ID), memtide.AddNode(b))
	before := hashOf(t, db)
	apply(t, db, 2, do)

	view(t, db, func(tx *Tx) {
		got, err := tx.Nodes([]memtide.ID{b.ID, {1}, a.ID})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]*memtide.Node{b, nil, &superseded}, got); diff != "" {
			t.Errorf("nodes (-want +got):\n%s", diff)
		}
		if by, err := tx.Successor(a.ID); err != nil || by != b.ID {
			t.Errorf("successor %s, %v; want %s", by, err, b.ID)
		}
		if by, err := tx.Successor(b.ID); err != nil || !by.IsZero() {
			t.Errorf("successor %s, %v; want none", by, err)
		}
		if _, err := tx.Successor(memtide.ID{1}); !errors.Is(err, ErrNotFound) {
			t.Errorf("successor of nobody: %v", err)
		}
		if diff := cmp.Diff([]memtide.ID{a.ID}, tx.Predecessors(b.ID)); diff != "" {
			t.Errorf("predecessors (-want +got):\n%s", diff)
		}
	})

	undo := set(3)
	undo.Reason = ""
	for i := len(do.Ops) - 1; i >= 0; i-- {
		undo.Ops = append(undo.Ops, do.Ops[i].Inverse())
	}
	apply(t, db, 3, undo)
	if got := hashOf(t, db); got != before {
		t.Errorf("hash after undo %s, want %s", got, before)
	}
}

// TestEdgeMayMove changes the ends of an edge: its rows follow.
func TestEdgeMayMove(t *testing.T) {
	db := openTemp(t)
	a, b, c := newNode(1, memtide.Entity, "a"), newNode(2, memtide.Entity, "b"), newNode(3, memtide.Entity, "c")
	e := newEdge(4, memtide.Related, a, b)
	apply(t, db, 1, set(1, memtide.AddNode(a), memtide.AddNode(b), memtide.AddNode(c), memtide.AddEdge(e)))
	apply(t, db, 2, set(2, memtide.SetEdge(e, "to", c.ID), memtide.AddNode(b).Inverse()))
	view(t, db, func(tx *Tx) {
		in, err := tx.In(c.ID)
		if err != nil || len(in) != 1 || in[0].From != a.ID {
			t.Errorf("In(c) = %v, %v", in, err)
		}
		if tx.Has(b.ID) {
			t.Error("b is still there")
		}
	})
}

func TestIncarnation(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.db")
	steps := []struct {
		opt, want string
		err       error
	}{
		{"", "", nil},
		{"one", "one", nil}, // told for the first time
		{"", "one", nil},
		{"two", "one", ErrIncarnation},
		{"one", "one", nil},
	}
	for i, s := range steps {
		db, err := Open(path, Options{Space: testSpace, Incarnation: s.opt})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Apply(uint64(i+1), set(i)); !errors.Is(err, s.err) {
			t.Errorf("step %d: error %v, want %v", i, err, s.err)
		}
		if got := db.Incarnation(); got != s.want {
			t.Errorf("step %d: incarnation %q, want %q", i, got, s.want)
		}
		if got := violations(t, db); got != nil {
			t.Errorf("step %d: %q", i, got)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDecisionsAndEdgesOfAKind(t *testing.T) {
	db := openTemp(t)
	a, b := newNode(1, memtide.Fact, "a"), newNode(2, memtide.Fact, "b")
	e := newEdge(3, memtide.Contradicts, a, b)
	other := newEdge(4, memtide.Related, b, a)
	c := set(1, memtide.AddNode(a), memtide.AddNode(b), memtide.AddEdge(e), memtide.AddEdge(other))
	if err := db.Apply(7, c); err != nil {
		t.Fatal(err)
	}
	if err := db.View(func(tx *Tx) error {
		for _, prefix := range []string{"", string(c.ID[:1]), string(c.ID)} {
			n := 0
			for id, seq := range tx.Decisions(prefix) {
				if n++; id != c.ID || seq != 7 {
					t.Errorf("%q: %s at %d", prefix, id, seq)
				}
			}
			if n != 1 {
				t.Errorf("%q begins %d change sets", prefix, n)
			}
		}
		for id := range tx.Decisions(string(c.ID) + "x") {
			t.Errorf("found %s", id)
		}
		if got := slices.Collect(tx.OfEdgeKind(memtide.Contradicts)); !slices.Equal(got, []memtide.ID{e.ID}) {
			t.Errorf("edges %v", got)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// What was prepared meets the same refusals: what is there already, and what is
// not what the operation names.
func TestPreparedIsRefusedAlike(t *testing.T) {
	n := newNode(1, memtide.Fact, "The heron stands on one leg.")
	other := memtide.AddNode(newNode(2, memtide.Fact, "It rains."))
	other.Node = newNode(3, memtide.Fact, "x").ID
	broken := memtide.AddNode(newNode(4, memtide.Fact, "It rains."))
	broken.To = broken.To[:len(broken.To)-2]
	for _, x := range []struct {
		name string
		op   memtide.Op
		want error
	}{{"there already", memtide.AddNode(n), memtide.ErrConflict}, {"another id", other, memtide.ErrInvalid}, {"no JSON", broken, nil}} {
		t.Run(x.name, func(t *testing.T) {
			db := openTemp(t)
			apply(t, db, 1, set(1, memtide.AddNode(n)))
			before := hashOf(t, db)
			sets := []Sequenced{{Seq: 2, Change: set(2, x.op)}}
			plain := db.ApplyBatch(sets)
			db.Prepare(sets)
			err := db.ApplyBatch(sets)
			if err == nil || plain == nil || err.Error() != plain.Error() || x.want != nil && !errors.Is(err, x.want) {
				t.Errorf("prepared %v, plain %v", err, plain)
			}
			if err := db.Try(sets[0]); err == nil || x.want != nil && !errors.Is(err, x.want) {
				t.Errorf("prepared and tried: %v, want %v", err, x.want)
			}
			if hashOf(t, db) != before {
				t.Error("it has left something behind")
			}
		})
	}
}

// What was prepared is tried first and applied later, and comes to what it comes to
// by itself, also where the set changes what it has made.
func TestPreparedOnceForTryAndApply(t *testing.T) {
	n, old := newNode(2, memtide.Fact, "The heron stands on one leg."), newNode(1, memtide.Fact, "The heron sleeps.")
	var hashes [2]string
	for i := range hashes {
		db := openTemp(t)
		apply(t, db, 1, set(1, memtide.AddNode(old)))
		next := Sequenced{Change: set(2, memtide.AddNode(n), memtide.AddEdge(newEdge(3, memtide.Related, n, old)),
			memtide.SetNode(n, "content", "The heron stands on both legs."), memtide.SetNode(old, "importance", 4))}
		if i == 1 {
			db.PrepareBy(&next, func(n int, do func(int)) {
				for i := n - 1; i >= 0; i-- {
					do(i)
				}
			})
			for range 2 {
				if err := db.Try(next); err != nil {
					t.Fatal(err)
				}
			}
		}
		next.Seq = 2
		if err := db.ApplyBatch([]Sequenced{next}); err != nil {
			t.Fatal(err)
		}
		hashes[i] = hashOf(t, db)
	}
	if hashes[0] != hashes[1] {
		t.Errorf("prepared and tried %s, plain %s", hashes[1], hashes[0])
	}
}
