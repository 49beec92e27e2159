package bus

import (
	"context"
	"fmt"

	"github.com/memtide/memtide/bus/event"
)

// Waiting returns how many messages a stage without lanes has before it: those
// that it has not been given and those that it has not acknowledged.
func (b *Bus) Waiting(ctx context.Context, hears event.Flow, stage string) (int, error) {
	cons, err := b.js.Consumer(ctx, streamOf[hears], event.Token(stage))
	if err != nil {
		return 0, fmt.Errorf("what waits for %s: %w", stage, err)
	}
	info, err := cons.Info(ctx)
	if err != nil {
		return 0, fmt.Errorf("what waits for %s: %w", stage, err)
	}
	return int(info.NumPending) + info.NumAckPending, nil
}
