package bus

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
)

// Consumer is how far a stage is with what it hears.
type Consumer struct {
	Name        string `json:"name"`        // of the stage as one token of a subject, with its lane where it has some
	Stream      string `json:"stream"`      // that it hears
	Pending     uint64 `json:"pending"`     // messages that it has not been given
	Unacked     int    `json:"unacked"`     // that it has in hand
	Redelivered int    `json:"redelivered"` // that it has in hand, not for the first time
}

// Consumers returns where each stage stands, by name. What only reads a stream for once is
// not among them.
func (b *Bus) Consumers(ctx context.Context) ([]Consumer, error) {
	ctx, stop := b.upkeep.asking(ctx)
	defer stop()
	var all []Consumer
	for _, name := range slices.Compact(slices.Sorted(maps.Values(streamOf))) {
		s, err := b.js.Stream(ctx, name)
		if err != nil {
			return nil, fmt.Errorf("open stream %s: %w", name, err)
		}
		list := s.ListConsumers(ctx)
		for c := range list.Info() {
			if c.Config.Durable != "" {
				all = append(all, Consumer{c.Name, name, c.NumPending, c.NumAckPending, c.NumRedelivered})
			}
		}
		if err := list.Err(); err != nil {
			return nil, fmt.Errorf("list who hears %s: %w", name, err)
		}
	}
	slices.SortFunc(all, func(x, y Consumer) int { return cmp.Compare(x.Name, y.Name) })
	return all, nil
}
