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

// afterAnswer is how long what follows from a half-turn waits after the last
// answer: who has asked is a process that has yet to print it and to end.
const afterAnswer = 4 * time.Millisecond

// standBack returns when no ask is in flight and the last answer has had time
// to arrive, after 54 ms at the latest. The half-turn of a prompt comes in
// with its question: what it leads to must neither be found by that question
// nor take the processors from it.
func (b *Bus) standBack(ctx context.Context) {
	if b.Quiet(ctx) != nil {
		return // whoever runs next sees that ctx has ended
	}
	left := time.Until(time.Unix(0, b.asked.Load()).Add(afterAnswer))
	if left <= 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(min(left, afterAnswer)):
	}
}

// quietAtMost bounds how long bulk work stands back, so that a stream of asks
// slows it down and does not stop it.
const quietAtMost = 50 * time.Millisecond

// Quiet returns when no ask is in flight, after 50 ms at the latest. Bulk work
// calls it between slices of at most 1 ms: on two cores a prompt beside it
// then takes 2.5–4 ms at p99 instead of 16.
func (b *Bus) Quiet(ctx context.Context) error {
	for waited := time.Duration(0); b.inflight.Load() > 0 && waited < quietAtMost; waited += 200 * time.Microsecond {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Microsecond):
		}
	}
	return ctx.Err()
}
