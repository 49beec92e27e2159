package scheduler

import (
	"context"
	"errors"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// looks is how often within the time of quiet it is looked for.
const looks = 6

// fireIdle publishes the jobs of spaces that have gone quiet. The time that
// they were due at follows from the last half-turn, so two daemons say the same.
// It reports whether it has fired any.
func (s *Scheduler) fireIdle(ctx context.Context, now time.Time) (fired bool, err error) {
	for _, r := range s.rules {
		since := now.Sub(s.idle) // below 0 after a clock that was ahead
		if r.Idle == 0 || r.space != "" || since >= 0 && since < r.Idle/looks {
			continue
		}
		s.idle = now
		spaces, err := s.bus.Spaces(ctx)
		if err != nil {
			return fired, err
		}
		for _, space := range spaces {
			if own, has := r.Spaces[space]; has && own == "" {
				continue
			}
			ok, err := s.fireQuiet(ctx, r, space, now)
			if err != nil {
				return fired, err
			}
			fired = fired || ok
		}
	}
	return fired, nil
}

func (s *Scheduler) fireQuiet(ctx context.Context, r rule, space memtide.Space, now time.Time) (bool, error) {
	last, err := s.bus.Last(ctx, event.TurnTaken{}, space)
	if errors.Is(err, bus.ErrGone) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	job := r.Job + "-idle"
	if last.Seq == s.seen(job, space) || now.Sub(last.Time) < r.Idle {
		return false, nil
	}
	due := event.JobDue{Job: r.Job, Space: space, ScheduledAt: last.Time.Add(r.Idle).In(s.opts.Location).Truncate(time.Second), Cause: "idle"}
	if err := s.publish(ctx, due); err != nil {
		return false, err
	}
	s.see(job, space, last.Seq)
	return true, nil
}
