package bus

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus/event"
)

// room keeps REMEMBER from filling up. All its stages share its bytes, and one that
// cannot say what it has made does not take from the queue what it has made it of:
// were the first stages to fill it, none could go on. So each is given messages while
// the stream holds less than a share of its own, the first one half of it and each
// that follows more; what lies above the share of a stage is what those behind it
// take away. Where nothing lies behind a stage nothing would be, and it goes on above
// its share, in one lane at a time.
//
// The stages that hear TURNS go as far together, lane by lane: what one of them has said
// may wait for what another one does with the same half-turn, which is not held back then;
// nor is it where the one has a half-turn in hand for long, and may wait itself. One that has
// run ahead and has said nothing is waited for by nobody.
type room struct {
	stream jetstream.Stream
	shares map[string]int64 // bytes by stage, of those that say something to REMEMBER
	before map[string]int   // stages that have run before what says a kind, by its token in a subject

	looking sync.Mutex // held while the server is asked
	looked  time.Time  // last

	mu      sync.Mutex
	held    int64         // bytes when the server was asked, and of what was published since: no fewer than there are
	said    int64         // bytes published ever
	hand    int64         // bytes of the claims
	deepest int           // of before, of all that was there then or was published since
	let     [Lanes]uint64 // sequence of TURNS of the last half-turn of which something was said
	inHand  [Lanes][]*claim
	losses  int // of REMEMBER
}

// headersAtMost is more than the server counts for a message beside its body, in bytes.
const headersAtMost = 1 << 10

// lookForRoom is how often the server is asked while stages wait for room.
const lookForRoom = 10 * time.Millisecond

// plan works out how much of most bytes of the stream each stage may use.
func (r *room) plan(stream jetstream.Stream, stages []Stage, most int64) {
	heard, before := map[string]bool{}, map[string]int{} // by kind
	for _, s := range stages {
		if s.Flow == event.Remember {
			heard[s.Hears] = true
		}
	}
	depth, deepest := map[string]int{}, 0
	for range stages { // as often as the longest way has steps, at the most
		for _, s := range stages {
			if !s.laned() {
				continue
			}
			for _, kind := range s.Says {
				if heard[kind] {
					depth[s.Name] = before[s.Hears]
					before[kind] = max(before[kind], depth[s.Name]+1)
					deepest = max(deepest, depth[s.Name])
				}
			}
		}
	}
	r.stream, r.shares, r.before = stream, map[string]int64{}, map[string]int{}
	for name, d := range depth {
		r.shares[name] = most/2 + most/2*int64(d)/int64(deepest+1)
	}
	for kind, n := range before {
		r.before[event.Token(kind)] = n
	}
}

// add notes what was published to REMEMBER.
func (r *room) add(kind string, body int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held += int64(body) + headersAtMost
	r.said += int64(body) + headersAtMost
	r.deepest = max(r.deepest, r.before[event.Token(kind)])
}

// take reports whether there is room for c to say as many bytes. They are its own then
// until it gives them back.
func (r *room) take(c *claim, bytes int64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	alone := r.hand == 0 && r.deepest <= r.before[event.Token(c.stage.Hears)]
	if r.held+r.hand+bytes > r.shares[c.stage.Name] && !alone {
		return false
	}
	r.hand += bytes
	if c.bytes = bytes; c.stage.Flow == event.Turns {
		c.since = time.Now()
		r.inHand[c.lane] = append(r.inHand[c.lane], c)
	}
	return true
}

func (r *room) give(c *claim) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hand -= c.bytes
	c.bytes = 0
	r.inHand[c.lane] = slices.DeleteFunc(r.inHand[c.lane], func(other *claim) bool { return other == c })
}

// look asks the server what it holds, unless somebody does or has a moment ago.
func (r *room) look(ctx context.Context) error {
	if !r.looking.TryLock() {
		return nil
	}
	defer r.looking.Unlock()
	if time.Since(r.looked) < lookForRoom {
		return nil
	}
	r.mu.Lock()
	said := r.said
	r.mu.Unlock()
	info, err := r.stream.Info(ctx, jetstream.WithSubjectFilter(string(event.Remember)+".>"))
	if err != nil {
		return err
	}
	r.looked = time.Now()
	deepest := 0
	for subject := range info.State.Subjects {
		kind, _, _ := strings.Cut(strings.TrimPrefix(subject, string(event.Remember)+"."), ".")
		deepest = max(deepest, r.before[kind])
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.said != said {
		deepest = max(deepest, r.deepest) // of what was published meanwhile, perhaps
	}
	r.held, r.deepest = int64(info.State.Bytes)+r.said-said, deepest
	return nil
}

// waitsItself is longer than a stage has a half-turn in hand that waits for no other one.
const waitsItself = time.Second

// passes reports whether a half-turn goes in without room, because another stage has said
// something of it, or of one behind it, or has one in hand for long.
func (r *room) passes(c *claim) bool {
	if c.stage.Flow != event.Turns {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return c.seq <= r.let[c.lane] || slices.ContainsFunc(r.inHand[c.lane], func(other *claim) bool {
		return other.stage.Name != c.stage.Name && c.seq <= other.seq && time.Since(other.since) > waitsItself
	})
}

// lost notes that all that was said is gone, and TURNS is begun anew.
func (r *room) lost() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.let = [Lanes]uint64{}
	r.losses++
}

// claim is the room that is kept for what comes of one delivery. nil is none.
type claim struct {
	room   *room
	stage  Stage
	lane   int
	seq    uint64 // of what the stage hears
	losses int    // of REMEMBER, when it was delivered
	bytes  int64
	since  time.Time // that it has them, of a stage that hears TURNS
}

// awaitRoom returns when there is room for what a stage says to REMEMBER, or ctx has
// ended. Where the server cannot be asked the stage finds out by itself.
func (b *Bus) awaitRoom(ctx context.Context, s Stage, msg jetstream.Msg, m Meta) *claim {
	if _, bounded := b.room.shares[s.Name]; !bounded {
		return nil
	}
	c := b.room.claim(s, m)
	bytes := int64(len(msg.Data())) + headersAtMost
	if b.room.passes(c) || b.room.take(c, bytes) {
		return c
	}
	defer goesOn(msg)()
	_ = b.room.wait(ctx, c, bytes) // as said
	return c
}

func (r *room) claim(s Stage, m Meta) *claim {
	r.mu.Lock()
	defer r.mu.Unlock()
	return &claim{room: r, stage: s, lane: int(m.Space.Partition() % Lanes), seq: m.Seq, losses: r.losses}
}

// fit waits for room for what the stage says indeed, where that is longer than what it
// has heard. It holds none meanwhile: were all to wait so, one of them goes on alone.
// What TURNS has led to does not wait, because it may be waited for itself. The error of a
// wait that has ended is [Delayed]: the message is not to blame for those before it.
func (c *claim) fit(ctx context.Context, body int) error {
	bytes := int64(body) + headersAtMost
	if c == nil || bytes <= c.bytes || c.stage.Flow == event.Turns {
		return nil
	}
	c.leave()
	err := c.room.wait(ctx, c, bytes)
	if err != nil && ctx.Err() != nil {
		err = Delayed(fmt.Errorf("wait for room in %s: %w", StreamRemember, err))
	}
	return err
}

// said notes that the stage has said something.
func (c *claim) said() {
	if c == nil || c.stage.Flow != event.Turns {
		return
	}
	c.room.mu.Lock()
	defer c.room.mu.Unlock()
	if c.losses == c.room.losses {
		c.room.let[c.lane] = max(c.room.let[c.lane], c.seq)
	}
}

func (c *claim) leave() {
	if c != nil {
		c.room.give(c)
	}
}

// wait takes bytes when there is room for them, none where c passes.
func (r *room) wait(ctx context.Context, c *claim, bytes int64) error {
	for !r.passes(c) && !r.take(c, bytes) {
		if err := r.look(ctx); err != nil {
			return err
		}
		if r.take(c, bytes) {
			return nil
		}
		if err := Pause(ctx, lookForRoom); err != nil {
			return err
		}
	}
	return nil
}
