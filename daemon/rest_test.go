package daemon

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// TestAnIdleDaemonForgetsSentences: what was said does not stay in the memory of a
// daemon that nobody asks.
func TestAnIdleDaemonForgetsSentences(t *testing.T) {
	w := backedUp(t, 3)
	if _, _, err := w.ledger.Hash(t.Context(), memtide.DefaultSpace); err != nil { // the space is open
		t.Fatal(err)
	}
	language.CuesOf("The weir gate opens at nine.")
	if err := w.rest(time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	if n := language.Forget(); n != 0 {
		t.Errorf("%d sentences are still in memory", n)
	}
}
