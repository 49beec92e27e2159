package graphdb

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
)

// said is one decision on a half-turn.
type said struct {
	stage  string
	turn   uint64
	awaits string
	kind   string // turn when empty
}

// life is what is decided, in order, and Decided after each.
type life struct {
	name string
	all  []said
	want []uint64
}

// TestDecided tells the life of half-turns 10, 12 and 15 of a space.
func TestDecided(t *testing.T) {
	for _, c := range []life{
		{"record alone decides nothing", []said{{"record", 10, "", ""}, {"record", 12, "", ""}}, []uint64{0, 0}},
		{"store alone decides nothing", []said{{"store", 10, "", ""}}, []uint64{0}},
		{"both", []said{{"record", 10, "", ""}, {"record", 12, "", ""}, {"store", 10, "", ""}, {"store", 12, "", ""}}, []uint64{0, 0, 10, 12}},
		{"store before record", []said{{"store", 10, "", ""}, {"record", 10, "", ""}}, []uint64{0, 10}},
		{"reconcile is awaited", []said{
			{"record", 10, "", ""}, {"store", 10, "reconcile", ""}, {"record", 12, "", ""}, {"store", 12, "", ""}, {"reconcile", 10, "", ""},
		}, []uint64{0, 9, 9, 9, 12}},
		{"two are awaited, answered out of order", []said{
			{"record", 15, "", ""}, {"store", 10, "reconcile", ""}, {"store", 12, "reconcile", ""}, {"store", 15, "", ""},
			{"reconcile", 12, "", ""}, {"reconcile", 10, "", ""},
		}, []uint64{0, 9, 9, 9, 9, 15}},
		{"a chain of two", []said{
			{"record", 10, "", ""}, {"store", 10, "reconcile", ""}, {"reconcile", 10, "notify", ""}, {"notify", 10, "", ""},
		}, []uint64{0, 9, 9, 10}},
		{"another half-turn's answer does not count", []said{
			{"record", 12, "", ""}, {"store", 10, "reconcile", ""}, {"reconcile", 12, "", ""}, {"store", 12, "", ""},
		}, []uint64{0, 9, 9, 9}},
		{"a redecided older half-turn does not lower it", []said{
			{"record", 12, "", ""}, {"store", 12, "", ""}, {"record", 10, "", ""}, {"store", 10, "", ""},
		}, []uint64{0, 12, 12, 12}},
		{"a job awaits nothing", []said{
			{"record", 10, "", ""}, {"store", 10, "", ""}, {"consolidate", 0, "reconcile", "job"}, {"store", 3, "reconcile", "request"},
		}, []uint64{0, 10, 10, 10}},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t) })
	}
}

func (c life) test(t *testing.T) {
	path := filepath.Join(t.TempDir(), "graph.db")
	db := openAt(t, path, Options{})
	var sets []Sequenced
	var highest uint64
	for i, d := range c.all {
		s := set(i)
		s.Cause.Kind, s.Cause.Stage, s.Cause.Seq, s.Awaits = "turn", d.stage, d.turn, d.awaits
		if d.kind != "" {
			s.Cause.Kind = d.kind
		}
		sets = append(sets, Sequenced{Seq: uint64(i + 1), Change: s})
		apply(t, db, uint64(i+1), s)
		if got := db.Decided(); got != c.want[i] {
			t.Fatalf("after %d decisions Decided() = %d, want %d", i+1, got, c.want[i])
		}
		if d.kind == "" {
			highest = max(highest, d.turn)
		}
		if got := db.LastDecided(); got != highest {
			t.Fatalf("after %d decisions LastDecided() = %d, want %d", i+1, got, highest)
		}
	}
	last := c.want[len(c.want)-1]
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	again := openAt(t, path, Options{})
	if got := again.Decided(); got != last {
		t.Errorf("after opening again Decided() = %d, want %d", got, last)
	}
	whole := openAt(t, filepath.Join(t.TempDir(), "whole.db"), Options{})
	if err := whole.ApplyBatch(sets); err != nil {
		t.Fatal(err)
	}
	if got := whole.Decided(); got != last {
		t.Errorf("in one batch Decided() = %d, want %d", got, last)
	}
}

// What is decided once decisions are applied that change nothing is known before.
func TestDecidedWithWhatIsToCome(t *testing.T) {
	db := openAt(t, filepath.Join(t.TempDir(), "graph.db"), Options{})
	at := func(turn uint64, stage, awaits string) memtide.ChangeSet {
		return memtide.ChangeSet{ID: memtide.NewChangeID(stage, fmt.Sprint(turn)), Space: db.space, At: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), Actor: "rules", Reason: "nothing to keep", Awaits: awaits,
			Cause: memtide.Cause{Kind: "turn", ID: fmt.Sprint(turn), Seq: turn, Stage: stage}}
	}
	var waits []memtide.NoChange
	wait := func(turn uint64, stage string) {
		c := at(turn, stage, "")
		n, ok := c.NoChange()
		if !ok {
			t.Fatal("is no such decision")
		}
		waits = append(waits, n)
	}
	want := func(decided uint64) {
		t.Helper()
		if got, err := db.DecidedWith(waits); got != decided || err != nil {
			t.Errorf("decided up to %d, want %d (%v)", got, decided, err)
		}
	}
	want(0)
	for i, c := range []memtide.ChangeSet{at(1, "record", "reinforce"), at(2, "record", "resolve"), at(3, "record", ""), at(1, "store", "reconcile")} {
		if err := db.Apply(uint64(i+1), c); err != nil {
			t.Fatal(err)
		}
	}
	want(0)
	wait(2, "store")
	want(0)
	wait(1, "reconcile")
	want(0)
	wait(1, "reinforce")
	want(1)
	wait(2, "resolve")
	want(2)
	wait(3, "store")
	want(3)
	if err := db.ApplyBatch([]Sequenced{{Seq: 5, Change: at(9, "record", ""), Carries: waits}}); err != nil {
		t.Fatal(err)
	}
	// The same set again, with one more, and one that nothing may carry.
	wait(9, "store")
	if err := db.ApplyBatch([]Sequenced{{Seq: 6, Change: at(9, "record", ""), Carries: waits}}); err != nil {
		t.Fatal(err)
	}
	if _, known, err := db.Applied(waits[len(waits)-1].ID); !known || err != nil {
		t.Errorf("what a known set carries is lost (%v)", err)
	}
	waits[0].Cause.Kind, waits[0].ID = "job", "j"
	if err := db.ApplyBatch([]Sequenced{{Seq: 7, Change: at(10, "record", ""), Carries: waits}}); !errors.Is(err, memtide.ErrInvalid) {
		t.Errorf("carries a decision of a job: %v", err)
	}
	waits = nil
	want(9)
	if db.Decided() != 9 {
		t.Errorf("decided up to %d once they are applied, want 9", db.Decided())
	}
	if err := db.Check(func(v Violation) bool { t.Error(v); return true }); err != nil {
		t.Error(err)
	}
}
