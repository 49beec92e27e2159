package remember

import (
	"path/filepath"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// A stage that has decided and could not say so is given up: what its decision awaits
// is decided, too, else every half-turn behind would wait for it.
func TestGivenUpAfterItsDecisionLeavesNobodyWaiting(t *testing.T) {
	b := bustest.Start(t).Bus
	l, err := ledger.Open(b, filepath.Join(t.TempDir(), "spaces"), ledger.Options{Fold: language.Fold})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	d := Deps{Bus: b, Ledger: l, Lately: NewLately()}
	turn := said(memtide.RoleUser, "we deploy with Kamal")
	turn.Space = "test"
	at, err := b.Publish(t.Context(), turn, bus.Meta{ID: turn.ID, Space: turn.Space, Trace: turn.ID})
	if err != nil {
		t.Fatal(err)
	}
	h := event.Half{Space: turn.Space, Seq: at.Seq, Turn: turn.ID}
	_, err = l.Decide(t.Context(), draft("store", h, turn.Time), func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Awaits, c.Reason = "reconcile", "two memories are new"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.decideDead(t.Context(), "store", h, "the queue is full"); err != nil {
		t.Fatal(err)
	}
	c, known, err := l.Recorded(t.Context(), h.Space, memtide.NewChangeID("reconcile", h.Turn))
	if err != nil || !known || c.Reason != "dead: the queue is full" {
		t.Errorf("reconcile: %v, %q, %v", known, c.Reason, err)
	}
	if c, _, err := l.Recorded(t.Context(), h.Space, memtide.NewChangeID("store", h.Turn)); err != nil || c.Reason != "two memories are new" {
		t.Errorf("what was stored counts as %q, %v", c.Reason, err)
	}
}
