package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/daemontest"
)

// The last record of a log goes bad while the daemon is stopped. The next start says
// which one is lost and of which log, loses no other one, and writes nothing behind it, so
// that the start after that finds a log that is whole.
func TestADamagedEndOfALogIsToldAndCutOff(t *testing.T) {
	for stream, also := range map[string]string{
		bus.StreamTurns:  "1 that nobody has erased, the first is 12 of TURNS",
		bus.StreamLedger: "graph does not belong to this ledger: it has applied sequence",
	} {
		t.Run(stream, func(t *testing.T) {
			ctx := daemontest.Within(t, 2*time.Minute)
			p := newProcess(t, filepath.Join(t.TempDir(), "home"))
			cl := p.start()
			talkOn(t, cl, 0, 12)
			if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
				t.Fatal(err)
			}
			cl.Close()
			p.stop()
			block := filepath.Join(p.home, "nats", "jetstream", "$G", "streams", stream, "msgs", "1.blk")
			raw, err := os.ReadFile(block)
			if err != nil {
				t.Fatal(err)
			}
			raw[len(raw)-60] ^= 1
			if err := os.WriteFile(block, raw, 0o600); err != nil {
				t.Fatal(err)
			}
			cl = p.start()
			for _, says := range []string{"the end of " + stream + " could not be read: record ", " is lost, all before stand", also} {
				if out, _ := p.memtide("", "status"); !strings.Contains(out, says) {
					t.Errorf("status does not say %q: %s", says, out)
				}
			}
			if r, err := cl.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: "late", PromptID: "1", Text: "The otter keeps its ledger under the third plank."}); err != nil || r.Outcome != event.TurnNew {
				t.Fatalf("%+v, %v", r, err)
			}
			cl.Close()
			p.stop()
			cl = p.start()
			defer cl.Close()
			if out, _ := p.memtide("", "status"); strings.Contains(out, "could not be read") || !strings.Contains(out, also) {
				t.Errorf("status of the start after that: %s", out)
			}
			if out, _ := p.memtide("", "turns", "--json"); !strings.Contains(out, "third plank") {
				t.Errorf("what was said behind it is gone: %s", out)
			}
		})
	}
}
