package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus/event"
)

// A server of somebody else's may be restarted while we run. What it had in memory is
// gone then: the streams of both queues, what it knew of conversations, and where
// each stage stood in TURNS. nats.go connects anew and goes on asking for messages
// of consumers that are not there any more, without a word.

// ErrAway says that the server is out of reach, or has lost something since it was.
var ErrAway = errors.New("the NATS server is away")

// upkeep is how the server is, and how often what it held had to be made anew.
type upkeep struct {
	mu     sync.Mutex
	since  time.Time // when the connection was lost
	err    error     // nil: it is as it should be
	losses int       // how often REMEMBER was lost
	there  term      // as long as there is a connection
	held   term      // as long as the server holds the consumers
}

// term is a time that ends. The zero value is one that goes on.
type term struct {
	ctx context.Context
	end context.CancelFunc
}

func (t *term) now() context.Context {
	if t.ctx == nil {
		t.ctx, t.end = context.WithCancel(context.Background())
	}
	return t.ctx
}

func (t *term) over() {
	if t.now(); t.ctx.Err() == nil {
		t.end()
	}
}

func (u *upkeep) away(err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.err == nil {
		u.since = time.Now()
	}
	u.err = err
	u.there.over()
}

// back says that the server is as it should be again, and lets every consumer be
// opened anew.
func (u *upkeep) back(lost bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.err = nil
	if lost {
		u.losses++
	}
	u.held.over()
	u.there, u.held = term{}, term{}
}

// now returns what ends when consumers have to be opened anew, and how often REMEMBER
// was lost until then.
func (u *upkeep) now() (held context.Context, losses int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.held.now(), u.losses
}

// while returns a copy of ctx for who waits for an answer of the server: it ends as
// soon as that is away, for the answer would never come.
func (u *upkeep) while(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(ctx)
	u.mu.Lock()
	defer u.mu.Unlock()
	forget := context.AfterFunc(u.there.now(), stop)
	return ctx, func() { forget(); stop() }
}

// askedWithin is far more than a server takes to say how a stream is.
const askedWithin = 30 * time.Second

// asking is while for who asks how a stream is.
func (u *upkeep) asking(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, forget := u.while(ctx)
	ctx, stop := context.WithTimeout(ctx, askedWithin)
	return ctx, func() { stop(); forget() }
}

// Away returns what is wrong with the server, and since when it is out of reach; nil
// where nothing is. The error is [ErrAway].
func (b *Bus) Away() (since time.Time, err error) {
	b.upkeep.mu.Lock()
	defer b.upkeep.mu.Unlock()
	return b.upkeep.since, b.upkeep.err
}

// restoreEvery is how long it takes until what could not be made anew is tried again.
const restoreEvery = time.Second

// watchServer makes anew, each time that the connection is back, what the server has
// lost, until ctx ends.
func (b *Bus) watchServer(ctx context.Context) error {
	changed := b.nc.StatusChanged(nats.CONNECTED, nats.RECONNECTING)
	defer b.nc.RemoveStatusListener(changed)
	for {
		select {
		case <-ctx.Done():
			return nil
		case status := <-changed:
			if status != nats.CONNECTED {
				b.upkeep.away(fmt.Errorf("%w: no connection", ErrAway))
				b.log.Warn("the NATS server is away")
				continue
			}
		}
		lost, err := b.restore(ctx)
		for err != nil && ctx.Err() == nil {
			b.upkeep.away(fmt.Errorf("%w: it is back, and what it has lost cannot be made anew: %w", ErrAway, err))
			b.log.Warn("streams cannot be made anew", slog.Any("err", err))
			_ = Pause(ctx, restoreEvery) // the loop sees that ctx has ended
			again, aerr := b.restore(ctx)
			lost, err = lost || again, aerr
		}
		if ctx.Err() == nil {
			if lost {
				b.left.clear() // TURNS is begun anew
				b.room.lost()
			}
			b.upkeep.back(lost)
			b.health.worked(event.Turns) // what was refused meanwhile was the server's absence
			b.log.Info("the NATS server is back", slog.Bool("remember_lost", lost))
		}
	}
}

// restore makes anew what the server held in memory and does not have any more; lost
// says that REMEMBER was among it. Logs it makes none: a new one would be another.
func (b *Bus) restore(ctx context.Context) (lost bool, err error) {
	for _, c := range configs(b.opts.Limits.withDefaults()) {
		if c.Storage != jetstream.MemoryStorage {
			continue
		}
		_, err := b.js.Stream(ctx, c.Name)
		if err == nil {
			continue
		}
		if !errors.Is(err, jetstream.ErrStreamNotFound) {
			return lost, fmt.Errorf("open stream %s: %w", c.Name, err)
		}
		if _, err := b.js.CreateOrUpdateStream(ctx, c); err != nil {
			return lost, fmt.Errorf("create stream %s: %w", c.Name, err)
		}
		lost = lost || c.Name == StreamRemember
	}
	_, err = b.sessionBucket(ctx)
	return lost, err
}
