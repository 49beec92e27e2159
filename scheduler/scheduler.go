// Package scheduler publishes the jobs that are due; it does none itself.
//
//	table (cron lines, intervals) ──▶ tick ──▶ job.due on MAINTAIN, one a space
//	job.ended ──▶ book: last run and outcome of each job
//
// The id of a due job is the hash of job, space and scheduled time, and that is
// the time in the table and not the one on the clock: two daemons that fire the
// same one, or one that fires it twice, make one message and one decision. What
// was missed while no daemon ran, or while the machine slept, is caught up once,
// with the newest missed time. After a clock that was ahead the times count from
// when it was set right. A space without new half-turns since a job's last run is
// skipped.
package scheduler

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/robfig/cron/v3"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// Entry is one line of the table.
type Entry struct {
	Job  string // name that the maintain flow knows
	Cron string // five fields, as in crontab(5), or "@every 6h"; intervals count from midnight UTC; "" is never
	// Idle, when set, fires the job for a space that has been quiet for that long
	// after something new was said, beside the times of Cron.
	Idle time.Duration
	// Spaces have times of their own; "" is never.
	Spaces map[memtide.Space]string
	// Only, when set, is the one space that the job is fired for, whether or not
	// anything was said: it concerns the machine and not a memory.
	Only memtide.Space
}

// Options tune a scheduler. The zero value is ready for use.
type Options struct {
	Logger   *slog.Logger   // nil discards
	Location *time.Location // of the cron lines; nil is local time
	Now      func() time.Time
}

// transport is the part of the bus that the scheduler uses.
type transport interface {
	Publish(ctx context.Context, p event.Payload, m bus.Meta) (bus.Stored, error)
	Spaces(ctx context.Context) ([]memtide.Space, error)
	Last(ctx context.Context, p event.Payload, space memtide.Space) (bus.Message, error)
}

// Scheduler fires the entries of a table. It is safe for concurrent use.
type Scheduler struct {
	bus   transport
	rules []rule
	path  string
	opts  Options
	log   *slog.Logger

	cutOff []Begun // as the file had it when it was read

	ticking sync.Mutex // one tick at a time; a publish in it may wait for a disk
	idle    time.Time  // guarded by ticking: of the last look at which spaces are quiet

	mu    sync.Mutex // is held for no wait: who asks for the table takes it
	state State
}

// rule is an entry at one time: that of all spaces, or that of one.
type rule struct {
	Entry
	space memtide.Space // "" is every space without a rule of its own
	cron  string
	when  cron.Schedule // nil is never
}

// key names the rule in the state.
func (r rule) key() string {
	if r.space == "" {
		return r.Job
	}
	return r.Job + "@" + string(r.space)
}

// New returns a scheduler that remembers what it has fired in the file at
// path. The error names every line that cannot be read.
func New(b transport, table []Entry, path string, opts Options) (*Scheduler, error) {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Location == nil {
		opts.Location = time.Local
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	s := &Scheduler{bus: b, path: path, opts: opts, log: opts.Logger}
	var errs []error
	add := func(e Entry, space memtide.Space, line string) {
		when, err := parse(line)
		if err != nil {
			errs = append(errs, fmt.Errorf("jobs.%s: %w", rule{Entry: e, space: space}.key(), err))
			return
		}
		s.rules = append(s.rules, rule{e, space, line, when})
	}
	for _, e := range table {
		add(e, "", e.Cron)
		for _, space := range sorted(e.Spaces) {
			add(e, space, e.Spaces[space])
		}
	}
	return s, errors.Join(append(errs, s.load())...)
}

// parse reads a line of the table; "" is never, which is nil.
func parse(line string) (cron.Schedule, error) {
	if line == "" {
		return nil, nil
	}
	when, err := cron.ParseStandard(line)
	if err != nil {
		return nil, fmt.Errorf("%q is neither a cron line of five fields nor an interval: %w", line, err)
	}
	if every, ok := when.(cron.ConstantDelaySchedule); ok {
		if every.Delay < time.Minute {
			return nil, fmt.Errorf("%q is less than a minute", line)
		}
		return aligned(every.Delay), nil
	}
	return when, nil
}

// aligned is an interval whose times do not depend on when a daemon began.
type aligned time.Duration

// Next returns the first time after t.
func (a aligned) Next(t time.Time) time.Time {
	return t.Truncate(time.Duration(a)).Add(time.Duration(a))
}

// look is the longest that the scheduler sleeps: a machine that was suspended
// is noticed by the clock, and not by a timer.
const look = 30 * time.Second

// Run catches up on what was missed, then fires what becomes due, until ctx
// ends.
func (s *Scheduler) Run(ctx context.Context) error {
	if err := s.begin(); err != nil {
		s.log.Error("schedule is not kept", slog.Any("err", err))
	}
	for {
		if err := s.Tick(ctx); err != nil && ctx.Err() == nil {
			s.log.Error("jobs not fired", slog.Any("err", err))
		}
		wait := look
		if next := s.next(); !next.IsZero() {
			wait = min(max(next.Sub(s.opts.Now()), 0)+time.Millisecond, look)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}

// begin lets rules that have never fired, or that the clock has gone back behind,
// begin now. That is written down at once: a daemon that is stopped every evening
// has nights to catch up on.
func (s *Scheduler) begin() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	fresh := false
	now := s.opts.Now().In(s.opts.Location)
	for _, r := range s.rules {
		if last, known := s.state.Last[r.key()]; !known || r.ahead(last, now) {
			s.beginAt(r.key(), now)
			fresh = true
		}
	}
	if !fresh {
		return nil
	}
	return s.save()
}

// Tick fires what is due, each rule once at most. What could not be fired is
// due at the next tick.
func (s *Scheduler) Tick(ctx context.Context) error {
	s.ticking.Lock()
	defer s.ticking.Unlock()
	now := s.opts.Now().In(s.opts.Location)
	var errs []error
	changed := false
	for _, r := range s.rules {
		at, due := s.missed(r, now)
		if !due {
			continue
		}
		changed = true
		if err := s.fire(ctx, r, at, now); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", r.key(), err))
		}
	}
	quiet, err := s.fireIdle(ctx, now)
	if changed || quiet {
		s.mu.Lock()
		errs = append(errs, s.save())
		s.mu.Unlock()
	}
	return errors.Join(append(errs, err)...)
}

// far is how long back every run that was missed is looked for; beyond it only
// rare ones are worth it.
const far = 40 * 24 * time.Hour

// missed returns the newest time at which a rule was due and did not fire. One
// that has never fired, or that the clock has gone back behind, begins now.
func (s *Scheduler) missed(r rule, now time.Time) (time.Time, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last, known := s.state.Last[r.key()]
	if !known || r.ahead(last, now) {
		s.beginAt(r.key(), now)
		return time.Time{}, false
	}
	if r.when == nil {
		return time.Time{}, false
	}
	newest := func(from time.Time) (at time.Time) {
		for next := r.when.Next(from.In(s.opts.Location)); !next.IsZero() && !next.After(now); next = r.when.Next(next) {
			at = next
		}
		return at
	}
	at := newest(later(last, now.Add(-far)))
	if at.IsZero() && now.Sub(last) > far {
		at = newest(last) // a rare one: there are few steps
	}
	return at, !at.IsZero()
}

// ahead reports whether a rule has fired for a time behind its next one: by a clock
// that was wrong then. It would not be due until that time has come.
func (r rule) ahead(last, now time.Time) bool {
	return r.when != nil && last.After(now) && r.when.Next(now).Before(last)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// punctual is the delay up to which a run is no late one.
const punctual = 2 * time.Minute

// fire publishes one due job for each space of a rule that has new half-turns.
func (s *Scheduler) fire(ctx context.Context, r rule, at, now time.Time) error {
	cause := "cron"
	if now.Sub(at) > punctual {
		cause = "caught-up"
	}
	due := event.JobDue{Job: r.Job, ScheduledAt: at, Cause: cause}
	if r.Only != "" {
		due.Space = r.Only
		if err := s.publish(ctx, due); err != nil {
			return err
		}
		s.fired(r.key(), at)
		return nil
	}
	spaces, err := s.spaces(ctx, r)
	if err != nil {
		return err
	}
	for _, space := range spaces {
		last, err := s.bus.Last(ctx, event.TurnTaken{}, space)
		if err != nil && !errors.Is(err, bus.ErrGone) {
			return err
		}
		if last.Seq == s.seen(r.Job, space) { // a log that was restored ends before it
			continue
		}
		due.Space = space
		if err := s.publish(ctx, due); err != nil {
			return err
		}
		s.see(r.Job, space, last.Seq)
	}
	s.fired(r.key(), at)
	return nil
}

// spaces returns those that a rule speaks of.
func (s *Scheduler) spaces(ctx context.Context, r rule) ([]memtide.Space, error) {
	if r.space != "" {
		return []memtide.Space{r.space}, nil
	}
	all, err := s.bus.Spaces(ctx)
	var mine []memtide.Space
	for _, space := range all {
		if _, own := r.Spaces[space]; !own {
			mine = append(mine, space)
		}
	}
	return mine, err
}

func (s *Scheduler) publish(ctx context.Context, due event.JobDue) error {
	_, err := s.bus.Publish(ctx, due, bus.Meta{ID: due.JobID(), Space: due.Space, Trace: due.JobID()})
	return err
}
