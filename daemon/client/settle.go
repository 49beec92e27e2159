package client

import (
	"context"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/control"
)

// Settle waits until every half-turn of a space has its decisions. tell, which may be
// nil, is told how many are left.
func (c *Client) Settle(ctx context.Context, space memtide.Space, tell func(left int)) error {
	for {
		n, err := Control[int](ctx, c, "pending", control.SpaceRequest{Space: space})
		if err != nil {
			return err
		}
		if tell != nil {
			tell(n)
		}
		if n == 0 {
			return nil
		}
		if err := bus.Pause(ctx, time.Duration(min(max(n/4, 5), 200))*time.Millisecond); err != nil {
			return fmt.Errorf("%d half-turns are not decided yet: %w", n, err)
		}
	}
}

// Rest waits until nothing is on its way in a space: half-turns are decided and
// no job is due. What is measured after it does not hang on how far the jobs,
// which summarise a session when the next begins, happen to be.
func (c *Client) Rest(ctx context.Context, space memtide.Space) error {
	for {
		if err := c.Settle(ctx, space, nil); err != nil {
			return err
		}
		n, err := Control[int](ctx, c, "due", struct{}{})
		if err != nil || n == 0 {
			return err
		}
		if err := bus.Pause(ctx, 20*time.Millisecond); err != nil {
			return fmt.Errorf("%d jobs have not run yet: %w", n, err)
		}
	}
}
