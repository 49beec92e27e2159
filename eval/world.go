package eval

import (
	"context"
	"time"

	"github.com/memtide/memtide"
)

// World is an empty memory that runs, and goes when it is closed.
type World struct {
	Client
	Settled func(ctx context.Context, space memtide.Space) error                           // as [Options.Settled]
	Job     func(ctx context.Context, space memtide.Space, job string, at time.Time) error // as [Options.Job]
	Close   func() error
}
