package bus

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Names of the streams and of the buckets.
const (
	StreamTurns    = "TURNS"
	StreamLedger   = "LEDGER"
	StreamRetrieve = "RETRIEVE"
	StreamRemember = "REMEMBER"
	StreamMaintain = "MAINTAIN"
	StreamDead     = "DEAD"
	StreamTrace    = "TRACE"
	BucketSessions = "SESSIONS"
	BucketForgot   = "FORGOT"
)

// incarnationKey is the metadata of LEDGER and TURNS that survives a backup
// and a restore, but not a re-creation.
const incarnationKey = "memtide.incarnation"

// Lanes is the number of lanes that TURNS and REMEMBER are worked in: lane =
// partition mod Lanes.
const Lanes = 8

var streamOf = map[event.Flow]string{
	event.Turns: StreamTurns, event.Ledger: StreamLedger, event.Erasure: StreamLedger,
	event.Retrieve: StreamRetrieve, event.Remember: StreamRemember, event.Maintain: StreamMaintain,
	event.Trace: StreamTrace,
}

// Subject returns where a message of the given kind is published for a space.
func Subject(p event.Payload, space memtide.Space) string {
	tail := fmt.Sprintf("%02d.%s", space.Partition(), space.Token())
	switch p.Flow() {
	case event.Retrieve, event.Remember, event.Maintain:
		return string(p.Flow()) + "." + event.Token(p.Kind()) + "." + tail
	}
	return string(p.Flow()) + "." + tail
}

// Limits bound what the streams may hold. The zero value takes the defaults.
type Limits struct {
	RetrieveBytes int64         // default 16 MiB
	RememberBytes int64         // default 32 MiB
	SessionBytes  int64         // default 12 MiB, some 500 to 3,000 conversations: those that were changed last are known
	TraceAge      time.Duration // default 30 days
	TraceBytes    int64         // default 256 MiB
	DeadAge       time.Duration // default 30 days
}

func (l Limits) withDefaults() Limits {
	def := func(v *int64, d int64) {
		if *v == 0 {
			*v = d
		}
	}
	def(&l.RetrieveBytes, 16<<20)
	def(&l.RememberBytes, 32<<20)
	def(&l.SessionBytes, 12<<20)
	def(&l.TraceBytes, 256<<20)
	if l.TraceAge == 0 {
		l.TraceAge = 30 * 24 * time.Hour
	}
	if l.DeadAge == 0 {
		l.DeadAge = 30 * 24 * time.Hour
	}
	return l
}

// Recognised is how long the server of the logs knows the ids of what was published. It reads
// what is younger at its start, once more.
const Recognised = 2 * time.Minute

// configs returns how each stream is kept.
func configs(l Limits) []jetstream.StreamConfig {
	return []jetstream.StreamConfig{
		{Name: StreamTurns, Subjects: []string{"turn.*.*"}, Storage: jetstream.FileStorage,
			Retention: jetstream.LimitsPolicy, AllowDirect: true, Duplicates: Recognised},
		{Name: StreamLedger, Subjects: []string{"ledger.*.*", "erasure.*.*"}, Storage: jetstream.FileStorage,
			Retention: jetstream.LimitsPolicy, AllowDirect: true, Duplicates: Recognised},
		{Name: StreamRetrieve, Subjects: []string{"retrieve.>"}, Storage: jetstream.MemoryStorage,
			Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew,
			MaxAge: 30 * time.Second, MaxBytes: l.RetrieveBytes, Duplicates: 10 * time.Second},
		{Name: StreamRemember, Subjects: []string{"remember.>"}, Storage: jetstream.MemoryStorage,
			Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew,
			MaxBytes: l.RememberBytes, Duplicates: Recognised},
		{Name: StreamMaintain, Subjects: []string{"maintain.>"}, Storage: jetstream.FileStorage,
			Retention: jetstream.WorkQueuePolicy, Duplicates: Recognised},
		{Name: StreamDead, Subjects: []string{"dead.>",
			"$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.>", "$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.>"},
			Storage: jetstream.FileStorage, Retention: jetstream.LimitsPolicy, MaxAge: l.DeadAge},
		{Name: StreamTrace, Subjects: []string{"trace.*.*"}, Storage: jetstream.FileStorage,
			Retention: jetstream.LimitsPolicy, MaxAge: l.TraceAge, MaxBytes: l.TraceBytes,
			Discard: jetstream.DiscardOld, PersistMode: jetstream.AsyncPersistMode, AllowDirect: true},
	}
}

// provision makes sure that all streams exist as configured. A stream whose
// configuration file was lost is adopted again with the messages it holds
// (the server answers 404 for it until it is created anew).
func (b *Bus) provision(ctx context.Context) error {
	logs, err := b.readable(ctx)
	if err != nil {
		return err
	}
	// REMEMBER is rebuilt from TURNS at every start; what an earlier process
	// left on a shared server would come a second time, out of order.
	if err := b.js.DeleteStream(ctx, StreamRemember); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("reset stream %s: %w", StreamRemember, err)
	}
	for _, c := range configs(b.opts.Limits.withDefaults()) {
		if err := b.provisionOne(ctx, c, logs[c.Name]); err != nil {
			return err
		}
	}
	if b.sessions, err = b.sessionBucket(ctx); err != nil {
		return err
	}
	b.forgot, err = b.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: BucketForgot, Storage: jetstream.FileStorage, TTL: knownFor, History: 1})
	if err != nil {
		return fmt.Errorf("create bucket %s: %w", BucketForgot, err)
	}
	return nil
}

// knownFor is how long something is known of a conversation that does not go on.
const knownFor = 30 * 24 * time.Hour

// sessionBucket makes sure that there is one of what is known of conversations. All that lies
// in memory shares what the server gives to it, and without a bound they would leave the
// queues none. A bucket of the library takes nothing new when it is full; of this one what
// was changed longest ago goes.
func (b *Bus) sessionBucket(ctx context.Context) (jetstream.KeyValue, error) {
	_, err := b.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: "KV_" + BucketSessions, Subjects: []string{"$KV." + BucketSessions + ".>"}, Storage: jetstream.MemoryStorage,
		MaxMsgsPerSubject: 1, MaxAge: knownFor, MaxBytes: b.opts.Limits.withDefaults().SessionBytes, Discard: jetstream.DiscardOld,
		AllowRollup: true, DenyDelete: true, AllowDirect: true, Duplicates: Recognised,
	})
	if err != nil {
		return nil, fmt.Errorf("create bucket %s: %w", BucketSessions, err)
	}
	return b.js.KeyValue(ctx, BucketSessions)
}

// provisionOne makes sure of one stream; log is the one that there is, nil where it was not looked for.
func (b *Bus) provisionOne(ctx context.Context, c jetstream.StreamConfig, log jetstream.Stream) error {
	s := log
	var err error
	if c.Name == StreamTurns || c.Name == StreamLedger {
		was := ""
		if s != nil {
			was = s.CachedInfo().Config.Metadata[incarnationKey]
		}
		c.Metadata = map[string]string{incarnationKey: cmp.Or(was, memtide.Hash("incarnation", c.Name, time.Now().String())), formatKey: strconv.Itoa(Format)}
	} else if s, err = b.js.Stream(ctx, c.Name); err != nil {
		s = nil // it is made, or the same error comes again
	}
	if s == nil || !isConfigured(s.CachedInfo().Config, c) {
		if s, err = b.js.CreateOrUpdateStream(ctx, c); err != nil {
			return fmt.Errorf("create stream %s: %w", c.Name, err)
		}
	}
	b.streams[c.Name] = s
	if c.Name == StreamLedger {
		b.incarnation = s.CachedInfo().Config.Metadata[incarnationKey]
	}
	return nil
}

// isConfigured reports whether a stream is kept as it shall be: what the server is told it writes to the disk,
// though it is as before, and a start waits for that. What it adds by itself is as it wants it.
func isConfigured(is, shall jetstream.StreamConfig) bool {
	for key, value := range shall.Metadata {
		if is.Metadata[key] != value {
			return false
		}
	}
	is.Metadata, shall.Metadata = nil, nil
	shall.Replicas, shall.Duplicates = cmp.Or(shall.Replicas, is.Replicas), cmp.Or(shall.Duplicates, is.Duplicates)
	for _, bound := range []*int64{&is.MaxMsgs, &is.MaxBytes, &is.MaxMsgsPerSubject} {
		*bound = max(*bound, 0) // -1 is none
	}
	is.MaxConsumers, is.MaxMsgSize = max(is.MaxConsumers, 0), max(is.MaxMsgSize, 0)
	return reflect.DeepEqual(is, shall)
}

// Incarnation names this LEDGER: it stays the same for as long as the stream
// does, and differs when the stream was made anew.
func (b *Bus) Incarnation() string { return b.incarnation }
