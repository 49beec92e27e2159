package main

import (
	"runtime/debug"
	"testing"
)

func TestWorkInBulkCollectsLess(t *testing.T) {
	before := debug.SetGCPercent(70)
	t.Cleanup(func() { debug.SetGCPercent(before) })
	have := func() int {
		p := debug.SetGCPercent(70)
		debug.SetGCPercent(p)
		return p
	}
	var c collector
	first, second := c.bulk(), c.bulk()
	if got := have(); got != bulkGC {
		t.Errorf("at work %d, want %d", got, bulkGC)
	}
	first()
	if got := have(); got != bulkGC {
		t.Errorf("one is still at work: %d, want %d", got, bulkGC)
	}
	second()
	if got := have(); got != 70 {
		t.Errorf("afterwards %d, want what it was", got)
	}
}
