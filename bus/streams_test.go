package bus

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"testing"
	"time"

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

// counting counts how often it is asked for a stream, and told how one is to be.
type counting struct {
	jetstream.JetStream
	asked, told map[string]int
}

func (j *counting) CreateOrUpdateStream(ctx context.Context, c jetstream.StreamConfig) (jetstream.Stream, error) {
	j.told[c.Name]++
	return j.JetStream.CreateOrUpdateStream(ctx, c)
}

func (j *counting) Stream(ctx context.Context, name string) (jetstream.Stream, error) {
	j.asked[name]++
	return j.JetStream.Stream(ctx, name)
}

// A start asks for each log once, and it keeps its name: to tell what is gone of a large one takes the server a while.
func TestAStartAsksForEachLogOnce(t *testing.T) {
	_, b := started(t)
	was := b.Incarnation()
	js := &counting{b.js, map[string]int{}, map[string]int{}}
	b.js = js
	if err := b.provision(t.Context()); err != nil {
		t.Fatal(err)
	}
	if js.asked[StreamTurns] != 1 || js.asked[StreamLedger] != 1 || b.Incarnation() != was {
		t.Errorf("asked for %v, and LEDGER was %.12s and is %.12s", js.asked, was, b.Incarnation())
	}
}

// A start tells the server only of the streams that are not as they shall be, and those are so then, whoever has changed them.
func TestAStartChangesOnlyWhatIsOtherwise(t *testing.T) {
	_, b := started(t)
	is := func(name string) jetstream.StreamConfig { return b.streams[name].CachedInfo().Config }
	wants := map[string]jetstream.StreamConfig{}
	for _, c := range configs(b.opts.Limits.withDefaults()) {
		wants[c.Name] = is(c.Name)
	}
	again := func(other ...string) {
		t.Helper()
		js := &counting{b.js, map[string]int{}, map[string]int{}}
		b.js = js
		if err := b.provision(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.js = js.JetStream
		want := map[string]int{StreamRemember: 1, "KV_" + BucketSessions: 1} // each time
		for _, name := range other {
			want[name] = 1
		}
		if !maps.Equal(js.told, want) {
			t.Errorf("told of %v, want %v", js.told, want)
		}
		for name, c := range wants {
			if got := is(name); !reflect.DeepEqual(got, c) {
				t.Errorf("%s is %+v, want %+v", name, got, c)
			}
		}
	}
	again()
	for name, change := range map[string]func(c *jetstream.StreamConfig){
		StreamTurns:    func(c *jetstream.StreamConfig) { c.MaxMsgs = 7 },
		StreamDead:     func(c *jetstream.StreamConfig) { c.MaxAge = time.Hour },
		StreamTrace:    func(c *jetstream.StreamConfig) { c.MaxBytes = 1 << 20 },
		StreamRetrieve: func(c *jetstream.StreamConfig) { c.Discard = jetstream.DiscardOld },
		StreamMaintain: func(c *jetstream.StreamConfig) { c.Subjects = append(c.Subjects, "else.>") },
		StreamLedger:   func(c *jetstream.StreamConfig) { delete(c.Metadata, formatKey) },
	} {
		c := wants[name]
		c.Metadata = maps.Clone(c.Metadata)
		change(&c)
		if _, err := b.js.UpdateStream(t.Context(), c); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	again(StreamTurns, StreamDead, StreamTrace, StreamRetrieve, StreamMaintain, StreamLedger)
	again()
}
