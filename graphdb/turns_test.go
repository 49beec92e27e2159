package graphdb

import (
	"path/filepath"
	"testing"
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
