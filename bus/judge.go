package bus

import (
	"errors"
	"time"
)

type verdict int

const (
	ack   verdict = iota // done
	retry                // again, after a wait
	dead                 // given up; to the dead letters
	late                 // the deadline has passed; nobody waits any more
	left                 // undecided: nothing can be decided in its space, and it comes again when TURNS is begun anew
)

func (v verdict) String() string { return [...]string{"ack", "retry", "dead", "late", "left"}[v] }

// trial is what judge needs to know of one delivery.
type trial struct {
	attempt  int  // 1 for the first
	attempts int  // allowed
	stopping bool // the process is shutting down
	expired  bool // the deadline of the message has passed
	spared   bool // the message is not to blame, and it passes
	shut     bool // nothing can be decided in its space, and that does not pass
}

// shutAttempts is how often a lane tries a space that is shut: what is behind it waits.
const shutAttempts = 2

// judge is the whole policy of delivery; its table test is the reference.
func judge(err error, t trial, backoff []time.Duration) (verdict, time.Duration) {
	var after retryAfter
	switch {
	case err == nil:
		return ack, 0
	case t.expired:
		return late, 0
	case t.shut && !t.stopping && (t.attempt >= shutAttempts || IsPermanent(err)):
		return left, 0
	case IsPermanent(err):
		return dead, 0
	case t.stopping:
		return retry, 0 // a shutdown costs no attempt: the next process begins anew
	case t.spared:
		return retry, backoff[min(t.attempt, len(backoff))-1]
	case t.attempt >= t.attempts:
		return dead, 0
	case errors.As(err, &after):
		return retry, after.wait
	}
	return retry, backoff[min(t.attempt, len(backoff))-1]
}
