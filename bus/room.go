package bus

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus/event"
)

// room keeps REMEMBER from filling up. All its stages share its bytes, and one that
// cannot say what it has made does not take from the queue what it has made it of:
// were the first stages to fill it, none could go on. So each is given messages while
// the stream holds less than a share of its own, the first one half of it and each
// that follows more; what lies above the share of a stage is what those behind it
// take away.
//
// The stages that hear TURNS let half-turns in together, lane by lane: what is let in
// for one of them may be waited for by what another one says.
type room struct {
	shares map[string]int64 // bytes by stage, of those that say something to REMEMBER
	held   atomic.Int64     // bytes when the server was last asked, and those published since: no fewer than there are
	let    [Lanes]atomic.Uint64
}

// headersAtMost is more than the server counts for a message beside its body, in bytes.
const headersAtMost = 1 << 10

// lookForRoom is how often a stage that waits for room asks the server.
const lookForRoom = 10 * time.Millisecond

// sharesOf returns up to how many of most bytes a stage may run, by its name.
func sharesOf(stages []Stage, most int64) map[string]int64 {
	heard, before := map[string]bool{}, map[string]int{} // by kind; stages before it
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
	shares := map[string]int64{}
	for name, d := range depth {
		shares[name] = most/2 + most/2*int64(d)/int64(deepest+1)
	}
	return shares
}

// awaitRoom returns when there is room for what a stage says to REMEMBER, or ctx has
// ended. Where the server cannot be asked the stage finds out by itself.
func (b *Bus) awaitRoom(ctx context.Context, s Stage, msg jetstream.Msg, m Meta) {
	share, bounded := b.room.shares[s.Name]
	if !bounded {
		return
	}
	let := &b.room.let[m.Space.Partition()%Lanes]
	if s.Flow == event.Turns && m.Seq <= let.Load() {
		return
	}
	if b.room.held.Load() > share {
		defer goesOn(msg)()
	}
	for b.room.held.Load() > share {
		stream, err := b.js.Stream(ctx, StreamRemember)
		if err != nil {
			return
		}
		held := int64(stream.CachedInfo().State.Bytes)
		b.room.held.Store(held)
		if held <= share {
			break
		}
		if Pause(ctx, lookForRoom) != nil {
			return
		}
	}
	if s.Flow == event.Turns {
		for was := let.Load(); was < m.Seq && !let.CompareAndSwap(was, m.Seq); was = let.Load() {
		}
	}
}
