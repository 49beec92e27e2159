package graphdb

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
)

// shared reads a node by Shared; "" where there is none.
func sharedText(t *testing.T, tx *Tx, id memtide.ID) string {
	t.Helper()
	n, err := tx.Shared(id)
	if errors.Is(err, ErrNotFound) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return n.Content
}

func TestSharedIsDecodedOnce(t *testing.T) {
	db, n := openTemp(t), newNode(1, memtide.Fact, "the kiln is hot")
	apply(t, db, 1, set(1, memtide.AddNode(n)))
	apply(t, db, 2, set(2, memtide.AddNode(newNode(2, memtide.Fact, "something else"))))
	read := func() (got *memtide.Node) {
		view(t, db, func(tx *Tx) {
			var err error
			if got, err = tx.Shared(n.ID); err != nil {
				t.Fatal(err)
			}
		})
		return got
	}
	first := read()
	if read() != first {
		t.Error("a second read decodes again")
	}
	apply(t, db, 3, set(3, memtide.AddNode(newNode(3, memtide.Fact, "what does not concern it"))))
	if read() != first {
		t.Error("a change of something else makes it forgotten")
	}
}

// What a change set makes or changes is not decoded again for who reads it next, and is
// what would be decoded.
func TestSharedKnowsWhatWasMade(t *testing.T) {
	db, n := openTemp(t), newNode(1, memtide.Fact, "the kiln is hot")
	episode := newNode(2, memtide.Episode, "I fired the kiln")
	n.Attributes, n.Tags = map[string]string{"speaker": "Mia"}, []string{"kiln"}
	kept := func(content string) {
		t.Helper()
		view(t, db, func(tx *Tx) {
			fresh, err := tx.Node(n.ID)
			if err != nil {
				t.Fatal(err)
			}
			got := db.shared.nodes[n.ID].node
			if got == nil || got.Content != content {
				t.Fatalf("kept is %v, want %q", got, content)
			}
			if diff := cmp.Diff(fresh, got); diff != "" {
				t.Errorf("kept is not what is stored (-stored +kept):\n%s", diff)
			}
			if same, _ := tx.Shared(n.ID); same != got {
				t.Error("it is decoded again")
			}
		})
	}
	apply(t, db, 1, set(1, memtide.AddNode(n), memtide.AddNode(episode)))
	kept("the kiln is hot")
	apply(t, db, 2, set(2, memtide.SetNode(n, "content", "the kiln is cold")))
	kept("the kiln is cold")
	if _, known := db.shared.nodes[episode.ID]; known {
		t.Error("a half-turn is kept that nobody has asked for")
	}
}

func TestSharedFollowsChanges(t *testing.T) {
	db, n := openTemp(t), newNode(1, memtide.Fact, "the kiln is hot")
	apply(t, db, 1, set(1, memtide.AddNode(n)))
	step, done := make(chan func(*Tx)), make(chan struct{})
	go func() { // a reader whose View goes on while others write
		defer close(done)
		view(t, db, func(tx *Tx) {
			for fn := range step {
				fn(tx)
				done <- struct{}{}
			}
		})
	}()
	wantOld := func(want string) {
		t.Helper()
		step <- func(tx *Tx) {
			if got := sharedText(t, tx, n.ID); got != want {
				t.Errorf("the old snapshot shows %q, want %q", got, want)
			}
		}
		<-done
	}
	want := func(want string) {
		t.Helper()
		view(t, db, func(tx *Tx) {
			if got := sharedText(t, tx, n.ID); got != want {
				t.Errorf("a new snapshot shows %q, want %q", got, want)
			}
		})
	}
	wantOld("the kiln is hot")
	want("the kiln is hot")
	apply(t, db, 2, set(2, memtide.SetNode(n, "content", "the kiln is cold")))
	wantOld("the kiln is hot") // and it is not kept
	want("the kiln is cold")
	wantOld("the kiln is hot") // not what is kept by now
	n.Content = "the kiln is cold"
	apply(t, db, 3, set(3, memtide.AddNode(n).Inverse()))
	for id, k := range db.shared.nodes {
		t.Errorf("a node that is gone is kept: %s %q", id, k.node.Content)
	}
	want("")
	wantOld("the kiln is hot")
	want("")
	close(step)
	<-done
}

func TestSharedIsBounded(t *testing.T) {
	db := openTemp(t)
	var ops []memtide.Op
	var all []memtide.ID
	for i := range sharedNodes + 20 {
		n := newNode(i, memtide.Fact, "one of many")
		if i == 0 {
			n.Content = strings.Repeat("long ", sharedContent/5+1)
		}
		all, ops = append(all, n.ID), append(ops, memtide.AddNode(n))
	}
	apply(t, db, 1, set(1, ops...))
	view(t, db, func(tx *Tx) {
		for i, id := range all {
			if sharedText(t, tx, id) == "" {
				t.Fatal("not found")
			}
			if _, kept := db.shared.nodes[id]; kept && i == 0 {
				t.Error("a long text is kept")
			}
		}
	})
	if got := len(db.shared.nodes); got != sharedNodes {
		t.Errorf("%d nodes are kept, want %d", got, sharedNodes)
	}
	if err := db.Release(); err != nil || runtime.GOOS != "windows" && len(db.shared.nodes) != restingNodes {
		t.Errorf("%d nodes are kept while nobody asks, want %d (%v)", len(db.shared.nodes), restingNodes, err)
	}
}

// Many are what each of them is by itself: those that are kept are not decoded again,
// and an id without a node has none.
func TestSharedBy(t *testing.T) {
	db := openTemp(t)
	a, b := newNode(1, memtide.Fact, "the kiln is hot"), newNode(2, memtide.Fact, "the crane is new")
	apply(t, db, 1, set(1, memtide.AddNode(a), memtide.AddNode(b)))
	ids := []memtide.ID{b.ID, {9}, a.ID}
	view(t, db, func(tx *Tx) {
		one, err := tx.Shared(a.ID)
		if err != nil {
			t.Fatal(err)
		}
		all, err := tx.SharedBy(ids, inTurn)
		if err != nil || len(all) != 3 || all[0].Content != b.Content || all[1] != nil || all[2] != one {
			t.Fatalf("%v, %v", all, err)
		}
		if again, _ := tx.Shared(b.ID); again != all[0] {
			t.Error("what was read with others is decoded again")
		}
	})
	apply(t, db, 2, set(2, memtide.SetNode(b, "content", "the crane is old")))
	view(t, db, func(tx *Tx) {
		if all, err := tx.SharedBy(ids, inTurn); err != nil || all[0].Content != "the crane is old" {
			t.Errorf("after a change: %v, %v", all, err)
		}
	})
}
