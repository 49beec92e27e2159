package eval

import (
	"context"

	"github.com/memtide/memtide"
)

// World is an empty memory that runs, and goes when it is closed.
type World struct {
	Client
	Settled func(ctx context.Context, space memtide.Space) error // as [Options.Settled]
	Close   func() error
}
