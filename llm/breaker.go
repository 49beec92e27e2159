package llm

import (
	"errors"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"
)

// breaker pauses what keeps failing. It opens after some failures in a row,
// however far apart they are, or when half of the last minute's requests failed;
// when the pause is over, one request is let through, and its outcome decides.
type breaker struct {
	inner *gobreaker.TwoStepCircuitBreaker[struct{}]
	pause time.Duration

	mu    sync.Mutex
	since time.Time // of the last time it opened
	row   uint32    // failures without a success between them: where each takes half a minute, the last minute never holds three
}

// errNeutral is an outcome that says nothing about the server.
var errNeutral = errors.New("neither good nor bad")

func newBreaker(name string, inARow uint32, pause time.Duration) *breaker {
	b := &breaker{pause: pause}
	b.inner = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name: name, Timeout: pause, Interval: time.Minute, BucketPeriod: 10 * time.Second,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return b.inARow() >= inARow || c.Requests >= 10 && 2*c.TotalFailures >= c.Requests
		},
		IsExcluded: func(err error) bool { return errors.Is(err, errNeutral) },
		OnStateChange: func(_ string, _, to gobreaker.State) {
			if to == gobreaker.StateOpen {
				b.mu.Lock()
				b.since = time.Now()
				b.mu.Unlock()
			}
		},
	})
	return b
}

func (b *breaker) inARow() uint32 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.row
}

func (b *breaker) count(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case err == nil:
		b.row = 0
	case !errors.Is(err, errNeutral):
		b.row++
	}
}

// failed tells it of a failure of what has not asked it whether it may go.
func (b *breaker) failed(err error) {
	if done, _, ok := b.allow(); ok {
		done(err)
	}
}

// allow asks whether a request may go, and returns what to tell its outcome to,
// once, and whether it is the one that shows whether what was paused is well
// again: until its outcome is told, there is no other.
func (b *breaker) allow() (done func(error), trial, ok bool) {
	told, err := b.inner.Allow()
	if err != nil {
		return nil, false, false
	}
	return func(err error) { b.count(err); told(err) }, b.trying(), true
}

// trying reports whether a trial is due or on its way. Unless it is, the next
// request may still be one: the pause goes by meanwhile.
func (b *breaker) trying() bool { return b.inner.State() == gobreaker.StateHalfOpen }

// due reports whether the next request would be a trial.
func (b *breaker) due() bool { return b.trying() && !b.full() }

// full reports whether a trial is on its way, if one is due at all.
func (b *breaker) full() bool {
	n := b.inner.Counts()
	return n.Requests > n.TotalExclusions
}

// shut returns whether a request would be sent back now, and since when. That is
// also so while a trial is on its way, which may take a minute.
func (b *breaker) shut() (since time.Time, is bool) {
	switch state := b.inner.State(); {
	case state == gobreaker.StateClosed, state == gobreaker.StateHalfOpen && !b.full():
		return time.Time{}, false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.since, true
}
