package bus_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
)

// However many conversations there are, what is known of them takes no room from the queues:
// a program that begins a new one for each of its questions would leave none for the next
// prompt. Those that were changed last are known.
func TestConversationsTakeNoRoomFromTheQueues(t *testing.T) {
	const conversations, most = 1000, 24 << 20
	dir := t.TempDir()
	s, err := embedded.Start(dir, filepath.Join(dir, "run"), embedded.Options{NoSync: true, MaxMemory: most})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Stop()
	former(t, s)
	b, err := bus.New(t.Context(), s.Dial, bus.Options{Limits: bus.Limits{RetrieveBytes: 4 << 20, RememberBytes: 4 << 20}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	state := func(s *event.SessionState) { // some 25 KB, which is as much as one has
		s.Compacted = true
		for i := range event.MaxSurfaced {
			s.Surfaced = append(s.Surfaced, fmt.Sprint(strings.Repeat("s", 36), i))
		}
	}
	name := func(i int) string { return fmt.Sprint("conversation ", i) }
	for i := range conversations {
		if err := b.UpdateSession(t.Context(), space, name(i), state); err != nil {
			t.Fatalf("conversation %d: %v", i, err)
		}
	}
	for _, p := range []event.Payload{event.PromptAsked{}, event.TurnClassified{Half: event.Half{Space: space}}} {
		if _, err := b.Publish(t.Context(), p, bus.Meta{ID: p.Kind(), Space: space}); err != nil {
			t.Errorf("there is no room left: %v", err)
		}
	}
	for i, known := range map[int]bool{0: false, conversations - 200: true, conversations - 1: true} {
		if s, _, err := b.Session(t.Context(), space, name(i)); err != nil || s.Compacted != known {
			t.Errorf("conversation %d is known: %v, %v; want %v", i, s.Compacted, err, known)
		}
	}
	if err := b.UpdateSession(t.Context(), space, name(0), state); err != nil {
		t.Errorf("one that was let go goes on: %v", err)
	}
}

// former makes the bucket as an earlier version has left it on a server of the user's.
func former(t *testing.T, s *embedded.Server) {
	t.Helper()
	nc, err := s.Dial("former")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	cfg := jetstream.KeyValueConfig{Bucket: bus.BucketSessions, Storage: jetstream.MemoryStorage, TTL: 30 * 24 * time.Hour, History: 1}
	if _, err := js.CreateOrUpdateKeyValue(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
}
