package bus

import (
	"context"
	"errors"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus/embedded"
)

// onceDeaf is a server whose first answer to the question how a stream is gets lost.
type onceDeaf struct {
	jetstream.JetStream
	name string
	left int
}

func (j *onceDeaf) Stream(ctx context.Context, name string) (jetstream.Stream, error) {
	if name == j.name && j.left > 0 {
		j.left--
		return nil, context.DeadlineExceeded // what nats.go returns for a reply that is late
	}
	return j.JetStream.Stream(ctx, name)
}

// started returns a bus, and the server that it is on.
func started(t *testing.T) (*embedded.Server, *Bus) {
	t.Helper()
	dir := t.TempDir()
	s, err := embedded.Start(dir, dir, embedded.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	b, err := New(t.Context(), s.Dial, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return s, b
}

// A log that is there keeps its name when the server is asked for it and does not answer
// in time: no graph belongs to a log of another name.
func TestALateAnswerGivesTheLogNoOtherName(t *testing.T) {
	s, b := started(t)
	want := b.Incarnation()
	b.js = &onceDeaf{b.js, StreamLedger, 1}
	if err := b.provision(t.Context()); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		t.Fatal(err)
	}
	b.js = b.js.(*onceDeaf).JetStream
	again, err := New(t.Context(), s.Dial, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if got := again.Incarnation(); got != want {
		t.Errorf("LEDGER was %.12s and is %.12s now: every graph is foreign to it", want, got)
	}
}
