package bus

import (
	"context"
	"fmt"

	"github.com/memtide/memtide/bus/event"
)

// Waiting returns how many messages a stage without lanes has before it: those
// that it has not been given and those that it has not acknowledged. The server tells
// a consumer of a new message a moment after it has acknowledged it: what the stream
// has beyond the last one given counts, too.
func (b *Bus) Waiting(ctx context.Context, hears event.Flow, stage string) (int, error) {
	fail := func(err error) (int, error) { return 0, fmt.Errorf("what waits for %s: %w", stage, err) }
	stream, err := b.js.Stream(ctx, streamOf[hears]) // asked first, and for its state
	if err != nil {
		return fail(err)
	}
	cons, err := stream.Consumer(ctx, event.Token(stage))
	if err != nil {
		return fail(err)
	}
	info, state := cons.CachedInfo(), stream.CachedInfo().State
	n := int(info.NumPending) + info.NumAckPending
	if n == 0 && state.Msgs > 0 && state.LastSeq > info.Delivered.Stream {
		n = 1
	}
	return n, nil
}
