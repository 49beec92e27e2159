//go:build unix

package remember

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// A space that takes long to open holds up its own half-turns, and those of others no
// longer than once.
func TestASpaceThatOpensForLongHoldsUpNobodyElse(t *testing.T) {
	const large = memtide.Space("large")
	h := bustest.Start(t)
	spaces := t.TempDir()
	pipe := filepath.Join(spaces, large.Token(), "text.snap") // is read until somebody has written it
	if err := os.MkdirAll(filepath.Dir(pipe), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	l, err := ledger.Open(h.Bus, spaces, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	const patience = 50 * time.Millisecond
	i := &doorman{Deps: Deps{Bus: h.Bus, Ledger: l, Now: time.Now}, patience: patience}
	patient := &doorman{Deps: i.Deps, patience: time.Minute}
	tell := func(i *doorman, space memtide.Space, text string) event.TurnReply {
		t.Helper()
		r, err := i.take(t.Context(), event.TurnRequest{Space: space, Role: memtide.RoleUser, Text: text, Session: "s", Client: "test"}, memtide.TrustUser)
		if err != nil {
			return refuse(err)
		}
		return r
	}
	say := func(space memtide.Space, text string) event.TurnReply { t.Helper(); return tell(i, space, text) }
	waited := make(chan event.TurnReply, 2)
	go func() { waited <- say(large, "The pump is in the barn.") }()
	for l.Opening(large) <= patience {
		time.Sleep(time.Millisecond)
	}
	go func() { waited <- tell(patient, large, "The hose is in the attic.") }() // not long yet, for this one
	for range 20 {
		if r := say(large, "The valve is in the cellar."); !r.Shut || !r.Retry || r.Late {
			t.Fatalf("a half-turn of the space that is being opened: %+v", r)
		}
	}
	if r := say("small", "The ladder is in the shed."); r.Outcome != event.TurnNew {
		t.Errorf("a half-turn of another space: %+v", r)
	}
	w, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil { // damaged, so that the index is made anew
		t.Fatal(err)
	}
	for range 2 {
		if r := <-waited; r.Outcome != event.TurnNew {
			t.Errorf("a half-turn that waited: %+v", r)
		}
	}
	if r := say(large, "The valve is in the cellar."); r.Outcome != event.TurnNew {
		t.Errorf("when it is open: %+v", r)
	}
}
