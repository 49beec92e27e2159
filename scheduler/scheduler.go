// Package scheduler publishes the jobs that are due; it does none itself.
//
//	table (cron lines) ──robfig/cron──▶ due ──▶ job.due on MAINTAIN, one a space
//
// The id of a due job is the hash of job, space and scheduled time: two
// daemons that fire the same one, or one that fires it twice, make one
// message and one decision. What was missed while no daemon ran is caught up
// once at the start, with the newest missed time. A space without new
// half-turns since its last run is skipped.
package scheduler

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
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
	Cron string // five fields, as in crontab(5)
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

// Scheduler fires the entries of a table.
type Scheduler struct {
	bus   transport
	table []entry
	path  string
	opts  Options
	log   *slog.Logger

	mu    sync.Mutex
	state State
}

type entry struct {
	Entry
	when cron.Schedule
}

// State is what is remembered between runs of the daemon.
type State struct {
	Last map[string]time.Time         `json:"last"` // job → newest time that was fired
	Seen map[string]map[string]uint64 `json:"seen"` // job → space → last half-turn at that time
}

// New returns a scheduler that remembers what it has fired in the file at
// path. The error names every cron line that cannot be read.
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
	for _, e := range table {
		when, err := cron.ParseStandard(e.Cron)
		if err != nil {
			errs = append(errs, fmt.Errorf("jobs.%s: %q is not a cron line of five fields: %w", e.Job, e.Cron, err))
			continue
		}
		s.table = append(s.table, entry{e, when})
	}
	return s, errors.Join(append(errs, s.load())...)
}

func (s *Scheduler) load() error {
	s.state = State{Last: map[string]time.Time{}, Seen: map[string]map[string]uint64{}}
	raw, err := os.ReadFile(s.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read schedule: %w", err)
	}
	var st State
	if err := json.Unmarshal(raw, &st); err != nil {
		// Only a hint: without it a job runs once more and finds nothing to do.
		s.log.Warn("schedule file is not read", slog.String("file", s.path), slog.Any("err", err))
		return nil
	}
	if st.Last != nil && st.Seen != nil {
		s.state = st
	}
	return nil
}

// Run catches up on what was missed, then fires entries as they become due,
// until ctx ends.
func (s *Scheduler) Run(ctx context.Context) error {
	for _, e := range s.table {
		if at, missed := s.missed(e); missed {
			s.fire(ctx, e, at, "caught-up")
		}
	}
	c := cron.New(cron.WithLocation(s.opts.Location))
	for _, e := range s.table {
		c.Schedule(e.when, cron.FuncJob(func() {
			s.fire(ctx, e, s.opts.Now().In(s.opts.Location).Truncate(time.Minute), "cron")
		}))
	}
	c.Start()
	<-ctx.Done()
	<-c.Stop().Done()
	return nil
}

// missed returns the newest time at which an entry was due and did not fire.
// An entry that has never fired begins now.
func (s *Scheduler) missed(e entry) (time.Time, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.opts.Now().In(s.opts.Location)
	last, known := s.state.Last[e.Job]
	if !known {
		s.state.Last[e.Job] = now
		return time.Time{}, false
	}
	var newest time.Time
	for at := e.when.Next(last.In(s.opts.Location)); !at.IsZero() && !at.After(now); at = e.when.Next(at) {
		newest = at
		if now.Sub(at) > 366*24*time.Hour { // a file from another age: begin at most a year ago
			at = now.Add(-366 * 24 * time.Hour)
		}
	}
	return newest, !newest.IsZero()
}

// fire publishes one due job for each space that has new half-turns.
func (s *Scheduler) fire(ctx context.Context, e entry, at time.Time, cause string) {
	if err := s.fireAll(ctx, e, at, cause); err != nil && ctx.Err() == nil {
		s.log.Error("job not fired", slog.String("job", e.Job), slog.Any("err", err))
	}
}

func (s *Scheduler) fireAll(ctx context.Context, e entry, at time.Time, cause string) error {
	spaces, err := s.bus.Spaces(ctx)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.state.Seen[e.Job] == nil {
		s.state.Seen[e.Job] = map[string]uint64{}
	}
	for _, space := range spaces {
		last, err := s.bus.Last(ctx, event.TurnTaken{}, space)
		if err != nil && !errors.Is(err, bus.ErrGone) {
			return err
		}
		if last.Seq <= s.state.Seen[e.Job][string(space)] {
			continue
		}
		due := event.JobDue{Job: e.Job, Space: space, ScheduledAt: at.UTC(), Cause: cause}
		if _, err := s.bus.Publish(ctx, due, bus.Meta{ID: due.JobID(), Space: space, Trace: due.JobID()}); err != nil {
			return err
		}
		s.state.Seen[e.Job][string(space)] = last.Seq
	}
	s.state.Last[e.Job] = at
	return s.save()
}

func (s *Scheduler) save() error {
	raw, err := json.MarshalIndent(s.state, "", "  ")
	if err != nil {
		return fmt.Errorf("encode schedule: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("write schedule: %w", err)
	}
	tmp := s.path + ".tmp"
	if err := os.WriteFile(tmp, raw, 0o600); err != nil {
		return fmt.Errorf("write schedule: %w", err)
	}
	return os.Rename(tmp, s.path)
}

// Line is what a person sees of an entry.
type Line struct {
	Job  string    `json:"job"`
	Cron string    `json:"cron"`
	Last time.Time `json:"last,omitzero"`
	Next time.Time `json:"next"`
}

// Lines returns the table with the last and next time of each entry.
func (s *Scheduler) Lines() []Line {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Line
	for _, e := range s.table {
		out = append(out, Line{e.Job, e.Cron, s.state.Last[e.Job], e.when.Next(s.opts.Now().In(s.opts.Location))})
	}
	return out
}
