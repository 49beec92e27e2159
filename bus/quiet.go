package bus

import (
	"context"
	"time"
)

// Enter says that an ask is in flight until the returned function is called.
func (b *Bus) Enter() (leave func()) {
	b.inflight.Add(1)
	return func() {
		b.asked.Store(time.Now().UnixNano())
		b.inflight.Add(-1)
	}
}

// Asked reports whether an ask is in flight.
func (b *Bus) Asked() bool { return b.inflight.Load() > 0 }

// afterAnswer is how long what follows from a half-turn waits after the last
// answer: who has asked is a process that has yet to print it and to end.
const afterAnswer = 4 * time.Millisecond

// standBack returns when no ask is in flight and the last answer has had time
// to arrive, after 54 ms at the latest. Every stage but those that answer calls
// it: the half-turn of a prompt comes in with its question, and what it leads to
// must not be found by that question; and neither that nor an import is to take
// the processors from it.
func (b *Bus) standBack(ctx context.Context) {
	if b.Quiet(ctx) != nil {
		return // whoever runs next sees that ctx has ended
	}
	if left := time.Until(time.Unix(0, b.asked.Load()).Add(afterAnswer)); left > 0 {
		_ = Pause(ctx, min(left, afterAnswer)) // as above
	}
}

// Pause waits. The error says that ctx ended before, and is its own.
func Pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// lately is how long after an answer somebody is taken to be at work.
const lately = time.Minute

// AtWork reports whether an ask is in flight or the last answer went out less
// than a minute ago. The next prompt may come at any time, and begins in a process
// that has to start before anybody here knows of it: work in bulk that would
// take every processor leaves one free meanwhile.
func (b *Bus) AtWork() bool {
	return b.inflight.Load() > 0 || time.Since(time.Unix(0, b.asked.Load())) < lately
}

// quietAtMost bounds how long bulk work stands back, so that a stream of asks
// slows it down and does not stop it.
const quietAtMost = 50 * time.Millisecond

// Quiet returns when no ask is in flight, after 50 ms at the latest. Bulk work
// calls it between slices of at most 1 ms: on two cores a prompt beside it
// then takes 2.5–4 ms at p99 instead of 16.
func (b *Bus) Quiet(ctx context.Context) error {
	for waited := time.Duration(0); b.inflight.Load() > 0 && waited < quietAtMost; waited += 200 * time.Microsecond {
		if err := Pause(ctx, 200*time.Microsecond); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Pace is when work in bulk has last rested. The zero value is one that begins.
// It is of one goroutine.
type Pace struct{ since time.Time }

// A rest is so many times as long as the work before it, within a bound.
const (
	restTimes  = 3
	restAtMost = 20 * time.Millisecond
)

// Rest is [Bus.Quiet] for work that nobody waits for: while somebody is at work
// it also sleeps for three times as long as it has worked since the last rest,
// 20 ms at the most, so that it takes a quarter of a processor.
func (b *Bus) Rest(ctx context.Context, p *Pace) error {
	if worked := time.Since(p.since); !p.since.IsZero() && b.AtWork() {
		if err := Pause(ctx, min(restTimes*worked, restAtMost)); err != nil {
			return err
		}
	}
	err := b.Quiet(ctx)
	p.since = time.Now()
	return err
}
