package llm

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// retried tries again what may pass: with jitter, after the time the server
// asked for, while the caller waits, and not if that would be too late for it.
func (m *Models) retried(next ask) ask {
	return func(ctx, run context.Context, c *call) (Reply, error) {
		for n := 1; ; n++ {
			r, err := next(ctx, run, c)
			if err == nil {
				return r, nil
			}
			c.layer.end.door.learn(c.layer.at.model, c.key, err)
			wait, again := pause(err, n, m.opts)
			if !again || !sleep(ctx, run, wait) {
				return r, err
			}
		}
	}
}

// pause says how long to wait after the nth attempt, and whether another makes
// sense.
func pause(err error, n int, o Options) (time.Duration, bool) {
	var f *fault
	if n >= o.Attempts || !errors.As(err, &f) || f.final {
		return 0, false
	}
	if f.after > 0 {
		return f.after, true
	}
	// Half to one and a half of the step, so that those who failed together
	// do not come again together.
	step := o.Backoff << (n - 1)
	return step/2 + rand.N(step+1), true
}

// sleep waits, unless one of the two ends before or would end meanwhile.
func sleep(ctx, run context.Context, d time.Duration) bool {
	for _, c := range []context.Context{ctx, run} {
		if end, ok := c.Deadline(); ok && time.Until(end) <= d {
			return false
		}
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return ctx.Err() == nil && run.Err() == nil
	case <-ctx.Done():
	case <-run.Done():
	}
	return false
}
