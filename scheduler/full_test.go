package scheduler

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// fullDisk is a bus whose server is silent when something is to be stored, as on a full disk.
type fullDisk struct{ asked chan struct{} }

func (f fullDisk) Publish(ctx context.Context, _ event.Payload, _ bus.Meta) (bus.Stored, error) {
	f.asked <- struct{}{}
	<-ctx.Done() // nats.go gives up after 5 s, job by job
	return bus.Stored{}, ctx.Err()
}

func (fullDisk) Spaces(context.Context) ([]memtide.Space, error) { return []memtide.Space{"a"}, nil }

func (fullDisk) Last(context.Context, event.Payload, memtide.Space) (bus.Message, error) {
	return bus.Message{Meta: bus.Meta{Seq: 7}}, nil
}

// What status and memtide jobs ask is answered while a job cannot be fired: on a full
// disk they are what a person looks at.
func TestTheTableIsReadWhileNothingCanBeStored(t *testing.T) {
	now := day
	b := fullDisk{make(chan struct{}, 10)}
	s, err := New(b, daily, filepath.Join(t.TempDir(), "schedule.json"), Options{Location: time.UTC, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.begin(); err != nil {
		t.Fatal(err)
	}
	now = day.Add(24 * time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = s.Tick(ctx) // it cannot
	}()
	<-b.asked
	read := make(chan []Line, 1)
	go func() { read <- s.Lines() }()
	select {
	case <-read:
	case <-time.After(2 * time.Second):
		t.Error("who asks for the table waits until the disk has room, or the server gives up")
	}
	cancel()
	<-ended
}
