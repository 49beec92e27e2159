package ledger_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
)

// The mark passes no half-turn of a space in which nothing can be decided: its stages
// leave it, and it comes again at the next start.
func TestTheMarkStandsBeforeWhatCannotBeDecided(t *testing.T) {
	t.Run("the graph does not open", func(t *testing.T) {
		h, dir := bustest.Start(t), t.TempDir()
		l, _ := open(t, h.Bus, dir, ledger.Options{})
		if err := os.MkdirAll(filepath.Join(dir, home.Token(), "graph.db"), 0o700); err != nil {
			t.Fatal(err)
		}
		seq := turn(t, h.Bus, home, "a word")
		if err := l.Mark(t.Context()); err == nil {
			t.Error("the mark is set though nobody knows what is decided")
		}
		if got := l.TurnsFrom(t.Context()); got > seq {
			t.Errorf("resumes at %d, behind %d", got, seq)
		}
	})
	t.Run("the graph is that of another log", func(t *testing.T) {
		h, dir := bustest.Start(t), t.TempDir()
		l, _ := open(t, h.Bus, dir, ledger.Options{})
		for _, stage := range []string{"record", "store"} {
			c := draft(home, stage, "a", noon)
			c.Cause.Kind, c.Cause.Seq = "turn", 100
			if _, err := l.Decide(t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
				c.Reason = "nothing to keep"
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		shut(t, l)
		js, err := jetstream.New(h.Conn())
		if err != nil {
			t.Fatal(err)
		}
		if err := js.DeleteStream(t.Context(), bus.StreamLedger); err != nil {
			t.Fatal(err)
		}
		b, err := bus.New(t.Context(), h.Server.Dial, bus.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		l, _ = open(t, b, dir, ledger.Options{})
		seq := turn(t, b, home, "a word")
		if err := l.Mark(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := l.TurnsFrom(t.Context()); got > seq {
			t.Errorf("resumes at %d, behind %d, on which this log has no decision", got, seq)
		}
	})
}
