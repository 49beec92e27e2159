package bus

import (
	"errors"
	"fmt"
	"testing"
	"time"
)

// The whole policy of delivery.
func TestJudge(t *testing.T) {
	broken := errors.New("broken")
	lost := fmt.Errorf("read: %w", Permanent(broken))
	later := fmt.Errorf("ask: %w", RetryAfter(broken, time.Minute))
	backoff := []time.Duration{1, 2, 3}
	for _, c := range []struct {
		name string
		err  error
		t    trial
		want verdict
		wait time.Duration
	}{
		{"it went well", nil, trial{attempt: 1, attempts: 3}, ack, 0},
		{"well, though late", nil, trial{attempt: 1, attempts: 3, expired: true}, ack, 0},
		{"well at the end", nil, trial{attempt: 3, attempts: 3, stopping: true}, ack, 0},
		{"first failure", broken, trial{attempt: 1, attempts: 3}, retry, 1},
		{"second failure", broken, trial{attempt: 2, attempts: 3}, retry, 2},
		{"the backoff ends with its last", broken, trial{attempt: 7, attempts: 9}, retry, 3},
		{"last attempt", broken, trial{attempt: 3, attempts: 3}, dead, 0},
		{"what a second try would meet again", lost, trial{attempt: 1, attempts: 3}, dead, 0},
		{"its own delay", later, trial{attempt: 1, attempts: 3}, retry, time.Minute},
		{"its own delay costs an attempt", later, trial{attempt: 3, attempts: 3}, dead, 0},
		{"a shutdown costs none", broken, trial{attempt: 3, attempts: 3, stopping: true}, retry, 0},
		{"what is lost is lost at a shutdown, too", lost, trial{attempt: 1, attempts: 3, stopping: true}, dead, 0},
		{"what passes costs no attempt", broken, trial{attempt: 3, attempts: 3, spared: true}, retry, 3},
		{"what passes, past the deadline", broken, trial{attempt: 3, attempts: 3, spared: true, expired: true}, late, 0},
		{"its space is shut", broken, trial{attempt: 1, attempts: 3, shut: true}, retry, 1},
		{"its space stays shut", broken, trial{attempt: 2, attempts: 3, shut: true}, left, 0},
		{"a second try would find it shut", lost, trial{attempt: 1, attempts: 3, shut: true}, left, 0},
		{"shut at a shutdown", broken, trial{attempt: 2, attempts: 3, shut: true, stopping: true}, retry, 0},
		{"past the deadline", broken, trial{attempt: 1, attempts: 3, expired: true}, late, 0},
		{"lost, and past the deadline", lost, trial{attempt: 1, attempts: 3, expired: true}, late, 0},
	} {
		if got, wait := judge(c.err, c.t, backoff); got != c.want || wait != c.wait {
			t.Errorf("%s: %v after %v, want %v after %v", c.name, got, wait, c.want, c.wait)
		}
	}
	if Permanent(nil) != nil || RetryAfter(nil, time.Second) != nil {
		t.Error("no error is marked")
	}
}
